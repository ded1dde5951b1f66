import { letters } from '#web/lib/letters.ts';

/**
 * The first words of a text, to identify it where there is no room for all of it: `Clinics open at nine on…`. `max`
 * counts characters as people do: an emoji of several code points, or a letter with its accents, is one.
 */
export function excerpt(text: string, max = 40) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  let count = 0;
  for (const { index } of letters(line)) {
    count += 1;
    if (count > max) return `${line.slice(0, index).replace(/[\s.,;:!?]+$/, '')}…`;
  }
  return line;
}
