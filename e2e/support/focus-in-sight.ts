import type { Page } from '@playwright/test';

/** The most stops of the Tab key that are checked in one direction. */
const most = 25;

/**
 * Goes through the main part of a page by Tab, then back to the header by `Shift+Tab`; in a dialog, which traps the
 * focus, at most once around. Returns the controls whose focus ring was covered or out of sight at its middle, upper or
 * lower edge, with the element on top. For a control over half as high as the window, one of the three points has to be
 * visible.
 */
export async function coveredFocus(page: Page): Promise<string[]> {
  const covered: string[] = [];
  await page.evaluate(() => {
    if (!document.querySelector('[aria-modal="true"]')) document.querySelector<HTMLElement>('main')?.focus();
  });
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate(watchFocus);
    for (let pressed = 1; pressed <= most; pressed += 1) {
      await page.keyboard.press(key);
      if (pressed % 5 === 0 && (await page.evaluate(() => window.focusWatch?.isOver))) break;
    }
    const { stops, found } = await page.evaluate(() => window.focusWatch?.end() ?? { stops: 0, found: [] });
    if (stops === 0) throw new Error(`${key} leads to ${stops} controls of ${page.url()}`);
    covered.push(...found.map((one) => `${key}: ${one}`));
  }
  return covered;
}

declare global {
  interface Window {
    focusWatch?: { isOver: boolean; end: () => { stops: number; found: string[] } } | undefined;
  }
}

/** Runs in the page. On keyup the page has scrolled to the focused element. */
function watchFocus() {
  const seen = new Set<Element>();
  const found: string[] = [];
  /** The element with the focus ring: the row of a link in a row, the label of a hidden field. */
  const ringOf = (element: Element) =>
    element.closest('label') ?? (element.matches('a') ? element.closest('li, tr') : null) ?? element;
  const nameOf = (element: Element) =>
    `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}”`;
  const look = ({ key }: KeyboardEvent) => {
    const element = document.activeElement;
    if (key !== 'Tab' || !element || !window.focusWatch || window.focusWatch.isOver) return;
    const isOutside = !element.closest('main, [role="dialog"]');
    if (seen.has(element) || (isOutside && seen.size > 0)) window.focusWatch.isOver = true;
    if (isOutside || window.focusWatch.isOver) return;
    seen.add(element);
    const ring = ringOf(element);
    const { left, width, top, bottom, height } = ring.getBoundingClientRect();
    const over = [top + 2, top + height / 2, bottom - 2].flatMap((y) => {
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit && (ring.contains(hit) || hit.contains(ring)) && hit !== document.documentElement ? [] : [hit];
    });
    if (over.length > (height > innerHeight / 2 ? 2 : 0)) {
      found.push(
        `${nameOf(element)} at ${Math.round(top)} by ${over.map((one) => one?.className ?? 'the edge').join(', ')}`,
      );
    }
  };
  addEventListener('keyup', look);
  window.focusWatch = {
    isOver: false,
    end: () => {
      removeEventListener('keyup', look);
      window.focusWatch = undefined;
      return { stops: seen.size, found };
    },
  };
}
