import { expect, test } from 'vitest';
import { compareTexts, isUnchanged, type Paragraph } from '#web/lib/text-diff.ts';

/** A paragraph as one line, with `-removed-` and `+added+`. */
const lineOf = (paragraph: Paragraph) =>
  paragraph
    .map(({ text, change }) => (change === 'same' ? text : change === 'removed' ? `-${text}-` : `+${text}+`))
    .join('');
const shown = (older: string, newer: string, whole = false) => compareTexts(older, newer, whole).map(lineOf);

test.each([
  ['How long is a normal cycle?', 'How long is a usual cycle?', ['How long is a -normal-+usual+ cycle?']],
  [
    'Most cycles last 21 to 35 days.',
    'Most cycles last about a month or 35 days.',
    ['Most cycles last -21 to-+about a month or+ 35 days.'],
  ],
  ['Drink water often.', 'Drink water.', ['Drink water- often-.']],
  ['Drink water.', 'Drink clean water.', ['Drink +clean +water.']],
  ['Ìlera ni ọrọ̀ wa.', 'Ìlera ni ọrọ wa.', ['Ìlera ni -ọrọ̀-+ọrọ+ wa.']],
  ['one two', 'one  two', ['one- -+  +two']],
  ['Iron', 'Calcium', ['-Iron- +Calcium+']],
  ['', 'New', ['+New+']],
  ['Old', '', ['-Old-']],
  ['', '', []],
  ['Same', 'Same', ['Same']],
])('%s / %s', (older, newer, lines) => expect(shown(older, newer)).toEqual(lines));

test('an added or removed paragraph is marked as a whole, an edited one beside it word by word', () => {
  const older = ['Eat well.', 'Rest when you can, day and night.', 'Ask a nurse about your iron.'].join('\n');
  const newer = ['Eat well.', 'Walk half an hour each day.', 'Ask a midwife about your iron.'].join('\n\n');
  expect(shown(older, newer)).toEqual([
    'Eat well.',
    '-Rest when you can, day and night.-',
    '+Walk half an hour each day.+',
    'Ask a -nurse-+midwife+ about your iron.',
  ]);
  expect(shown('One long line here.\nTwo.', 'Zero.\nOne long line there.\nTwo.')).toEqual([
    '+Zero.+',
    'One long line -here-+there+.',
    'Two.',
  ]);
});

test('swapped lines of a list stay whole', () => {
  expect(shown('English\nHausa\nYoruba', 'English\nYoruba\nIgbo')).toEqual(['English', '-Hausa-', 'Yoruba', '+Igbo+']);
});

test('a value replaced as a whole is not compared word by word', () => {
  expect(shown('₦12,500.50', '₦12,900.50', true)).toEqual(['-₦12,500.50- +₦12,900.50+']);
  expect(shown('', '₦12,900', true)).toEqual(['+₦12,900+']);
  expect(shown('₦12,900', '₦12,900', true)).toEqual(['₦12,900']);
});

test('texts that differ only in blank lines have no change', () => {
  expect(compareTexts('One\n\nTwo', 'One\nTwo').every(isUnchanged)).toBe(true);
});

test('no word is lost or doubled, however long and different the texts are', () => {
  const text = (seed: number, lines: number) =>
    Array.from({ length: lines }, (_, line) =>
      Array.from({ length: 30 }, (_word, at) => `w${(line * 31 + at * seed) % 97}`).join(' '),
    ).join('\n');
  for (const [older, newer] of [
    [text(3, 400), text(7, 390)],
    [text(5, 10), text(5, 12)],
    [text(1, 1), text(2, 1)],
  ] as const) {
    const paragraphs = compareTexts(older, newer);
    const read = (without: string) =>
      paragraphs
        .map((paragraph) => paragraph.map(({ text: part, change }) => (change === without ? '' : part)).join(''))
        .join('\n')
        .split(/\s+/)
        .filter(Boolean);
    expect(read('added')).toEqual(older.split(/\s+/));
    expect(read('removed')).toEqual(newer.split(/\s+/));
  }
});
