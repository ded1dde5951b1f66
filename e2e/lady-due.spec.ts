import { approvalsApi } from '#contract/approvals.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import type { Locator } from '@playwright/test';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { watchRequests } from '#e2e/support/requests.ts';
import { expect, test } from '#e2e/support/test.ts';
import { boxAtRest, desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { htmlAttacks } from '#tests/attacks/html-attacks.ts';
import { ladyDuePath as path } from '#e2e/support/card-editor.ts';
import { addTree, rowsOf } from '#e2e/support/lady-due-tree.ts';

test('malicious texts run nothing in a browser and fetch nothing', async ({ api, page }) => {
  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Attacked', trackingMode: 'PCOS' });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Attacked' });
  const { id } = await api(ladyDueApi.cards.create, { sectionId, title: 'Attacked', publishStatus: 'published' });
  const requests = watchRequests(page);
  for (const richContent of htmlAttacks) {
    // A picture that does not exist is refused.
    const saved = await api(ladyDueApi.cards.update, { id, richContent }).catch(() => undefined);
    if (!saved) continue;
    const { categories } = await api(ladyDueApi.ladyDue.published, { trackingMode: 'PCOS' });
    const kept = categories[0]?.sections[0]?.cards[0]?.richContent ?? '';
    // As shown, and within elements with other parsing rules.
    await page.setContent(`${kept}<svg>${kept}</svg><select>${kept}</select>`);
    const ran = await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        element.focus();
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      }
      return 'ran' in window;
    });
    expect([kept, ran, requests.map((request) => request.url())]).toEqual([kept, false, []]);
  }
});

