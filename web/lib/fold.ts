/** Hooked and similar letters, and the plain letters that people type for them. */
const [hooked, plain] = ['ɓɗɖƙƴɛɔŋǝəʌʋłøđħ', 'bddkyeoneeavlodh'];

/**
 * A text in the form that a search compares, like the server's `fold`: no case, no marks, plain letters for hooked
 * ones.
 */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^\0-\u007F]/g, (letter) => plain[hooked.indexOf(letter)] ?? letter);
