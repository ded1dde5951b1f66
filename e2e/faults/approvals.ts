import type { Page } from '@playwright/test';
import { cycleApi } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { addressOf } from '#contract/kinds.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { approvalsApi } from '#contract/approvals.ts';
import { approversApi } from '#contract/approvers.ts';
import { recallApi } from '#contract/recall.ts';
import { reviewApi } from '#contract/review.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { qualification } from '#e2e/support/clear-content.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect } from '#e2e/support/test.ts';

const citations = ['WHO: Nutrition. https://www.who.int/health-topics/nutrition'];

const routes = approvalsApi.cycleApprovals;

/** Adds a text. Returns its kind, its id and version, and its address. */
async function add(api: Fixtures['api']) {
  const kind = 'phase-description';
  const fields = { phase: 'luteal', title: 'The second half', citations } as const;
  const { id, version } = await api(cycleApi.descriptions.create, fields);
  return { kind, record: { id, version }, path: `${addressOf(kind)}?${kind}=${id}` } as const;
}

/** A fault of the number of texts without an approval, at this address of a list. */
const listCase = (
  route: FaultCase['route'],
  path: string,
  addText: (api: Fixtures['api']) => Promise<unknown>,
): FaultCase => ({
  route,
  where: 'the number of texts without an approval',
  arrange: async ({ page, api }) => {
    await addText(api);
    const beside = page.getByRole('main').getByRole('alert');
    return {
      beside,
      act: () => page.goto(path),
      again: retryIn(beside),
      done: () => expect(page.getByText('1 active text is not approved by a clinician')).toBeVisible(),
    };
  },
});

async function addCard(api: Fixtures['api']) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Basics', trackingMode: 'TRACK_PERIOD' });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  await api(ladyDueApi.cards.create, { sectionId, title: 'Card one', citations, publishStatus: 'published' });
}

const isApproved = (page: Page) => page.getByText(new RegExp(`^Approved by .*, ${qualification} on `));

export const approvalCases: FaultCase[] = [
  listCase(routes.list, addressOf('phase-description'), add),
  listCase(approvalsApi.ladyDueApprovals.list, '/admin/desk/lady-due', addCard),
  {
    route: routes.approve,
    where: 'the dialog',
    arrange: async ({ page, desk }) => {
      await page.goto((await add(await callsAsStaff(await asColleague(desk)))).path);
      await page.getByRole('button', { name: 'Approve' }).click();
      const dialog = page.getByRole('dialog', { name: /^Approve / });
      // The dialog gives it the focus slightly after it opens, which would take a text typed in between.
      await expect(dialog.getByRole('button', { name: 'Approve' })).toBeFocused();
      const note = dialog.getByRole('textbox', { name: 'Note' });
      await note.fill('Doses checked');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Approve' }).click(),
        kept: () => expect(note).toHaveValue('Doses checked'),
        done: () => expect(isApproved(page)).toBeVisible(),
      };
    },
  },
  {
    route: routes.withdraw,
    where: 'the line of the approval',
    stays: true,
    arrange: ({ page }) => ({
      beside: page.getByRole('alert'),
      act: () => page.getByRole('button', { name: 'Withdraw' }).click(),
      done: () => expect(page.getByText('Not approved by a clinician', { exact: true }).first()).toBeVisible(),
    }),
  },
  {
    route: routes.exempt,
    where: 'the dialog',
    arrange: async ({ page, api, desk }) => {
      const { path } = await add(await callsAsStaff(await asColleague(desk)));
      await api(editionsApi.cycleRule.update, { rule: 'reviewed', gate: 'required' });
      await page.goto(path);
      await page.getByRole('button', { name: 'Exempt' }).click();
      const dialog = page.getByRole('dialog', { name: /^Exempt / });
      const reason = dialog.getByRole('textbox', { name: 'Reason' });
      await reason.fill('The dose was wrong');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Exempt' }).click(),
        kept: () => expect(reason).toHaveValue('The dose was wrong'),
        done: () => expect(page.getByText(/^Exempt from approval by .*: The dose was wrong$/)).toBeVisible(),
      };
    },
  },
  {
    route: routes.requests,
    where: 'the line of the approval',
    arrange: async ({ page, api }) => {
      const { path } = await add(api);
      const beside = page.getByRole('alert').filter({ hasText: 'requests' });
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        kept: () => expect(page.getByRole('button', { name: 'Approve' })).toBeVisible(),
        done: () => expect(page.getByRole('button', { name: 'Ask for a review' })).toBeVisible(),
      };
    },
  },
  {
    route: routes.ask,
    where: 'the dialog',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Ask for a review' }).click();
      const dialog = page.getByRole('dialog', { name: /^Ask for a review of / });
      await expect(dialog.getByRole('combobox', { name: 'Clinician' })).toBeFocused();
      const note = dialog.getByRole('textbox', { name: 'Note' });
      await note.fill('For Monday');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Ask' }).click(),
        kept: () => expect(note).toHaveValue('For Monday'),
        done: () => expect(page.getByText(/asked any clinician for a review on .*: “For Monday”$/)).toBeVisible(),
      };
    },
  },
  {
    route: routes.withdrawRequest,
    where: 'the line of the request',
    stays: true,
    arrange: ({ page }) => {
      const withdraw = page.getByRole('button', { name: 'Withdraw the request' });
      return {
        beside: page.getByRole('alert'),
        act: () => withdraw.click(),
        done: () => expect(withdraw).toBeHidden(),
      };
    },
  },
  {
    route: routes.askChanges,
    where: 'the dialog',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Ask for changes' }).click();
      const dialog = page.getByRole('dialog', { name: /^Ask for changes to / });
      const note = dialog.getByRole('textbox', { name: 'Note' });
      await note.fill('Too long');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Ask' }).click(),
        kept: () => expect(note).toHaveValue('Too long'),
        done: () => expect(page.getByText(/asked for changes on .*: “Too long”$/)).toBeVisible(),
      };
    },
  },
];

