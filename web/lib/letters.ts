type Letter = { segment: string; index: number };

/** Undefined if the browser has no segmenter: Firefox before 125. */
let segmenter: Intl.Segmenter | undefined;

/** The characters that belong to the preceding letter: accents, skin tones, joiners, the tags of flags. */
const added = String.raw`[\p{M}\p{Emoji_Modifier}\u200C\u200D\u{E0020}-\u{E007F}]`;
const emoji = String.raw`\p{Extended_Pictographic}(?:${added}*\u200D\p{Extended_Pictographic})*`;
const flag = String.raw`\p{Regional_Indicator}{2}`;
const letter = new RegExp(String.raw`\r\n|\p{Cc}|(?:${flag}|${emoji}|[^])${added}*`, 'gu');

/** The letters of a text by a pattern for the most frequent cases; scripts with joined letters are not covered. */
export const lettersByPattern = (text: string): Letter[] =>
  [...text.matchAll(letter)].map(({ 0: segment, index }) => ({ segment, index }));

/** Code units passed to the browser at once: the time per letter grows with the length of the text. */
const atOnce = 500;

function* lettersBySegmenter(text: string, segmenter: Intl.Segmenter): Iterable<Letter> {
  let size = atOnce;
  for (let from = 0; from < text.length;) {
    const found = [...segmenter.segment(text.slice(from, from + size))];
    // The last letter may continue in the next chunk.
    const last = from + size < text.length ? found.pop() : undefined;
    for (const { segment, index } of found) yield { segment, index: from + index };
    from = last ? from + last.index : text.length;
    size = found.length > 0 ? atOnce : size * 2;
  }
}

/**
 * The letters of a text as people count them: an emoji of several code points, or a letter with its accents, is one.
 */
export function letters(text: string): Iterable<Letter> {
  if (!('Segmenter' in Intl)) return lettersByPattern(text);
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return lettersBySegmenter(text, segmenter);
}
