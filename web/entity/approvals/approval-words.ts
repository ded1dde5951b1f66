import { type Approval, type Exemption, renewalDays } from '#contract/approval-lists.ts';
import type { Admin } from '#contract/auth.ts';
import { shortDate } from '#web/lib/dates.ts';

/** The name with the qualification, which approvals from before qualifications do not have. */
export const signatureOf = ({ name, qualification }: Pick<Approval, 'name' | 'qualification'>) =>
  qualification === '' ? name : `${name}, ${qualification}`;

export const isOverdue = ({ dueAt }: Approval, now: Date) => dueAt <= now.toISOString();

/** `Approved by Dr Ngozi Eze, MBBS on Nov 29, 2026, due Nov 29, 2027` */
export function approvalWords(approval: Approval, now: Date) {
  const due = `${isOverdue(approval, now) ? 'due since' : 'due'} ${shortDate(approval.dueAt)}`;
  const named = approval.named ? ', named in the app' : '';
  const note = approval.note === '' ? '' : `. Note: ${approval.note}`;
  return `Approved by ${signatureOf(approval)} on ${shortDate(approval.at)}, ${due}${named}${note}`;
}

/** `Exempt from approval by Ada Obi on Nov 29, 2026: the dose was wrong` */
export const exemptionWords = ({ name, at, reason }: Exemption) =>
  `Exempt from approval by ${name} on ${shortDate(at)}: ${reason}`;

/** Whether unchanged words may be approved again, for a new due date. */
export const isRenewable = ({ dueAt }: Approval, now: Date) =>
  Date.parse(dueAt) - now.getTime() < renewalDays * 24 * 60 * 60_000;

/** Whether an account may withdraw an approval or a request: its own, or as an administrator. */
export const mayWithdraw = ({ by }: Pick<Approval, 'by'>, { id, role }: Admin) =>
  role === 'administrator' || by?.id === id;
