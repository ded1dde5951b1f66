import type { Mark } from '#contract/mark.ts';

/**
 * The states of a case. `gone`: its text was erased before anyone decided. A case of a person who may be in danger waits
 * on without its text.
 */
export const caseStates = {
  open: 'Open',
  escalated: 'Passed to an administrator',
  decided: 'Decided',
  appealed: 'Appealed',
  gone: 'Erased',
} as const;
export type CaseState = keyof typeof caseStates;

/** The steps that a case can take. */
export type CaseStep =
  | 'decide'
  | 'escalate'
  | 'hand-back'
  | 'take-back'
  | 'appeal'
  | 'uphold'
  | 'overturn'
  | 'take-back-answer';

/** The whole life of a case: the state that each step leads to, by the state in which it is allowed. */
const steps: Record<CaseState, Partial<Record<CaseStep, CaseState>>> = {
  open: { decide: 'decided', escalate: 'escalated' },
  escalated: { decide: 'decided', 'hand-back': 'open' },
  decided: { 'take-back': 'open', appeal: 'appealed', 'take-back-answer': 'appealed' },
  appealed: { uphold: 'decided', overturn: 'decided' },
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
  child: { label: 'Harm to a child', severity: 5, lane: 'crisis' },
  threat: { label: 'Threat', severity: 4, lane: 'crisis' },
  'personal-data': { label: 'Personal data', severity: 4, lane: 'ordinary' },
  'intimate-picture': { label: 'Intimate picture', severity: 4, lane: 'ordinary' },
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
  threat: 'threat',
  emergency: 'emergency',
} as const satisfies Partial<Record<Mark, ReportReason>>;
export type CaseMark = keyof typeof reasonOfMark;

export const caseMarks = Object.keys(reasonOfMark) as CaseMark[];

/** Minutes since the last call of a colleague within which the colleague counts as being at the desk. */
export const atDeskMinutes = 5;

/** Seconds for which a claim tells colleagues that a case is being read, unless it is renewed. */
export const claimSeconds = 180;
