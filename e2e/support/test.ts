import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type TestInfo,
  test as base,
} from '@playwright/test';
import { addAppUsers, type NewAppUser } from '#e2e/support/app-users.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { type Call, callsAsStaff } from '#e2e/support/calls.ts';
import { clearDesk } from '#e2e/support/clear-content.ts';
import { type Desk, startDesk } from '#e2e/support/desk.ts';
import { keepToasts } from '#e2e/support/keep-toasts.ts';
import { desktop } from '#e2e/support/viewports.ts';
import { PageGuard } from '#e2e/support/page-guard.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { type StoredState, WarmContext } from '#e2e/support/warm-context.ts';

type TestFixtures = {
  /** Whether pages receive the changes of others. Most tests are about pages that do not know of a change yet. */
  live: boolean;
  /** Whether the test replaces the clock of its pages. Declare it for groups of tests: it spares each a new context. */
  replacesClock: boolean;
  guard: PageGuard;
  /** Removes the data of earlier tests. */
  cleared: void;
  /** The context of the test, with its tabs. */
  tabs: WarmContext;
  /** A tab of a signed-in browser. All tests of the worker share the session: never sign out of it. */
  signedIn: Page;
  /** Opens a separate signed-in context, for needs that the worker's context cannot meet: touch, or a slow link. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Adds users of the app. Resolves to a mark by which a search finds them. */
  addAppUsers: (people: NewAppUser[]) => Promise<string>;
};

type WorkerFixtures = {
  /** The built desk, running. */
  desk: Desk;
  /** Calls the desk's API as a signed-in program. */
  api: Call;
  /** The cookies and local storage of a session. */
  session: StoredState;
  /** The contexts in which the tests of the worker open their tabs: with the real clock, and with a replaced one. */
  warm: { real: WarmContext; replaced: WarmContext };
};

/** Checks the last screen of a passed test. For a failed test it keeps a screenshot of each page. */
async function finish(pages: Page[], info: TestInfo) {
  const failed = info.status !== info.expectedStatus;
  try {
    for (const page of failed ? [] : pages) {
      if (page.url() === 'about:blank') continue;
      // Scrolls up, because the header may cover half of a control, which axe would report as too small.
      await page.evaluate(() => scrollTo(0, 0));
      await expectAccessible(page);
    }
  } catch (error) {
    await keepPictures(pages, info);
    throw error;
  }
  if (failed) await keepPictures(pages, info);
}

async function keepPictures(pages: Page[], info: TestInfo) {
  for (const [at, page] of pages.entries()) {
    const path = info.outputPath(`page-${at + 1}.png`);
    await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined);
  }
}

/**
 * Every test fails on a request to another origin, a CSP violation, an unannounced error in the page or in the console,
 * and on any violation that axe finds on its last screen.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  desk: [
    // Playwright reads the dependencies of a fixture from the braces: this one has none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const desk = await startDesk();
      await provide(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],

  api: [async ({ desk }, provide) => provide(await callsAsStaff(desk)), { scope: 'worker' }],

  session: [
    async ({ desk, browser }, provide) => {
      const context = await browser.newContext();
      await openAndSignIn(await context.newPage(), desk);
      const session = await context.storageState();
      await context.close();
      await provide(session);
    },
    { scope: 'worker' },
  ],

  warm: [
    async ({ desk, browser }, provide) => {
      const real = new WarmContext(browser, desk.address, desktop);
      const replaced = new WarmContext(browser, desk.address, desktop, { replacesClock: true });
      await provide({ real, replaced });
      await real.close();
      await replaced.close();
    },
    { scope: 'worker' },
  ],

  live: [false, { option: true }],

  replacesClock: [false, { option: true }],

  tabs: async ({ warm, replacesClock }, provide) => provide(replacesClock ? warm.replaced : warm.real),

  baseURL: async ({ desk }, provide) => provide(desk.address),

  guard: [
    async ({ desk }, provide) => {
      const guard = new PageGuard(desk.address);
      await provide(guard);
      guard.finish();
    },
    { auto: true },
  ],

  cleared: [
    async ({ desk }, provide) => {
      await clearDesk(desk);
      await provide();
    },
    { auto: true },
  ],

  context: async ({ tabs, guard, live }, provide, testInfo) => {
    const context = await tabs.context();
    const release = await guard.over(context, { live });
    await provide(context);
    await finish(tabs.pages(), testInfo);
    await release();
    await tabs.empty();
  },

  page: async ({ context, tabs, viewport, colorScheme }, provide) => {
    const page = await tabs.open(context);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
    await provide(page);
  },

  signedIn: async ({ page, tabs, session }, provide) => {
    await tabs.restore(session);
    await provide(page);
  },

  openContext: async ({ browser, session, desk, guard }, provide, testInfo) => {
    const opened: BrowserContext[] = [];
    await provide(async (options) => {
      const context = await browser.newContext({ storageState: session, baseURL: desk.address, ...options });
      opened.push(context);
      await keepToasts(context);
      await guard.over(context);
      return context;
    });
    for (const context of opened) {
      await finish(context.pages(), testInfo);
      await context.close();
    }
  },

  addAppUsers: async ({ desk }, provide) => provide((people) => addAppUsers(desk.database, people)),
});

export { expect } from '@playwright/test';
