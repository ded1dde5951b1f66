import { expect, test } from 'vitest';
import { contrast, readable, textOn } from '#web/lib/contrast.ts';

test.each([
  ['#000000', '#FFFFFF', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#CE2767', '#FFFFFF', 5.11],
])('%s on %s has a contrast of %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
});

test('text on any colour is readable', () => {
  for (let grey = 0; grey < 256; grey += 1) {
    const colour = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
    expect([colour, contrast(colour, textOn(colour)) >= readable]).toEqual([colour, true]);
  }
});
