import { approvalLists } from '#contract/approval-lists.ts';
import { approvalsApi } from '#contract/approvals.ts';
import { cycleApi } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { sourcesApi } from '#contract/sources.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const citations = ['WHO: Nutrition. https://www.who.int/health-topics/nutrition'];
const path = '/admin/desk/review';

test('a reviewer from outside approves 20 cards by keys alone, and sees nothing of users, posts and staff', async ({
  page,
  api,
  desk,
}) => {
  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Food', trackingMode: 'PCOS' });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  for (let number = 1; number <= 20; number += 1)
    await api(ladyDueApi.cards.create, { sectionId, title: `Card ${number}`, citations, publishStatus: 'published' });
  await page.setViewportSize({ width: 1366, height: 768 });
  await openAndSignIn(page, await asColleague(desk, 'Dr Ngozi Eze', 'reviewer'));
  const menu = page.getByRole('navigation', { name: 'Areas' });
  await expect(menu.getByRole('link')).toHaveText(['Home', 'My Cycle', 'Lady Due']);
  await page.getByRole('button', { name: /^Welcome/ }).click();
  const account = page.getByRole('navigation', { name: 'Account' });
  await expect(account.getByRole('link')).toHaveText(['Calendar', 'Review', 'Activity', 'Bin', 'My account']);
  await account.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Texts (20)' })).toBeVisible();

  await page.keyboard.press('j');
  for (let number = 1; number <= 20; number += 1) {
    await expect(page.getByRole('heading', { name: `Card ${number}`, exact: true })).toBeFocused();
    await page.keyboard.press('a');
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve' });
    await expect(approve).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible();
  const { approvals, unapproved } = await api(approvalLists['lady-due'], {});
  expect([approvals.length, unapproved]).toEqual([20, 0]);
});

test('a reviewer answers what waits for her by keys: changes with a reason, and an approval', async ({
  page,
  api,
  desk,
}) => {
  const reviewer = await asColleague(desk, 'Dr Ngọzi Eze', 'reviewer');
  const ids: string[] = [];
  for (const title of ['The luteal phase', 'Rest and food'])
    ids.push((await api(cycleApi.descriptions.create, { phase: 'luteal', title, citations })).id);
  const { ask } = approvalsApi.cycleApprovals;
  const [first = '', second = ''] = ids;
  await api(ask, { kind: 'phase-description', ids: [first], dueOn: '2099-01-02', note: 'For the new year' });
  await api(ask, { kind: 'phase-description', ids: [second] });
  await openAndSignIn(page, reviewer);
  await page.goto(`${path}?state=mine`);
  const texts = page.getByRole('list', { name: 'Texts' });
  await expect(texts.getByRole('listitem')).toHaveText([/^The luteal phase.*By Jan 2$/, /^Rest and food.*Asked /]);
  await page.keyboard.press('j');
  await expect(page.getByText(/^Administrator asked any clinician .*: “For the new year”$/)).toBeVisible();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Ask for changes to “The luteal phase”' });
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Ask' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription(/Note is required/);
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.type('Name the days');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Rest and food', exact: true })).toBeFocused();
  await expect(texts.getByRole('listitem')).toHaveText([/^Rest and food/]);
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible();
  await page.getByRole('link', { name: /^Changes asked for/ }).click();
  await expect(texts.getByRole('listitem')).toHaveText([/^The luteal phase.*Changes asked for /]);
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
});

test('the open text shows what changed since the words in the app, word by word, on a phone too', async ({
  signedIn: page,
  api,
}) => {
  const description = 'Rest when you are tired.';
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase', description });
  await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'Rest and food', citations, isActive: false });
  await api(editionsApi.cycleRule.update, { rule: 'reviewed' });
  await api(cycleApi.descriptions.update, { id, description: 'Rest when you are exhausted.' });
  await page.goto(path);
  const texts = page.getByRole('list', { name: 'Texts' });
  await expect(texts.getByRole('listitem')).toHaveText([
    /^The luteal phase.*In the app/,
    /^Rest and food.*Not in the app/,
  ]);
  await expectAccessibleInBoth(page);
  await texts.getByRole('link', { name: 'The luteal phase' }).click();
  await expect(page.getByText('The app shows earlier words until these are published.')).toBeVisible();
  await expect(page.getByRole('deletion')).toHaveText('tired');
  await expect(page.getByRole('insertion')).toHaveText('exhausted');
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Texts' }).click();
  await expectFitsPhone(page);
  await texts.getByRole('link', { name: 'Rest and food' }).click();
  await expect(page.getByText('The app does not show this text.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the phase description' }).click();
  await expect(page).toHaveURL(/phase-description=/);
});

test('a source that is superseded is marked beside its citation, and before the approval', async ({
  page,
  api,
  desk,
}) => {
  await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase', citations });
  const [source] = (await api(sourcesApi.sources.list, {})).sources;
  await api(sourcesApi.sources.mark, { key: source?.key ?? '', state: 'superseded', note: 'Use the edition of 2026' });
  await openAndSignIn(page, await asColleague(desk, 'Dr Ngozi Eze', 'reviewer'));
  await page.goto(path);
  await page.getByRole('link', { name: 'The luteal phase' }).click();
  const note = 'This source is superseded: Use the edition of 2026.';
  await expect(page.getByRole('definition').filter({ hasText: citations[0] })).toContainText(note);
  await expectAccessibleInBoth(page);
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve “The luteal phase”' });
  await expect(dialog.getByRole('list', { name: 'Sources that are superseded or withdrawn' })).toContainText(note);
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible();
});
