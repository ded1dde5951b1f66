import { expect, test } from 'vitest';
import { healthWordsIn, partsAt } from '#web/features/users/health-words.ts';

const found = (text: string) => healthWordsIn(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['She is pregnant, and her period is late', ['pregnant', 'period']],
  ['Asked about her HIV test results.', ['HIV', 'test results']],
  ['Says she bleeds and has PAINS', ['bleeds', 'PAINS']],
  ['She may hurt herself', ['hurt herself']],
  ['Belle dey worry am', ['Belle']],
  ['pain fever pain', ['pain', 'fever', 'pain']],
  ['Àìsàn', ['Àìsàn']],
])('%s', (text, words) => {
  expect(found(text)).toEqual(words);
});

test.each([
  'Changed her email, and the link works now',
  'Her account was disabled; she asked for it back',
  'Cannot sign in on a tablet with Android 9',
  'Reported an abusive message about the community',
  'The app crashed while she wrote a post in Ìkòyí, Lagos',
  'Painter, hospitable, dosa, illegal',
])('%s: nothing', (text) => {
  expect(found(text)).toEqual([]);
});

test('a text is split at its places', () => {
  const text = '😀 pain, then fever';
  expect(partsAt(text, healthWordsIn(text))).toEqual([
    { start: 0, text: '😀 ', isFound: false },
    { start: 3, text: 'pain', isFound: true },
    { start: 7, text: ', then ', isFound: false },
    { start: 14, text: 'fever', isFound: true },
  ]);
  expect(partsAt('', [])).toEqual([]);
});
