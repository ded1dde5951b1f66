import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { type JSHandle, type Page, test } from '@playwright/test';

/**
 * The elements of a screen in the order of the document, and their keys behind the key of its outline, which is its
 * headings and landmarks in their order. The key of an element summarises all that axe judges it by: its role, classes
 * and states, those of its ancestors and of its children, which of them have a name or text, and the window's width.
 * Texts, ids of records and the number of similar children in a row are left out.
 */
export type ScreenParts = { keys: [outline: string, ...elements: string[]]; elements: Element[] };

/**
 * Reads the parts of the screen, or of the dialog that covers it: nothing below a dialog can be reached. `rules` names
 * the rules by which the parts are judged.
 */
export const readParts = (page: Page, rules: string): Promise<JSHandle<ScreenParts>> =>
  page.evaluateHandle((prefix) => {
    /** Attributes whose value counts. Other attributes count only as present and not empty. */
    const exact =
      /^(class|role|type|lang|dir|tabindex|for|autocomplete|style|aria-(?!label|describedby|controls|owns|activedescendant|details|errormessage|valuenow|valuetext|valuemax|setsize|posinset|rowindex|rowcount).*|data-.*)$/;
    /** Numbers that a library generates for each page, ids of records, and places in a list of any length. */
    const varying =
      /(mantine|radix|react|:r)[-\w:]*\d[-\w:]*|«\w+»|_r_\w+_|[\da-f]{8}-[\da-f-]{27}|\btop: [^;]+|--length: [^;]+/gi;
    const outlined = 'h1, h2, h3, h4, h5, h6, header, nav, main, footer, [role=heading], [role=dialog]';
    /** FNV-1a over two numbers of 32 bits. */
    const digest = (text: string) => {
      let [left, right] = [0x811c9dc5, 0x1000193];
      for (let at = 0; at < text.length; at += 1) {
        left = Math.imul(left ^ text.charCodeAt(at), 0x01000193);
        right = Math.imul(right ^ text.charCodeAt(at), 0x85ebca6b);
      }
      return (left >>> 0).toString(36) + (right >>> 0).toString(36);
    };
    const describeElement = (element: Element) => {
      const attributes = [...element.attributes].map(({ name, value }) => {
        if (exact.test(name)) return `${name}=${value.replaceAll(varying, '#')}`;
        return value ? name : '';
      });
      return `<${element.localName} ${attributes.toSorted().join(' ')}>`;
    };
    const parts: ScreenParts = { keys: [''], elements: [] };
    const outline: string[] = [];
    const add = (element: Element, described: string, ancestors: string) => {
      const chain = digest(ancestors + described);
      const at = parts.keys.push('') - 1;
      parts.elements.push(element);
      if (element.matches(outlined)) outline.push(described);
      const children: string[] = [];
      for (const child of element.childNodes) {
        // Code and style sheets arrive while a page is in use. Their elements are no part of what a user meets.
        if (child instanceof Element && child.matches('head, link, script, style')) continue;
        if (child instanceof Element) {
          const inner = describeElement(child);
          add(child, inner, chain);
          if (inner !== children.at(-1)) children.push(inner);
        } else if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim() && children.at(-1) !== 'text') {
          children.push('text');
        }
      }
      parts.keys[at] = digest(chain + children.join(''));
    };
    const root = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.documentElement;
    const scheme = document.documentElement.dataset.mantineColorScheme;
    const screen = `${prefix} ${innerWidth} ${scheme} ${document.title ? 'titled' : ''}`;
    add(root, describeElement(root), screen);
    parts.keys[0] = digest(screen + outline.join(''));
    return parts;
  }, rules);

/**
 * The parts that the tests of this run have found accessible, shared by the workers. Playwright empties the
 * folder of its file before a run.
 */
class ScannedParts {
  readonly #known = new Set<string>();
  #read = 0;

  /** Whether each key belongs to such a part. */
  has(keys: string[]): boolean[] {
    this.#readOn();
    return keys.map((key) => this.#known.has(key));
  }

  add(keys: Iterable<string>) {
    const added = [...new Set(keys)].filter((key) => !this.#known.has(key));
    if (added.length === 0) return;
    mkdirSync(path.dirname(this.#file()), { recursive: true });
    appendFileSync(this.#file(), `${added.join('\n')}\n`);
  }

  #file() {
    return path.join(test.info().project.outputDir, '.accessible', 'parts.txt');
  }

  /** Reads what the workers have added since the last time. */
  #readOn() {
    if (!existsSync(this.#file())) return;
    const file = openSync(this.#file(), 'r');
    const bytes = Buffer.alloc(1 << 16);
    let text = '';
    for (let length = -1, at = this.#read; length !== 0; at += length) {
      length = readSync(file, bytes, 0, bytes.length, at);
      text += bytes.toString('latin1', 0, length);
    }
    closeSync(file);
    const whole = text.lastIndexOf('\n') + 1;
    for (const key of text.slice(0, whole).split('\n')) this.#known.add(key);
    this.#read += whole;
  }
}

export const scannedParts = new ScannedParts();
