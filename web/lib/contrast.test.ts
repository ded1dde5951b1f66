import { expect, test } from 'vitest';
import { contrast } from '#web/lib/contrast.ts';

test.each([
  ['#000000', '#FFFFFF', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#CE2767', '#FFFFFF', 5.11],
])('%s on %s has a contrast of %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
});
