import { cycleApi } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { expectAccessible, expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { addCards, editorOf, ladyDuePath, openCard, storedCard } from '#e2e/support/card-editor.ts';
import type { Call } from '#e2e/support/calls.ts';
import { expect, test } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';
import { desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';

/** The titles of the cards that the app shows. */
const titles = async (api: Call, at?: string) => {
  const { categories } = await api(ladyDueApi.ladyDue.preview, { trackingMode: 'TRACK_PERIOD', ...(at && { at }) });
  return categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards.map(({ title }) => title)));
};

/** Adds a published card. */
async function publishedCard(api: Call) {
  const { first } = await addCards(api);
  return api(ladyDueApi.cards.update, { id: first.id, publishStatus: 'published' });
}

const group = { name: 'Words in the app' };

test('an editor prepares tomorrow’s title for a card that is shown, sees it in the app of tomorrow, and cancels it', async ({
  signedIn: page,
  context,
  api,
}) => {
  const card = await publishedCard(api);
  await openCard(page, card.id);
  const { form, title, save } = editorOf(page);
  const line = form.getByRole('group', group);
  await expect(line.getByRole('button', { name: 'Schedule changes' })).toBeDisabled();
  await title.fill('Tea for tomorrow');
  // Not a word: it is not scheduled, and stays as it was changed here.
  const active = form.getByRole('switch', { name: 'Active' });
  await active.uncheck();
  await line.getByRole('button', { name: 'Schedule changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule changes' });
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/Choose a time(?! in)/);
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(line).toContainText(/The app shows the words of .*\. Yours follow on .*, 8:00\./);
  await expect(title).toHaveValue('Tea for tomorrow');
  expect(await titles(api)).toEqual(['Tea']);
  await expect(dialog).toBeHidden();
  await expect(line.locator(':focus')).toHaveCount(1);
  await expect(active).not.toBeChecked();
  await active.check();
  const words = page.getByRole('radiogroup', { name: 'Words on the phone' });
  const { face } = editorOf(page);
  await expect(face).toContainText('Tea for tomorrow');
  await words.getByRole('radio', { name: 'In the app' }).check();
  await expect(face.getByText('Tea', { exact: true })).toBeVisible();
  await words.getByRole('radio', { name: /^From / }).check();
  await title.focus();
  // The form is unchanged now, so it can be left without a question.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  const content = page.getByRole('list', { name: 'Content' });
  await expect(content.getByText(/^New words /)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Published next' })).toContainText(/Tea for tomorrow ?New words /);
  await page.getByRole('button', { name: /^Next change: / }).click();
  await expect(page.getByText('1 card with new words')).toBeVisible();
  await expect(page.getByRole('complementary', { name: /^In the app on/ }).getByText('Tea for tomorrow')).toBeVisible();

  await page.getByRole('button', { name: 'Open on a phone' }).click();
  const sharing = page.getByRole('dialog', { name: 'Open on a phone' });
  await expect(sharing.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectAccessibleInBoth(page);
  const address = await sharing.getByRole('code').textContent();
  const other = await context.newPage();
  await other.goto(address ?? '');
  await expect(other.getByText('Tea for tomorrow')).toBeVisible();
  await expectAccessible(other);
  await other.setViewportSize(phone);
  await expectFitsPhone(other);
  await other.close();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  // A later edit is not part of them, and the list says both.
  await openCard(page, card.id);
  await title.fill('Tea for later');
  await expect(line).toContainText(/Other words follow on .*, 8:00\. Your later changes are not shown yet\./);
  await save.click();
  const question = page.getByRole('dialog', { name: 'Change the scheduled words too?' });
  await expectAccessibleInBoth(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title).toHaveValue('Tea for later');
  await save.click();
  await question.getByRole('button', { name: 'Only save' }).click();
  await expect(form).toBeHidden();
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await expect(content.getByText(/New words /)).toBeVisible();
    await expect(content.getByText(/Changes not shown/)).toBeVisible();
  }
  await page.setViewportSize(desktop);
  await openCard(page, card.id);
  // Both the words in the app and the scheduled ones are beside the saved ones, and neither is lost by one click.
  await line.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('dialog', { name: 'Saved words and the words in the app' });
  await comparison.getByRole('radio', { name: /^The words of .*, 8:00$/ }).check();
  await expect(comparison.getByRole('definition')).toContainText('tomorrow');
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: 'Publish now' }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish the latest words now?' });
  await expect(publishing).toContainText(/The words that follow on .*, 8:00 are dropped\./);
  await publishing.getByRole('button', { name: 'Keep the schedule' }).click();
  await title.fill('Tea for tomorrow morning');
  await save.click();
  await question.getByRole('button', { name: 'Change those too' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(/^Saved the card and the words that follow on .*, 8:00$/)).toBeVisible();
  await openCard(page, card.id);
  await expect(line).toContainText(/Yours follow on .*, 8:00\./);
  await line.getByRole('button', { name: 'Change the schedule' }).click();
  await expect(page.getByRole('dialog', { name: 'Change the schedule' }).getByRole('textbox')).toHaveValue(/T08:00$/);
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: 'Cancel the schedule' }).click();
  await expect(line).toContainText('Changes not shown yet.');
  await expect(page.getByText('Cancelled the scheduled changes to the card', { exact: true })).toBeVisible();
  expect((await storedCard(api, 'Tea for tomorrow morning'))?.next).toBeNull();
});

