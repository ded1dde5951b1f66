import type { StaffAccount } from '#contract/staff.ts';
import { dateTime } from '#web/lib/dates.ts';

/** What stands in the place of a last sign-in. The log, which has them, goes back a year. */
export function noSignIn(
  { state, linkUntil, createdAt }: Pick<StaffAccount, 'state' | 'linkUntil' | 'createdAt'>,
  now = new Date(),
) {
  if (state === 'invited') return linkUntil ? `Invitation ends ${dateTime(linkUntil)}` : 'Invitation expired';
  const aYearAgo = new Date(now);
  aYearAgo.setFullYear(now.getFullYear() - 1);
  return new Date(createdAt) > aYearAgo ? 'Never' : 'Not in the last year';
}
