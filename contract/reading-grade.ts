/** The sentences of a text in lines. A line without an end of its own is one. */
export const sentencesOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => line.match(/(?:[^.!?]|[.](?=\d)|[.!?](?=[^\s]))+[.!?:;]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\w/.test(sentence));

/** The words of a text. A number such as 1,000 is one; letters keep their marks, as in Yorùbá. */
export const wordsOf = (text: string): string[] =>
  text.match(/\d+(?:[.,]\d+)+|[\p{L}\p{M}\d]+(?:[’'-][\p{L}\p{M}\d]+)*/gu) ?? [];

/** The syllables of an English word, estimated by its groups of vowels. */
function syllables(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (letters.length <= 3) return 1;
  const groups = letters.replace(/(?:[^laeiouy]es|[^aeiouytd]ed|[^laeiouy]e)$/, '').match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}

/**
 * The reading grade of an English text by Flesch and Kincaid (1975), in years of school. Lines of a list count as
 * sentences.
 */
export function gradeOf(text: string): number {
  const sentences = sentencesOf(text).length;
  const words = wordsOf(text);
  const all = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / Math.max(1, sentences)) + 11.8 * (all / Math.max(1, words.length)) - 15.59;
}
