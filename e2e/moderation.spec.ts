import { awaApi } from '#contract/awa.ts';
import { defaultTextsApi } from '#contract/default-texts.ts';
import { moderationApi } from '#contract/moderation.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import {
  addCases,
  addRules,
  appealAll,
  caseParts,
  decideCase,
  left,
  numbered,
  openFirstOf,
  queuePath,
} from '#e2e/support/cases.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { addPosts, addComments, addSecret, postsPath } from '#e2e/support/posts.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

test('rule, verdict, actions and statement are in sight together, beside the text', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { form, shown, statement } = await openFirstOf(1, { page, desk, api });
  await form.getByRole('radio', { name: /Be kind/ }).click();
  await expect(statement).toHaveValue('We have hidden your text.');
  const verdict = form.getByText('Breaks the rules');
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const one of [shown, form.getByText('Be kind'), verdict, form.getByText('Hide the post'), statement])
      await expect(one).toBeInViewport({ ratio: 1 });
  }
  // The text stays in sight while the rest of the case is read.
  await form.getByRole('group', { name: 'The case' }).evaluate((reading) => reading.scrollTo(0, reading.scrollHeight));
  await expect(form.getByText('is a made-up name')).toBeInViewport();
  await expect(shown.getByText('Text 1')).toBeInViewport({ ratio: 1 });
});

