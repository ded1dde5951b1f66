import { addCases, queuePath } from '#e2e/support/cases.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const text = 'I bought the blue pills 😭, ọ̀rẹ́ mi.\nIt is at the Third Mainland Bridge tonight';

test('words are covered and uncovered by the keyboard alone', async ({ signedIn: page, desk, api }) => {
  const [id = ''] = await addCases(desk, api, [text], 'self-harm');
  await page.goto(`${queuePath}?case=${id}`);
  const shown = page.getByRole('form', { name: 'Case' }).getByRole('region', { name: 'The post now' });
  const open = shown.getByRole('button', { name: 'Cover words' });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cover words' });
  const word = (name: string) => dialog.getByRole('button', { name, exact: true });
  await expect(word('I')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cover words' }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one word');
  await word('I').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', ' ', 'ArrowRight', ' ']) await page.keyboard.press(key);
  await expect(word('pills')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('End');
  await expect(word('tonight')).toBeFocused();
  for (const key of ['ArrowLeft', ' ', 'ArrowUp', 'ArrowDown', 'Home']) await page.keyboard.press(key);
  await expect(word('Bridge')).toHaveAttribute('aria-pressed', 'true');
  await expect(word('I')).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(shown).toContainText('The app shows blocks instead of: “blue pills”, “Bridge”');
  await expect(shown.getByTitle('Covered in the app')).toHaveText(['blue pills', 'Bridge']);

  const form = page.getByRole('form', { name: 'Case' });
  await form.getByRole('button', { name: 'Show all texts' }).click();
  const texts = form.getByRole('list', { name: /^All texts of/ });
  await expect(texts.getByTitle('Covered in the app')).toHaveText(['blue pills', 'Bridge']);
  await open.focus();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.getByTitle('Covered in the app')).toHaveCount(0);
  await expect(shown.getByRole('button', { name: 'Uncover' })).toHaveCount(0);
});

test('on a phone words are chosen by touch, and those that were selected before are chosen already', async ({
  openContext,
  desk,
  api,
}) => {
  const context = await openContext({ viewport: phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const [id = ''] = await addCases(desk, api, [text], 'self-harm');
  await page.goto(`${queuePath}?case=${id}`);
  const shown = page.getByRole('form', { name: 'Case' }).getByRole('region', { name: 'The post now' });
  await shown.getByText('I bought').evaluate((element, at) => {
    const range = document.createRange();
    const node = element.firstChild;
    if (!node) throw new Error('The text is not shown');
    range.setStart(node, at);
    range.setEnd(node, at + 4);
    document.getSelection()?.addRange(range);
  }, text.indexOf('Third'));
  await shown.getByRole('button', { name: 'Cover words' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Cover words' });
  await expect(dialog.getByRole('button', { pressed: true })).toHaveText(['Third']);
  await dialog.getByRole('button', { name: 'Mainland' }).tap();
  await dialog.getByRole('button', { name: 'Bridge' }).tap();
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Cover words' }).tap();
  await expect(shown).toContainText('The app shows blocks instead of: “Third Mainland Bridge”');
});
