import { getHTMLFromFragment, type Editor } from '@tiptap/react';
import { isWebUrl } from '#contract/common.ts';
import { isListStart, linkAttributes, richTextElements, showsSomething } from '#contract/rich-text.ts';
import { pasteChangesInWords, readPasted } from '#web/rich-text/pasted.ts';
import { type PastedNode, htmlOf, tag, textOf } from '#web/rich-text/pasted-tree.ts';

/** Nothing in this document is loaded or executed. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

/** A block of the editor exactly as the server keeps it: with the attributes that `contract/rich-text.ts` allows. */
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

/** The blocks of texts as the server keeps them. Blocks that a change does not touch stay the same objects. */
const kept = new WeakMap<Editor['state']['doc'], string>();

/**
 * The text of an editor as the server keeps it; `''` when it shows nothing. A keystroke costs only the block it
 * changes.
 */
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

/**
 * Chromium reports each handler such as `onclick` to the content security policy as soon as it is parsed, in any
 * document. None of them would run.
 */
const withoutHandlers = (html: string) =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\son[a-z]+(?=\s*=)/gi, ' data-on'));

const partOf = (node: Node): readonly PastedNode[] => {
  if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue ?? ''];
  if (!(node instanceof Element)) return [];
  const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return [tag(node.localName, [...node.childNodes].flatMap(partOf), attributes)];
};

const readHtml = (html: string) => readPasted(partOf(parse(withoutHandlers(html))));

/**
 * HTML of another program, such as Word or Google Docs, before the editor parses it, and a description of the changes
 * made to it.
 */
export function cleanPasted(html: string) {
  const { parts, changes } = readHtml(html);
  // ProseMirror looks the first element name up in an object, and fails on names such as `constructor`.
  return { html: `<div>${htmlOf(parts)}</div>`, said: pasteChangesInWords(changes), hasTable: changes.tables > 0 };
}

/** Whether copied HTML is only a picture: browsers copy one together with its file. */
export function isPictureAlone(html: string) {
  const { parts, changes } = readHtml(html);
  return changes.pictures === 1 && textOf(parts) === '';
}
