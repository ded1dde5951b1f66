import { getHTMLFromFragment, type Editor } from '@tiptap/react';
import { isWebUrl } from '#contract/common.ts';
import { isListStart, linkAttributes, richTextElements, showsSomething } from '#contract/rich-text.ts';

/** Nothing in this document is loaded or run. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

/** A block that the editor has written as the server keeps it, to the letter: with the attributes that `contract/rich-text.ts` names. */
function keptBlock(html: string): string {
  const body = parse(html);
  for (const element of body.querySelectorAll('*')) {
    const attributes = richTextElements[element.localName] ?? [];
    for (const name of element.getAttributeNames()) if (!attributes.includes(name)) element.removeAttribute(name);
  }
  for (const list of body.querySelectorAll('ol[start]')) {
    if (!isListStart(list.getAttribute('start') ?? '')) list.removeAttribute('start');
  }
  for (const picture of body.querySelectorAll('img')) picture.alt = picture.alt.replaceAll('\u00a0', ' ');
  for (const link of body.querySelectorAll('a')) {
    const href = (link.getAttribute('href') ?? '').trim();
    if (!isWebUrl(href)) unwrap(link);
    for (const [name, value] of Object.entries({ ...linkAttributes, href })) link.setAttribute(name, value);
  }
  return body.innerHTML;
}

/** The blocks of texts as the server keeps them. Those that a change leaves alone stay the same objects. */
const kept = new WeakMap<Editor['state']['doc'], string>();

/** The text of an editor as the server keeps it; `''` when nothing of it shows anything. A key costs the block that it changes. */
export function keptOf({ state, schema }: Pick<Editor, 'state' | 'schema'>): string {
  const blocks: string[] = [];
  state.doc.forEach((block, at) => {
    const html =
      kept.get(block) ?? keptBlock(getHTMLFromFragment(state.doc.content.cut(at, at + block.nodeSize), schema));
    kept.set(block, html);
    blocks.push(html);
  });
  const html = blocks.join('');
  return showsSomething(html) ? html : '';
}

/** Gives an element another name. */
function rename(element: Element, name: string) {
  const next = element.ownerDocument.createElement(name);
  next.append(...element.childNodes);
  element.replaceWith(next);
}

/** Matches the style of a paragraph that Word means as an item of a list, with its level. */
const wordItem = /mso-list:\s*l\d+\s+level(\d+)/i;

/** Word writes the items of lists as paragraphs, each with its sign or number in the text. */
function makeWordLists(body: Element) {
  const isItem = (element: Element | null) => element !== null && wordItem.test(element.getAttribute('style') ?? '');
  for (const first of body.querySelectorAll('p')) {
    if (!isItem(first) || isItem(first.previousElementSibling)) continue;
    const items: Element[] = [];
    for (let one: Element | null = first; one && isItem(one); one = one.nextElementSibling) items.push(one);
    /** The open lists, one in the other. */
    const lists: Element[] = [];
    for (const item of items) {
      const level = Number(wordItem.exec(item.getAttribute('style') ?? '')?.[1]);
      const sign = [...item.querySelectorAll('span')].find((span) =>
        /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
      );
      const list = body.ownerDocument.createElement(
        /^\W?[\da-z]{1,4}[.)]/i.test(sign?.textContent.trim() ?? '') ? 'ol' : 'ul',
      );
      sign?.remove();
      lists.length = Math.min(lists.length, level);
      if (lists.length === 0) item.before(list);
      if (lists.length < level) {
        lists.at(-1)?.lastElementChild?.append(list);
        lists.push(list);
      }
      const entry = body.ownerDocument.createElement('li');
      const paragraph = body.ownerDocument.createElement('p');
      paragraph.append(...item.childNodes);
      entry.append(paragraph);
      lists.at(-1)?.append(entry);
      item.remove();
    }
  }
}

/**
 * Chromium reports each handler such as `onclick` to the content security policy as soon as it is parsed, in any document. None
 * of them would run.
 */
const withoutHandlers = (html: string) =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\son[a-z]+(?=\s*=)/gi, ' data-on'));

/**
 * HTML of another program, such as Word or Google Docs, before the editor reads it: headings, lists, links and emphasis stay
 * what they are, colours and alignment go.
 */
export function cleanPasted(html: string): string {
  const body = parse(withoutHandlers(html));
  makeWordLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    element.style.removeProperty('color');
    element.style.removeProperty('text-align');
  }
  for (const heading of body.querySelectorAll('h5, h6')) rename(heading, 'h4');
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  // Google Docs puts a list within a list beside the item that it belongs to.
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) list.previousElementSibling?.append(list);
  // Word fills empty paragraphs with a space.
  for (const paragraph of body.querySelectorAll('p')) {
    if (!paragraph.querySelector('img') && paragraph.textContent.trim() === '') paragraph.remove();
  }
  // ProseMirror looks the first name up in an object, and fails at one such as `constructor`.
  return `<div>${body.innerHTML}</div>`;
}
