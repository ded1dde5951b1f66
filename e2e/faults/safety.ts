import type { Page } from '@playwright/test';
import { safetyApi } from '#contract/safety.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { decideCase, queuePath } from '#e2e/support/cases.ts';
import { addCrisis, makeLooksDue, notAlone } from '#e2e/support/crisis.ts';
import { expect } from '#e2e/support/test.ts';

const { crisisCare, looks } = safetyApi;

const addOne = async ({ desk, api }: Fixtures) => (await addCrisis(desk, api, ['I cannot go on']))[0] ?? '';

const formIn = (page: Page) => page.getByRole('form', { name: 'Case' });

/** Decides the case of a person, who is then to be looked at twice. */
async function addLooks(fixtures: Fixtures) {
  const { api } = fixtures;
  await decideCase(api, await addOne(fixtures), notAlone);
  return fixtures.page.getByRole('region', { name: 'To look at again' });
}

export const safetyCases: FaultCase[] = [
  {
    route: crisisCare.care,
    where: 'a case of a person who may be in danger',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const address = `${queuePath}?case=${await addOne(fixtures)}`;
      const form = formIn(page);
      const beside = form.getByRole('alert');
      return {
        beside,
        act: () => page.goto(address),
        again: retryIn(beside),
        done: () => expect(form.getByRole('radio', { name: 'Message sent' })).toBeVisible(),
      };
    },
  },
  {
    route: crisisCare.send,
    where: 'the message',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      await form.getByRole('button', { name: 'Reach out' }).click();
      const message = form.getByRole('textbox', { name: 'Message' });
      await message.fill('I have read your post');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Send' }).click(),
        kept: () => expect(message).toHaveValue('I have read your post'),
        done: () => expect(form.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1),
      };
    },
  },
  {
    route: crisisCare.takeBack,
    where: 'the message that was sent',
    stays: true,
    arrange: ({ page }) => {
      const sent = formIn(page).getByRole('list', { name: 'Messages' });
      return {
        beside: sent.getByRole('alert'),
        act: () => sent.getByRole('button', { name: 'Take back the message' }).click(),
        done: () => expect(sent).toContainText('Taken back'),
      };
    },
  },
  {
    route: crisisCare.agree,
    where: 'the question before a colleague agrees',
    stays: true,
    arrange: async ({ page }) => {
      const form = formIn(page);
      await form.getByRole('button', { name: 'Agree to outside help' }).click();
      const dialog = page.getByRole('dialog');
      const reason = dialog.getByRole('textbox', { name: 'Reason' });
      await reason.fill('She named the hour and the place');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Agree' }).click(),
        kept: () => expect(reason).toHaveValue('She named the hour and the place'),
        done: () => expect(form.getByRole('list', { name: 'Agreements' })).toContainText('She named the hour'),
      };
    },
  },
  {
    route: looks.list,
    where: 'the people to look at again',
    arrange: async (fixtures) => {
      const again = await addLooks(fixtures);
      const beside = again.getByRole('alert');
      return {
        beside,
        act: () => fixtures.page.goto(queuePath),
        again: retryIn(beside),
        done: () => expect(again).toContainText('2 to come'),
      };
    },
  },
  {
    route: looks.done,
    where: 'the question about a look',
    arrange: async (fixtures) => {
      const again = await addLooks(fixtures);
      const { page, desk } = fixtures;
      await makeLooksDue(desk);
      await page.goto(queuePath);
      await again.getByRole('button', { name: /^Done/ }).first().click();
      const dialog = page.getByRole('dialog');
      const note = dialog.getByRole('textbox', { name: 'Note' });
      await note.fill('Her sister stays with her');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Done' }).click(),
        kept: () => expect(note).toHaveValue('Her sister stays with her'),
        done: () => expect(page.getByText('Recorded the look')).toBeVisible(),
      };
    },
  },
];
