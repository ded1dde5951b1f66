import { expect, test } from 'vitest';
import { differingWords, type DiffPart } from '#web/lib/word-diff.ts';

const marked = (parts: readonly DiffPart[]) =>
  parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

test.each([
  [
    'How long is a normal cycle?',
    'How long is a usual cycle?',
    'How long is a [normal] cycle?',
    'How long is a [usual] cycle?',
  ],
  ['Most last 21 to 35 days.', 'Most last about a month.', 'Most last [21 to 35 days].', 'Most last [about a month].'],
  ['the same', 'the same', 'the same', 'the same'],
  ['', 'new words', '', '[new words]'],
  ['Ìlera ni ọrọ̀.', 'Ìlera ni ọrọ.', 'Ìlera ni [ọrọ̀].', 'Ìlera ni [ọrọ].'],
  ['Ask a nurse 👩🏾‍⚕️', 'Ask a nurse 👩🏿‍⚕️', 'Ask a nurse [👩🏾‍⚕️]', 'Ask a nurse [👩🏿‍⚕️]'],
  ["A few days' difference", 'A few days’ difference', "A few days['] difference", 'A few days[’] difference'],
  ['مرحبا بكم', 'مرحبا بها', 'مرحبا [بكم]', 'مرحبا [بها]'],
  ['one two', 'one  two', 'one[ ]two', 'one[  ]two'],
])('%s / %s', (one, other, markedOne, markedOther) => {
  expect(marked(differingWords(one, other))).toBe(markedOne);
  expect(marked(differingWords(other, one))).toBe(markedOther);
});

test('no part of a text is lost or doubled, however long and different the texts are', () => {
  const text = (seed: number) =>
    Array.from({ length: 12_000 }, (_, at) => `w${(at * seed) % 9973}${at % 7 === 0 ? '\n' : ' '}`).join('');
  for (const [one, other] of [
    [text(3), text(7)],
    [text(7), text(3)],
  ] as const) {
    expect(
      differingWords(one, other)
        .map((part) => part.text)
        .join(''),
    ).toBe(one);
  }
});
