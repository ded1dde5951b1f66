import type { BrowserContext } from '@playwright/test';
import { live } from '#contract/live.ts';

/**
 * Pages of this context are not told what others change, as while their stream is cut: what a test changes behind a page's back
 * stays there, and the network is quiet at times. Call it before they open; `dispose` of what it gives ends it.
 */
export const withoutStream = (context: BrowserContext) =>
  context.addInitScript((path) => {
    const ask = window.fetch.bind(window);
    window.fetch = (input, init) => (input === path ? new Promise<Response>(() => undefined) : ask(input, init));
  }, live.events.path);
