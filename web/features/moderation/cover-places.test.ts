import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesOf, touched, wordsOf } from '#web/features/moderation/cover-places.ts';

const texts = (content: string) => wordsOf(content).map(({ text }) => text);
const covered = (content: string, ...chosen: number[]) =>
  placesOf(content, wordsOf(content), new Set(chosen)).map(({ start, end }) => content.slice(start, end));

test.each([
  ['I took pills, at home.', ['I', 'took', 'pills', 'at', 'home']],
  ['“The bridge” (at 5)…', ['The', 'bridge', 'at', '5']],
  ['Ọ̀rẹ́ mi 😭, ẹ̀mí!', ['Ọ̀rẹ́', 'mi', '😭', 'ẹ̀mí']],
  ["don't call 0803-123-4567", ["don't", 'call', '0803-123-4567']],
  ['Room #️⃣ - ... 👩🏽‍⚕️', ['Room', '#️⃣', '👩🏽‍⚕️']],
  ['', []],
])('the words of %j', (content, words) => {
  expect(texts(content)).toEqual(words);
});

test('neighbours in a line are one place; punctuation and line breaks part them', () => {
  expect(covered('At the Third Mainland Bridge today', 2, 3, 4)).toEqual(['Third Mainland Bridge']);
  expect(covered('pills, rope', 0, 1)).toEqual(['pills', 'rope']);
  expect(covered('the bridge\nat noon', 1, 2)).toEqual(['bridge', 'at']);
  expect(covered('blue pills here', 0, 2)).toEqual(['blue', 'here']);
});

test('places that staff chose in another way cover whole words', () => {
  const words = wordsOf('I took the blue pills');
  expect(touched(words, [{ start: 13, end: 18 }])).toEqual([3, 4]);
  expect(touched(words, [])).toEqual([]);
});

test('any choice is places in order, apart, within the text, and can be chosen again', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', ' ', '\n', ',', '😭', 'ọ̀', '️'), maxLength: 40 });
  fc.assert(
    fc.property(letters, fc.array(fc.nat(20)), (content, numbers) => {
      const words = wordsOf(content);
      const chosen = new Set(numbers.filter((at) => at < words.length));
      const places = placesOf(content, words, chosen);
      let last = -1;
      for (const { start, end } of places) {
        expect(start).toBeGreaterThan(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(content.length);
      expect(new Set(touched(words, places))).toEqual(chosen);
    }),
  );
});
