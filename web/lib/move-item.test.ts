import { expect, test } from 'vitest';
import { moveItem } from '#web/lib/move-item.ts';

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
])('an item is moved from index %i to index %i: %s', (from, to, after) => {
  expect(moveItem([...'abcd'], from, to).join('')).toBe(after);
});
