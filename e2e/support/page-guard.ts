import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, type Page, expect } from '@playwright/test';

/** Watches all that a test opens for what must never happen: `finish` fails when it did. */
export class PageGuard {
  readonly #origins: string[];
  readonly #announced: RegExp[] = [];
  readonly #found: string[] = [];

  /** `origin` is the only place that may be asked for anything. */
  constructor(origin: string) {
    this.#origins = [origin];
  }

  /** One more desk that the test runs. */
  allow(origin: string) {
    this.#origins.push(origin);
  }

  /** Console errors that belong to the test, such as those of a fault that it makes. */
  expectErrors(...errors: RegExp[]) {
    this.#announced.push(...errors);
  }

  async over(context: BrowserContext) {
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        reportError(new Error(`CSP violation: ${violatedDirective} ${blockedURI} in ${sourceFile}`));
      });
    });
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const own = this.#origins.includes(origin) || protocol === 'data:' || protocol === 'blob:';
      if (!own) this.#found.push(`request to another place: ${origin}`);
    });
    context.on('console', (message) => {
      if (message.type() !== 'error' || this.#announced.some((error) => error.test(message.text()))) return;
      this.#found.push(`console error: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => {
      const { name, message, stack } = error.error();
      this.#found.push(`error in the page: ${name}: ${message} ${stack ?? ''}`);
    });
  }

  finish() {
    expect(this.#found, 'what must never happen').toEqual([]);
  }
}

const axe = (page: Page) =>
  new AxeBuilder({ page })
    // In one step, without a page of its own for the result: there are no frames of other origins here.
    .setLegacyMode()
    // Only what is wrong is written down, and style sheets are not fetched anew: nothing asked for needs them.
    .options({ resultTypes: ['violations'], preload: false });

/** axe finds nothing, by WCAG 2.2 AA and by what it calls best practice. */
export const expectAccessible = (page: Page) =>
  expectNothing(
    page,
    axe(page)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      // To axe the header in a dialog of Mantine's is one more header of the page.
      .disableRules(['landmark-no-duplicate-banner', 'landmark-unique']),
  );

/** The same in light and in dark. Nothing but colours differs between them, so the rules of colours are the ones asked twice. */
export async function expectAccessibleInBoth(page: Page) {
  const scheme = page.locator('html');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNothing(page, axe(page).withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
}

async function expectNothing(page: Page, builder: AxeBuilder) {
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html }) => html.slice(0, 200)),
  }));
  expect(found, `axe on ${page.url()}`).toEqual([]);
}
