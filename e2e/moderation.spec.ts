import type { Page } from '@playwright/test';
import { awaApi } from '#contract/awa.ts';
import { moderationApi } from '#contract/moderation.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { addCases, addRules, appealAll, numbered, queuePath } from '#e2e/support/cases.ts';
import { addPosts, addComments, addSecret, postsPath } from '#e2e/support/posts.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const parts = (page: Page) => {
  const form = page.getByRole('form', { name: 'Case' });
  return {
    list: page.getByRole('list', { name: 'Cases' }),
    form,
    heading: form.getByRole('heading', { level: 2 }),
    statement: form.getByRole('textbox', { name: 'Statement' }),
    decide: form.getByRole('button', { name: 'Decide' }),
    preview: form.getByRole('status', { name: 'Preview' }),
    undo: page.getByRole('button', { name: 'Undo' }),
  };
};

const left = (page: Page, count: number) => page.getByRole('heading', { name: `Cases (${count})`, exact: true });

const decisionOf = (id: string, seen: string, version: number) => ({
  id,
  seen,
  version,
  verdict: 'within_rules' as const,
});

test.describe('at a small laptop', () => {
  test.use({ viewport: { width: 1366, height: 768 } });

  test('20 cases are decided by keys alone', async ({ signedIn: page, desk, api }) => {
    await addRules(api);
    await addCases(desk, api, numbered(21));
    await page.goto(queuePath);
    const { list, form, heading, preview } = parts(page);
    await expect(list.getByRole('listitem')).toHaveCount(21);
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Spam: “Text 1”' })).toBeFocused();
    await page.keyboard.press('Enter');
    for (let at = 1; at <= 20; at += 1) {
      await expect(form.getByRole('region', { name: 'The post now' })).toContainText(`Text ${at}`);
      if (at % 2 === 0) await page.keyboard.press('w');
      else {
        await page.keyboard.press('1');
        await expect(form.getByRole('radio', { name: /Be kind/ })).toBeChecked();
        await expect(form.getByRole('switch', { name: 'Hide the post' })).toBeChecked();
      }
      if (at === 1) await expect(preview).toHaveText(/^Hides 1 post\.\s*The person reads: We have hidden your text\.$/);
      await page.keyboard.press('Control+Enter');
      await expect(left(page, 21 - at)).toBeVisible();
    }
    await expect(form.getByRole('region', { name: 'The post now' })).toContainText('Text 21');
    await expect(heading).toBeFocused();
    const { decisions } = await api(moderationApi.decisions.list, { limit: 100 });
    expect(decisions.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 10 }, () => ['within_rules', 'breaks_rules']).flat(),
    );
  });
});

test('the keys hide, pass on and escalate, and are listed; no key fires while the moderator types', async ({
  signedIn: page,
  desk,
  api,
}) => {
  await addRules(api);
  const [first = ''] = await addCases(desk, api, numbered(3));
  await page.goto(`${queuePath}?case=${first}`);
  const { form, heading, statement } = parts(page);
  const shown = form.getByRole('region', { name: 'The post now' });
  await expect(shown).toContainText('Text 1');
  await expect(form.getByRole('radio', { name: /Be kind/ })).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('h');
  await expect(form.getByRole('switch', { name: 'Hide the post' })).not.toBeChecked();
  await statement.fill('1wpe');
  await statement.press('w');
  await expect(form.getByRole('radio', { name: 'Breaks the rules' })).toBeChecked();
  await form.getByRole('radio', { name: 'Breaks the rules' }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Choose the rule that the text breaks');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('p');
  await expect(shown).toContainText('Text 2');
  await expect(heading).toBeFocused();
  await page.keyboard.press('e');
  const question = page.getByRole('dialog', { name: 'Pass to an administrator?' });
  await question.getByRole('textbox', { name: 'Note' }).fill('I know her');
  await question.getByRole('button', { name: 'Escalate' }).click();
  await expect(shown).toContainText('Text 3');
  await expect(left(page, 2)).toBeVisible();

  // A passed case is offered again last; its draft is still there.
  await page.keyboard.press('w');
  await page.keyboard.press('Control+Enter');
  await expect(shown).toContainText('Text 1');
  await expect(statement).toHaveValue('1wpew');

  await page.getByRole('link', { name: /^Escalated/ }).click();
  await page.getByRole('link', { name: 'Spam: “Text 2”' }).click();
  await expect(form).toContainText('I know her');
  await form.getByRole('button', { name: 'Hand back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand back' }).click();
  await expect(page.getByText(/^0 left\. 1 decided today by you\./)).toBeVisible();
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
])
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('rule, verdict, actions and statement are in sight together, beside the text', async ({
      signedIn: page,
      desk,
      api,
    }) => {
      await addRules(api);
      const [first = ''] = await addCases(desk, api, numbered(1));
      await page.goto(`${queuePath}?case=${first}`);
      const { form, statement } = parts(page);
      await form.getByRole('radio', { name: /Be kind/ }).click();
      await expect(statement).toHaveValue('We have hidden your text.');
      for (const one of [
        form.getByRole('region', { name: 'The post now' }),
        form.getByText('Be kind'),
        form.getByText('Breaks the rules'),
        form.getByText('Hide the post'),
        statement,
      ])
        await expect(one).toBeInViewport({ ratio: 1 });
    });
  });

