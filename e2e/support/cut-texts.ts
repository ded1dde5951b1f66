import type { Page } from '@playwright/test';

/**
 * Gives the texts of a page the spacing of WCAG 1.4.12, and returns the texts that are then cut off, with the overflow
 * in pixels. A text that ends with an ellipsis is complete elsewhere. Rows that a list can scroll to are not cut off,
 * but the list itself may be.
 */
export const cutTexts = (page: Page) => page.evaluate(spaceAndLook);

/** Runs in the page. */
function spaceAndLook() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }
  `);
  document.adoptedStyleSheets.push(sheet);
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim();
    if (!text || !node.parentElement?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let box = range.getBoundingClientRect();
    for (let one: Element | null = node.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, position, clipPath, textOverflow, webkitLineClamp } = getComputedStyle(one);
      const around = one.getBoundingClientRect();
      const isSpokenOnly = position === 'absolute' && (clipPath !== 'none' || around.width <= 1);
      if (isSpokenOnly || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break;
      if (/auto|scroll/.test(overflowX + overflowY)) {
        box = around;
      } else {
        const beside = Math.max(box.right - around.right, around.left - box.left);
        const below = Math.max(box.bottom - around.bottom, around.top - box.top);
        // The box of a line has some space around the letters.
        if (overflowX !== 'visible' && beside > 1) found.push(`“${text.slice(0, 40)}” by ${beside} px at its side`);
        if (overflowY !== 'visible' && below > 1) found.push(`“${text.slice(0, 40)}” by ${below} px above or below`);
      }
    }
  }
  document.adoptedStyleSheets.pop();
  return [...new Set(found)];
}
