import { expect, test } from 'vitest';
import { failures, outcomeUnknown } from '#contract/errors.ts';

test.each([
  [failures.announcements.create, 'Not known whether the announcement was created'],
  [failures.users.updateStatus, 'Not known whether the user status was updated'],
  [failures.users.remove, 'Not known whether the user was deleted'],
  [failures.doctors.order, 'Not known whether the order of doctors was updated'],
  [failures.history.undo, 'Not known whether it was undone'],
  [failures.history.restore, 'Not known whether it was restored'],
  [failures.content.import, 'Not known whether it was done'],
])('%s, as far as is known: %s', (failure, message) => {
  expect(outcomeUnknown(failure)).toBe(message);
});
