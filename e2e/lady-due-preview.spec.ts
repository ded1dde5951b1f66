import { ladyDueApi } from '#contract/lady-due.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { addCards, editorOf, openCard } from '#e2e/support/card-editor.ts';
import { phone } from '#e2e/support/viewports.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { expect, test } from '#e2e/support/test.ts';
import { contrast, readable } from '#web/lib/contrast.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

test('the phone shows the app now and at a later time, also as raw data', async ({ signedIn: page, api }) => {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'Your cycle',
    description: 'What is usual',
    trackingMode: 'TRACK_PERIOD',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  const publishedAt = '2099-03-01T09:00:00.000Z';
  await api(ladyDueApi.cards.create, {
    sectionId,
    title: 'Warmth',
    richContent: '<p>A <em>warm</em> bath</p>',
    publishStatus: 'published',
  });
  await api(ladyDueApi.cards.create, { sectionId, title: 'Later', publishStatus: 'scheduled', publishedAt });
  await api(ladyDueApi.cards.create, { sectionId, title: 'A draft' });
  await page.goto('/admin/desk/lady-due');
  const column = page.getByRole('complementary', { name: /^In the app/ });
  const cards = column.getByRole('group', { name: 'The content in the app' }).getByRole('button');
  await expect(cards).toHaveText(['Warmth']);
  await expect(column).toContainText('1 card in the app now');
  await column.getByRole('button', { name: /^Next change: Mar 1, 2099/ }).click();
  await expect(cards).toHaveText(['Warmth', /New by then: \s*Later/]);
  await expect(column).toContainText('1 card more than now');
  await expect(column).toContainText('New on Mar 1, 2099');
  await expect(page).toHaveURL(/preview=2099-03-01T09/);
  const slider = column.getByRole('slider', { name: 'Time of the preview' });
  await expect(slider).toHaveAttribute('aria-valuetext', /^Mar 1, 2099, /);
  await page.reload();
  await expect(cards).toHaveCount(2);
  await column.getByRole('radio', { name: 'Raw data' }).check();
  await expect(page).toHaveURL(/raw=true/);
  await page.reload();
  const raw = JSON.parse((await column.locator('pre').textContent()) ?? '') as object;
  expect(raw).toMatchObject({ trackingMode: 'TRACK_PERIOD', categories: [{ sections: [{ cards: [{}, {}] }] }] });
  // One step back from the change is now, and another is yesterday, before all of this.
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', 'Now');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /, 12:00$/);
  await column.getByRole('radio', { name: 'As the app shows it' }).check();
  await expect(column.getByText('The app has nothing to show here')).toBeVisible();
  await expect(column).toContainText('1 card fewer');
  await expect(column.getByRole('checkbox', { name: 'With drafts' })).toHaveCount(0);
  await column.getByRole('button', { name: 'Now' }).click();
  await column.getByRole('radio', { name: 'As the app shows it' }).check();
  await expect(page).not.toHaveURL(/raw=/);
  await cards.first().click();
  await expect(column.getByText('warm', { exact: true })).toHaveCSS('font-style', 'italic');
  await column.getByRole('button', { name: 'Back to the list' }).click();
  // Dark on a page that is light: no text keeps a colour of the page.
  await column.getByRole('radio', { name: 'Dark' }).check();
  await expect(column.getByText('What is usual')).toHaveCSS('color', 'rgb(185, 169, 188)');
  await expectAccessible(page);

  await page.setViewportSize(phone);
  await page.goto('/admin/desk/lady-due');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog', { name: 'Preview' })).toContainText('Warmth');
  await expect(page).toHaveURL(/preview=now/);
});

test('the phone shows what the app showed at a past time, with the names of those who published it', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 422/);
  const { first } = await addCards(api);
  const published = await api(ladyDueApi.cards.update, { id: first.id, publishStatus: 'published' });
  await api(ladyDueApi.cards.update, { id: first.id, title: 'Warm tea' });
  await page.goto(`/admin/desk/lady-due?preview=${published.updatedAt}`);
  const column = page.getByRole('complementary', { name: /^In the app on / });
  const cards = column.getByRole('group', { name: 'The content in the app' }).getByRole('button');
  await expect(cards).toHaveText([/^Different now: Tea.*Administrator, /]);
  await expect(column).toContainText('1 card with other words');
  await expectAccessible(page);
  await page.goto('/admin/desk/lady-due?preview=2020-01-01T00:00:00.000Z');
  await expect(column.getByRole('alert').first()).toContainText('The log goes back 12 months');
});

