import type { CrisisOutcome } from '#contract/crisis.ts';
import type { ReportReason } from '#contract/case-states.ts';
import { type Harm, isHarm } from '#contract/mark.ts';
import type { Case } from '#contract/moderation.ts';
import type { HelpLine, HelpLineCall, HelpLinePurpose, Look, Playbook, SafetyMessage } from '#contract/safety.ts';
import { waitingFor } from '#web/features/moderation/case-words.ts';
import { timeFrom } from '#web/lib/moments.ts';
import { counted } from '#web/lib/numbers.ts';

type Waiting = { waiting: number; first: { waitingSince: string } | null };

/** `2 people may be in danger.`, which changes only with the count. */
export const dangerWords = (waiting: number) => `${counted(waiting, 'person', 'people')} may be in danger.`;

/** `Oldest waits 4 minutes.` */
export function oldestWords({ waiting, first }: Waiting, now: Date) {
  if (!first) return '';
  return `${waiting === 1 ? 'Waits' : 'Oldest waits'} ${waitingFor(first.waitingSince, now)}.`;
}

type Duty = { hasRota: boolean; onDuty: readonly unknown[] };

/** A sentence for a time without a colleague on duty, else `''`. */
export function dutyWords({ hasRota, onDuty }: Duty) {
  if (!hasRota) return 'There is no rota.';
  return onDuty.length === 0 ? 'Nobody is on duty.' : '';
}

/** A sentence on the recipients of the emails while no colleague is on duty, else `''`. */
export function dutyNote(duty: Duty) {
  const words = dutyWords(duty);
  return words && `${words} All moderators get the emails about people in danger.`;
}

/** The marks of the reasons for which a person may be in danger. */
const marksOfReason: Partial<Record<ReportReason, readonly Harm[]>> = {
  'self-harm': ['self-harm'],
  danger: ['violence'],
  emergency: ['emergency'],
  // The author may suffer it too, or do it.
  child: ['violence', 'threat'],
  threat: ['threat'],
};

/** The marks of a case, that of its reason first. */
export function harmsOf({ reason, reasons, text }: Pick<Case, 'reason' | 'reasons' | 'text'>): Harm[] {
  const reported = [reason, ...reasons.map((one) => one.reason)].flatMap((one) => marksOfReason[one] ?? []);
  const marked = (text?.marks ?? []).map(({ mark }) => mark).filter(isHarm);
  return [...new Set([...reported, ...marked])];
}

/** The active playbooks of these marks, those of the first mark first. */
export const playbooksFor = (playbooks: readonly Playbook[], harms: readonly Harm[]) =>
  harms.flatMap((harm) => playbooks.filter(({ isActive, mark }) => isActive && mark === harm));

/** The help lines for these needs that may be offered now: a colleague has called them lately. */
export function offeredLines(
  lines: readonly HelpLine[],
  calls: readonly HelpLineCall[],
  purposes: readonly HelpLinePurpose[],
  now: Date,
) {
  const isCalled = (id: string) =>
    calls.some(
      ({ helpLineId, offeredUntil }) => helpLineId === id && offeredUntil !== null && new Date(offeredUntil) > now,
    );
  return lines.filter(({ id, isActive, purpose }) => isActive && purposes.includes(purpose) && isCalled(id));
}

/** The details of a help line: `24 hours · English, Yorùbá · Lagos · Free`. */
export const lineWords = ({ hours, languages, states, cost }: HelpLine) =>
  [hours, languages, states, cost].filter((part) => part.trim() !== '').join(' · ');

/** The state of a message: whether the person can read it, and has. */
export function messageState({ takenBackAt, seenAt, takeBackUntil }: SafetyMessage, now: Date) {
  if (takenBackAt !== null) return 'Taken back';
  if (seenAt !== null) return 'Seen';
  return takeBackUntil !== null && new Date(takeBackUntil) > now ? 'Goes out within a minute' : 'Not seen yet';
}

/** The sentence about the next looks at a person, which is shown before and after the decision. */
export const lookWords = (outcome: CrisisOutcome) =>
  outcome === 'no_danger' ? 'No colleague looks at the person again.' : 'Look again tomorrow and in 7 days.';

/** `Due`, `Due in 3 days` */
export const dueWords = ({ dueAt }: Pick<Look, 'dueAt'>, now: Date) =>
  new Date(dueAt) <= now ? 'Due now' : `Due ${timeFrom(dueAt, now)}`;

/** The looks that are still to be done, those that are due and those to come. */
export function looksToDo<Row extends Pick<Look, 'dueAt' | 'doneAt'>>(looks: readonly Row[], now: Date) {
  const open = looks.filter(({ doneAt }) => doneAt === null);
  return {
    due: open.filter(({ dueAt }) => new Date(dueAt) <= now),
    later: open.filter(({ dueAt }) => new Date(dueAt) > now),
  };
}