test('search and filters of the tree are in the URL', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(7);
  await expect(page.getByRole('link', { name: 'Period Tracker 1 of 4' })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Search content...').fill('irora');
  await expect(rows).toHaveCount(3);
  await expect(rows.locator('mark')).toHaveText(['Ìrora']);
  await page.getByLabel('Search content...').fill('ginger');
  await expect(rows.locator('mark')).toHaveText(['ginger']);
  await expect(page).toHaveURL(/search=ginger/);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await page.setViewportSize(phone);
  await expect(rows.locator('mark')).toBeVisible();
  await expectFitsPhone(page);
  await page.setViewportSize(desktop);
  await page.getByLabel('Search content...').fill('nothing of it');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows).toHaveCount(7);
  await page.getByRole('button', { name: 'Basics 3 cards' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByRole('link', { name: /^PCOS/ }).click();
  await expect(page.getByText('Nothing in PCOS yet')).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(4);
});

test('the tree does not shift when the metrics and the approvals above it load', async ({ signedIn: page, api }) => {
  await addTree(api);
  const release = await delayRequests(page, /\/admin\/lady-due\/(analytics|approvals)/);
  await page.goto(path);
  await expect(rowsOf(page).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const tree = page.getByRole('list', { name: 'Content' });
  const before = await tree.boundingBox();
  release();
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('Comfort');
  await expect(page.getByText('1 active text is not approved by a clinician')).toBeVisible();
  expect(await tree.boundingBox()).toEqual(before);
});

test('rows are navigated and moved by keys, and moves are announced', async ({ signedIn: page, api }) => {
  const { basics } = await addTree(api);
  await page.goto(path);
  await page.getByRole('checkbox', { name: 'Select What a cycle is' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('checkbox', { name: 'Select Ìrora' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('Ìrora, place 3 of 3')).toBeAttached();
  await expect(rowsOf(page).filter({ hasText: 'Ìrora' })).toHaveAttribute('aria-posinset', '3');
  await expect(page.getByText('Moved Ìrora to place 3', { exact: true })).toBeVisible();
  const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'TRACK_PERIOD' });
  const held = categories[0]?.sections.find(({ id }) => id === basics);
  expect(held?.cards.map(({ title }) => title)).toEqual(['What a cycle is', 'Warmth', 'Ìrora']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowsOf(page).filter({ hasText: 'Ìrora' })).toHaveAttribute('aria-posinset', '2');
});

test('a card is moved to another section and back before the first move is saved', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  const moveTo = async (section: string) => {
    await page.getByRole('button', { name: 'Actions for Warmth' }).click();
    await page.getByRole('menuitem', { name: 'Move to…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /“Warmth” to…/ });
    await dialog.getByRole('button', { name: `${section} Your cycle` }).click();
    await expect(dialog).toBeHidden();
  };
  const release = await delayRequests(page, /\/admin\/lady-due\/cards\//);
  await moveTo('Comfort');
  await moveTo('Basics');
  release();
  await expect(page.getByText('Moved Warmth to place 3', { exact: true })).toBeVisible();
  const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'TRACK_PERIOD' });
  const sections = categories.flatMap((one) => one.sections);
  expect(sections.map(({ cards }) => cards.map(({ title }) => title))).toEqual([
    ['What a cycle is', 'Ìrora', 'Warmth'],
    ['Tea'],
  ]);
});

test('several cards, also selected with Shift, are changed in one operation', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  await page.getByRole('checkbox', { name: 'Select What a cycle is' }).check();
  await page.getByRole('checkbox', { name: 'Select Warmth' }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect(bar.getByText('3 selected')).toBeVisible();
  // A selection in one mode does not carry over to another.
  await page.getByRole('link', { name: /^PCOS/ }).click();
  await expect(bar).toBeHidden();
  await page.goBack();
  await page.getByRole('checkbox', { name: 'Select What a cycle is' }).check();
  await page.getByRole('checkbox', { name: 'Select Warmth' }).click({ modifiers: ['Shift'] });
  await page.getByLabel('Search content...').fill('warmth');
  await expect(bar.getByText('3 selected, 2 not shown')).toBeVisible();
  await page.getByLabel('Search content...').fill('');
  await bar.getByRole('button', { name: 'Ask for a review' }).click();
  const review = page.getByRole('dialog', { name: 'Ask for a review of 3 cards' });
  await review.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByText('Asked for a review of 3 cards')).toBeVisible();
  await expect(bar).toBeHidden();
  expect((await api(approvalsApi.ladyDueApprovals.requests, {})).requests).toHaveLength(3);
  await page.getByRole('checkbox', { name: 'Select What a cycle is' }).check();
  await page.getByRole('checkbox', { name: 'Select Warmth' }).click({ modifiers: ['Shift'] });
  await bar.getByRole('button', { name: 'Publish' }).click();
  await expect(
    page.getByText('2 cards published. 1 was already. 1 stays hidden: inactive', { exact: true }),
  ).toBeVisible();
  await expect(bar).toBeHidden();
  const published = rowsOf(page).filter({ hasText: 'Published' });
  await expect(published).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(published).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select Tea' }).check();
  await bar.getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule 1 card' });
  await dialog.getByLabel('Publish at').fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toContainText('Choose a time in the future');
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click();
  await expect(dialog.getByLabel('Publish at')).toHaveAccessibleDescription(/, 8:00, in \d+ (hours?|days?), /);
  await dialog.getByLabel('Publish at').fill('2099-01-01T09:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText(/^1 card scheduled for Jan 1, 2099/)).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'Scheduled Jan 1' })).toHaveCount(1);
});

test('a card is dragged to another section, moved by a dialog and copied into another mode', async ({
  signedIn: page,
  api,
}) => {
  await addTree(api);
  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Elsewhere', trackingMode: 'PCOS' });
  await api(ladyDueApi.sections.create, { categoryId, title: 'Far away' });
  // Nothing scrolls under the pointer.
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goto(path);
  const row = (title: string) => rowsOf(page).filter({ hasText: title });
  const stored = async (trackingMode: 'TRACK_PERIOD' | 'PCOS') => {
    const { categories } = await api(ladyDueApi.categories.list, { trackingMode });
    return categories.flatMap(({ sections }) =>
      sections.map(({ title, cards }) => [title, ...cards.map((card) => card.title)].join(' ')),
    );
  };
  const tea = await boxAtRest(row('Tea'));
  if (!tea) throw new Error('There is no row to drag to');
  await row('Warmth').hover();
  await page.getByRole('button', { name: 'Move Warmth' }).hover();
  await page.mouse.down();
  await page.mouse.move(tea.x + 40, tea.y - 20, { steps: 4 });
  await page.mouse.move(tea.x + 40, tea.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText('Moved Warmth to place 1', { exact: true })).toBeVisible();
  expect(await stored('TRACK_PERIOD')).toEqual(['Basics What a cycle is Ìrora', 'Comfort Warmth Tea']);

  const ask = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Warmth' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await ask('Move to…');
  const dialog = page.getByRole('dialog', { name: /“Warmth” to…/ });
  await dialog.getByLabel('Search places').fill('bas');
  await dialog.getByRole('button', { name: 'Basics Your cycle' }).click();
  await expect(page.getByText('Moved Warmth to place 3', { exact: true })).toBeVisible();
  expect(await stored('TRACK_PERIOD')).toEqual(['Basics What a cycle is Ìrora Warmth', 'Comfort Tea']);

  await ask('Duplicate to…');
  await dialog.getByRole('combobox', { name: 'Tracking mode' }).click();
  await page.getByRole('option', { name: 'PCOS' }).click();
  await dialog.getByRole('button', { name: 'Far away Elsewhere' }).click();
  await expect(page.getByText('Copied Warmth', { exact: true })).toBeVisible();
  expect(await stored('PCOS')).toEqual(['Far away Warmth']);
});

test('several cards are moved to another section in one operation', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  await page.getByRole('checkbox', { name: 'Select Warmth' }).check();
  await page.getByRole('checkbox', { name: 'Select What a cycle is' }).check();
  const bar = page.getByRole('group', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('dialog', { name: 'Move 2 cards to…' }).getByRole('button', { name: 'Comfort' }).click();
  await expect(page.getByText('2 cards moved')).toBeVisible();
  await expect(bar).toBeHidden();
  const titles = () => rowsOf(page).getByRole('link').allTextContents();
  // In their previous order.
  await expect.poll(titles).toEqual(['Ìrora', 'Tea', 'What a cycle is', 'Warmth']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(titles).toEqual(['What a cycle is', 'Ìrora', 'Warmth', 'Tea']);
});

test('each dialog is opened and closed by keys, and the focus goes back to where it was', async ({
  signedIn: page,
  api,
}) => {
  await addTree(api);
  // The preview is a dialog here.
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto(path);
  const layer = page.locator('[role="dialog"], [role="complementary"]');
  const closes = async (opener: Locator) => {
    await expect(layer).toBeVisible();
    await expect(layer.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(layer).toHaveCount(0);
    await expect(opener).toBeFocused();
  };
  await page.getByRole('checkbox', { name: 'Select Tea' }).press('Space');
  for (const name of ['Import', 'Add Category', 'Preview', 'Add card to Basics', 'Edit Tea', 'Schedule', 'Move to…']) {
    const opener = page.getByRole('button', { name, exact: true });
    await opener.press('Enter');
    await closes(opener);
  }
  const menu = page.getByRole('button', { name: 'Actions for Tea' });
  for (const item of ['Edit', 'Duplicate to…', 'Move to…', 'History', 'Delete']) {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
    await closes(menu);
  }
});

test('an empty mode is filled with the default content', async ({ signedIn: page }) => {
  await page.goto(`${path}?mode=PCOS`);
  await page.getByRole('region', { name: 'PCOS' }).getByRole('button', { name: 'Create Default' }).click();
  await expect(page.getByRole('button', { name: 'Living with PCOS 1 section' })).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'Draft' })).toHaveCount(3);
});

test('a category is copied, and deleted after a confirmation; Undo restores it', async ({ signedIn: page, api }) => {
  await addTree(api);
  await page.goto(path);
  const act = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Your cycle' }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const categories = page.getByRole('button', { name: /^Your cycle (\(copy\) )?2 sections/ });
  await act('Duplicate');
  await expect(categories).toHaveText([/^Your cycle2/, /^Your cycle \(copy\)2/]);
  await act('Delete');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Delete this category? This will also delete all sections and cards.');
  await question.getByRole('button', { name: 'Delete category' }).click();
  await expect(categories).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(categories).toHaveCount(2);
});

test('a link from the log leads to the history of a card in its mode, also of one that was deleted', async ({
  signedIn: page,
  api,
}) => {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'Weeks',
    trackingMode: 'TRACK_PREGNANCY',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'First' });
  const [stays, goes] = [
    await api(ladyDueApi.cards.create, { sectionId, title: 'It stays' }),
    await api(ladyDueApi.cards.create, { sectionId, title: 'It goes' }),
  ];
  await api(ladyDueApi.cards.remove, { id: goes.id });
  for (const [title, id] of [
    ['It stays', stays.id],
    ['It goes', goes.id],
  ] as const) {
    await page.goto('/admin/desk/activity');
    await page
      .getByRole('link', { name: `History of “${title}”` })
      .first()
      .click();
    await expect(page).toHaveURL(`${path}?card=${id}&history=${id}&mode=TRACK_PREGNANCY`);
    await expect(page.getByRole('link', { name: 'Pregnancy 0 of 1' })).toHaveAttribute('aria-current', 'page');
    const panel = page.getByRole('complementary', { name: /^History/ });
    await expect(panel.getByRole('list', { name: 'Versions' })).toContainText('Created');
  }
});
