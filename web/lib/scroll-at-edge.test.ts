import { expect, test } from 'vitest';
import { speedAt } from '#web/lib/scroll-at-edge.ts';

test('a list scrolls faster the nearer the pointer is to its edge, and not between the edges', () => {
  const list = { top: 100, bottom: 1100 };
  const speeds = [0, 100, 175, 250, 600, 950, 1025, 1100, 1300].map((y) => speedAt(y, list));
  expect(speeds).toEqual([-1500, -1500, -750, 0, 0, 0, 750, 1500, 1500]);
});