/** Cards have the same line as the kinds of My Cycle, which calls the routes of their area. */
export const approvalsLikeOfCycle = Object.values(approvalsApi.ladyDueApprovals).filter(
  ({ path, method }) => method !== 'GET' || path.endsWith('/requests'),
);

const recallIn = (page: Page) => page.getByRole('dialog', { name: /^Recall a sentence of / });

/** The review, with one text. */
export const reviewCases: FaultCase[] = [
  {
    route: recallApi.recall.find,
    where: 'the question for a sentence',
    arrange: async ({ page, api }) => {
      const kind = 'phase-description';
      const fields = {
        phase: 'luteal',
        title: 'The second half',
        description: 'Rest well. Eat beans.',
        citations,
      } as const;
      const { id } = await api(cycleApi.descriptions.create, fields);
      await page.goto(`${addressOf(kind)}?${kind}=${id}`);
      await page.getByRole('button', { name: 'Recall a sentence' }).click();
      const dialog = recallIn(page);
      const sentence = dialog.getByRole('textbox', { name: 'Sentence' });
      await expect(sentence).toBeFocused();
      await sentence.fill('Eat beans.');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Find the texts' }).click(),
        kept: () => expect(sentence).toHaveValue('Eat beans.'),
        done: () => expect(dialog.getByText('1 text with this sentence')).toBeVisible(),
      };
    },
  },
  {
    route: recallApi.recall.act,
    where: 'the dialog of a recall',
    stays: true,
    arrange: async ({ page }) => {
      const dialog = recallIn(page);
      const reason = dialog.getByRole('textbox', { name: 'Reason' });
      await reason.fill('No longer true');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Recall', exact: true }).click(),
        kept: () => expect(reason).toHaveValue('No longer true'),
        done: () => expect(page.getByText('Took 1 text with the sentence out of the app')).toBeVisible(),
      };
    },
  },
  {
    route: approversApi.approvers.list,
    where: 'the question for a review',
    arrange: async ({ page, api }) => {
      const kind = 'phase-description';
      const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The second half', citations });
      await page.goto(`${addressOf(kind)}?${kind}=${id}`);
      const dialog = page.getByRole('dialog', { name: /^Ask for a review of / });
      const beside = dialog.getByRole('alert');
      return {
        beside,
        act: () => page.getByRole('button', { name: 'Ask for a review' }).click(),
        again: retryIn(beside),
        kept: () => expect(dialog.getByRole('combobox', { name: 'Clinician' })).toHaveValue('Any clinician'),
        done: async () => {
          await dialog.getByRole('combobox', { name: 'Clinician' }).click();
          await expect(page.getByRole('option', { name: new RegExp(qualification) })).toBeVisible();
        },
      };
    },
  },
  {
    route: reviewApi.review.list,
    where: 'the page',
    arrange: async ({ page, api }) => {
      await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The second half', citations });
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/review'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('link', { name: 'The second half' })).toBeVisible(),
      };
    },
  },
  {
    route: reviewApi.review.read,
    where: 'the open text',
    stays: true,
    arrange: ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.getByRole('link', { name: 'The second half' }).click(),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'The second half' })).toBeVisible(),
      };
    },
  },
];
