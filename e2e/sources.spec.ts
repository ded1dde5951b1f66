import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { addCitingCard, openSource, source, sourceIn } from '#e2e/support/sources.ts';
import { expect, test } from '#e2e/support/test.ts';
import { phone } from '#e2e/support/viewports.ts';

test('a citation leads to every text with its source; a mark of the source stands in their checks', async ({
  signedIn: page,
  api,
}) => {
  const { id } = await addCitingCard(api);
  const other = await addCitingCard(api, 'Blood tests', 'http://who.int/news-room/fact-sheets/detail/anaemia/');
  await page.goto(`/admin/desk/lady-due?form=edit&card=${id}`);
  await openSource(page);
  const dialog = sourceIn(page);
  await expect(dialog.getByRole('list', { name: '2 texts' }).getByRole('link')).toHaveText(['Blood tests', 'Iron']);
  await expect(dialog.getByRole('link', { name: 'Blood tests' })).toHaveAttribute('href', new RegExp(other.id));
  await dialog.getByRole('combobox', { name: 'The source is' }).click();
  await page.getByRole('option', { name: 'Superseded' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('See the edition of 2026');
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Save the state' }).click();
  await expect(dialog).toBeHidden();
  const warning = page
    .getByRole('list', { name: 'To consider' })
    .getByRole('button', { name: /^Citations: This source is superseded: See the edition of 2026\./ });
  await expect(warning).toContainText(source.slice(0, 20));
  await page.goto(`/admin/desk/lady-due?form=edit&card=${other.id}`);
  await expect(warning).toContainText('who.int');
  await openSource(page);
  await expect(dialog).toContainText(/Superseded by .+: See the edition of 2026/);
});
