import { expect, test } from 'vitest';
import { keyRanges } from '#web/ui/key-ranges.ts';

test('three or more digits in a row are a range, other keys stand alone', () => {
  expect(keyRanges(['1', '2', '3', '4', '5', '6', '7', '8', '9'])).toEqual([['1', '9']]);
  expect(keyRanges(['1', '2'])).toEqual([['1'], ['2']]);
  expect(keyRanges(['Ctrl+S', '1', '2', '3', 'x', 'y', 'z', '5'])).toEqual([
    ['Ctrl+S'],
    ['1', '3'],
    ['x'],
    ['y'],
    ['z'],
    ['5'],
  ]);
});
