import { type Approval, type Exemption, type ReviewRequest, renewalDays } from '#contract/approval-lists.ts';
import type { Admin } from '#contract/auth.ts';
import { calendarDay, shortDate } from '#web/lib/dates.ts';

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

/** `Bola Ige asked any clinician for a review on Nov 29, 2026, by Dec 3: “For Monday”` */
export function requestWords({ state, by, of, dueOn, note, at, isChanged }: ReviewRequest) {
  const who = by?.name ?? 'A former colleague';
  const asked = state === 'open' ? `asked ${of?.name ?? 'any clinician'} for a review` : 'asked for changes';
  const until = state === 'open' && dueOn !== null ? `, by ${calendarDay(dueOn)}` : '';
  const words = note === '' ? '' : `: “${note}”`;
  return `${who} ${asked} on ${shortDate(at)}${until}${words}${isChanged ? '. The words have changed since' : ''}`;
}

/** Whether unchanged words may be approved again, for a new due date. */
export const isRenewable = ({ dueAt }: Approval, now: Date) =>
  Date.parse(dueAt) - now.getTime() < renewalDays * 24 * 60 * 60_000;

/** Whether an account may withdraw an approval or a request: its own, or as an administrator. */
export const mayWithdraw = ({ by }: Pick<Approval | ReviewRequest, 'by'>, { id, role }: Admin) =>
  role === 'administrator' || by?.id === id;
