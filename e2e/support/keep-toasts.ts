import type { BrowserContext } from '@playwright/test';

/** Milliseconds after which a toast disappears (`web/ui/toasts.tsx`). */
const life = 8_000;

/**
 * Keeps toasts until they are dismissed: on a slow machine they would disappear before a test looks. With the installed
 * clock of a test they disappear as usual.
 */
export const keepToasts = (context: BrowserContext) =>
  context.addInitScript((never) => {
    const start = window.setTimeout;
    Object.assign(window, {
      setTimeout: (...given: Parameters<typeof start>) => (given[1] === never ? 0 : start(...given)),
    });
  }, life);
