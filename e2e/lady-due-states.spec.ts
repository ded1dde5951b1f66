import { ladyDueApi } from '#contract/lady-due.ts';
import type { Locator } from '@playwright/test';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { expect, test } from '#e2e/support/test.ts';
import { boxAtRest, phone } from '#e2e/support/viewports.ts';
import { ladyDuePath as path } from '#e2e/support/card-editor.ts';
import { addTree, rowsOf } from '#e2e/support/lady-due-tree.ts';

test('opening a card leaves the page below unchanged and marks its row, before the editor has loaded', async ({
  signedIn: page,
  api,
}) => {
  await addTree(api);
  const release = await delayRequests(page, '**/assets/editor-*.js');
  // Fetched when the page is idle.
  const fetched = page.waitForRequest('**/assets/editor-*.js');
  await page.goto(path);
  const row = rowsOf(page).filter({ hasText: 'Warmth' });
  const phoneBeside = page.getByRole('complementary', { name: 'In the app now' });
  await expect(phoneBeside).toBeVisible();
  await fetched;
  const before = await boxAtRest(row, 1);
  await row.getByRole('link', { name: 'Warmth' }).click();
  await expect(row).toHaveAttribute('data-opened', 'true');
  await expect(page).toHaveURL(/form=edit/);
  expect(await row.boundingBox()).toEqual(before);
  await expect(phoneBeside).toBeVisible();
  release();
  await expect(page.getByRole('dialog', { name: 'Edit card' })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(7);
});

test('a section is selected whole, and then all visible cards; Delete is red and set apart', async ({
  signedIn: page,
  api,
}) => {
  await addTree(api);
  await page.goto(path);
  const bar = page.getByRole('group', { name: 'Selection' });
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box('Select all cards of Basics').check();
  await expect(bar.getByText('3 selected')).toBeVisible();
  await expect(box('Select Ìrora')).toBeChecked();
  expect(await box('Select all cards of Your cycle').evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(
    true,
  );
  await box('Select Ìrora').uncheck();
  expect(await box('Select all cards of Basics').evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await bar.getByRole('button', { name: 'Select all 4' }).click();
  await expect(bar.getByText('4 selected')).toBeVisible();
  await expect(box('Select all cards of Your cycle')).toBeChecked();
  const [other, remove] = [bar.getByRole('button', { name: 'Move to…' }), bar.getByRole('button', { name: 'Delete' })];
  const colour = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color);
  expect(await colour(remove)).not.toBe(await colour(other));
  await box('Select all cards of Basics').uncheck();
  await expect(bar.getByText('1 selected')).toBeVisible();
  // The keys of the tree move to the button that opens the row, not to its checkbox.
  await page.getByRole('button', { name: 'Basics 3 cards' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Your cycle 2 sections' })).toBeFocused();
});

test('scheduled cards are published only after a confirmation, or left out', async ({ signedIn: page, api }) => {
  const { basics, cards } = await addTree(api);
  const later = { publishStatus: 'scheduled', publishedAt: '2099-01-01T09:00:00.000Z' } as const;
  const { id } = await api(ladyDueApi.cards.create, { sectionId: basics, title: 'In a while', ...later });
  await page.goto(path);
  await page.getByRole('checkbox', { name: 'Select all cards of Basics' }).check();
  const bar = page.getByRole('group', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Publish' }).click();
  const question = page.getByRole('dialog', { name: 'Publish 4 cards' });
  await expect(question).toContainText('1 of them is scheduled for later: publish now?');
  await expect(question).toContainText('It is due on Jan 1, 2099');
  await question.getByRole('button', { name: 'Publish the other 3' }).click();
  await expect(page.getByText('2 cards published. 1 was already. 1 stays hidden: inactive')).toBeVisible();
  const statusOf = async (one: string) => {
    const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'TRACK_PERIOD' });
    const all = categories.flatMap(({ sections }) => sections.flatMap((section) => section.cards));
    return all.find((card) => card.id === one)?.publishStatus;
  };
  expect([await statusOf(id), await statusOf(cards[1]?.id ?? '')]).toEqual(['scheduled', 'published']);
  // The selection ends with the change.
  await expect(bar).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select In a while' }).check();
  await page.getByRole('checkbox', { name: 'Select What a cycle is' }).check();
  await bar.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule 2 cards' })).toContainText(
    '1 of them is in the app now, and leaves it until then.',
  );
});

test('the menu of a card publishes it, schedules it and makes it a draft', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  const row = rowsOf(page).filter({ hasText: 'Warmth' });
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Warmth' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Publish');
  await expect(page.getByText('Published the card. It stays hidden: inactive')).toBeVisible();
  await expect(row).toContainText('Published');
  await choose('Make a draft');
  await expect(row).toContainText('Draft');
  await choose('Schedule…');
  const dialog = page.getByRole('dialog', { name: 'Schedule “Warmth”' });
  await dialog.getByLabel('Publish at').fill('2099-01-01T09:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Scheduled Jan 1');
});

