import type { Page } from '@playwright/test';
import { cycleApi } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { remarksApi } from '#contract/remarks.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const kind = 'phase-description';
const description = 'Rest when you are tired. Take iron with food, and rest after it.';
const marks = (page: Page) => page.locator('mark');

test('words of the text are selected and remarked on, and are marked while they are there', async ({
  signedIn: page,
  api,
}) => {
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase', description });
  await page.goto(`/admin/desk/review?kind=${kind}&text=${id}`);
  const remarks = page.getByRole('region', { name: /^Remarks/ });
  await expect(remarks.getByText('No open remark.')).toBeVisible();
  // A double click selects the word.
  const words = page.getByText(description);
  const at = await words.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    range.setStart(node as Text, 30);
    range.setEnd(node as Text, 34);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.dblclick(at.x, at.y);
  await page.getByRole('button', { name: 'Remark on the selected words' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a remark' });
  await expect(dialog.getByText('Description: “iron”')).toBeVisible();
  const body = dialog.getByRole('textbox', { name: 'Remark' });
  await expect(body).toBeFocused();
  await page.keyboard.type('How much?');
  await dialog.getByRole('combobox', { name: 'Mention' }).click();
  await page.getByRole('option', { name: 'Administrator' }).click();
  await expect(body).toBeFocused();
  await expect(body).toHaveValue('How much? @Administrator ');
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(marks(page)).toHaveText('iron');
  await expect(remarks.getByText(/^For Administrator$/)).toBeVisible();
  await expectAccessibleInBoth(page);

  // Beside the words in the app, a selection has only the saved ones.
  await api(editionsApi.cycleRule.update, { rule: 'reviewed' });
  const changed = description.replace('Rest', 'Sleep').replace('after it', 'later');
  await api(cycleApi.descriptions.update, { id, description: changed });
  await page.reload();
  await expect(marks(page)).toHaveText('iron');
  await expect(page.getByRole('deletion').first()).toHaveText('Rest');
  await marks(page).evaluate((mark) => document.getSelection()?.selectAllChildren(mark.closest('dd') as Element));
  await page.getByRole('button', { name: 'Remark on the selected words' }).click();
  await expect(dialog.getByText(`Description: “${changed}”`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize(phone);
  await remarks.getByRole('button', { name: 'Show “iron” in the text' }).click();
  await expect(marks(page)).toBeInViewport();
  await expectFitsPhone(page);

  await api(cycleApi.descriptions.update, { id, description: 'Sleep well.' });
  await page.reload();
  await expect(remarks.getByText('These words are no longer in the text.')).toBeVisible();
  await expect(remarks.getByText('“iron”')).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
});

test('a mentioned reviewer answers, adds a remark and resolves one by keys alone', async ({ page, api, desk }) => {
  const reviewer = await asColleague(desk, 'Dr Ngọzi Eze', 'reviewer');
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase', description });
  const { add } = remarksApi.cycleRemarks;
  const start = description.indexOf('iron');
  await api(add, { kind, id, field: 'description', words: { quote: 'iron', start }, body: 'How much, @Dr Ngọzi Eze?' });
  await openAndSignIn(page, reviewer);
  await page.goto('/admin/desk/review?state=remarks');
  await expect(page.getByRole('list', { name: 'Texts' }).getByRole('listitem')).toHaveText([
    /^The luteal phase.*Remark /,
  ]);
  await page.keyboard.press('j');
  const open = page.getByRole('list', { name: 'Open remarks' });
  await open.getByRole('button', { name: 'Reply' }).press('Enter');
  const reply = page.getByRole('dialog', { name: 'Reply to Administrator' });
  await expect(reply.getByRole('textbox', { name: 'Reply' })).toBeFocused();
  await page.keyboard.type('60 mg');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(open.getByRole('list', { name: 'Replies' })).toHaveText(/60 mg/);

  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Add a remark' });
  await expect(dialog.getByRole('combobox', { name: 'Field' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Title', selected: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Field' })).toHaveValue('Description');
  const quote = dialog.getByRole('textbox', { name: 'Words' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('zinc');
  await page.keyboard.press('Tab');
  await expect(quote).toHaveAccessibleDescription(/These words are not in this field/);
  await quote.fill('tired');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Explain the word');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expect(marks(page)).toHaveText(['tired', 'iron']);

  await open.getByRole('button', { name: 'Resolve' }).last().press('Enter');
  await expect(marks(page)).toHaveText(['tired']);
  await page.getByRole('button', { name: '1 resolved remark' }).press('Enter');
  const done = page.getByRole('list', { name: 'Resolved remarks' });
  await expect(done.getByText(/^Dr Ngọzi Eze resolved it on /)).toBeVisible();
  await expectAccessibleInBoth(page);
  await done.getByRole('button', { name: 'Reopen' }).press('Enter');
  await expect(marks(page)).toHaveText(['tired', 'iron']);
});

test('the details and the form of a text list its open remarks', async ({ signedIn: page, api }) => {
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase', description });
  const { add } = remarksApi.cycleRemarks;
  await api(add, { kind, id, field: 'title', words: null, body: 'Too short' });
  await api(add, { kind, id, field: 'description', words: { quote: 'iron', start: 30 }, body: 'How much?' });
  await page.goto(`/admin/desk/cycle/descriptions?${kind}=${id}`);
  const remarks = page.getByRole('region', { name: 'Remarks' });
  await remarks.getByRole('button', { name: 'Remarks (2)' }).click();
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  await page.setViewportSize(desktop);
  await remarks.getByRole('button', { name: 'Resolve' }).first().click();
  await expect(remarks.getByText('Remarks (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save phase description' })).toBeVisible();
  await remarks.getByRole('button', { name: 'Remarks (1)' }).click();
  await expect(remarks.getByText('“iron”')).toBeVisible();
  // The dialog opens within the form, which is not sent.
  await remarks.getByRole('button', { name: 'Reply' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply to Administrator' });
  await expect(dialog.getByRole('textbox', { name: 'Reply' })).toBeFocused();
  await page.keyboard.type('60 mg');
  await dialog.getByRole('button', { name: 'Reply' }).click();
  await expect(remarks.getByText('60 mg')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save phase description' })).toBeVisible();
  await remarks.getByRole('link', { name: 'Open in Review' }).click();
  await expect(marks(page)).toHaveText('iron');

  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Food', trackingMode: 'PCOS' });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  const card = await api(ladyDueApi.cards.create, { sectionId, title: 'Eat iron', publishStatus: 'draft' });
  await api(remarksApi.ladyDueRemarks.add, {
    kind: 'card',
    id: card.id,
    field: 'title',
    words: { quote: 'iron', start: 4 },
    body: 'Which foods?',
  });
  await page.goto(`/admin/desk/lady-due?mode=PCOS&form=edit&card=${card.id}`);
  await remarks.getByRole('button', { name: 'Remarks (1)' }).click();
  await expect(remarks.getByText('Which foods?')).toBeVisible();
});