test.describe('where the case covers the window', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test('its keys work in it, and rest below a question and while the moderator types', async ({
    signedIn: page,
    desk,
    api,
  }) => {
    await addRules(api);
    const [first = ''] = await addCases(desk, api, numbered(3));
    await page.goto(`${queuePath}?case=${first}`);
    const { form, heading, statement } = parts(page);
    const shown = form.getByRole('region', { name: 'The post now' });
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

    await form.getByRole('button', { name: 'Pass on' }).focus();
    await page.keyboard.press('e');
    const question = page.getByRole('dialog', { name: 'Pass to an administrator?' });
    await question.getByRole('button', { name: 'Escalate' }).focus();
    await page.keyboard.press('w');
    await page.keyboard.press('Control+Enter');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(question).toBeHidden();
    await expect(kind).toBeChecked();
    await page.keyboard.press('p');
    await expect(shown).toContainText('Text 2');

    await page.keyboard.press('w');
    await page.keyboard.press('Control+Enter');
    await expect(shown).toContainText('Text 3');
    await expect(heading).toBeFocused();
    await page.keyboard.press('u');
    await expect(page.getByText('Took back the decision')).toBeVisible();
    await expect(shown).toContainText('Text 2');
    await page.getByRole('button', { name: 'Cases' }).click();
    await expect(left(page, 3)).toBeVisible();
  });
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

test('a queue of 49 is worked down to a sentence that names the colleagues', async ({ signedIn: page, desk, api }) => {
  test.slow();
  await addRules(api);
  const ids = await addCases(desk, api, numbered(49));
  const colleague = await callsAsStaff(await asColleague(desk, 'Ngọzi Obi', 'moderator'));
  for (const id of ids.slice(0, 19)) {
    const { text, version } = await colleague(moderationApi.cases.get, { id });
    await colleague(moderationApi.cases.decide, decisionOf(id, text?.seen ?? '', version));
  }
  await page.goto(queuePath);
  await page.getByRole('button', { name: 'Begin' }).click();
  const { form } = parts(page);
  for (let at = 20; at <= 49; at += 1) {
    await expect(form.getByRole('region', { name: 'The post now' })).toContainText(`Text ${at}`);
    await page.keyboard.press('w');
    await page.keyboard.press('Control+Enter');
  }
  await expect(page.getByText('0 left. 49 decided today by you and Ngọzi Obi.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No case is open' })).toBeVisible();
});

test('a decision is taken back by Undo, by a key, and in the list of decisions', async ({
  signedIn: page,
  desk,
  api,
}) => {
  await addRules(api);
  const [first = ''] = await addCases(desk, api, numbered(2));
  await page.goto(`${queuePath}?case=${first}`);
  const { form, undo, decide } = parts(page);
  const shown = form.getByRole('region', { name: 'The post now' });
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
  await rows.first().getByRole('button', { name: 'Take back: Within the rules' }).click();
  await expect(rows.first()).toContainText('taken back');
  await expect(rows.first().getByRole('button', { name: /^Take back/ })).toBeHidden();
  await page.getByRole('combobox', { name: 'By' }).click();
  await page.getByRole('option', { name: 'Mine' }).click();
  await expect(page.getByRole('heading', { name: /^Your decisions/ })).toBeVisible();
  await rows
    .first()
    .getByRole('link', { name: /^Open the case/ })
    .click();
  await expect(shown).toContainText('Text 2');
});

