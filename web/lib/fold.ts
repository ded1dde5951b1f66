import { normalized } from '#contract/common.ts';

/** Hooked and similar letters, and the plain letters that people type for them. */
const [hooked, plain] = ['ɓɗɖƙƴɛɔŋǝəʌʋłøđħ', 'bddkyeoneeavlodh'];

/**
 * A text in the form that a search compares, like the server's `fold`: no case, no marks, plain letters for hooked
 * ones.
 */
export const fold = (text: string) =>
  normalized(text, 'NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^\0-\u007F]/g, (letter) => plain[hooked.indexOf(letter)] ?? letter);

/** A text as a search on screen compares it: folded, and several spaces between two words count as one. */
export const searched = (text: string) => fold(text.trim()).replaceAll(/\s+/g, ' ');

const kept = new WeakMap<object, string>();

/** What of a thing is searched, a line for each text. Thousands are searched at each key, so each is folded only once. */
export function searchedOf<Thing extends object>(thing: Thing, textsOf: (thing: Thing) => string[]) {
  const lines = kept.get(thing) ?? textsOf(thing).map(searched).join('\n');
  kept.set(thing, lines);
  return lines;
}
