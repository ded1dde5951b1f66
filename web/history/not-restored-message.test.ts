import { expect, test } from 'vitest';
import { notRestoredMessage } from '#web/history/not-restored-message.ts';

const labels = new Map([
  ['a', 'Iron'],
  ['b', 'Ṣadé Awólọ́wọ̀'],
  ['c', 'Water'],
  ['d', 'Sleep'],
  ['e', 'Week 7'],
]);
const refused = (ids: string, kind: 'card' | 'pregnancy-week', reason: string) =>
  [...ids].map((id) => ({ kind, id, reason }));
const say = (rows: ReturnType<typeof refused>) => notRestoredMessage(rows, (id) => labels.get(id));

test('a single row is named with its reason', () => {
  expect(say(refused('e', 'pregnancy-week', 'Another pregnancy week has the same place now.'))).toEqual({
    message: '1 row was not restored',
    detail: '“Week 7”: Another pregnancy week has the same place now.',
  });
});

test('rows with the same reason are named together, three at most; an unloaded row is named by its kind', () => {
  const missing = 'The section of this card was deleted. Restore it first.';
  const rows = [
    ...refused('abcd', 'card', missing),
    ...refused('ex', 'pregnancy-week', 'Another pregnancy week has the same place now.'),
  ];
  expect(say(rows)).toEqual({
    message: '6 rows were not restored',
    detail: `“Iron”, “Ṣadé Awólọ́wọ̀”, “Water”, and 1 more: ${missing} “Week 7” and Pregnancy week: Another pregnancy week has the same place now.`,
  });
});
