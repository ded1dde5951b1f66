import { expect, test } from 'vitest';
import { searchFor, editedAt } from '#web/features/lady-due/editor-address.ts';

test.each([
  { level: 1 },
  { level: 2, parentId: 'a' },
  { level: 3, parentId: 'a' },
  { level: 1, id: 'a' },
  { level: 2, id: 'a' },
  { level: 3, id: 'a' },
] as const)('%j is kept in the address', (edited) => {
  expect(editedAt(searchFor(edited))).toEqual(edited);
});

test('an address without a form opens no editor', () => {
  expect(editedAt({ card: 'a' })).toBeUndefined();
  expect(editedAt({ form: 'edit' })).toBeUndefined();
});
