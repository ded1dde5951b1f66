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

/** The maximum nesting of elements in a text: deeper elements are removed, their text stays. */
const maxDepth = 40;

/**
 * The maximum number of passes over a text. If a text still changes then, its nesting is malicious, and only its words
 * are kept.
 */
const maxPasses = 10;

/** Elements of other editors, with their equivalent in the desk's editor. */
const same: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's', h5: 'h4', h6: 'h4' };

/** Removes the tag and keeps its content. */
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
  // `shape` has already checked the addresses and styles.
  parseStyleAttributes: false,
  nestingLimit: maxDepth,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template'],
  transformTags: { '*': shape },
  // As browsers write it.
  textFilter: (text) => text.replaceAll('\u00a0', '&nbsp;'),
};

/** Loaded for the first text: loading it with its parsers takes a tenth of a start. */
let sanitizer: typeof sanitizeHtml | undefined;

function sanitize(html: string, asked: sanitizeHtml.IOptions): string {
  sanitizer ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml;
  return sanitizer(html, asked);
}

/** The maximum number of cached digests, which take about 1 MB. */
const maxKnown = 10_000;
/** Digests of texts that sanitising leaves unchanged: each save of a record checks its stored text again. */
const known = new Set<string>();

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

function remember(digest: string) {
  known.add(digest);
  const [oldest] = known;
  if (known.size > maxKnown && oldest) known.delete(oldest);
}

/**
 * Sanitises a rich text: keeps the elements, attributes and styles of `contract/rich-text.ts`, links to the web and
 * images of this desk; returns `''` when nothing visible remains. The output of the editor stays unchanged, and
 * sanitising twice changes nothing.
 */
export function sanitizeRichText(html: string): string {
  if (known.has(digestOf(html))) return html;
  let kept = html;
  // Removing a part can change how the rest is parsed, so passes repeat until nothing changes.
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
 * The rules of a stored rich text, from those of a sent one. Sanitising can make it longer, so its length is checked
 * again.
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
