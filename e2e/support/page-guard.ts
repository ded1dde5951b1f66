import { type BrowserContext, type ConsoleMessage, type Request, type WebError, expect } from '@playwright/test';
import { withoutStream } from '#e2e/support/without-stream.ts';
import { followRequests } from '#e2e/support/under-way.ts';

/** Watches all pages of a test for forbidden events: `finish` fails if there was one. */
export class PageGuard {
  readonly #origins: string[];
  readonly #announced: RegExp[] = [];
  readonly #found: string[] = [];

  /** `origin` is the only origin that may get requests. */
  constructor(origin: string) {
    this.#origins = [origin];
  }

  /** Allows another desk that the test runs. */
  allow(origin: string) {
    this.#origins.push(origin);
  }

  /** Allows errors that belong to the test, such as those of a fault that it causes. */
  expectErrors(...errors: RegExp[]) {
    this.#announced.push(...errors);
  }

  /**
   * Listens to a context; only the pages of a `live` one receive the changes of others. Call the returned function to
   * stop.
   */
  async over(context: BrowserContext, { live = false } = {}): Promise<() => Promise<void>> {
    const cut = live ? undefined : await withoutStream(context);
    const script = await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        reportError(new Error(`CSP violation: ${violatedDirective} ${blockedURI} in ${sourceFile}`));
      });
    });
    const onRequest = (request: Request) => {
      const { origin, protocol } = new URL(request.url());
      const own = this.#origins.includes(origin) || protocol === 'data:' || protocol === 'blob:';
      if (!own) this.#found.push(`request to another place: ${origin}`);
    };
    const onConsole = (message: ConsoleMessage) => {
      const text = `${message.text()} (${message.location().url})`;
      if (message.type() !== 'error' || this.#announced.some((error) => error.test(text))) return;
      this.#found.push(`console error: ${text}`);
    };
    const onError = (error: WebError) => {
      const { name, message, stack } = error.error();
      if (this.#announced.some((one) => one.test(message))) return;
      this.#found.push(`error in the page: ${name}: ${message} ${stack ?? ''}`);
    };
    const unfollow = followRequests(context);
    context.on('request', onRequest).on('console', onConsole).on('weberror', onError);
    return async () => {
      context.off('request', onRequest).off('console', onConsole).off('weberror', onError);
      unfollow();
      await script.dispose();
      await cut?.dispose();
    };
  }

  finish() {
    expect(this.#found, 'what must never happen').toEqual([]);
  }
}
