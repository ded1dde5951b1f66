import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import type { z } from 'zod';
import { isWebUrl } from '#contract/common.ts';
import { ownImage } from '#contract/images.ts';
import {
  isListStart,
  keptStyle,
  linkAttributes,
  maxTags,
  richTextElements,
  showsSomething,
} from '#contract/rich-text.ts';

/** Levels of elements in a text: those below are left out, their text stays. */
const maxDepth = 40;

/** The times that a text is read. Of one that was nested wrongly on purpose, and still changes then, only the words are kept. */
const maxPasses = 10;

/** What other editors write for what ours does. */
const same: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's', h5: 'h4', h6: 'h4' };

/** No element: the tag is left out, and what it holds stays. */
const none = { tagName: '', attribs: {} };

function shape(name: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const tagName = same[name] ?? name;
  if (!Object.hasOwn(richTextElements, tagName)) return { tagName, attribs: {} };
  if (tagName === 'a') {
    const href = (given.href ?? '').trim();
    return isWebUrl(href) ? { tagName, attribs: { ...linkAttributes, href } } : none;
  }
  if (tagName === 'img') {
    const { src = '', alt = '' } = given;
    return ownImage.test(src) ? { tagName, attribs: { src, alt } } : none;
  }
  if (tagName === 'ol') {
    const start = given.start ?? '';
    return { tagName, attribs: isListStart(start) ? { start } : {} };
  }
  const style = richTextElements[tagName]?.includes('style') ? keptStyle(tagName, given.style ?? '') : '';
  if (tagName === 'span' && style === '') return none;
  return { tagName, attribs: style === '' ? {} : { style } };
}

const options: sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: Object.keys(richTextElements),
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextElements).map(([name, attributes]) => [name, [...attributes]]),
  ),
  allowedEmptyAttributes: ['alt'],
  allowedSchemes: ['https', 'http'],
  // `shape` has judged the styles.
  parseStyleAttributes: false,
  nestingLimit: maxDepth,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template'],
  transformTags: { '*': shape },
  // As browsers write it.
  textFilter: (text) => text.replaceAll('\u00a0', '&nbsp;'),
};

/** Loaded for the first text: with its parsers it takes as long as a tenth of a start. */
let sanitizer: typeof sanitizeHtml | undefined;

function sanitize(html: string, asked: sanitizeHtml.IOptions): string {
  sanitizer ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml;
  return sanitizer(html, asked);
}

/** The most texts whose digests are remembered, which take about 1 MB. */
const maxKnown = 10_000;
/** Digests of texts that sanitising leaves as they are: each save of a thing checks its stored text again. */
const known = new Set<string>();

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

function remember(digest: string) {
  known.add(digest);
  const [oldest] = known;
  if (known.size > maxKnown && oldest) known.delete(oldest);
}

/**
 * What is kept of a rich text: elements, attributes and styles that `contract/rich-text.ts` names, links to the web and own
 * pictures; `''` when nothing of that shows anything. What the editor makes is kept to the letter, and sanitising twice changes
 * nothing.
 */
export function sanitizeRichText(html: string): string {
  if (known.has(digestOf(html))) return html;
  let kept = html;
  // What is left out can change how the rest is read, so it is read again until it stays as it is.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = kept;
    kept = sanitize(before, options).replaceAll(' />', '>');
    if (kept !== before) continue;
    if (!showsSomething(kept)) return '';
    remember(digestOf(kept));
    return kept;
  }
  return sanitize(kept, { ...options, allowedTags: [] });
}

/**
 * The rules of a rich text that is stored, from those of one that is sent. Sanitising can make it longer, so its length is
 * checked again.
 */
export const sanitized = (sent: z.ZodString) =>
  sent
    .refine((html) => html.split('<', maxTags + 2).length <= maxTags + 1, {
      error: `This text can have at most ${maxTags.toLocaleString('en')} tags`,
      abort: true,
    })
    .overwrite(sanitizeRichText)
    .pipe(sent)
    .default('');
