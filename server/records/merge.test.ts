import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differing } from '#server/log/snapshot.ts';
import { merge } from '#server/records/merge.ts';
import { type Fields, type Store, play, steps, mergeGroups } from '#tests/records/merge-model.ts';

/** The card in memory, merged as the server does it. */
function memory(): Store {
  const states: Fields[] = [{ title: 'A', citations: [], publishStatus: 'draft', publishedAt: null }];
  const now = () => states.at(-1) as Fields;
  const state = () => ({ version: states.length, fields: now() });
  return {
    read: () => Promise.resolve(state()),
    save(sent, version) {
      const { changes, conflicts } = merge({ stored: now(), sent, seen: states[version - 1], mergeGroups });
      if (conflicts.length > 0) return Promise.resolve({ conflicts });
      if (Object.keys(changes).length > 0) states.push({ ...now(), ...changes });
      return Promise.resolve(state());
    },
    history: () => Promise.resolve(new Map(states.map((fields, index) => [index + 1, fields]))),
  };
}

// Through HTTP: 20 of them in parallel.test.ts, 200 in merge.long.test.ts.
test('10,000 interleavings of two editors: no edit is lost, and only changes of the same field conflict', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (todo) => play(todo, memory())),
    { numRuns: 10_000, seed: 20_261_121 },
  );
});

describe('a merge', () => {
  const stored = { a: 1, b: 'x', list: ['one'], c: 1, d: 2 };
  const pair = [['c', 'd']];

  test.each([
    ['nothing sent', {}, stored, {}, []],
    ['what is there already', { a: 1, list: ['one'] }, stored, {}, []],
    ['undefined, which is left out', { a: undefined, b: 'y' }, stored, { b: 'y' }, []],
    ['a field that others left alone', { a: 2 }, { ...stored, b: 'old' }, { a: 2 }, []],
    ['a field that others changed', { b: 'y' }, { ...stored, b: 'old' }, { b: 'y' }, ['b']],
    ['a field that others changed to the same', { b: 'x' }, { ...stored, b: 'old' }, {}, []],
    ['a list that others changed', { list: ['two'] }, { ...stored, list: [] }, { list: ['two'] }, ['list']],
    ['one of two that belong together, the other changed', { c: 9 }, { ...stored, d: 0 }, { c: 9 }, ['c']],
    ['both that belong together, one changed', { c: 9, d: 9 }, { ...stored, d: 0 }, { c: 9, d: 9 }, ['c', 'd']],
    ['a version that nobody knows', { a: 1, b: 'y', c: 3 }, undefined, { b: 'y', c: 3 }, ['b', 'c']],
  ])('of %s', (_, sent, seen, changes, conflicts) => {
    expect(merge({ stored, sent, seen, mergeGroups: pair })).toEqual({ changes, conflicts });
  });

  test('compares nested values', () => {
    const deep = { list: [{ a: 1, b: [2] }] };
    expect(merge({ stored: deep, sent: { list: [{ b: [2], a: 1 }] }, seen: undefined }).changes).toEqual({});
    expect(merge({ stored: deep, sent: { list: [{ b: ['2'], a: 1 }] }, seen: deep }).changes).toHaveProperty('list');
    expect(merge({ stored: { a: null }, sent: { a: '' }, seen: { a: null } }).changes).toEqual({ a: '' });
  });
});

test('the differing fields do not include common columns, nor fields that only one state has', () => {
  const one = { id: '1', version: 1, createdAt: 'x', updatedAt: 'x', createdBy: 'x', a: 1, b: [1] };
  const other = { id: '2', version: 2, createdAt: 'y', updatedAt: 'y', createdBy: null, a: 1, b: [2], c: null };
  expect([differing(one, other), differing(other, one)]).toEqual([['b'], ['b']]);
  expect(differing(one, { ...one })).toEqual([]);
  expect(differing({ a: null }, { a: undefined })).toEqual(['a']);
});