test('a colleague was faster: her name is shown, and the typed statement is kept', async ({
  signedIn: page,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  await addRules(api);
  const [first = ''] = await addCases(desk, api, numbered(2));
  await page.goto(`${queuePath}?case=${first}`);
  const { form, statement, decide } = parts(page);
  await expect(form).toContainText('Text 1');
  await expect(form.getByRole('radio', { name: /Be kind/ })).toBeVisible();
  await page.keyboard.press('1');
  await statement.fill('I wrote this with care');
  const colleague = await callsAsStaff(await asColleague(desk, 'Bọ́lá Ìgè', 'moderator'));
  const { text, version } = await colleague(moderationApi.cases.get, { id: first });
  await colleague(moderationApi.cases.decide, decisionOf(first, text?.seen ?? '', version));
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
  await addRules(api);
  const [first = ''] = await addCases(desk, api, numbered(1));
  await page.goto(`${queuePath}?case=${first}`);
  const { form, statement, decide } = parts(page);
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
  const { list, form } = parts(page);
  await expect(list.getByRole('listitem').first()).toContainText('Bola Ige is reading this');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(form.getByRole('region', { name: 'The post now' })).toContainText('Text 2');
  await page.getByRole('link', { name: 'Spam: “Text 1”' }).click();
  await expect(form.getByText('Bola Ige is reading this')).toBeVisible();
  await form.getByRole('button', { name: 'Take over' }).click();
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
  const { form, decide } = parts(page);
  await expect(form.getByRole('region', { name: 'The post now' })).toContainText('Buy my tea');
  await form.getByRole('radio', { name: 'Within the rules' }).click();
  await decide.click();
  await expect(left(page, 1)).toBeVisible();
  await page.goto(opened);
  await expect(panel.getByText('Looked at')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Open case' })).toHaveCount(1);
});

test('an appeal is answered from a template, with all texts of the person in sight', async ({
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
  const { subject, text, version } = await colleague(moderationApi.cases.get, { id: first });
  await colleague(moderationApi.cases.decide, { ...decisionOf(first, text?.seen ?? '', version), language: 'yoruba' });
  await api(awaApi.posts.setHidden, { ids: [subject.id], isHidden: true });
  await appealAll(desk);
  await page.goto(`${queuePath}?state=appealed&case=${first}`);
  const { form, decide } = parts(page);

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
  await form.getByRole('radio', { name: 'Uphold' }).check();
  await expect(answer).toHaveValue('A kò yí i padà: [ìdí].');
  await expect(form.getByText('Fill in [ìdí]').first()).toBeVisible();
  await decide.click();
  await expect(answer).toBeFocused();
  await page.keyboard.type('ọjà ni');
  await expect(answer).toHaveValue('A kò yí i padà: ọjà ni.');
  await form.getByRole('radio', { name: 'Overturn' }).check();
  await expect(answer).toHaveValue('A kò yí i padà: ọjà ni.');
  await decide.click();
  await expect(page.getByText('Decided the appeal')).toBeVisible();
});

test.describe('on a phone', () => {
  test('20 cases are decided by touch, in the dark', async ({ openContext, desk, api }) => {
    await addRules(api);
    await addCases(desk, api, numbered(20));
    const context = await openContext({ viewport: phone, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(queuePath);
    await expectFitsPhone(page);
    const { form, decide } = parts(page);
    await page.getByRole('link', { name: 'Spam: “Text 1”' }).tap();
    for (let at = 1; at <= 20; at += 1) {
      await expect(form.getByRole('region', { name: 'The post now' })).toContainText(`Text ${at}`);
      if (at === 1) {
        await form.getByRole('radio', { name: /Be kind/ }).tap();
        await expect(form.getByRole('switch', { name: 'Hide the post' })).toBeChecked();
        await expectFitsPhone(page);
        await expectAccessibleInBoth(page);
        await page.emulateMedia({ colorScheme: 'dark' });
      } else await form.getByRole('radio', { name: 'Within the rules' }).tap();
      await decide.tap();
    }
    await expect(page.getByText('0 left. 20 decided today by you.')).toBeVisible();
  });
});
