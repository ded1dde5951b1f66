import { expect, test } from 'vitest';
import { asSaved } from '#contract/editions.ts';
import { dayAndTime } from '#web/lib/moments.ts';
import { editionWords } from '#web/entity/editions/edition-words.ts';

const shown = { since: '2026-11-21T09:00:00.000Z', by: { id: '', name: 'Ngọzi' } };
const next = { from: '2026-12-01T07:00:00.000Z' };
const now = new Date('2026-11-24T07:00:00.000Z');

test.each([
  [asSaved, undefined],
  [{ ...asSaved, shown }, 'The app shows these words since Nov 21, 2026, published by Ngọzi.'],
  [{ ...asSaved, shown: { ...shown, by: null } }, 'The app shows these words since Nov 21, 2026.'],
  [{ ...asSaved, shown, hasChanges: true }, 'The app shows the words of Nov 21, 2026. Changes not shown yet.'],
  [
    { ...asSaved, shown, next },
    `The app shows the words of Nov 21, 2026. Yours follow on ${dayAndTime(next.from, now)}.`,
  ],
  [
    { shown, next, hasChanges: true },
    `The app shows the words of Nov 21, 2026. Other words follow on ${dayAndTime(next.from, now)}. Your later changes are not shown yet.`,
  ],
])('%j: %s', (state, words) => expect(editionWords(state, now)).toBe(words));

test('typed words are not among those that follow', () => {
  expect(editionWords({ ...asSaved, shown, next }, now, true)).toMatch(/Your later changes are not shown yet\.$/);
  expect(editionWords(asSaved, now, true)).toBeUndefined();
});

test('a scheduled card is not in the app until its time', () => {
  const card = { ...asSaved, shown, publishStatus: 'scheduled', publishedAt: next.from };
  const comes = `Not in the app yet: it comes on ${dayAndTime(next.from, now)}`;
  expect(editionWords(card, now)).toBe(`${comes}.`);
  expect(editionWords({ ...card, hasChanges: true }, now)).toBe(
    `${comes} with the words of Nov 21, 2026. Changes do not come with it.`,
  );
  expect(editionWords(card, new Date(next.from))).toMatch(/^The app shows these words since/);
});
