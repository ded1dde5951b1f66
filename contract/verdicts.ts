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

/** Seconds for which a decision can be taken back. Reporters and author are told afterwards. */
export const takeBackSeconds = 60;

/** Days within which the person can appeal. A hidden text is kept for as long, and during an appeal. */
export const appealDays = 30;
