import { cycleApi } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const citations = ['WHO: Anaemia. https://www.who.int/news-room/fact-sheets/detail/anaemia'];

test('a wrong sentence is replaced in every text at once; the list names them, and one undo brings it back', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 422/);
  const wrong = 'Take ten tablets of iron each day.';
  const add = (title: string, description: string) =>
    api(cycleApi.descriptions.create, { phase: 'luteal', title, description, citations });
  const { id } = await add('Iron', `Eat beans. ${wrong}`);
  await add('Blood tests', `${wrong} Rest.`);
  await add('Beans', 'Eat beans.');
  await page.goto(`/admin/desk/cycle/descriptions?phase-description=${id}`);
  const words = page.getByRole('definition').filter({ hasText: wrong });
  // The words that are selected are those to recall.
  await words.selectText();
  await page.getByRole('button', { name: 'Recall a sentence' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recall a sentence of “Iron”' });
  const sentence = dialog.getByRole('textbox', { name: 'Sentence' });
  await expect(sentence).toBeFocused();
  await expect(sentence).toHaveValue(`Eat beans. ${wrong}`);
  await expectAccessibleInBoth(page);
  await sentence.fill('Take eleven tablets');
  await page.setViewportSize(phone);
  await dialog.getByRole('button', { name: 'Find the texts' }).click();
  await expect(sentence).toHaveAccessibleDescription(/This text does not have this sentence/);
  await sentence.fill(wrong);
  await dialog.getByRole('button', { name: 'Find the texts' }).click();
  const links = (name: string) => dialog.getByRole('list', { name }).getByRole('link');
  await expect(links('2 texts with this sentence')).toHaveText(['Iron', 'Blood tests']);
  await expect(links('1 other text with the same source or picture')).toHaveText(['Beans']);
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(dialog.getByText(`“${wrong}”`)).toBeFocused();
  await dialog.getByText('Replace', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Recall', exact: true }).click();
  const better = dialog.getByRole('textbox', { name: 'New words' });
  await expect(better).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/Reason is required/);
  // The heading stays at the top, and does not cover it.
  await expect(better).toBeInViewport({ ratio: 1 });
  const box = async (one: typeof better) => (await one.boundingBox()) ?? { y: 0, height: 0 };
  const heading = await box(dialog.getByRole('heading', { name: 'Recall a sentence of “Iron”' }));
  expect((await box(better)).y).toBeGreaterThan(heading.y + heading.height);
  await expectAccessibleInBoth(page);
  await expectFitsPhone(page);
  await better.fill('Take the dose on the packet');
  await reason.fill('The dose was wrong');
  await dialog.getByRole('button', { name: 'Recall', exact: true }).click();
  await expect(dialog).toBeHidden();
  const toast = page.getByRole('status').filter({ hasText: 'Replaced the sentence in 2 texts' });
  await expect(toast).toBeVisible();
  await expect(
    page.getByRole('definition').filter({ hasText: 'Eat beans. Take the dose on the packet.' }),
  ).toBeVisible();
  const request = page.getByText(
    /^Administrator asked any clinician for a review on .*: “The sentence ‘Take ten .*The dose was wrong”$/,
  );
  await expect(request).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(words).toBeVisible();
  await expect(request).toBeHidden();
});