test('with all rules that come with the desk, no message covers a verdict at a small laptop', async ({
  signedIn: page,
  desk,
  api,
}) => {
  for (const kind of ['rule', 'template'] as const) await api(defaultTextsApi.defaultTexts.add, { kind });
  const [first = ''] = await addCases(desk, api, ['Text 1 '.repeat(60)]);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${queuePath}?case=${first}`);
  const { form, shown, statement, preview } = caseParts(page);
  const last = form.locator('label').filter({ hasText: 'Cannot tell' });
  await expect(last).toBeInViewport({ ratio: 1 });
  await form.getByRole('radio', { name: /No hate/ }).click();
  await expect(form.getByText(/^Fill in/).first()).toBeVisible();
  await expect(last).toBeInViewport({ ratio: 1 });
  await statement.fill('You wrote: “Text 1”');
  await expect(preview).toContainText('Hides 1 post.');
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(shown.getByText('Text 1')).toBeInViewport();
  // Where the fields are below the text, the text is quoted above the statement.
  await page.setViewportSize(phone);
  await statement.focus();
  await expect(form.getByRole('group', { name: 'The post again' })).toContainText('Text 1');
  await expectFitsPhone(page);
});

test('the empty lists of rules and templates are filled with those that come with the desk', async ({
  signedIn: page,
}) => {
  for (const many of ['rules', 'templates']) {
    await page.goto(`${queuePath}/${many}`);
    const add = page.getByRole('button', { name: `Add the ${many} that come with the desk` });
    await expect(add).toBeVisible();
    await expectAccessibleInBoth(page);
    await add.click();
    await expect(page.getByText(/^Added \d+ (rules|templates)$/)).toBeVisible();
    await expect(add).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(add).toBeVisible();
  }
});

test('a decision is taken back by Undo, by a key, and in the list of decisions', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { form, undo, decide, shown } = await openFirstOf(2, { page, desk, api });
  await expect(shown).toContainText('Text 1');
  await expect(form.getByRole('radio', { name: /Be kind/ })).toBeVisible();
  await page.keyboard.press('1');
  await decide.click();
  await expect(page.getByText('Decided. The person is told in a minute.')).toBeVisible();
  await expect(left(page, 1)).toBeVisible();
  await undo.click();
  await expect(page.getByText('Took back the decision')).toBeVisible();
  await expect(left(page, 2)).toBeVisible();

  await expect(shown).toContainText('Text 2');
  await page.keyboard.press('w');
  await page.keyboard.press('Control+Enter');
  await expect(left(page, 1)).toBeVisible();
  await expect(shown).toContainText('Text 1');
  await page.keyboard.press('u');
  await expect(shown).toContainText('Text 2');
  await expect(left(page, 2)).toBeVisible();

  await page.keyboard.press('w');
  await page.keyboard.press('Control+Enter');
  await expect(left(page, 1)).toBeVisible();
  await page.getByRole('link', { name: 'Decisions' }).click();
  const rows = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const opens = rows.first().getByRole('link', { name: /^Open the case/ });
  await opens.click();
  await expect(form.getByText('Nobody was told yet: you can still take this back.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Take back: Within the rules' })).toBeVisible();
  await page.goBack();
  await expect(rows.first()).toContainText(/^Post by \S+: “Text 2”/);
  await rows.first().getByRole('button', { name: 'Take back: Within the rules' }).click();
  await expect(rows.first()).toContainText('taken back');
  await expect(rows.first().getByRole('button', { name: /^Take back/ })).toBeHidden();
  await page.getByRole('combobox', { name: 'By' }).click();
  await page.getByRole('option', { name: 'Mine' }).click();
  await expect(page.getByRole('heading', { name: /^Your decisions/ })).toBeVisible();
  await opens.click();
  await expect(shown).toContainText('Text 2');
});

test('a colleague was faster: her name is shown, and the typed statement is kept', async ({
  signedIn: page,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  const { first, form, statement, decide } = await openFirstOf(2, { page, desk, api });
  await expect(form).toContainText('Text 1');
  await expect(form.getByRole('radio', { name: /Be kind/ })).toBeVisible();
  await page.keyboard.press('1');
  await statement.fill('I wrote this with care');
  const colleague = await callsAsStaff(await asColleague(desk, 'Bọ́lá Ìgè', 'moderator'));
  await decideCase(colleague, first);
  await decide.click();
  await expect(form.getByRole('alert')).toContainText('Bọ́lá Ìgè has decided this case: within the rules.');
  await expect(statement).toHaveValue('I wrote this with care');
  await page.reload();
  await expect(statement).toHaveValue('I wrote this with care');
  await expect(form.getByRole('list', { name: 'Earlier decisions' })).toContainText('Bọ́lá Ìgè');
  await form.getByRole('button', { name: 'Next case' }).click();
  await expect(form.getByRole('region', { name: 'The post now' })).toContainText('Text 2');
});

test('a text that changed is shown again, a blank must be filled in, and a template can be undone', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { form, statement, decide } = await openFirstOf(1, { page, desk, api });
  await expect(form).toContainText('Text 1');
  await expect(form.getByRole('radio', { name: /Be kind/ })).toBeVisible();
  await decide.click();
  await expect(form.getByText('Choose the verdict')).toBeVisible();
  await page.keyboard.press('1');
  await statement.fill('My own words');
  await form.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Yorùbá' }).click();
  await expect(form.getByText('Fill in [ohun tí ẹ kọ]').first()).toBeVisible();
  await decide.click();
  await expect(statement).toBeFocused();
  await page.keyboard.type('“Text 1”');
  await expect(statement).toHaveValue('A ti fi ọ̀rọ̀ yín pamọ́. “Text 1”');
  await form.getByRole('button', { name: 'Bring back what you wrote' }).click();
  await expect(statement).toHaveValue('My own words');
});

test('a colleague who is reading a case is named, and the case can be taken over', async ({
  signedIn: page,
  desk,
  api,
}) => {
  await addRules(api);
  const [first = ''] = await addCases(desk, api, numbered(2));
  const colleague = await callsAsStaff(await asColleague(desk, 'Bola Ige', 'moderator'));
  await colleague(moderationApi.cases.claim, { id: first });
  await page.goto(queuePath);
  const { list, form } = caseParts(page);
  await expect(list.getByRole('listitem').first()).toContainText('Bola Ige is reading this');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(form.getByRole('region', { name: 'The post now' })).toContainText('Text 2');
  // On a slow link the button is pressed before the claim of the opened case has a response.
  const sendClaims = await delayRequests(page, `**/admin/moderation/cases/${first}/claim`);
  await page.getByRole('link', { name: 'Spam: “Text 1”' }).click();
  await expect(form.getByText('Bola Ige is reading this')).toBeVisible();
  await form.getByRole('button', { name: 'Take over' }).click();
  sendClaims();
  await expect(form.getByText('Bola Ige is reading this')).toBeHidden();
});

test('a case is opened on a post and on a comment from the posts', async ({ signedIn: page, desk, api }) => {
  await addCases(desk, api, []);
  const { secretId } = await addSecret(api);
  const [post = ''] = await addPosts(desk.database, secretId, [{ content: 'Buy my tea' }]);
  await addComments(desk.database, post, ['You are a witch']);
  await page.goto(`${postsPath}?secret=${secretId}&post=${post}`);
  const dialog = page.getByRole('dialog', { name: /^Open a case/ });
  await page.getByRole('button', { name: 'Open a case on the post “Buy my tea”' }).click();
  await dialog.getByRole('button', { name: 'Open the case' }).click();
  await expect(dialog.getByText('Choose the reason')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  // The reason of a person in danger raises an alarm, so that is asked first.
  await page.getByRole('option', { name: 'In danger now' }).click();
  await dialog.getByRole('button', { name: 'Open the case' }).click();
  const alarm = page.getByRole('dialog', { name: 'In danger now: raise the alarm?' });
  await expect(alarm.getByRole('button', { name: 'Go back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alarm).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Open a case on the post', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Selling' }).click();
  await dialog.getByRole('button', { name: 'Open the case' }).click();
  await expect(page.getByText('Opened a case')).toBeVisible();
  await page.getByRole('button', { name: 'Open a case on the comment “You are a witch”' }).click();
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Harassment' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Third time');
  await dialog.getByRole('button', { name: 'Open the case' }).click();
  await expect(dialog).toBeHidden();
  // The post and the comment have a case each; once it is decided, the text was looked at.
  const panel = page.locator('[data-side-panel]');
  await expect(panel.getByRole('link', { name: 'Open case' })).toHaveCount(2);
  const { cases } = await api(moderationApi.cases.list, {});
  expect(cases.map(({ reason, excerpt }) => [reason, excerpt])).toEqual([
    ['harassment', 'You are a witch'],
    ['selling', 'Buy my tea'],
  ]);
  const opened = page.url();
  await panel.getByRole('link', { name: 'Open case' }).first().click();
  const { form, decide } = caseParts(page);
  await expect(form.getByRole('region', { name: 'The post now' })).toContainText('Buy my tea');
  await form.getByRole('radio', { name: 'Within the rules' }).click();
  await decide.click();
  await expect(left(page, 1)).toBeVisible();
  await page.goto(opened);
  await expect(panel.getByText('Looked at')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Open case' })).toHaveCount(1);
});

test('an appeal is answered from a template, beside the text, and the answer is taken back', async ({
  signedIn: page,
  desk,
  api,
}) => {
  await addRules(api);
  await api(moderationApi.templates.create, {
    title: 'Stays',
    purpose: 'upheld',
    english: 'It stays: [the reason].',
    yoruba: 'A kò yí i padà: [ìdí].',
  });
  await api(moderationApi.templates.create, { title: 'Sorry', purpose: 'overturned', english: 'We are sorry.' });
  const [first = ''] = await addCases(desk, api, numbered(22));
  const colleague = await callsAsStaff(await asColleague(desk, 'Ngọzi Ìgè', 'moderator'));
  const { subject } = await decideCase(colleague, first, { language: 'yoruba' });
  await api(awaApi.posts.setHidden, { ids: [subject.id], isHidden: true });
  await appealAll(desk);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${queuePath}?state=appealed&case=${first}`);
  const { form, decide, shown, preview, undo } = caseParts(page);

  const texts = form.getByRole('list', { name: /^All texts of / });
  await form.getByRole('button', { name: 'Show all 22 texts' }).press('Enter');
  await expect(texts.getByRole('listitem')).toHaveCount(20);
  await expect(texts.getByRole('listitem').first()).toContainText('This case');
  await expect(texts.getByRole('listitem').first()).toContainText('Hidden');
  await expect(form.getByText('Showing 20 of 22')).toBeVisible();
  await form.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(texts.getByRole('listitem')).toHaveCount(22);
  await expect(texts.getByRole('listitem').last()).toContainText('Text 22');
  await expectAccessibleInBoth(page);
  await form.getByRole('button', { name: 'Close the texts' }).press('Enter');
  await expect(texts).toBeHidden();

  const answer = form.getByRole('textbox', { name: 'Answer' });
  await form.getByRole('radio', { name: 'Overturn' }).check();
  await expect(answer).toHaveValue('We are sorry.');
  await expect(preview).toHaveText(/The person reads: We are sorry\.$/);
  for (const one of [shown, answer]) await expect(one).toBeInViewport({ ratio: 1 });
  await form.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await form.getByRole('radio', { name: 'Uphold' }).check();
  await expect(answer).toHaveValue('It stays: [the reason].');
  await form.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Yorùbá' }).click();
  await expect(answer).toHaveValue('A kò yí i padà: [ìdí].');
  await expect(form.getByText('Fill in [ìdí]').first()).toBeVisible();
  await decide.click();
  await expect(answer).toBeFocused();
  await page.keyboard.type('ọjà ni');
  await expect(answer).toHaveValue('A kò yí i padà: ọjà ni.');
  await form.getByRole('radio', { name: 'Overturn' }).check();
  await expect(answer).toHaveValue('A kò yí i padà: ọjà ni.');
  await decide.click();
  await expect(page.getByText('Decided the appeal. The person is told in a minute.')).toBeVisible();
  await undo.click();
  await expect(page.getByText('Took back the decision')).toBeVisible();
  await page.getByRole('link', { name: 'Spam: “Text 1”' }).click();
  await expect(answer).toHaveValue('A kò yí i padà: ọjà ni.');
});

