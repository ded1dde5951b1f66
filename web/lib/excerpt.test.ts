import { expect, test } from 'vitest';
import { excerpt } from '#web/lib/excerpt.ts';

const family = '👩🏾‍👩🏾‍👧🏾';

test.each([
  ['Clinics open at nine', 20, 'Clinics open at nine'],
  ['Clinics open at nine', 15, 'Clinics open at…'],
  ['  Clinics\n\nopen ', 20, 'Clinics open'],
  ['Open, at nine', 5, 'Open…'],
  [`One ${family}${family}`, 5, `One ${family}…`],
  [`One ${family}`, 5, `One ${family}`],
  ['🇳🇬🇬🇭', 1, '🇳🇬…'],
  // The accents are separate characters, as phones send them.
  ['Ọrọ̀ náà'.normalize('NFD'), 3, `${'Ọrọ̀'.normalize('NFD')}…`],
  ['', 5, ''],
])('%s, at most %i: %s', (text, max, words) => {
  expect(excerpt(text, max)).toBe(words);
});
