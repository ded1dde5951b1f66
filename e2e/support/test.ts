import { type BrowserContext, type Page, type TestInfo, test as base } from '@playwright/test';
import { type Call, callsAsStaff } from '#e2e/support/calls.ts';
import { clearContent } from '#e2e/support/clear-content.ts';
import { type Desk, startDesk } from '#e2e/support/desk.ts';
import { type NewAppUser, addAppUsers } from '#e2e/support/app-users.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { PageGuard, expectAccessible } from '#e2e/support/page-guard.ts';

type TestFixtures = {
  watch: PageGuard;
  /** What the tests before made is gone. */
  cleared: void;
  /** A desk in a browser that has signed in before. One session for all tests of the worker: never sign out of it. */
  signedIn: Page;
  /** Lets people sign up. The answer is a mark by which a search finds them. */
  people: (people: NewAppUser[]) => Promise<string>;
};

type WorkerFixtures = {
  /** The built desk, running. */
  desk: Desk;
  /** Calls it as a signed-in program. */
  api: Call;
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
};

/** What a failed test leaves on screen says nothing more. */
async function scan(context: BrowserContext, { status, expectedStatus }: TestInfo) {
  if (status !== expectedStatus) return;
  for (const page of context.pages()) if (page.url() !== 'about:blank') await expectAccessible(page);
}

/**
 * Every test fails on a request to another origin, a CSP violation, an error in the page or in the console that it
 * did not announce, and on what axe finds on the screen that it ends with.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  desk: [
    // Playwright reads from the braces what a fixture needs: this one nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const desk = await startDesk();
      await provide(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],

  api: [async ({ desk }, provide) => provide(await callsAsStaff(desk)), { scope: 'worker' }],

  state: [
    async ({ desk, browser }, provide) => {
      const context = await browser.newContext();
      await openAndSignIn(await context.newPage(), desk);
      const state = await context.storageState();
      await context.close();
      await provide(state);
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ desk }, provide) => provide(desk.address),

  watch: [
    async ({ desk }, provide) => {
      const watch = new PageGuard(desk.address);
      await provide(watch);
      watch.finish();
    },
    { auto: true },
  ],

  cleared: [
    async ({ desk }, provide) => {
      await clearContent(desk.database);
      await provide();
    },
    { auto: true },
  ],

  context: async ({ context, watch }, provide, testInfo) => {
    await watch.over(context);
    await provide(context);
    await scan(context, testInfo);
  },

  signedIn: async ({ browser, state, watch }, provide, testInfo) => {
    const context = await browser.newContext({ storageState: state });
    await watch.over(context);
    await provide(await context.newPage());
    await scan(context, testInfo);
    await context.close();
  },

  people: async ({ desk }, provide) => provide((people) => addAppUsers(desk.database, people)),
});

export { expect } from '@playwright/test';
