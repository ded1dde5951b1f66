import { moderationApi } from '#contract/moderation.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import {
  addCases,
  addRules,
  caseParts,
  decideCase,
  left,
  numbered,
  openFirstOf,
  queuePath,
} from '#e2e/support/cases.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';

test.describe('at a small laptop', () => {
  test.use({ viewport: { width: 1366, height: 768 } });

  test('a queue of 49 is worked down, the last 20 cases by keys alone', async ({ signedIn: page, desk, api }) => {
    await addRules(api);
    const ids = await addCases(desk, api, numbered(49));
    const colleague = await callsAsStaff(await asColleague(desk, 'Ngọzi Obi', 'moderator'));
    await Promise.all(ids.slice(0, 29).map((id) => decideCase(colleague, id)));
    await page.goto(queuePath);
    const { list, heading, preview, shown } = caseParts(page);
    await expect(list.getByRole('listitem')).toHaveCount(20);
    await expect(left(page, 20)).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Spam: “Text 30”' })).toBeFocused();
    await page.keyboard.press('Enter');
    for (let at = 30; at <= 49; at += 1) {
      await expect(shown).toContainText(`Text ${at}`);
      if (at === 40) await expect(heading).toBeFocused();
      await page.keyboard.press(at % 2 === 0 ? '1' : 'w');
      if (at === 30)
        await expect(preview).toHaveText(/^Hides 1 post\.\s*The person reads: We have hidden your text\.$/);
      await page.keyboard.press('Control+Enter');
    }
    await expect(page.getByText('0 left. 49 decided today by you and Ngọzi Obi.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No case is open' })).toBeVisible();
    const { decisions } = await api(moderationApi.decisions.list, { limit: 100 });
    expect(decisions.slice(0, 20).map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 10 }, () => ['within_rules', 'breaks_rules']).flat(),
    );
  });
});

test('the keys hide, skip and escalate, and are listed; no key fires while the moderator types', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { form, heading, statement, shown } = await openFirstOf(3, { page, desk, api });
  await expect(shown).toContainText('Text 1');
  await expect(form.getByRole('radio', { name: /Be kind/ })).toBeVisible();
  for (const [key, verdict] of [
    ['n', 'Needs help'],
    ['t', 'Cannot tell'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(form.getByRole('radio', { name: verdict })).toBeChecked();
  }
  await page.keyboard.press('2');
  await page.keyboard.press('h');
  await expect(form.getByRole('switch', { name: 'Hide the post' })).not.toBeChecked();
  await statement.fill('1wse');
  await statement.press('w');
  await expect(form.getByRole('radio', { name: 'Breaks the rules' })).toBeChecked();
  await form.getByRole('radio', { name: 'Breaks the rules' }).focus();
  await page.keyboard.press('?');
  const words = page.getByRole('dialog').getByText('Choose the rule that the text breaks', { exact: true });
  const width = (one: Element) => one.getBoundingClientRect().width;
  expect(await words.evaluate(width)).toBeGreaterThanOrEqual((await words.locator('..').evaluate(width)) / 2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // Until the focus is back, a key just after typing counts as typed.
  await expect(form.getByRole('radio', { name: 'Breaks the rules' })).toBeFocused();
  await page.keyboard.press('s');
  await expect(shown).toContainText('Text 2');
  await expect(heading).toBeFocused();
  await page.keyboard.press('e');
  const question = page.getByRole('dialog', { name: 'Pass to an administrator?' });
  await question.getByRole('textbox', { name: 'Note' }).fill('I know her');
  await question.getByRole('button', { name: 'Escalate' }).click();
  await expect(shown).toContainText('Text 3');
  await expect(left(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Escalated the case.' }).click();
  await expect(page.getByText('Took the case back')).toBeVisible();
  await expect(left(page, 3)).toBeVisible();
  await page.getByRole('link', { name: 'Spam: “Text 2”' }).click();
  await expect(form).toContainText('I know her');
  await page.keyboard.press('e');
  await question.getByRole('button', { name: 'Escalate' }).click();
  await expect(shown).toContainText('Text 3');
  await expect(left(page, 2)).toBeVisible();

  // A skipped case is offered again last; its draft is still there.
  await page.keyboard.press('w');
  await page.keyboard.press('Control+Enter');
  await expect(shown).toContainText('Text 1');
  await expect(statement).toHaveValue('1wsew');

  await page.getByRole('link', { name: /^Escalated/ }).click();
  await page.getByRole('link', { name: 'Spam: “Text 2”' }).click();
  await expect(form).toContainText('I know her');
  await form.getByRole('button', { name: 'Hand back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand back' }).click();
  await expect(page.getByText(/^0 left\. 1 decided today by you\./)).toBeVisible();
});

test.describe('where the case covers the window', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test('its keys work in it, and rest below a question and while the moderator types', async ({
    signedIn: page,
    desk,
    api,
  }) => {
    const { form, heading, statement, shown } = await openFirstOf(3, { page, desk, api });
    const kind = form.getByRole('radio', { name: /Be kind/ });
    await expect(page.getByRole('dialog', { name: 'Case' })).toContainText('Text 1');
    await expect(kind).toBeVisible();
    await page.keyboard.press('w');
    await expect(form.getByRole('radio', { name: 'Within the rules' })).toBeChecked();
    await page.keyboard.press('1');
    await expect(kind).toBeChecked();
    await page.keyboard.press('h');
    await expect(form.getByRole('switch', { name: 'Hide the post' })).not.toBeChecked();
    await statement.press('w');
    await expect(kind).toBeChecked();

    await form.getByRole('button', { name: 'Skip' }).focus();
    await page.keyboard.press('e');
    const question = page.getByRole('dialog', { name: 'Pass to an administrator?' });
    await question.getByRole('button', { name: 'Escalate' }).focus();
    await page.keyboard.press('w');
    await page.keyboard.press('Control+Enter');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(question).toBeHidden();
    await expect(kind).toBeChecked();
    await page.keyboard.press('s');
    await expect(shown).toContainText('Text 2');

    await page.keyboard.press('w');
    await page.keyboard.press('Control+Enter');
    await expect(shown).toContainText('Text 3');
    await expect(heading).toBeFocused();
    await page.keyboard.press('u');
    await expect(page.getByText('Took back the decision')).toBeVisible();
    await expect(shown).toContainText('Text 2');
    await expect(heading).toBeFocused();
    await page.getByRole('button', { name: 'Cases' }).click();
    await expect(left(page, 3)).toBeVisible();
  });
});
