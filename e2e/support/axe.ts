import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { readParts, scannedParts } from '#e2e/support/scanned-parts.ts';
import { requestsUnderWay } from '#e2e/support/under-way.ts';

/** Half the size of the package's export, so that a page parses it in half the time. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and axe's best practices. */
const all: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // axe counts the header of a Mantine dialog as another header of the page.
  rules: { 'landmark-no-duplicate-banner': { enabled: false }, 'landmark-unique': { enabled: false } },
};
/** The rules whose result can differ between light and dark. */
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Expects axe to find nothing. */
export const expectAccessible = (page: Page) => expectNothing(page, all);

/** The same in light and in dark. */
export async function expectAccessibleInBoth(page: Page) {
  const scheme = page.locator('html');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNothing(page, colours);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
}

async function expectNothing(page: Page, options: RunOptions) {
  await untilQuiet(page);
  // Scans again when the page changes during a scan, such as when new rows replace old ones.
  await expect(() => scan(page, options)).toPass({ timeout: 30_000 });
}

/** The number of a page's animations, once it has done what it leaves for when it is idle. */
const animations = (page: Page) =>
  page.evaluate(async () => {
    // A test that replaces the clock replaces the first of them too.
    const rest = scheduler.postTask(() => undefined, { priority: 'background', delay: 100 });
    await Promise.race([new Promise((resolve) => requestIdleCallback(resolve)), rest]);
    return document.getAnimations().length;
  });

/**
 * Waits until no response is pending and all animations have ended, so that a slow machine scans the same screen as a
 * fast one. Responses that the test holds back are not awaited.
 */
export const untilQuiet = (page: Page) =>
  expect
    .poll(async () => (await animations(page)) + requestsUnderWay(page), {
      intervals: [20],
      timeout: 3000,
    })
    .toBe(0)
    .catch(() => undefined);

/** Checks once the parts of a screen that no test of this run has found accessible. Rejects when it finds a violation. */
export async function scan(page: Page, options = all) {
  const rules = options === all ? 'all' : 'colours';
  const parts = await readParts(page, rules);
  const keys = await parts.evaluate(({ keys: all }) => all);
  const known = scannedParts.has(keys);
  if (!known.includes(false)) return;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  const found = await parts.evaluate(
    async ({ elements }, { asked, known }) => {
      const [outlineKnown, ...scanned] = known;
      // Rules about a whole page, such as the order of its headings, need all of it.
      const isScanned = new Map(elements.map((element, at) => [element, outlineKnown && scanned[at]]));
      const isParentScanned = ({ parentElement }: Element) => parentElement && isScanned.get(parentElement);
      const edges = elements.filter((element) => isParentScanned(element) !== isScanned.get(element));
      const include = edges.filter((element) => !isScanned.get(element));
      const exclude = edges.filter((element) => isScanned.get(element));
      const { axe } = window as unknown as { axe: { run(at: ElementContext, by: RunOptions): Promise<AxeResults> } };
      // Only violations are reported, and style sheets are not fetched again, because no selected rule needs them.
      const { violations } = await axe.run(
        { include, exclude },
        { ...asked, resultTypes: ['violations'], preload: false },
      );
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html.slice(0, 200)) }));
    },
    { asked: options, known },
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
  const later = await (await readParts(page, rules)).evaluate(({ keys: all }) => all);
  expect(later, `${page.url()} stands still while axe looks at it`).toEqual(keys);
  scannedParts.add(keys);
}
