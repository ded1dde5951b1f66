import type { Browser, BrowserContext, CDPSession, Page, ViewportSize } from '@playwright/test';
import { keepToasts } from '#e2e/support/keep-toasts.ts';

/** The stored state of a signed-in browser. */
export type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * One browser context for the tests of a worker, emptied between them. Its caches stay warm, and a first page keeps its
 * process alive: a tab opened from that page has the dashboard's code compiled already. This takes half the processor
 * time of a new context for each test. Playwright cannot give a context its real clock back, so the tests that replace
 * the clock share a context of their own.
 */
export class WarmContext {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #viewport: ViewportSize;
  readonly #replacesClock: boolean;
  #kept: { context: BrowserContext; opener: Page; devtools: CDPSession } | undefined;

  /** `viewport` is the default window of a tab. */
  constructor(browser: Browser, origin: string, viewport: ViewportSize, { replacesClock = false } = {}) {
    this.#browser = browser;
    this.#origin = origin;
    this.#viewport = viewport;
    this.#replacesClock = replacesClock;
  }

  async #start() {
    const context = await this.#browser.newContext({ viewport: this.#viewport, colorScheme: 'light' });
    await keepToasts(context);
    const opener = await context.newPage();
    // A page of the desk's origin that runs no script and has an icon: Chromium asks for the missing icon of a page.
    const address = `${this.#origin}/healthz`;
    await opener.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        // Like the desk's own pages: a page with another policy would open them in another process.
        headers: { 'Cross-Origin-Opener-Policy': 'same-origin' },
        body: '<link rel="icon" href="data:,">',
      }),
    );
    await opener.goto(address);
    return { context, opener, devtools: await context.newCDPSession(opener) };
  }

  /** The context, with nothing stored. A replaced clock shows the real time and runs. */
  async context(): Promise<BrowserContext> {
    this.#kept ??= await this.#start();
    const { context } = this.#kept;
    if (this.#replacesClock) {
      await context.clock.install();
      await context.clock.resume();
    }
    return context;
  }

  /** Opens a tab of the context. */
  async open(context: BrowserContext): Promise<Page> {
    const { opener } = this.#running();
    const [page] = await Promise.all([context.waitForEvent('page'), opener.evaluate(() => void window.open())]);
    return page;
  }

  /** Stores the cookies and the local storage of a session. */
  async restore({ cookies, origins }: StoredState) {
    const { context, opener } = this.#running();
    await context.addCookies(cookies);
    const items = origins.flatMap(({ localStorage }) => localStorage);
    await opener.evaluate((all) => {
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, items);
  }

  /** The tabs that the test has opened. */
  pages(): Page[] {
    const { context, opener } = this.#running();
    return context.pages().filter((page) => page !== opener);
  }

  /** Closes the tabs and removes their stored state. A context whose clock was replaced unasked is itself replaced. */
  async empty() {
    const { context, opener, devtools } = this.#running();
    for (const page of this.pages()) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    }
    const hasRealClock = () => Function.prototype.toString.call(Date).includes('[native code]');
    if (!this.#replacesClock && !(await opener.evaluate(hasRealClock))) return this.close();
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    await devtools.send('Storage.clearDataForOrigin', {
      origin: this.#origin,
      storageTypes: 'indexeddb,local_storage',
    });
  }

  async close() {
    await this.#kept?.context.close();
    this.#kept = undefined;
  }

  #running() {
    if (!this.#kept) throw new Error('The context is not open');
    return this.#kept;
  }
}
