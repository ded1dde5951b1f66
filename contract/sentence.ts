import type { Field } from '#contract/fields.ts';
import { normalized } from '#contract/normalized.ts';

type FieldType = Field['type'];

/** The types of the fields that have words. */
const worded: ReadonlySet<FieldType> = new Set(['text', 'rich', 'lines', 'list', 'alt']);

/** Whether a field can have a sentence. A citation names a source, whatever its words say. */
export const hasSentences = (name: string, { type }: Pick<Field, 'type'>) => name !== 'citations' && worded.has(type);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Marks where words were, in a text without private characters of its own. */
const gap = '\ue000';

/** The elements that a sentence can run through. Every other tag separates paragraphs. */
const inline = /^<\/?(?:strong|em|u|s|code|span|a)\b/;

/** The visible text of a rich text, with a line for each paragraph and picture, and where each character stands. */
function visibleText(html: string) {
  const places: { at: number; length: number }[] = [];
  let text = '';
  const add = (shown: string, at: number, length: number) => {
    text += shown;
    // An entity is one character.
    for (let index = 0; index < shown.length; index += 1) places.push({ at: at + (length === 1 ? index : 0), length });
  };
  const addWords = (written: string, from: number) => {
    for (const { 0: part, 1: name, index } of written.matchAll(/&(\w+);|[^&]+|&/g)) {
      const entity = name === undefined ? undefined : entities[name];
      if (entity === undefined) add(part, from + index, 1);
      else add(entity, from + index, part.length);
    }
  };
  for (const { 0: part, index } of html.matchAll(/<[^>]*>|[^<]+|</g)) {
    if (!part.startsWith('<')) addWords(part, index);
    else if (!inline.test(part)) {
      add('\n', index, 1);
      const start = part.indexOf(' alt="') + ' alt="'.length;
      if (part.startsWith('<img') && start >= ' alt="'.length) {
        addWords(part.slice(start, part.indexOf('"', start)), index + start);
        add('\n', index, 1);
      }
    }
  }
  return { text, places };
}

const escapedForHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Removes the elements that the removed words have left empty. */
function withoutEmptied(html: string): string {
  const next = html.replaceAll(/<(\w+)(?: [^<>]*)?>(?:\s|&nbsp;)*\ue000[\s\ue000]*<\/\1>/g, gap);
  return next === html ? html : withoutEmptied(next);
}

/** Ends of a sentence. They belong to the text, and stay when other words replace it. */
const ends = /[.!?…]+$/;

/** A pattern for the words of a sentence, in any case, with any white space within a line and with either apostrophe. */
function patternOf(sentence: string) {
  const words = normalized(sentence, 'NFC')
    .trim()
    .replace(ends, '')
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/['’‘]/g, "['’‘]"));
  const whole = words.join(String.raw`[^\S\n]+`).replaceAll(/["“”]/g, '["“”]');
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${whole}(?![\p{L}\p{M}\p{N}])`, 'giu');
}

type Change = { from: number; to: number; words: string };

/** The changes of a text that replace each match of a pattern; without a replacement, they remove it with its end. */
function changesOf(text: string, pattern: RegExp, replacement: string): Change[] {
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => {
    const [end = ''] = /^[.!?…]+/.exec(text.slice(index + length)) ?? [];
    const to = index + length + (replacement === '' || ends.test(replacement) ? end.length : 0);
    if (replacement !== '') return { from: index, to, words: replacement };
    const [before, after] = [text.charAt(index - 1), text.charAt(to)];
    // Of the spaces around it, one stays between two sentences.
    const isBetween = /[^\S\n]/.test(before) && (after === '' || /\s/.test(after));
    return isBetween
      ? { from: index - 1, to, words: '' }
      : { from: index, to: to + (/[^\S\n]/.test(after) ? 1 : 0), words: '' };
  });
}

function changedText(text: string, changes: readonly Change[]) {
  let changed = '';
  let from = 0;
  for (const one of changes) {
    changed += text.slice(from, one.from) + one.words;
    from = one.to;
  }
  return changed + text.slice(from);
}

/** A rich text with these changes of its visible text. The elements around the words stay, unless they are left empty. */
function changedHtml(html: string, places: ReturnType<typeof visibleText>['places'], changes: readonly Change[]) {
  let changed = '';
  let end = 0;
  for (const { from, to, words } of changes) {
    for (let index = from; index < to; index += 1) {
      const place = places[index];
      if (!place) continue;
      changed += html.slice(end, place.at);
      if (index === from) changed += escapedForHtml(words);
      changed += gap;
      end = place.at + place.length;
    }
  }
  return withoutEmptied(changed + html.slice(end)).replaceAll(gap, '');
}

/**
 * A sentence, to find and to replace in the fields of texts. It is found by its words, within a paragraph, whatever its
 * letters, white space, apostrophes and formatting; the stop at its end does not count.
 */
export function findsSentence(sentence: string) {
  const pattern = patternOf(sentence);
  const hasIt = (text: string) => text.search(pattern) !== -1;
  const replaced = (text: string, replacement: string) =>
    changedText(text, changesOf(text, pattern, replacement)).trim();
  return {
    /** Whether the value of a field has the sentence. */
    isIn: ({ type }: Pick<Field, 'type'>, value: unknown): boolean => {
      if (Array.isArray(value)) return value.some((one) => typeof one === 'string' && hasIt(one));
      if (typeof value !== 'string') return false;
      return hasIt(type === 'rich' ? visibleText(value).text : value);
    },

    /** The value of a field with other words in its place; `''` removes it, and from a list the items that are left empty. */
    replaceIn: ({ type }: Pick<Field, 'type'>, value: unknown, replacement: string): unknown => {
      if (Array.isArray(value))
        return value.flatMap((one: unknown) => {
          if (typeof one !== 'string' || !hasIt(one)) return [one];
          const changed = replaced(one, replacement);
          return changed === '' ? [] : [changed];
        });
      if (typeof value !== 'string') return value;
      if (type !== 'rich') return hasIt(value) ? replaced(value, replacement) : value;
      const { text, places } = visibleText(value);
      return hasIt(text) ? changedHtml(value, places, changesOf(text, pattern, replacement)) : value;
    },
  };
}
