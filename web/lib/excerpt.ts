const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The first words of a text, to tell one from another where the whole is too long: `Clinics open at nine on…`. At most
 * so many characters as a person counts them: an emoji of several parts, or a letter with its marks, is one.
 */
export function excerpt(text: string, most = 40) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  let count = 0;
  for (const { index } of segmenter.segment(line)) {
    count += 1;
    if (count > most) return `${line.slice(0, index).replace(/[\s.,;:!?]+$/, '')}…`;
  }
  return line;
}
