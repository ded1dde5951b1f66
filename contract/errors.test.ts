import { expect, test } from 'vitest';
import { failures, kindFailures, outcomeUnknown } from '#contract/errors.ts';

test.each([
  [kindFailures.announcement.create, 'Not known whether the announcement was created'],
  [failures.users.updateStatus, 'Not known whether the user status was updated'],
  [kindFailures.user.remove, 'Not known whether the user was deleted'],
  [kindFailures.doctor.order, 'Not known whether the order of doctors was updated'],
  [kindFailures.card.bulk, 'Not known whether the selected cards were changed'],
  [failures.history.undo, 'Not known whether it was undone'],
  [failures.history.restore, 'Not known whether it was restored'],
  [failures.content.import, 'Not known whether it was done'],
])('when the answer of a change is lost, “%s” becomes “%s”', (failure, message) => {
  expect(outcomeUnknown(failure)).toBe(message);
});
