/** Letters with hooks and the like, and the plain ones that people type for them. */
const [hooked, plain] = ['ɓɗɖƙƴɛɔŋǝəʌʋłøđħ', 'bddkyeoneeavlodh'];

/** A text as a search compares it, like the server's `fold`: no case, no marks, plain letters for hooked ones. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^\0-\u007F]/g, (letter) => plain[hooked.indexOf(letter)] ?? letter);