test.describe('on a phone', () => {
  test('20 cases are decided by touch, in the dark', async ({ openContext, desk, api }) => {
    await addRules(api);
    await addCases(desk, api, numbered(20));
    const context = await openContext({ viewport: phone, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(queuePath);
    await expectFitsPhone(page);
    const { form, decide, shown, heading, preview } = caseParts(page);
    await page.getByRole('link', { name: 'Spam: “Text 1”' }).tap();
    for (let at = 1; at <= 20; at += 1) {
      await expect(shown).toContainText(`Text ${at}`);
      if (at === 2) {
        // The toast is beside the back button, above the case.
        const toast = await page.locator('[data-floating]').filter({ hasText: 'Decided.' }).boundingBox();
        const back = await page.getByRole('button', { name: 'Cases' }).boundingBox();
        const title = await heading.boundingBox();
        expect(toast?.x).toBeGreaterThanOrEqual((back?.x ?? 0) + (back?.width ?? Infinity));
        expect((toast?.y ?? 0) + (toast?.height ?? Infinity)).toBeLessThanOrEqual(title?.y ?? 0);
      }
      if (at === 1) {
        await form.getByRole('radio', { name: /Be kind/ }).tap();
        await expect(form.getByRole('switch', { name: 'Hide the post' })).toBeChecked();
        await expectFitsPhone(page);
        await expectAccessibleInBoth(page);
        await page.emulateMedia({ colorScheme: 'dark' });
      } else await form.getByRole('radio', { name: 'Within the rules' }).tap();
      if (at === 2) await expect(preview).toHaveText('Changes nothing.');
      await decide.tap();
    }
    await expect(page.getByText('0 left. 20 decided today by you.')).toBeVisible();
  });
});
