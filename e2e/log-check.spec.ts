import type { Route } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { userRoutes } from '#contract/users.ts';
import { unique } from '#e2e/support/announcements.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { choose } from '#e2e/support/filter.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const path = '/admin/desk/activity';

test('the log is checked and exported; sign-ins and access are shown on request', async ({
  signedIn: page,
  api,
  desk,
}) => {
  await callsAsStaff(desk);
  await api(announcementRoutes.create, { message: unique('Changed') });
  const { users: people } = await api(userRoutes.list, { limit: 1 });
  await api(userRoutes.get, { userId: people[0]?.id ?? '' });
  await page.goto(path);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expect(rows.filter({ hasText: /signed in|viewed/ })).toHaveCount(0);
  await choose(page.getByRole('combobox', { name: 'Entries' }), 'Sign-ins and access');
  await expect(page).toHaveURL(`${path}?show=access`);
  const look = rows.filter({ hasText: 'Administrator viewed a user' }).first();
  await expect(look.getByRole('link', { name: /^Show the user/ })).toBeVisible();
  await expect(rows.filter({ hasText: /Administrator signed in/ }).first()).toContainText('127.0.0.1');
  await expect(rows.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  const main = page.getByRole('main');
  const checked = page.getByRole('button', { name: 'Check the log' });
  await checked.click();
  await expect(main.getByRole('status').filter({ hasText: 'log' })).toContainText(
    /^The log is whole: up to .* no entry was changed/,
  );
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^awa-log-\d{4}-\d\d-\d\d\.jsonl$/);
  await expect(rows.first()).toBeVisible();

  const sentence = 'Entry 7 of 2026-11, 2026-11-03T10:00:00.000Z, operation 0, was deleted.';
  const place = { what: 'deleted', month: '2026-11', position: 7, operationId: '', at: '', sentence };
  const run = {
    state: 'running',
    startedAt: '2026-11-24T10:00:00.000Z',
    checked: 120_000,
    total: 1_000_000,
    found: null,
  };
  let answer: object = run;
  await page.route('**/operations/check', (call) =>
    call.fulfill({ status: call.request().method() === 'POST' ? 202 : 200, json: answer }),
  );
  await checked.click();
  const progress = main.getByRole('progressbar', { name: 'Check of the log' });
  await expect(progress).toHaveAttribute('aria-valuetext', '120,000 of 1,000,000 entries checked');
  await expectAccessible(page);
  // The progress is visible after a reload too.
  await page.reload();
  await expect(progress).toHaveAttribute('aria-valuenow', '12');
  answer = { ...run, state: 'done', found: { fault: place, sealedTo: null, waiting: 0, months: [] } };
  await expect(main.getByRole('alert')).toContainText('The log is no longer as it was written');
  await expect(main.getByRole('alert')).toContainText(sentence);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
});

test('a late response about the previous check does not hide the running one', async ({ signedIn: page }) => {
  const check = '**/operations/check';
  const begun = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/check'),
  );
  const looked = page.waitForRequest(check);
  const lookAnswered = new Promise<void>((resolve) => {
    const answerLate = async (look: Route) => {
      const response = await look.fetch();
      await begun;
      await look.fulfill({ response });
      resolve();
    };
    void page.route(check, answerLate, { times: 1 });
  });
  await page.goto(path);
  // On a busy machine the button is there before the page asks.
  await looked;
  await page.getByRole('button', { name: 'Check the log' }).click();
  await lookAnswered;
  await expect(page.getByText(/^(The log is whole:|There is nothing to check yet)/)).toBeVisible();
});
