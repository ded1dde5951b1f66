import { expect, test } from 'vitest';
import { between, choose } from '#web/lib/use-selection.ts';

test('a selection keeps the order of its keys, each once', () => {
  const keys = choose(choose(new Set(['b']), ['c', 'a'], true, 10), ['b', 'c'], true, 10);
  expect([...keys]).toEqual(['b', 'c', 'a']);
  expect([...choose(keys, ['c', 'x'], false, 10)]).toEqual(['b', 'a']);
});

test.each([
  ['a', 'c', ['a', 'b', 'c']],
  ['c', 'b', ['b', 'c']],
  [undefined, 'b', ['b']],
  ['gone', 'b', ['b']],
])('a selection from row %s to row %s includes the rows between them', (from, to, keys) => {
  expect(between(['a', 'b', 'c'], from, to)).toEqual(keys);
});

test('a selection takes no more keys than its limit', () => {
  const full = choose(new Set(['a']), ['b', 'c', 'd'], true, 3);
  expect([...full]).toEqual(['a', 'b', 'c']);
  expect([...choose(full, ['d', 'a'], true, 3)]).toEqual(['a', 'b', 'c']);
});
