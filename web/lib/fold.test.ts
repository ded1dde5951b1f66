import { expect, test } from 'vitest';
import { fold } from '#contract/fold.ts';
import { searched } from '#web/lib/fold.ts';

test.each([
  ['Ọlátúnjí ÀDÉ', 'olatunji ade'],
  ['Ɓala Ɗantata Ƙaura Ƴar’adua', 'bala dantata kaura yar’adua'],
  ['Ẹ̀bùn Ṣóyínká, Ń̩wosu', 'ebun soyinka, nwosu'],
  ['Ɛsi Ɔkɔ Ŋana 👩🏾‍⚕️', 'esi oko nana 👩🏾‍⚕️'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('several spaces in a search count as one', () => {
  expect(searched(' Ada \n  ÒBÍ ')).toBe('ada obi');
});
