import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Mark } from '#contract/mark.ts';
import { partsOf } from '#web/lib/marked-parts.ts';

test('a text without marks is one part, an empty text has no parts', () => {
  expect(partsOf('Is it normal?', [], '')).toEqual([
    { start: 0, text: 'Is it normal?', marks: [], covered: false, found: false },
  ]);
  expect(partsOf('', [], 'a')).toEqual([]);
});

test('marks may overlap, and a search match may cross their ends', () => {
  const content = 'Send ₦5,000 to 08031234567';
  const parts = partsOf(
    content,
    [
      { mark: 'money', start: 0, end: 11 },
      { mark: 'phone', start: 15, end: 26 },
    ],
    '000 to 080',
  );
  expect(parts.map(({ text, marks, found }) => [text, marks.join(), found])).toEqual([
    ['Send ₦5,', 'money', false],
    ['000', 'money', true],
    [' to ', '', true],
    ['080', 'phone', true],
    ['31234567', 'phone', false],
  ]);
});

test('a covered place may cross the ends of a mark', () => {
  const content = 'I took pills at 0803';
  const parts = partsOf(content, [{ mark: 'emergency', start: 2, end: 12 }], '', [{ start: 7, end: 15 }]);
  expect(parts.map(({ text, marks, covered }) => [text, marks.join(), covered])).toEqual([
    ['I ', '', false],
    ['took ', 'emergency', false],
    ['pills', 'emergency', true],
    [' at', '', true],
    [' 0803', '', false],
  ]);
});

test('the parts add up to the text, and each mark has exactly its place', () => {
  const places = fc.array(
    fc.record({ mark: fc.constantFrom(...Mark.options), start: fc.nat(30), length: fc.integer({ min: 1, max: 10 }) }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(
      fc.string({ minLength: 40, maxLength: 60, unit: 'grapheme' }),
      places,
      fc.string({ maxLength: 2 }),
      (content, some, term) => {
        const marks = some.map(({ mark, start, length }) => ({ mark, start, end: start + length }));
        const parts = partsOf(content, marks, term);
        expect(parts.map(({ text }) => text).join('')).toBe(content);
        for (const { start, text, marks: over } of parts) {
          expect(over).toEqual(
            marks.filter((one) => one.start <= start && start + text.length <= one.end).map(({ mark }) => mark),
          );
        }
      },
    ),
    { seed: 20_261_121 },
  );
});
