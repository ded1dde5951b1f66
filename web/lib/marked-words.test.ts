import { expect, test } from 'vitest';
import { isMarked, piecesOf, placesInNewer } from '#web/lib/marked-words.ts';
import { compareTexts } from '#web/lib/text-diff.ts';

const mark = (id: string, start: number, end: number) => ({ id, start, end, isChosen: id === 'chosen' });

test('a part of a text is split at the marks in it, which may overlap', () => {
  const marks = [mark('one', 0, 14), mark('chosen', 12, 16), mark('other', 90, 95)];
  expect(piecesOf('Take iron.', 10, marks)).toEqual([
    { start: 10, text: 'Ta', ids: ['one'], isChosen: false },
    { start: 12, text: 'ke', ids: ['one', 'chosen'], isChosen: true },
    { start: 14, text: ' i', ids: ['chosen'], isChosen: true },
    { start: 16, text: 'ron.', ids: [], isChosen: false },
  ]);
  expect(piecesOf('Rest', 0, [])).toEqual([{ start: 0, text: 'Rest', ids: [], isChosen: false }]);
  expect([isMarked(marks, 16, 90), isMarked(marks, 15, 16)]).toEqual([false, true]);
});

test.each([
  ['Rest. Take iron, and drink water.', 'Take iron with food, and drink  clean water.'],
  ['First.\n\nSecond line.\nThird.', 'First.\n\n\nSecond short line.\n\nThird.\nFirst.'],
  ['A lime', 'A plum'],
  ['', 'First.\nSecond.'],
])('each piece of the newer text is at its place: %j to %j', (older, newer) => {
  const paragraphs = compareTexts(older, newer);
  const places = placesInNewer(paragraphs, newer);
  const words = (text: string) => text.replaceAll(/\s/g, '');
  const found = paragraphs.flatMap((paragraph, index) =>
    paragraph.flatMap(({ text, change }, at) => {
      const place = places[index]?.[at];
      if (place === undefined) return [];
      expect([change === 'removed', newer.slice(place, place + text.length)]).toEqual([false, text]);
      return [text];
    }),
  );
  expect(words(found.join(''))).toBe(words(newer));
});
