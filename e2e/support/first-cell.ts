import type { Page } from '@playwright/test';

type FirstCell = {
  /** Milliseconds from the start of the navigation until the first cell of the list was painted. */
  ms: number;
  /** The scripts that had started to load before. */
  scripts: number;
  /** All requests that had started before, including the page itself. */
  requests: number;
};

declare global {
  interface Window {
    firstCell: Promise<FirstCell>;
  }
}

/** The first cells or rows of a list. `aria-busy` marks the table of a list; the table of a chart does not have it. */
export const listCell = 'table[aria-busy] td, main li[class]';

/** Records when the first cell of a list is painted. Call it before the page opens. */
export const watchFirstCell = (page: Page, cell = listCell) =>
  page.addInitScript((selector) => {
    window.firstCell = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        // The frame that paints the cell ends before this task.
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
  }, cell);

/** Opens an address and resolves once its first cell is there. */
export async function firstCell(page: Page, url: string): Promise<FirstCell> {
  await page.goto(url);
  return page.evaluate(() => window.firstCell);
}
