import type { StaffAccount } from '#contract/staff.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** The parts of the list of accounts that an administrator looks after. */
export const accountFilters = {
  blocked: 'Blocked',
  'no-factor': 'Without a second factor',
} as const;
export type AccountFilter = keyof typeof accountFilters;

/** Whether an account cannot sign in for now after too many failed attempts. A disabled one never can. */
export const isBlocked = ({ state, blockedUntil }: StaffAccount, now = serverNow()) =>
  state !== 'disabled' && blockedUntil !== null && new Date(blockedUntil) > now;

/** The accounts of a part of the list; all of them without one. */
export function filterAccounts(accounts: readonly StaffAccount[], show: AccountFilter | undefined, now = serverNow()) {
  if (show === 'blocked') return accounts.filter((account) => isBlocked(account, now));
  return show === 'no-factor' ? accounts.filter(({ state, hasFactor }) => state === 'active' && !hasFactor) : accounts;
}
