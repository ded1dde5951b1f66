import { isDeepStrictEqual } from 'node:util';
import { type Locator, type Page, expect } from '@playwright/test';
import { requestsUnderWay, untilLoaded } from '#e2e/support/under-way.ts';

/** The default window of a test. */
export const desktop = { width: 1440, height: 900 };

/** The smallest supported phone. */
export const phone = { width: 360, height: 640 };

/** The number of equal positions in a row that count as rest. */
const looks = 4;

/** The position of an element once loading and scrolling have ended. `held`: calls that the test keeps unanswered. */
export async function boxAtRest(element: Locator, held = 0) {
  const page = element.page();
  let box = await element.boundingBox();
  let same = 0;
  await expect
    .poll(
      async () => {
        await untilLoaded(page, held);
        const before = box;
        box = await element.boundingBox();
        same = isDeepStrictEqual(box, before) && requestsUnderWay(page) <= held ? same + 1 : 0;
        return same;
      },
      { intervals: [50] },
    )
    .toBeGreaterThanOrEqual(looks);
  return box;
}

/**
 * Expects that no element is wider than the window, and that every control is large enough for a finger, once the page
 * has adapted to a change of the window's size.
 */
export async function expectFitsPhone(page: Page) {
  await expect(async () => fitsPhone(page)).toPass({ timeout: 30_000 });
}

async function fitsPhone(page: Page) {
  const { over, small } = await page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    const pressed = document.querySelectorAll('a, button, input, textarea, select, [role="menuitem"]');
    const targets = [...pressed].map((element) => {
      // A hidden radio is pressed by its container.
      const target = element.matches('[type="radio"], [type="checkbox"]')
        ? (element.closest('label') ?? element)
        : element;
      const { width, height } = target.getBoundingClientRect();
      const shown = target.checkVisibility({ visibilityProperty: true }) && width > 1;
      return { shown, width, height, what: target.outerHTML.slice(0, 160) };
    });
    return {
      over: root.scrollWidth - root.clientWidth,
      // Half a pixel is a rounding error.
      small: targets.filter(({ shown, width, height }) => shown && (width < 43.5 || height < 43.5)),
    };
  });
  expect(over, 'pixels that the page is wider than the window').toBe(0);
  expect(small, 'targets under 44 pixels').toEqual([]);
}
