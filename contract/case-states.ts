import type { Mark } from '#contract/mark.ts';

/** The states of a case. `gone`: its subject was erased before anyone decided. */
export const caseStates = {
  open: 'Open',
  escalated: 'Passed to an administrator',
  decided: 'Decided',
  appealed: 'Appealed',
  gone: 'Erased',
} as const;
export type CaseState = keyof typeof caseStates;

/** The steps that a case can take. */
export type CaseStep = 'decide' | 'escalate' | 'hand-back' | 'take-back' | 'appeal' | 'uphold' | 'overturn' | 'erase';

/** The whole life of a case: the state that each step leads to, by the state in which it is allowed. */
const steps: Record<CaseState, Partial<Record<CaseStep, CaseState>>> = {
  open: { decide: 'decided', escalate: 'escalated', erase: 'gone' },
  escalated: { decide: 'decided', 'hand-back': 'open', erase: 'gone' },
  decided: { 'take-back': 'open', appeal: 'appealed' },
  appealed: { uphold: 'decided', overturn: 'decided', erase: 'decided' },
  gone: {},
};

/** The state after a step; undefined where the step is not allowed. */
export const afterStep = (state: CaseState, step: CaseStep): CaseState | undefined => steps[state][step];

/** The order of the queue: cases of people who may be in danger come first, those of content last. */
export const caseLanes = { crisis: 'May be in danger', ordinary: 'Reports', content: 'Content' } as const;
export type CaseLane = keyof typeof caseLanes;

type Reason = { label: string; severity: 1 | 2 | 3 | 4 | 5; lane: CaseLane };

/** Why a subject was reported, with the severity (5 is the gravest) and the lane that follow, gravest first; content last. */
export const reportReasons = {
  'self-harm': { label: 'Harm to oneself', severity: 5, lane: 'crisis' },
  danger: { label: 'In danger now', severity: 5, lane: 'crisis' },
  emergency: { label: 'Medical emergency', severity: 5, lane: 'crisis' },
  child: { label: 'Harm to a child', severity: 5, lane: 'ordinary' },
  'personal-data': { label: 'Personal data', severity: 4, lane: 'ordinary' },
  'intimate-picture': { label: 'Intimate picture', severity: 4, lane: 'ordinary' },
  threat: { label: 'Threat', severity: 4, lane: 'ordinary' },
  harassment: { label: 'Harassment', severity: 3, lane: 'ordinary' },
  hate: { label: 'Hate', severity: 3, lane: 'ordinary' },
  'false-advice': { label: 'False medical advice', severity: 3, lane: 'ordinary' },
  scam: { label: 'Scam', severity: 2, lane: 'ordinary' },
  selling: { label: 'Selling', severity: 2, lane: 'ordinary' },
  spam: { label: 'Spam', severity: 1, lane: 'ordinary' },
  other: { label: 'Something else', severity: 1, lane: 'ordinary' },
  wrong: { label: 'This is wrong', severity: 2, lane: 'content' },
} as const satisfies Record<string, Reason>;
export type ReportReason = keyof typeof reportReasons;

/** The place of a reason in the queue, from 1 for the first to 9, one digit for cursors (`server/http/cursor.ts`). */
export function caseRank(reason: ReportReason) {
  const { severity, lane }: Reason = reportReasons[reason];
  const ranks = { crisis: 1, ordinary: 7 - severity, content: 7 } as const satisfies Record<CaseLane, number>;
  return ranks[lane];
}

/** The last place of the lane `crisis` in the queue. */
export const lastCrisisRank = Math.max(
  ...(Object.keys(reportReasons) as ReportReason[])
    .filter((reason) => reportReasons[reason].lane === 'crisis')
    .map(caseRank),
);

/** The reasons of the marks that may open a case by themselves. */
export const reasonOfMark = {
  'self-harm': 'self-harm',
  violence: 'danger',
  emergency: 'emergency',
} as const satisfies Partial<Record<Mark, ReportReason>>;
export type CaseMark = keyof typeof reasonOfMark;

export const caseMarks = Object.keys(reasonOfMark) as CaseMark[];

/** The outcome of a decision for the text or the person that it is about. */
export const verdicts = {
  breaks_rules: 'Breaks the rules',
  within_rules: 'Within the rules',
  needs_help: 'Needs help',
  /** Of content: a colleague corrected it, or there was no reason to. */
  corrected: 'Corrected',
  not_wrong: 'Nothing is wrong',
  cannot_tell: 'Cannot tell',
} as const;
export type Verdict = keyof typeof verdicts;

/** The purposes of templates: the statement of a verdict that is told, or the answer to an appeal. */
export const templatePurposes = {
  breaks_rules: verdicts.breaks_rules,
  needs_help: verdicts.needs_help,
  upheld: 'Appeal upheld',
  overturned: 'Appeal overturned',
} as const;
export type TemplatePurpose = keyof typeof templatePurposes;

/** The effects of a decision on the standing of a person, mildest first. */
export const sanctions = { none: 'None', warn: 'Warn', mute: 'Mute', suspend: 'Suspend' } as const;
export type Sanction = keyof typeof sanctions;

/** The days for which a moderator can mute a person. */
export const muteDays = [1, 7, 30] as const;

/** The rights of a person under a sanction: a muted person can read, a suspended person can do neither. */
export const standingOf = (sanction: Sanction) => ({
  canPost: sanction === 'none' || sanction === 'warn',
  canRead: sanction !== 'suspend',
});

/** The ways in which a case of a person who may be in danger ends. */
export const crisisOutcomes = {
  message_sent: 'Message sent',
  help_shown: 'Help was shown',
  handed_over: 'Handed to a clinician',
  not_alone: 'Somebody is with the person',
  no_danger: 'No danger',
  outside_help: 'Outside help was called',
} as const;
export type CrisisOutcome = keyof typeof crisisOutcomes;

/** The outcomes for which the reason must be written down. */
export const outcomesWithReason: readonly CrisisOutcome[] = ['no_danger', 'outside_help'];

/** Hours after which a person is looked at again, unless there was no danger. */
export const lookHours = [24, 7 * 24] as const;

/** Minutes for which a case of danger waits before the colleagues on duty, and all administrators, are told by mail. */
export const alertMinutes = { onDuty: 15, administrators: 60 } as const;

/** Minutes since the last call of a colleague within which the colleague counts as being at the desk. */
export const atDeskMinutes = 5;

/** Days for which a help line is offered after it was last called. */
export const helpLineDays = 90;

/** Seconds for which a decision can be taken back. Reporters and author are told afterwards. */
export const takeBackSeconds = 60;

/** Seconds for which a claim tells colleagues that a case is being read, unless it is renewed. */
export const claimSeconds = 180;

/** Days within which the person can appeal. A hidden text is kept for as long, and during an appeal. */
export const appealDays = 30;
