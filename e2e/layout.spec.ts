import type { Locator, Page } from '@playwright/test';
import { ladyDueApi } from '#contract/lady-due.ts';
import { announcementsScreen } from '#e2e/support/announcements.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { choose } from '#e2e/support/filter.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';

/** How far below the top of the window the middle of an element is, in pixels. */
const middle = (element: Locator) =>
  element.evaluate((one) => {
    const { top, height } = one.getBoundingClientRect();
    return top + height / 2;
  });

const right = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().right);

/**
 * How far below the top of the window the middle of its capital letters is, halfway between baseline and cap height.
 */
const middleOfCapitals = (element: Locator) =>
  element.evaluate((one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const text = walker.nextNode();
    const context = document.createElement('canvas').getContext('2d');
    if (!text?.parentElement || !context) throw new Error('There is no text');
    const range = document.createRange();
    range.selectNode(text);
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(text.parentElement);
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const { fontBoundingBoxAscent, actualBoundingBoxAscent } = context.measureText('H');
    return range.getBoundingClientRect().top + fontBoundingBoxAscent - actualBoundingBoxAscent / 2;
  });

/** Expects the same middle for all, within one pixel of rounding, once typefaces and lists have loaded. */
const expectOneLine = (measure: () => Promise<number>[]) =>
  expect(async () => {
    const all = await Promise.all(measure());
    expect(Math.max(...all) - Math.min(...all), `middles ${all.join(', ')}`).toBeLessThanOrEqual(1);
  }).toPass({ timeout: 30_000 });

/** The texts whose hyphen between letters is as wide as a digit. */
const wideHyphens = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { text: string; wide: boolean }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (!/\p{L}-\p{L}/u.test(text) || !node.parentElement?.checkVisibility()) continue;
      texts.push({ text, wide: getComputedStyle(node.parentElement).fontVariantNumeric.includes('tabular') });
    }
    return texts;
  });

test('a hyphen in a name has its normal width: only digits are monospaced', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Ada Ibru-Sambo' }]);
  const [doctor] = await addDoctors(api, [
    { name: 'Ada Ibru-Sambo', specialty: 'Fertility', languages: ['Ijaw-Izon'] },
  ]);
  for (const [path, shown] of [
    [`users?search=${mark}`, 1],
    [`doctors?doctor=${doctor?.id}`, 3],
    ['activity', 1],
  ] as const) {
    await page.goto(`/admin/desk/${path}`);
    await expect.poll(async () => (await wideHyphens(page)).length).toBeGreaterThanOrEqual(shown);
    expect((await wideHyphens(page)).filter(({ wide }) => wide)).toEqual([]);
  }
});

test('elements in one line are vertically centred: the header, the head of a panel, the icons of a row', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Kemi Alao' }]);
  await page.goto(`/admin/desk/users?search=${mark}`);
  const header = page.getByRole('banner').first();
  const wordmark = header.getByRole('link', { name: 'Awa Desk' });
  const areas = page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
  await page.getByRole('link', { name: 'Kemi Alao' }).click();
  const panel = page.getByRole('complementary', { name: 'User' });
  await expectOneLine(() => [
    middle(wordmark.locator('svg')),
    middleOfCapitals(wordmark),
    middleOfCapitals(areas.first()),
    middleOfCapitals(header.getByRole('button', { name: 'Logout' })),
  ]);
  const icons = ['Copy link', 'Close'].map((name) => panel.getByRole('button', { name }).locator('svg'));
  await expectOneLine(() => [middleOfCapitals(panel.getByRole('heading', { name: 'User' })), ...icons.map(middle)]);
  const sizes = await Promise.all(icons.map((icon) => icon.boundingBox()));
  expect(sizes).toMatchObject(icons.map(() => ({ width: 20, height: 20 })));

  await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  const { path, row } = doctorsScreen(page);
  await page.goto(path);
  const ends = row('Dr. Ada Obi')
    .getByRole('button', { name: /^(Edit|Delete|Actions for) / })
    .locator('svg');
  await expect(ends).toHaveCount(3);
  const all = await ends.all();
  await expectOneLine(() => all.map(middle));
});

test('the menu of a phone has the wordmark of the header, in the line of its Close', async ({ signedIn: page }) => {
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/announcements');
  const look = (wordmark: Locator) =>
    wordmark.evaluate((one) => {
      const { fontFamily, fontSize, fontWeight, color } = getComputedStyle(one);
      return [fontFamily, fontSize, fontWeight, color, one.querySelectorAll('svg').length];
    });
  const home = page.getByRole('link', { name: 'Awa Desk' }).getByText('Awa Desk');
  const inHeader = await look(home);
  const opener = page.getByRole('button', { name: 'Menu' });
  await expectOneLine(() => [middle(home.locator('svg')), middleOfCapitals(home), middle(opener.locator('svg'))]);
  await opener.click();
  const menu = page.getByRole('dialog', { name: 'Awa Desk' });
  const wordmark = menu.getByText('Awa Desk');
  await expect.poll(() => look(wordmark)).toEqual(inHeader);
  await expectOneLine(() => [middle(wordmark.locator('svg')), middle(menu.getByRole('button', { name: 'Close' }))]);
});

