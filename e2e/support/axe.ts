import { createHash } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

/**
 * The screens on which axe has found nothing in this worker, so that the same rules do not check the same screen twice.
 */
const accessible = new Set<string>();

/** Expects axe to find nothing, by WCAG 2.2 AA and its best practices. */
export const expectAccessible = (page: Page) =>
  expectNothing(page, 'all', (axe) =>
    axe
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      // axe counts the header of a Mantine dialog as another header of the page.
      .disableRules(['landmark-no-duplicate-banner', 'landmark-unique']),
  );

/** The same in light and in dark. Only colours differ between them, so only the colour rules run twice. */
export async function expectAccessibleInBoth(page: Page) {
  const scheme = page.locator('html');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNothing(page, 'colours', (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
}

async function expectNothing(page: Page, rules: string, choose: (axe: AxeBuilder) => AxeBuilder) {
  const screen = `${rules} ${await fingerprint(page)}`;
  if (accessible.has(screen)) return;
  const axe = new AxeBuilder({ page })
    // This runs in one step, without a page of its own for the result, because there are no frames of other origins.
    .setLegacyMode()
    // Only violations are reported, and style sheets are not fetched again, because no selected rule needs them.
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await choose(axe).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html }) => html.slice(0, 200)),
  }));
  expect(found, `axe on ${page.url()}`).toEqual([]);
  accessible.add(screen);
}

/**
 * A summary of all that axe judges a screen by: the elements, their nesting, roles, classes and states, which of them
 * have a name or text, and the window's width. It leaves out the texts themselves and the number of similar siblings in
 * a row.
 */
async function fingerprint(page: Page) {
  const described = await page.evaluate(() => {
    /** Attributes whose value counts. Of the others it counts only whether they are there and filled. */
    const exact =
      /^(class|role|type|lang|dir|tabindex|for|autocomplete|style|aria-(?!label|describedby|controls|owns|activedescendant|details|errormessage|valuenow|valuetext|valuemax|setsize|posinset|rowindex|rowcount).*|data-.*)$/;
    /** Numbers that a library generates for each page. */
    const numbered = /(mantine|radix|react|dnd|:r)[-\w:]*\d[-\w:]*|«\w+»|_r_\w+_/gi;
    const describe = (element: Element): string => {
      const attributes = [...element.attributes]
        .map(({ name, value }) => (exact.test(name) ? `${name}=${value.replaceAll(numbered, '#')}` : value ? name : ''))
        .toSorted()
        .join(' ');
      const children: string[] = [];
      for (const child of element.childNodes) {
        const text = child.nodeType === Node.TEXT_NODE && child.textContent?.trim() ? 'text' : '';
        const inner = child instanceof Element ? describe(child) : text;
        if (inner && inner !== children.at(-1)) children.push(inner);
      }
      return `<${element.localName} ${attributes}>${children.join('')}</>`;
    };
    return [innerWidth, document.title ? 'titled' : '', describe(document.documentElement)].join(' ');
  });
  return createHash('sha256').update(described).digest('base64');
}
