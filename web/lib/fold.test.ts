import { expect, test } from 'vitest';
import { fold } from '#web/lib/fold.ts';

test.each([
  ['Ọlátúnjí ÀDÉ', 'olatunji ade'],
  ['Ɓala Ɗantata Ƙaura Ƴar’adua', 'bala dantata kaura yar’adua'],
  ['Ẹ̀bùn Ṣóyínká, Ń̩wosu', 'ebun soyinka, nwosu'],
  ['Ɛsi Ɔkɔ Ŋana 👩🏾‍⚕️', 'esi oko nana 👩🏾‍⚕️'],
])('%s is found as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});