test('a copy of a section is named (copy), scrolled into view and highlighted for a moment', async ({
  signedIn: page,
  api,
}) => {
  const { basics } = await addTree(api);
  // More than a screen of cards comes before it.
  for (let at = 0; at < 30; at += 1) await api(ladyDueApi.cards.create, { sectionId: basics, title: `Filler ${at}` });
  await page.goto(path);
  const litUp = page.waitForSelector('[data-lit]');
  await page.getByRole('button', { name: 'Actions for Basics' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
  expect(await (await litUp).textContent()).toContain('Basics (copy)');
  const copy = rowsOf(page).filter({ hasText: 'Basics (copy)' });
  await expect(copy).toBeInViewport();
  await expect(copy).not.toHaveAttribute('data-lit');
});

test('a search shows the matches in other modes, with links', async ({ signedIn: page, api }) => {
  await addTree(api);
  await api(ladyDueApi.ladyDue.createDefault, { trackingMode: 'PCOS' });
  await page.goto(path);
  await page.getByLabel('Search content...').fill('hormones');
  await page.getByRole('link', { name: /^\d in PCOS$/ }).click();
  await expect(page).toHaveURL(/mode=PCOS/);
  await expect(page).toHaveURL(/search=hormones/);
  await expect(rowsOf(page).locator('mark').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /in PCOS$/ })).toHaveCount(0);
});

test('the metrics are those of the mode, and each state filters its cards', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  const banner = page.getByRole('region', { name: 'Analytics' });
  await expect(banner).toContainText('1 of 4');
  for (const [state, titles] of [
    ['2 drafts', ['Ìrora', 'Tea']],
    ['1 inactive', ['Warmth']],
    ['1 published', ['What a cycle is']],
    ['0 scheduled', []],
  ] as const) {
    await banner.getByRole('link', { name: state }).click();
    await expect.poll(() => rowsOf(page).getByRole('link').allTextContents()).toEqual([...titles]);
  }
  await page.goto(`${path}?mode=PCOS`);
  await expect(banner).toContainText('0 of 0');
  await expect(banner).toContainText('Nobody has changed anything yet');
});

test('the banner links to the next scheduled card and to the latest changes', async ({ signedIn: page, api }) => {
  const { basics, cards } = await addTree(api);
  const title = 'Ìrora oṣù: bí o ṣe lè rí ìrànlọ́wọ́ nígbà tí ara rẹ kò bá yá rárá rárá, àti ohun tí o lè ṣe';
  const publishedAt = '2099-01-01T09:00:00.000Z';
  const { id } = await api(ladyDueApi.cards.create, {
    sectionId: basics,
    title,
    publishStatus: 'scheduled',
    publishedAt,
  });
  await api(ladyDueApi.cards.bulk, { ids: cards.slice(0, 2).map((card) => card.id), action: 'deactivate' });
  await page.goto(path);
  const banner = page.getByRole('region', { name: 'Analytics' });
  const next = banner.getByRole('link', { name: `${title} Jan 1, 2099` });
  // The whole card is visible.
  expect(await next.evaluate((link) => link.scrollWidth <= link.clientWidth)).toBe(true);
  await next.click();
  await expect(page).toHaveURL(new RegExp(`card=${id}&form=edit`));
  await page.goto(path);
  await banner
    .getByRole('link', { name: /created the card/ })
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: /^History/ })).toBeVisible();
  await page.goto(path);
  await banner.getByRole('link', { name: /deactivated 2 cards/ }).click();
  await expect(page).toHaveURL(/activity\?area=lady-due#operation-/);
  await expect(page.getByText('deactivated 2 cards in Period Tracker')).toBeVisible();
});

test('default content is offered even if there is content, and then refused with a message', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  await addTree(api);
  await page.goto(path);
  await page.getByRole('button', { name: 'Create Default' }).click();
  await expect(page.getByRole('alert')).toContainText('Category already exists for Period Tracker');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Actions for Lady Due' }).click();
  for (const name of ['Create Default', 'Export', 'Import', 'Add Category']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  }
});

test('the dialogs of move and import are in the URL', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  await page.getByRole('checkbox', { name: 'Select Warmth' }).check();
  await page.getByRole('checkbox', { name: 'Select Tea' }).check();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 cards to…' });
  await expect(dialog).toBeVisible();
  await page.reload();
  await dialog.getByRole('button', { name: 'Comfort' }).click();
  await expect(page.getByText('2 cards moved')).toBeVisible();
  await expect(page).not.toHaveURL(/place=/);
  await page.getByRole('button', { name: 'Import' }).click();
  const imports = page.getByRole('dialog', { name: 'Import into Period Tracker' });
  await expect(imports).toBeVisible();
  await page.reload();
  await expect(imports).toBeVisible();
  await page.goBack();
  await expect(imports).toBeHidden();
  await page.goForward();
  await imports.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/import=/);
});
