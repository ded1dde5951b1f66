import { expect, test } from 'vitest';
import { amounts, whatWasDone } from '#web/history/words.ts';

const id = '01a1fdea-0000-7000-8000-000000000000';
const deletion = {
  action: 'delete',
  kind: 'announcement',
  entityId: id,
  label: 'Clinic days',
  count: 1,
  undoes: null,
} as const;

test.each([
  [deletion, 'deleted the announcement'],
  [{ ...deletion, kind: 'category', count: 24 } as const, 'deleted the category'],
  [{ ...deletion, kind: 'card', entityId: null, label: '', count: 12 } as const, 'deleted 12 cards'],
  [{ ...deletion, kind: 'card', entityId: null, label: '' } as const, 'deleted 1 card'],
  [{ ...deletion, action: 'verify', kind: 'user', label: '' } as const, 'verified a user'],
  [{ ...deletion, action: 'create', kind: 'insight', label: '' } as const, 'created an insight'],
  [{ ...deletion, action: 'reset-password', kind: 'account' } as const, 'reset the password of the staff account'],
  [{ ...deletion, action: 'undo', undoes: { id, action: 'delete' } } as const, 'undid deleting the announcement'],
  [{ ...deletion, action: 'undo', undoes: { id, action: 'undo' } } as const, 'undid an undo of the announcement'],
  // What it took back is older than the log.
  [{ ...deletion, action: 'undo' } as const, 'undid a change of the announcement'],
])('%j: %s', (operation, words) => {
  expect(whatWasDone(operation)).toBe(words);
});

test('what comes back along with a thing is counted', () => {
  const sections = { kind: 'section', count: 1 } as const;
  expect(amounts([sections])).toBe('1 section');
  expect(amounts([sections, { kind: 'card', count: 20 }])).toBe('1 section and 20 cards');
});
