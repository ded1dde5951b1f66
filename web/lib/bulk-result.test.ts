import { expect, test } from 'vitest';
import { bulkResult } from '#web/lib/bulk-result.ts';

test.each([
  [12, 12, 'Verified 12 users'],
  [1, 1, 'Verified 1 user'],
  [12, 9, 'Verified 9 users. 3 were verified already'],
  [2, 1, 'Verified 1 user. 1 was verified already'],
  [1200, 0, 'Nothing to change: all 1,200 were verified already'],
  [1, 0, 'Nothing to change: this user was verified already'],
])('of %i requested records %i changed', (asked, changed, said) => {
  expect(bulkResult({ done: 'Verified', already: 'verified', asked, changed, one: 'user', many: 'users' })).toBe(said);
});