for (const size of [{ width: 1440, height: 900 }, phone]) {
  test(`the words of tags stand in their middle, ${size.width} px`, async ({ signedIn: page, api }) => {
    const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility', languages: ['Hausa', 'Igbo'] }]);
    await page.setViewportSize(size);
    await page.goto(`/admin/desk/doctors?doctor=${doctor?.id}&form=edit`);
    const { form } = doctorsScreen(page);
    const tag = form.locator('.mantine-Pill-root', { hasText: 'Hausa' });
    await tag.scrollIntoViewIfNeeded();
    await expectOneLine(() => [
      middle(tag),
      middleOfCapitals(tag),
      middle(tag.getByRole('button').locator('svg')),
      middle(form.locator('.mantine-TagsInput-input')),
    ]);
  });
}

test('the filters of the doctors share a line below the search and the views, on a phone they are folded, as are the dates of an announcement', async ({
  signedIn: page,
  api,
}) => {
  await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  const { path, search, specialty, status, availability, rows } = doctorsScreen(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(path);
  await expect(rows).toHaveCount(1);
  await expectOneLine(() => [specialty, status, availability].map(middle));
  const views = page.getByRole('button', { name: 'Views', exact: true });
  await expectOneLine(() => [middle(search), middle(views)]);
  await expect.poll(async () => (await right(views)) - (await right(availability))).toBe(0);
  await page.setViewportSize(phone);
  await expect(status).toBeHidden();
  const filters = page.getByRole('button', { name: 'Filters' });
  await expectOneLine(() => [middle(search), middle(filters)]);
  await filters.click();
  await choose(status, 'Inactive');
  await expect(rows).toHaveCount(0);
  await expectFitsPhone(page);
  await page.reload();
  await expect(status).toContainText('Inactive');

  await page.goto(announcementsScreen(page).path);
  const { field, active, create, row } = announcementsScreen(page);
  const [from, dates] = [page.getByLabel('Show from'), page.getByRole('button', { name: 'Set dates' })];
  await expect(from).toHaveCount(0);
  await dates.click();
  await expect(from).toBeFocused();
  await expect(page.getByLabel('Show until')).toBeVisible();
  await expectFitsPhone(page);
  await field.fill('The clinic moves');
  await active.uncheck();
  await create.click();
  await expect(row('The clinic moves')).toBeVisible();
  await expect(dates).toBeVisible();
});

/** The texts that the focus ring overlaps. */
const textsUnderRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return [];
    const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(focused);
    if (outlineStyle === 'none') return [];
    const at = focused.getBoundingClientRect();
    const inner = Number.parseFloat(outlineOffset);
    const outer = inner + Number.parseFloat(outlineWidth);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNode(text);
      // The letters, without the space above and below them.
      const letters = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.4;
      for (const whole of range.getClientRects()) {
        const { left, top, bottom } = whole;
        // An element that cuts its text shows only the part within its edge.
        const isCut = getComputedStyle(parent).overflow === 'hidden';
        const right = isCut ? Math.min(whole.right, parent.getBoundingClientRect().right) : whole.right;
        const line = (top + bottom) / 2;
        const seen = document.elementFromPoint((left + right) / 2, line);
        const meets = (by: number) =>
          left < at.right + by &&
          right > at.left - by &&
          line - letters < at.bottom + by &&
          line + letters > at.top - by;
        const isInside =
          left >= at.left - inner &&
          right <= at.right + inner &&
          line - letters >= at.top - inner &&
          line + letters <= at.bottom + inner;
        if (seen && parent.contains(seen) && meets(outer) && !isInside) cut.push(text.textContent);
      }
    }
    return cut;
  });

test('the focus ring covers no letter', async ({ signedIn: page, api, addAppUsers }) => {
  const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility', languages: ['Hausa', 'Igbo'] }]);
  const mark = await addAppUsers([{ name: 'Kemi Alao' }]);
  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Cycle', trackingMode: 'TRACK_PERIOD' });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  await api(ladyDueApi.cards.create, { sectionId, title: 'Warmth', description: 'What helps' });
  for (const [path, first, last] of [
    ['lady-due', page.getByRole('searchbox'), 'Edit Warmth'],
    [`users?search=${mark}`, page.getByRole('link', { name: 'Awa Desk' }), 'Delete Kemi Alao'],
    [`doctors?doctor=${doctor?.id}&form=edit`, page.getByRole('textbox', { name: 'Name' }), 'Save doctor'],
  ] as const) {
    await page.goto(`/admin/desk/${path}`);
    const end = page.getByRole('button', { name: last });
    await expect(end).toBeVisible();
    await untilLoaded(page);
    await first.focus();
    while (!(await end.evaluate((one) => one === document.activeElement))) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
      expect(await textsUnderRing(page), at).toEqual([]);
    }
  }
});

test('emoji fall back to our typeface after those of the system', async ({ signedIn: page }) => {
  await page.goto('/admin/desk/announcements');
  const load = () => page.evaluate(async () => (await document.fonts.load('16px "Noto Emoji"', '💜')).length);
  // Its styles load after the first data.
  await expect.poll(load).toBeGreaterThan(0);
  await expect(page.locator('body')).toHaveCSS(
    'font-family',
    /"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Noto Emoji"$/,
  );
});
