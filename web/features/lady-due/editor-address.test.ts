import { expect, test } from 'vitest';
import { searchFor, editedAt } from '#web/features/lady-due/editor-address.ts';

test.each([
  { kind: 'category' },
  { kind: 'section', parentId: 'a' },
  { kind: 'card', parentId: 'a' },
  { kind: 'category', id: 'a' },
  { kind: 'section', id: 'a' },
  { kind: 'card', id: 'a' },
] as const)('%j is kept in the address', (edited) => {
  expect(editedAt(searchFor(edited))).toEqual(edited);
});

test('an address without a form opens no editor', () => {
  expect(editedAt({ card: 'a' })).toBeUndefined();
  expect(editedAt({ form: 'edit' })).toBeUndefined();
});
