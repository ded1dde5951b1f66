import fc from 'fast-check';
import { expect, test } from 'vitest';
import { letters, lettersByPattern } from '#web/lib/letters.ts';

const family = '👩🏾‍👩🏾‍👧🏾';
const scotland = '🏴󠁧󠁢󠁳󠁣󠁴󠁿';

test('a browser without a segmenter counts letters of our languages and emoji the same', () => {
  const parts = [
    ...'aẹŃ₦ 9.\n',
    'o\u0323\u0300',
    'n\u0300',
    '\r\n',
    'ɓ',
    '🇳🇬',
    family,
    scotland,
    '❤️',
    '👍🏿',
    '1️⃣',
    '日',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), (some) => {
      const text = some.join('');
      const known = [...letters(text)].map(({ segment, index }) => ({ segment, index }));
      expect(lettersByPattern(text)).toEqual(known);
    }),
  );
});
