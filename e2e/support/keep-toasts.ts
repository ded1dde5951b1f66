import type { BrowserContext } from '@playwright/test';

/** Milliseconds after which a toast goes (`web/ui/toasts.tsx`). */
const life = 8_000;

/**
 * Keeps toasts until they are dismissed: on a slow machine they would be gone before a test looks. They go as usual on
 * the clock of a test that installs one.
 */
export const keepToasts = (context: BrowserContext) =>
  context.addInitScript((never) => {
    const start = window.setTimeout;
    Object.assign(window, {
      setTimeout: (...given: Parameters<typeof start>) => (given[1] === never ? 0 : start(...given)),
    });
  }, life);
