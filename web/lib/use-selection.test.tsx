import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { between, choose, type Selection, useSelection } from '#web/lib/use-selection.ts';

type Step = { list: Parameters<typeof useSelection>[0]; act?: (selection: Selection) => void };

/** The selection after these renders, each with its own list. */
function selectionAfter(...steps: Step[]) {
  const seen: Selection[] = [];
  function List({ renders }: { renders: Step[] }) {
    const [at, setAt] = useState(0);
    const { list, act } = renders[at] as Step;
    const selection = useSelection(list);
    seen.push(selection);
    if (at === renders.length - 1) return null;
    act?.(selection);
    setAt(at + 1);
    return null;
  }
  renderToStaticMarkup(<List renders={[...steps, steps.at(-1) as Step]} />);
  const last = seen.at(-1) as Selection;
  return { ...last, keys: [...last.keys] };
}

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
  const shown = ['a', 'b', 'c'];
  const { isFull, keys } = selectionAfter({ list: { shown, max: 2 }, act: ({ all }) => all.onChange(true) });
  expect([isFull, keys]).toEqual([true, ['a', 'b']]);
});

test('with Shift, all rows on screen since the last clicked one are selected or deselected', () => {
  const list = { shown: ['a', 'b', 'closed', 'c', 'd'], rows: ['a', 'b', 'c', 'd'] };
  const first: Step = { list, act: ({ selectRange }) => selectRange('a', true, false) };
  const range: Step = { list, act: ({ selectRange }) => selectRange('d', true, true) };
  expect(selectionAfter(first, range).keys).toEqual(['a', 'b', 'c', 'd']);
  const back: Step = { list, act: ({ selectRange }) => selectRange('b', false, true) };
  expect(selectionAfter(first, range, back).keys).toEqual(['a']);
});

test('the checkbox for all rows selects those that are shown, and says whether all of them are selected', () => {
  const list = { shown: ['a', 'b'] };
  const all: Step = { list, act: (selection) => selection.all.onChange(true) };
  expect(selectionAfter({ list }).all.checked).toBe(false);
  expect(selectionAfter(all).all.checked).toBe(true);
  const none: Step = { list, act: (selection) => selection.all.onChange(false) };
  expect(selectionAfter(all, none).keys).toEqual([]);
  const mixed = selectionAfter(all, { list: { shown: ['b', 'c'] } });
  expect([mixed.all.checked, mixed.checkedOf(['a']), mixed.checkedOf(['c']), mixed.checkedOf([])]).toEqual([
    'mixed',
    true,
    false,
    false,
  ]);
});

test('rows stay selected on another page, and are counted as hidden there', () => {
  const { keys, hidden } = selectionAfter(
    { list: { shown: ['b', 'a'] }, act: ({ select }) => select(['b', 'a'], true) },
    { list: { shown: ['c'] }, act: ({ select }) => select(['c'], true) },
  );
  expect([keys, hidden]).toEqual([['b', 'a', 'c'], 2]);
});

test('a row that no longer exists is not selected, and the others have the order of the list', () => {
  const chosen: Step = {
    list: { shown: ['a', 'b', 'c'], existing: ['a', 'b', 'c'] },
    act: ({ select }) => select(['c', 'b', 'a'], true),
  };
  const { keys, hidden } = selectionAfter(chosen, { list: { shown: ['a'], existing: ['a', 'c'] } });
  expect([keys, hidden]).toEqual([['a', 'c'], 1]);
});

test('all rows are deselected when the value of `clearedBy` changes, and by `clear`', () => {
  const chosen: Step = { list: { shown: ['a'], clearedBy: 'one' }, act: ({ select }) => select(['a'], true) };
  expect(selectionAfter(chosen, { list: { shown: ['a'], clearedBy: 'one' } }).keys).toEqual(['a']);
  expect(selectionAfter(chosen, { list: { shown: ['a'], clearedBy: 'two' } }).keys).toEqual([]);
  expect(selectionAfter(chosen, { list: chosen.list, act: ({ clear }) => clear() }).keys).toEqual([]);
});
