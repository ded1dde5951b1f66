import type { Page } from '@playwright/test';
import { caseTextsApi } from '#contract/case-texts.ts';
import { defaultTextsApi } from '#contract/default-texts.ts';
import { moderationApi } from '#contract/moderation.ts';
import { safetyApi } from '#contract/safety.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { addCases, addRules, appealAll, decideCase, numbered, queuePath } from '#e2e/support/cases.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { addPosts, addSecret, postsPath } from '#e2e/support/posts.ts';
import { expect } from '#e2e/support/test.ts';

const { cases, decisions } = moderationApi;

const formIn = (page: Page) => page.getByRole('form', { name: 'Case' });

/** Three cases, and the address of the first. */
async function addThree({ desk, api }: Fixtures) {
  await addRules(api);
  const [first = ''] = await addCases(desk, api, numbered(3));
  return { first, address: `${queuePath}?case=${first}` };
}

export const moderationCases: FaultCase[] = [
  {
    route: defaultTextsApi.defaultTexts.add,
    where: 'the empty list of rules',
    arrange: async ({ page }) => {
      await page.goto('/admin/desk/moderation/rules');
      const list = page.getByRole('region', { name: 'Rules' });
      return {
        beside: list.getByRole('alert'),
        act: () => list.getByRole('button', { name: 'Add the rules that come with the desk' }).click(),
        done: () => expect(page.getByRole('link', { name: 'Be kind' })).toBeVisible(),
      };
    },
  },
  {
    route: cases.list,
    where: 'the queue',
    arrange: async (fixtures) => {
      await addThree(fixtures);
      const { page } = fixtures;
      const beside = page.getByRole('region', { name: 'Cases' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto(queuePath),
        again: retryIn(beside),
        done: () => expect(page.getByRole('link', { name: 'Spam: “Text 1”' })).toBeVisible(),
      };
    },
  },
  {
    route: cases.claim,
    where: 'the head of a case',
    arrange: async (fixtures) => {
      const { address } = await addThree(fixtures);
      const { page } = fixtures;
      const form = formIn(page);
      return {
        beside: form.getByRole('alert'),
        act: () => page.goto(address),
        kept: () => expect(form.getByRole('button', { name: 'Decide' })).toBeVisible(),
        done: () => expect(form).toContainText('Text 1'),
      };
    },
  },
  {
    route: cases.get,
    where: 'the case beside the queue',
    arrange: async (fixtures) => {
      const { address } = await addThree(fixtures);
      const { page } = fixtures;
      const beside = page.getByRole('region', { name: 'Case', exact: true }).getByRole('alert');
      return {
        beside,
        act: () => page.goto(address),
        again: retryIn(beside),
        kept: () => expect(page.getByRole('link', { name: 'Spam: “Text 2”' })).toBeVisible(),
        done: async () => {
          await expect(formIn(page)).toContainText('Text 1');
          await expect(formIn(page).getByRole('radio', { name: /Be kind/ })).toBeVisible();
        },
      };
    },
  },
  {
    route: caseTextsApi.caseTexts.list,
    where: 'the part of a case about its person',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      const part = form.getByRole('region', { name: / before$/ });
      const beside = part.getByRole('alert');
      return {
        beside,
        act: () => part.getByRole('button', { name: 'Show all 3 texts' }).click(),
        again: retryIn(beside),
        done: () => expect(part.getByRole('list', { name: /^All texts of / })).toContainText('Text 2'),
      };
    },
  },
  {
    route: cases.preview,
    where: 'the end of a case',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      const beside = form.getByRole('alert');
      return {
        beside,
        act: () => form.getByRole('radio', { name: 'Within the rules' }).check(),
        again: retryIn(beside),
        failure: 'Failed to preview the decision',
        done: () => expect(form.getByRole('status', { name: 'Preview' })).toContainText('Changes nothing.'),
      };
    },
  },
  {
    route: safetyApi.crisisCover.cover,
    where: 'the question which words are covered',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      await form.getByRole('button', { name: 'Cover words' }).click();
      const dialog = page.getByRole('dialog');
      const word = dialog.getByRole('button', { name: 'Text', exact: true });
      await word.click();
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Cover words' }).click(),
        kept: () => expect(word).toHaveAttribute('aria-pressed', 'true'),
        done: () => expect(form).toContainText('The app shows blocks instead of: “Text”'),
      };
    },
  },
  {
    route: cases.decide,
    where: 'the end of a case',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      await form.getByRole('radio', { name: /Be kind/ }).check();
      const statement = form.getByRole('textbox', { name: 'Statement' });
      await statement.fill('Written with care');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Decide' }).click(),
        kept: () => expect(statement).toHaveValue('Written with care'),
        done: () => expect(form).toContainText('Text 2'),
      };
    },
  },
  {
    route: cases.escalate,
    where: 'the question before a case is escalated',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      await form.getByRole('button', { name: 'Escalate' }).click();
      const dialog = page.getByRole('dialog');
      const note = dialog.getByRole('textbox', { name: 'Note' });
      await note.fill('I know her');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Escalate' }).click(),
        kept: () => expect(note).toHaveValue('I know her'),
        done: () => expect(form).toContainText('Text 3'),
      };
    },
  },
  {
    route: cases.reveal,
    where: 'the question before a person is revealed',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      await form.getByRole('button', { name: 'Reveal the person' }).click();
      const dialog = page.getByRole('dialog');
      const reason = dialog.getByRole('textbox', { name: 'Reason' });
      await reason.fill('The police asked for her');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Reveal the person' }).click(),
        kept: () => expect(reason).toHaveValue('The police asked for her'),
        done: () => expect(page).toHaveURL(/\/users\?user=/),
      };
    },
  },
  {
    route: cases.decideAppeal,
    where: 'the end of an appealed case',
    arrange: async (fixtures) => {
      const { first, address } = await addThree(fixtures);
      await decideCase(fixtures.api, first);
      await appealAll(fixtures.desk);
      const { page } = fixtures;
      await page.goto(`${address}&state=appealed`);
      const form = formIn(page);
      await form.getByRole('radio', { name: 'Uphold' }).check();
      const answer = form.getByRole('textbox', { name: 'Answer' });
      await answer.fill('We have looked again');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Decide' }).click(),
        kept: () => expect(answer).toHaveValue('We have looked again'),
        done: () => expect(page.getByText('Decided the appeal')).toBeVisible(),
      };
    },
  },
  {
    route: decisions.list,
    where: 'the list of decisions',
    arrange: async (fixtures) => {
      const { first } = await addThree(fixtures);
      await decideCase(fixtures.api, first);
      const { page } = fixtures;
      const beside = page.getByRole('region', { name: 'All decisions' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto(`${queuePath}/decisions`),
        again: retryIn(beside),
        done: () => expect(page.getByRole('list', { name: 'Decisions' })).toContainText('Within the rules'),
      };
    },
  },
  {
    route: decisions.takeBack,
    where: 'the row of a decision',
    stays: true,
    arrange: ({ page }) => {
      const row = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem');
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: /^Take back/ }).click(),
        done: () => expect(row).toContainText('taken back'),
      };
    },
  },
  {
    route: cases.open,
    where: 'the question before a case is opened',
    arrange: async (fixtures) => {
      const { page, desk, api } = fixtures;
      const { secretId } = await addSecret(api);
      await addPosts(desk.database, secretId, [{ content: 'Buy my tea' }]);
      await page.goto(`${postsPath}?secret=${secretId}`);
      await page.getByRole('button', { name: 'Open a case on the post “Buy my tea”' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Reason' }).click();
      await page.getByRole('option', { name: 'Selling' }).click();
      const note = dialog.getByRole('textbox', { name: 'Note' });
      await note.fill('Third time');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Open the case' }).click(),
        kept: () => expect(note).toHaveValue('Third time'),
        done: () => expect(page.getByText('Opened a case')).toBeVisible(),
      };
    },
  },
  {
    route: cases.open,
    where: 'the case of a record',
    arrange: async ({ page, api }) => {
      const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
      await page.goto(`/admin/desk/doctors?doctor=${doctor?.id}`);
      await page.getByRole('button', { name: 'Open a case on Dr. Ada Obi' }).click();
      const dialog = page.getByRole('dialog').filter({ hasText: 'Open a case on this doctor?' });
      const note = dialog.getByRole('textbox', { name: 'Note' });
      await note.fill('Her number is wrong');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Open the case' }).click(),
        kept: () => expect(note).toHaveValue('Her number is wrong'),
        done: () => expect(page.getByText('Opened a case')).toBeVisible(),
      };
    },
  },
];
