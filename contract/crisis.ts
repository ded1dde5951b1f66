/** The ways in which a case of a person who may be in danger ends. */
export const crisisOutcomes = {
  message_sent: 'Message sent',
  help_shown: 'Help was shown',
  handed_over: 'Handed to a clinician',
  not_alone: 'Someone is with the person',
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
