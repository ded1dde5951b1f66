import { type Page, expect } from '@playwright/test';

/** The window of a test that says nothing else. */
export const desktop = { width: 1440, height: 900 };

/** The smallest phone that everything must work on. */
export const phone = { width: 360, height: 640 };

/** Nothing reaches over the sides, and a finger hits everything that can be pressed. */
export async function expectFitsPhone(page: Page) {
  const { over, small } = await page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    const pressed = document.querySelectorAll('a, button, input, textarea, select, [role="menuitem"]');
    const targets = [...pressed].map((element) => {
      // A hidden radio is pressed by what it stands in.
      const target = element.matches('[type="radio"], [type="checkbox"]')
        ? (element.closest('label') ?? element)
        : element;
      const { width, height } = target.getBoundingClientRect();
      const shown = target.checkVisibility({ visibilityProperty: true }) && width > 1;
      return { shown, width, height, what: target.outerHTML.slice(0, 160) };
    });
    return {
      over: root.scrollWidth - root.clientWidth,
      // Half a pixel is rounding.
      small: targets.filter(({ shown, width, height }) => shown && (width < 43.5 || height < 43.5)),
    };
  });
  expect(over, 'pixels over the side').toBe(0);
  expect(small, 'targets under 44 pixels').toEqual([]);
}
