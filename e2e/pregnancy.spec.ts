import { cycleApi } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { coveredFocus } from '#e2e/support/focus-in-sight.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/cycle/pregnancy';

test('weeks are grouped by trimester with the gaps between them; a gap is filled, and a number is checked', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  const developments = ['Bones harden', 'Nails grow', 'It can swallow', 'It kicks'];
  await api(cycleApi.weeks.create, { weekNumber: 12, babySize: 'A lime: 5.4 cm', developments, tips: ['Rest'] });
  await api(cycleApi.weeks.create, { weekNumber: 28, babySize: 'An aubergine' });
  const { form, field, save, panel } = entityScreen(page, 'pregnancy-week');
  await page.goto(path);
  const trimester = (name: string) => page.getByRole('list', { name: `${name} trimester` });
  await expect(trimester('First').getByRole('button', { name: /^Add week/ })).toHaveCount(12);
  await expect(trimester('Third').getByRole('listitem')).toHaveCount(15);
  const lime = trimester('First').getByRole('listitem').filter({ hasText: 'A lime' });
  await expect(lime).toContainText('Week 12 · 5.4 cm');
  await expect(lime.getByRole('listitem')).toHaveText(['Bones harden', 'Nails grow']);
  await expect(lime).toContainText('+2 more, 1 tip');
  const goTo = page.getByRole('combobox', { name: 'Go to week' });
  await goTo.fill('43');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await goTo.fill('28');
  await goTo.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Week 28' })).toBeVisible();
  await expect(goTo).toHaveValue('Week 28');
  await page.getByRole('link', { name: 'Second trimester 0' }).click();
  await expect(page).toHaveURL(`${path}?trimester=Second`);
  await expect(trimester('First')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add week 14' }).click();
  await page.reload();
  await expect(field('Week number')).toHaveValue('14');
  for (const [number, says] of [
    ['43', /Week number must be a whole number from 1 to 42/],
    ['', /Week number must be a whole number from 1 to 42/],
    ['12', /This is taken by another pregnancy week/],
  ] as const) {
    await field('Week number').fill(number);
    await save.click();
    await expect(field('Week number')).toHaveAccessibleDescription(says);
  }
  await field('Week number').fill('14');
  await expect(form.getByRole('radio', { name: 'Second' })).toBeChecked();
  await form.getByRole('radio', { name: 'First' }).check();
  await save.click();
  await expect(form).toContainText('This week belongs to another trimester');
  expect((await api(cycleApi.weeks.list, {})).weeks).toHaveLength(2);
  await form.getByRole('radio', { name: 'Second' }).check();
  await field('Baby size').fill('A lemon');
  await save.click();
  await expect(panel.getByRole('heading', { name: 'Week 14' })).toBeVisible();
  const lemon = page.getByRole('link', { name: 'A lemon Week 14' });
  await expect(lemon).toBeVisible();

  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Week 14' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Edit');
  await field('Baby size').fill('A large lemon');
  await save.click();
  await expect(page.getByRole('link', { name: 'A large lemon Week 14' })).toBeVisible();
  await choose('Deactivate');
  await expect(trimester('Second').getByText('Inactive')).toBeVisible();
  await choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete pregnancy week' }).click();
  await expect(page.getByRole('button', { name: 'Add week 14' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Deleted Week 14' }).click();
  await expect(page.getByRole('link', { name: 'A large lemon Week 14' })).toBeVisible();
});

test('a week opens over the weeks, which stay where they are, and closes with its button and with Escape', async ({
  signedIn: page,
  api,
}) => {
  for (const weekNumber of [1, 2, 3, 4, 5]) {
    await api(cycleApi.weeks.create, {
      weekNumber,
      babySize: `Size ${weekNumber}: 1 mm`,
      developments: ['One', 'Two'],
    });
  }
  const { panel, link } = entityScreen(page, 'pregnancy-week');
  const week = (number: number) => link(`Size ${number} Week ${number} · 1 mm`);
  const items = page.getByRole('list', { name: 'First trimester' }).locator('> li');
  await page.goto(path);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const filters = await boxAtRest(page.getByRole('navigation', { name: 'Trimester' }));
    const card = await boxAtRest(items.nth(3));
    expect(card?.y, 'four columns').toBe((await boxAtRest(items.first()))?.y);
    await week(1).click();
    await expect(panel.getByRole('heading', { name: 'Week 1', exact: true })).toBeVisible();
    expect(await boxAtRest(page.getByRole('navigation', { name: 'Trimester' }))).toEqual(filters);
    expect(await boxAtRest(items.nth(3))).toEqual(card);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(week(1)).toBeFocused();
  }

  // A card under the panel comes in front of it while it has the focus.
  await week(2).click();
  expect(await coveredFocus(page)).toEqual([]);

  // The panel stays in sight while the page scrolls. A card under it is fully visible once the panel is closed.
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeInViewport();
  await week(4).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(week(4)).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Escape');
  await expect(week(4)).toBeFocused();
});

test('long texts end within their card, in light and dark, on a phone too', async ({ signedIn: page, api }) => {
  const long = 'Ọmọ náà tóbi bí èso ọ̀gẹ̀dẹ̀ tí a ṣẹ̀ṣẹ̀ ká láti orí igi ní ọgbà bàbá àgbà 👶🏾 '.repeat(2);
  const unbroken = 'Ẹ'.repeat(190);
  await api(cycleApi.weeks.create, { weekNumber: 1, babySize: unbroken, developments: [long.repeat(3), unbroken] });
  await api(cycleApi.weeks.create, { weekNumber: 2, babySize: `${long.slice(0, 90)}: ${long.slice(0, 90)}` });
  await page.goto(path);
  const cards = page.getByRole('list', { name: 'First trimester' }).locator('> li');
  const ends = () =>
    cards.evaluateAll((all) =>
      all
        .filter((card) => card.scrollWidth > card.clientWidth || card.clientHeight > 320)
        .map((card) => card.textContent),
    );
  await expect(cards.first()).toContainText('Ẹ');
  expect(await ends()).toEqual([]);
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  expect(await ends()).toEqual([]);
});
