import { cycleApi } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { addCards, cursorToEnd, editorOf, openCard } from '#e2e/support/card-editor.ts';
import { expect, test } from '#e2e/support/test.ts';
import { phone } from '#e2e/support/viewports.ts';

test('the checks follow the words of a card while they are typed, and each finding leads to its field', async ({
  signedIn: page,
  api,
}) => {
  const { first } = await addCards(api);
  await openCard(page, first.id);
  const { form, title, text } = editorOf(page);
  const checks = form.getByRole('region', { name: 'Checks' });
  const stops = checks.getByRole('list', { name: 'To correct' });
  await expect(stops.getByRole('button')).toHaveText(['Citations: No source is named. Add a citation.']);
  await title.fill('A cure for pain');
  const warnings = checks.getByRole('list', { name: 'To consider' }).getByRole('button');
  await expect(warnings).toHaveText([/^Title: “Cure” promises too much\. .* “cure”$/]);
  await warnings.click();
  await expect(title).toBeFocused();
  await stops.getByRole('button').click();
  const citation = form.getByRole('textbox', { name: 'Citations, line 1' });
  await expect(citation).toBeFocused();
  await citation.fill('WHO: Anaemia. https://www.who.int/news-room/fact-sheets/detail/anaemia');
  await title.fill('Pain');
  await expect(checks.getByText('The checks find nothing in these words.')).toBeVisible();

  await cursorToEnd(text);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Severe headache.');
  await expect(stops.getByRole('button')).toHaveText([/^Text: This warning sign has no instruction\./]);
  await stops.getByRole('button').press('Enter');
  await expect(text).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await stops.getByRole('button').scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page);
});

test('the form of a week has them too, below its fields', async ({ signedIn: page, api }) => {
  const { id } = await api(cycleApi.weeks.create, { weekNumber: 20, tips: ['Take folic acid 400 each day.'] });
  await page.goto(`/admin/desk/cycle/pregnancy?pregnancy-week=${id}&form=edit`);
  const checks = page.getByRole('region', { name: 'Checks' });
  const stops = checks.getByRole('list', { name: 'To correct' }).getByRole('button');
  await expect(stops).toHaveText([
    /^Tips: This dose has no unit\..* “folic acid 400”$/,
    /^Citations: No source is named/,
  ]);
  await stops.first().click();
  await expect(page.getByRole('textbox', { name: 'Tips, line 1' })).toBeFocused();
  await page.keyboard.press('End');
  await page.getByRole('textbox', { name: 'Tips, line 1' }).fill('Take folic acid 400 micrograms each day.');
  await expect(stops).toHaveText([/^Citations: No source is named/]);
  await expectAccessibleInBoth(page);
});
