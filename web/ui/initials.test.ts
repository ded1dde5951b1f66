import { expect, test } from 'vitest';
import { initials, tintOf } from '#web/ui/initials.ts';

test.each([
  ['Títílayọ̀ Adéyẹmí', 'TA'],
  ['Chiamaka Ọkọnkwọ', 'CO'],
  ['Ẹ̀bùn Ṣóyínká', 'ES'],
  ['Halima Ɗanjuma', 'HƊ'],
  ['ɓala ƙasim', 'ƁƘ'],
  ['Ifẹ́olúwa  Grace Ògúnbánjọ ', 'IO'],
  ['amina', 'A'],
  ['obioma_82', 'O'],
  ['“Ada” (Lagos)', 'AL'],
  ['  ', ''],
  ['82 !', ''],
])('%s gives %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('composed and decomposed spellings give the same initials', () => {
  expect(initials('Ṣadé'.normalize('NFD'))).toBe(initials('Ṣadé'.normalize('NFC')));
});

test('a tint is stable and all six are used', () => {
  const ids = Array.from({ length: 200 }, (_, at) => `01933f5e-0000-7000-8000-${String(at).padStart(12, '0')}`);
  expect(ids.map(tintOf)).toEqual(ids.map(tintOf));
  expect([...new Set(ids.map(tintOf))].toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
});
