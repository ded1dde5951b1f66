import type { StaffAccount } from '#contract/staff.ts';
import { dateTime } from '#web/lib/dates.ts';

/** The text when there is no last sign-in. The log, which has the sign-ins, goes back a year. */
export function noSignIn(
  { state, linkUntil, createdAt }: Pick<StaffAccount, 'state' | 'linkUntil' | 'createdAt'>,
  now = new Date(),
) {
  if (state === 'invited') return linkUntil ? `Invitation ends ${dateTime(linkUntil)}` : 'Invitation expired';
  const aYearAgo = new Date(now);
  aYearAgo.setFullYear(now.getFullYear() - 1);
  return new Date(createdAt) > aYearAgo ? 'Never' : 'Not in the last year';
}
