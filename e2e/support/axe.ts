import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
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

/**
 * Waits until no response is pending and all animations have ended, so that a slow machine scans the same screen as a
 * fast one. Responses that the test holds back are not awaited.
 */
export const untilQuiet = (page: Page) =>
  expect
    .poll(async () => requestsUnderWay(page) + (await page.evaluate(() => document.getAnimations().length)), {
      intervals: [20],
      timeout: 3000,
    })
    .toBe(0)
    .catch(() => undefined);

async function scan(page: Page, options: RunOptions) {
  const rules = options === all ? 'all' : 'colours';
  const described = async () =>
    createHash('sha256')
      .update(`${rules} ${await describe(page)}`)
      .digest('hex');
  const screen = await described();
  // Playwright empties this folder before a run. A file in it stands for a screen without violations, so that the same
  // rules do not check the same screen twice.
  const folder = path.join(test.info().project.outputDir, '.accessible');
  if (existsSync(path.join(folder, screen))) return;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  const found = await page.evaluate(async (asked) => {
    // Nothing below a dialog can be reached. The page is checked without the dialog.
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    // Only violations are reported, and style sheets are not fetched again, because no selected rule needs them.
    const { axe } = window as unknown as { axe: { run(context: Node, options: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run(dialog ?? document, { ...asked, resultTypes: ['violations'], preload: false });
    return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html.slice(0, 200)) }));
  }, options);
  expect(found, `axe on ${page.url()}`).toEqual([]);
  expect(await described(), `${page.url()} stands still while axe looks at it`).toBe(screen);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, screen), '');
}

/**
 * A summary of the input of axe: the elements, their nesting, roles, classes and states, which of them have a name or
 * text, and the window's width. Texts and the number of similar siblings in a row are left out.
 */
function describe(page: Page) {
  return page.evaluate(() => {
    /** Attributes whose value counts. Other attributes count only as present and not empty. */
    const exact =
      /^(class|role|type|lang|dir|tabindex|for|autocomplete|style|aria-(?!label|describedby|controls|owns|activedescendant|details|errormessage|valuenow|valuetext|valuemax|setsize|posinset|rowindex|rowcount).*|data-.*)$/;
    /** Numbers that a library generates for each page. */
    const numbered = /(mantine|radix|react|:r)[-\w:]*\d[-\w:]*|«\w+»|_r_\w+_/gi;
    const describeElement = (element: Element): string => {
      const attributes = [...element.attributes]
        .map(({ name, value }) => (exact.test(name) ? `${name}=${value.replaceAll(numbered, '#')}` : value ? name : ''))
        .toSorted()
        .join(' ');
      const children: string[] = [];
      for (const child of element.childNodes) {
        const text = child.nodeType === Node.TEXT_NODE && child.textContent?.trim() ? 'text' : '';
        const inner = child instanceof Element ? describeElement(child) : text;
        if (inner && inner !== children.at(-1)) children.push(inner);
      }
      return `<${element.localName} ${attributes}>${children.join('')}</>`;
    };
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    const { dataset } = document.documentElement;
    return [
      innerWidth,
      document.title ? 'titled' : '',
      dataset.mantineColorScheme,
      describeElement(dialog ?? document.documentElement),
    ].join(' ');
  });
}