test('drafts are shown framed in their place; an inactive one stays hidden', async ({ signedIn: page, api }) => {
  await api(ladyDueApi.ladyDue.createDefault, { trackingMode: 'PCOS' });
  const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'PCOS' });
  const cards = categories[0]?.sections[0]?.cards ?? [];
  await api(ladyDueApi.cards.bulk, { ids: cards.slice(0, 1).map(({ id }) => id), action: 'publish' });
  await api(ladyDueApi.cards.bulk, { ids: cards.slice(2).map(({ id }) => id), action: 'deactivate' });
  await page.goto('/admin/desk/lady-due?mode=PCOS');
  const column = page.getByRole('complementary', { name: /^In the app/ });
  const shown = column.getByRole('group', { name: 'The content in the app' }).getByRole('button');
  await expect(shown).toHaveCount(1);
  await column.getByRole('checkbox', { name: 'With drafts' }).check();
  await expect(shown).toHaveText([/^When to get help/, /^Draft: What PCOS is/]);
  await expect(column).toContainText('1 card in the app now');
  await expect(column).toContainText('1 draft');
  await expect(page).toHaveURL(/drafts=true/);
  await page.reload();
  await expect(shown).toHaveCount(2);
  await shown.nth(1).click();
  await expect(column.getByRole('group', { name: 'The card in the app' })).toContainText('What PCOS is');
  await expectAccessible(page);
});

test('a scheduled card becomes published without a reload', async ({ signedIn: page, api }) => {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'Your cycle',
    trackingMode: 'TRACK_PERIOD',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  await api(ladyDueApi.cards.create, { sectionId, title: 'Warmth', publishStatus: 'published' });
  await withoutEarlyCalls(page);
  // The page has a response from just before.
  let hasCome = false;
  await page.route(/\/admin\/lady-due\/categories\?/, async (route) => {
    const answer = await (await route.fetch()).text();
    const body = hasCome ? answer : answer.replaceAll('"published"', '"scheduled"');
    await route.fulfill({ contentType: 'application/json', body });
  });
  const skipUntil = await skipPauses(page, 6_000);
  await page.goto('/admin/desk/lady-due');
  const row = page.getByRole('list', { name: 'Content' }).getByRole('listitem').filter({ hasText: 'Warmth' });
  await expect(row).toContainText('Scheduled');
  hasCome = true;
  await skipUntil(() => expect(row).toContainText('Published', now));
});

test('the time on the phone stays readable wherever a card with a light header is scrolled, also in dark', async ({
  signedIn: page,
  api,
}) => {
  const { first } = await addCards(api);
  const { id, version } = first;
  const content = 'Warmth helps.\n'.repeat(60);
  await api(ladyDueApi.cards.update, { id, version, backgroundColor: '#EEFBF3', richContent: '', content });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openCard(page, id);
  const { face } = editorOf(page);
  await expect(face).toContainText('Warmth helps.');
  const seen = [];
  for (const top of [0, 60, 110, 130, 150, 400]) seen.push({ top, ...(await face.evaluate(timeOf, top)) });
  expect(seen.map(({ text }) => text)).toEqual(seen.map(() => '9:41'));
  expect(seen.filter(({ ink, ground }) => contrast(hex(ink), hex(ground)) < readable)).toEqual([]);
  // First on the header of the card, then on the app's own background.
  expect(new Set(seen.map(({ ground }) => ground)).size).toBe(2);
});

/**
 * Scrolls a phone, and returns the topmost element in the line with the time, its colour, and the background below it.
 */
function timeOf(face: Element, top: number) {
  face.scrollTop = top;
  const { left, top: edge } = face.parentElement?.getBoundingClientRect() ?? new DOMRect();
  const stack = document.elementsFromPoint(left + 34, edge + 22).map((one) => ({ one, style: getComputedStyle(one) }));
  const [over] = stack;
  const ground = stack.find(({ style }) => style.backgroundColor.startsWith('rgb('))?.style.backgroundColor ?? '';
  return { text: over?.one.textContent ?? '', ink: over?.style.color ?? '', ground };
}

/** `rgb(1, 2, 3)` as `#010203`. */
const hex = (colour: string) =>
  `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
