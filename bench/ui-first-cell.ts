import type { BrowserContext, Page } from '@playwright/test';

type FirstCell = {
  /** Milliseconds from the start of the navigation until the first cell of the list was painted. */
  ms: number;
  /** Scripts and all requests that had begun before. */
  scripts: number;
  requests: number;
};

declare global {
  interface Window {
    benchFirstCell: Promise<FirstCell>;
  }
}

/** Notes when the first cell of a table is painted. Before the page opens. */
export const watchFirstCell = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.benchFirstCell = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('tbody td')) return;
        observer.disconnect();
        // The frame that paints it ends before this task.
        requestAnimationFrame(() =>
          setTimeout(() => {
            const ms = performance.now();
            const begun = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ms);
            const scripts = begun.filter(({ name }) => name.endsWith('.js')).length;
            resolve({ ms, scripts, requests: begun.length + 1 });
          }),
        );
      }).observe(document, { childList: true, subtree: true });
    });
  });

/** Opens an address and answers when its first cell was there. */
export async function firstCell(page: Page, url: string): Promise<FirstCell> {
  await page.goto(url);
  return page.evaluate(() => window.benchFirstCell);
}
