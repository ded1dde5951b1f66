const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** A rich text as the server keeps it, as plain text: a line for each paragraph, and a picture as its description. */
export const linesOf = (html: string) =>
  html
    .replaceAll('<li>', '• ')
    .replaceAll(/<img [^<>]*?alt="([^"]*)"[^<>]*>/g, (_, alt: string) => `\n[${alt || 'picture'}]\n`)
    .replaceAll(/<[bh]r>|<\/(?:p|h\d|li|pre)>/g, '\n')
    .replaceAll(/<[^>]*(?:>|$)/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, (gap) => (gap.includes('\n') ? '\n' : gap))
    .trim();

/** The text of a rich text, in one line. */
export const wordsOf = (html: string) => linesOf(html).replaceAll(/\s+/g, ' ');
