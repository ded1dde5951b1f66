import { expect, test } from 'vitest';
import { markText } from '#web/lib/mark-text.ts';

const marked = (text: string, term: string) =>
  markText(text, term)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Period pain', '', 'Period pain'],
  ['Period pain', 'pain', 'Period [pain]'],
  ['Period pain', 'PA', 'Period [pa]in'],
  ['pain and pain', ' pain ', '[pain] and [pain]'],
  ['aaa', 'aa', '[aa]a'],
  ['Ẹ kú àárọ̀', 'aaro', 'Ẹ kú [àárọ̀]'],
  ['Ẹ kú àárọ̀'.normalize('NFD'), 'AARO', `Ẹ kú [àárọ̀]`.normalize('NFD')],
  ['Ɓo and Bo', 'bo', '[Ɓo] and [Bo]'],
  ['A cup 👩🏾‍⚕️ here', 'here', 'A cup 👩🏾‍⚕️ [here]'],
  ['No match', 'x', 'No match'],
])('in %j the search for %j is marked', (text, term, expected) => {
  expect(marked(text, term)).toBe(expected);
});

test('the parts add up to the text', () => {
  for (const term of ['a', 'e', 'an', '́', '👩', ' ']) {
    const text = 'Ẹ kú àárọ̀, ʼan Ɓanana 👩🏾‍⚕️';
    expect(
      markText(text, term)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});
