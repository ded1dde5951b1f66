import type { BrowserContext } from '@playwright/test';
import { liveRoutes } from '#contract/live.ts';

/**
 * Keeps the pages of this context from receiving the changes of others, as while their stream is cut: changes that a
 * test makes directly stay unknown to the page, and the network becomes idle. Call it before the pages open; `dispose`
 * of the result ends it.
 */
export const withoutStream = (context: BrowserContext) =>
  context.addInitScript((path) => {
    const ask = window.fetch.bind(window);
    window.fetch = (input, init) => (input === path ? new Promise<Response>(() => undefined) : ask(input, init));
  }, liveRoutes.events.path);
