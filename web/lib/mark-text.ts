import { fold } from '#contract/fold.ts';
import { letters } from '#web/lib/letters.ts';

type Part = { text: string; marked: boolean };

/**
 * Splits a text into parts and marks the matches of `term`, ignoring case and accents as the search does. Without a
 * match there is one part.
 */
export function markText(text: string, term: string): Part[] {
  const wanted = fold(term.trim());
  if (wanted === '') return [{ text, marked: false }];
  const { folded, from } = foldLetters(text);
  from.push(text.length);
  const parts: Part[] = [];
  let done = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const start = from[at] ?? 0;
    // The letter at the end of the match is marked as a whole.
    let next = at + wanted.length;
    while (from[next] === from[next - 1]) next += 1;
    const end = from[next] ?? text.length;
    if (start > done) parts.push({ text: text.slice(done, start), marked: false });
    if (end > done) parts.push({ text: text.slice(Math.max(start, done), end), marked: true });
    done = Math.max(done, end);
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
}

/** A folded text, and for each of its characters the index of the original letter. */
function foldLetters(text: string) {
  // Letters without accents need no segmenter, which takes a microsecond per letter.
  if (/^[\0-\u007F]*$/.test(text)) return { folded: fold(text), from: Array.from(text, (_, index) => index) };
  let folded = '';
  const from: number[] = [];
  for (const { segment, index } of letters(text)) {
    const plain = fold(segment);
    for (let at = 0; at < plain.length; at += 1) from.push(index);
    folded += plain;
  }
  return { folded, from };
}