test('in a reviewed area a saved change waits: an editor compares it, publishes it, or goes back, by keyboard', async ({
  signedIn: page,
  api,
}) => {
  const card = await publishedCard(api);
  await page.goto(ladyDuePath);
  await page.getByRole('button', { name: 'Publishing: direct' }).click();
  const rule = page.getByRole('dialog', { name: /^Publishing is / });
  const save = rule.getByRole('button', { name: 'Save' });
  await expect(save).toHaveCount(0);
  await rule.getByRole('radio', { name: 'Direct' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(rule).toContainText('it keeps the words that it shows until you publish changes');
  await expectAccessibleInBoth(page);
  await save.press('Enter');
  await expect(page.getByRole('button', { name: 'Publishing: reviewed' })).toBeVisible();

  await openCard(page, card.id);
  const { form, title, save: saveCard } = editorOf(page);
  await title.fill('Warm tea');
  await saveCard.click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Saved the card. The app shows the changes once they are published')).toBeVisible();
  await expect(page.getByText('Changes not shown')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publishing: reviewed, 1 waiting' })).toBeVisible();
  expect(await titles(api)).toEqual(['Tea']);

  await openCard(page, card.id);
  const line = form.getByRole('group', group);
  await expect(line).toContainText('Changes not shown yet.');
  await expectAccessibleInBoth(page);
  const compare = line.getByRole('button', { name: 'Compare' });
  await compare.focus();
  await page.keyboard.press('Enter');
  const comparison = page.getByRole('dialog', { name: 'Saved words and the words in the app' });
  await expect(comparison.getByRole('term')).toHaveText(['Title']);
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await expect(compare).toBeFocused();
  await line.getByRole('button', { name: 'Publish now' }).focus();
  await page.keyboard.press('Enter');
  await expect(line).toContainText(/^The app shows these words since .*, published by /);
  expect(await titles(api)).toEqual(['Warm tea']);

  await title.fill('Hot tea');
  await saveCard.click();
  await expect(form).toBeHidden();
  await openCard(page, card.id);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  await compare.click();
  await expectFitsPhone(page);
  await comparison.getByRole('button', { name: 'Go back to the app’s words' }).click();
  await expect(comparison).toBeHidden();
  await expect(title).toHaveValue('Warm tea');
  // The toast is in front of the form on a phone too.
  await page.getByRole('button', { name: 'Undo: Replaced the saved words of the card' }).click();
  await expect(title).toHaveValue('Hot tea');
  await page.getByRole('button', { name: 'Undo: Undid the change' }).click();
  await expect(title).toHaveValue('Warm tea');

  await page.goto(ladyDuePath);
  await page.getByRole('button', { name: 'Publishing: reviewed', exact: true }).click();
  await expectFitsPhone(page);
  await rule.getByText('Direct', { exact: true }).click();
  await save.click();
  await expect(page.getByRole('button', { name: 'Publishing: direct' })).toBeVisible();
});

test('a card with an end leaves the app then, and the preview says so', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 422/);
  const card = await publishedCard(api);
  await openCard(page, card.id);
  const { form, save } = editorOf(page);
  const end = form.getByLabel('Shown until');
  await end.fill('2020-01-01T08:00');
  await expect(form.getByText(/^After saving: shown until Jan 1, 2020, .*, not in the app$/)).toBeVisible();
  await save.click();
  await expect(form.getByText('Choose a time after it is published')).toBeVisible();
  await end.fill('2099-01-01T08:00');
  await save.click();
  await expect(form).toBeHidden();
  const phoneNow = page.getByRole('complementary', { name: /^In the app/ });
  await phoneNow.getByRole('button', { name: 'Next change: Jan 1, 2099, 8:00' }).click();
  await expect(phoneNow).toContainText('1 card fewer');
  await expect(phoneNow.getByText('The app has nothing to show here')).toBeVisible();
});

test('an area does not become direct while changes wait; several cards are published together', async ({
  signedIn: page,
  api,
}) => {
  const card = await publishedCard(api);
  await api(editionsApi.ladyDueRule.update, { rule: 'reviewed' });
  await api(ladyDueApi.cards.update, { id: card.id, title: 'Warm tea' });
  await page.goto(ladyDuePath);
  await page.getByRole('button', { name: 'Publishing: reviewed, 1 waiting' }).click();
  const rule = page.getByRole('dialog', { name: 'Publishing is reviewed' });
  await rule.getByText('Direct', { exact: true }).click();
  await expect(rule).toContainText('1 text has changes that the app does not show.');
  await expect(rule.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select Warm tea' }).check();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('1 card updated in the app')).toBeVisible();
  expect(await titles(api)).toEqual(['Warm tea']);
});

test('a phase of My Cycle is published from its detail', async ({ signedIn: page, api }) => {
  const { id } = await api(cycleApi.phases.create, { phase: 'luteal', title: 'Luteal' });
  await api(editionsApi.cycleRule.update, { rule: 'reviewed' });
  await api(cycleApi.phases.update, { id, title: 'The second half' });
  await page.goto(`/admin/desk/cycle?phase=${id}`);
  const line = page.getByRole('group', group);
  await expect(line).toContainText('Changes not shown yet.');
  await untilLoaded(page);
  const face = page.getByRole('group', { name: 'The text in the app' });
  await expect(face).toContainText('The second half');
  await page.getByRole('radiogroup', { name: 'Words on the phone' }).getByRole('radio', { name: 'In the app' }).check();
  await expect(face).not.toContainText('The second half');
  await expect(face).toContainText('Luteal');
  await line.getByRole('button', { name: 'Publish now' }).click();
  await expect(line).toContainText('The app shows these words since');
  const { phases } = await api(cycleApi.cycle.published, {});
  expect(phases.map(({ title }) => title)).toEqual(['The second half']);
});
