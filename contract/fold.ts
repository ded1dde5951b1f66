import { normalized } from '#contract/normalized.ts';

/** Hooked and similar letters, and the plain letters that people type for them. */
const [hooked, plain] = ['ɓɗɖƙƴɛɔŋǝəʌʋłøđħ', 'bddkyeoneeavlodh'];

/** Normalizes a text for searches, like the server's `fold`: lower case, no accents, plain letters for hooked ones. */
export const fold = (text: string) =>
  normalized(text, 'NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^\0-\u007F]/g, (letter) => plain[hooked.indexOf(letter)] ?? letter);
