import { expect, test } from 'vitest';
import { changed, hasFields } from '#web/lib/field-diff.ts';

test('the changed fields are returned with their new values; lists are compared by content', () => {
  const before = { title: 'Sleep', tags: ['rest'], price: 0 };
  expect(changed(before, { title: 'Sleep', tags: ['rest'], price: 5 })).toEqual({ price: 5 });
});

test.each([
  ['the parent it was written for', { sectionId: 'a' }, true],
  ['another parent', { sectionId: 'b' }, false],
  ['no parent at all', {}, true],
])('a draft fits %s: %j %s', (_, fields, fits) => {
  expect(hasFields({ sectionId: 'a', title: 'Sleep' }, fields)).toBe(fits);
});
