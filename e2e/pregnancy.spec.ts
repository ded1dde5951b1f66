import { cycleApi } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { coveredFocus } from '#e2e/support/focus-in-sight.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/cycle/pregnancy';

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
