import { expect, test } from 'vitest';
import { changed, hasFields } from '#web/lib/field-diff.ts';

test('the fields that differ are named with what they are now; lists count by what is in them', () => {
  const before = { title: 'Sleep', tags: ['rest'], price: 0 };
  expect(changed(before, { title: 'Sleep', tags: ['rest'], price: 5 })).toEqual({ price: 5 });
});

test.each([
  ['the parent it was written for', { sectionId: 'a' }, true],
  ['another parent', { sectionId: 'b' }, false],
  ['no parent at all', {}, true],
])('a text fits %s: %j %s', (_, fields, fits) => {
  expect(hasFields({ sectionId: 'a', title: 'Sleep' }, fields)).toBe(fits);
});
