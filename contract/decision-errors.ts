import type { CaseLane } from '#contract/case-states.ts';
import { outcomesWithReason } from '#contract/crisis.ts';
import { type SentDecision, blankErrorOf } from '#contract/moderation.ts';

const aDay = 24 * 60 * 60 * 1000;

/**
 * The rules of a decision over several fields, for form and server: an error by field. A case in the lane `crisis` ends
 * with an outcome. Unless there was no danger, its person needs help, or is the danger and breaks the rules.
 */
export function decisionErrors(
  sent: SentDecision,
  lane: CaseLane,
  now: number,
): Partial<Record<keyof SentDecision, string>> {
  const { verdict, crisisOutcome, ruleId, sanction, days, until, hide, hideOthers, erase, reason, statement } = sent;
  const acts = hide || hideOthers || erase || sanction !== 'none';
  if (lane === 'crisis' && crisisOutcome === null) return { crisisOutcome: 'Choose how this case ends' };
  if (lane !== 'crisis' && crisisOutcome !== null)
    return { crisisOutcome: 'Only the case of a person who may be in danger ends in this way' };
  const isDanger = crisisOutcome !== null && crisisOutcome !== 'no_danger';
  if (isDanger && verdict !== 'needs_help' && verdict !== 'breaks_rules')
    return { verdict: 'After this outcome, the person needs help or breaks the rules' };
  if (verdict === 'breaks_rules' && !ruleId) return { ruleId: 'Choose the rule' };
  if (verdict !== 'breaks_rules' && acts && verdict !== 'needs_help')
    return { verdict: 'Only a text that breaks the rules, or a person who needs help, leads to an action' };
  if (verdict === 'needs_help' && sanction !== 'none') return { sanction: 'A person who needs help is not sanctioned' };
  if (sanction === 'mute' && days === null) return { days: 'Choose for how many days' };
  if (sanction !== 'mute' && days !== null) return { days: 'Only a mute has days' };
  if (sanction !== 'suspend' && until !== null) return { until: 'Only a suspension has an end' };
  if (until !== null && Date.parse(until) < now + aDay) return { until: 'The suspension must last for a day at least' };
  if (crisisOutcome !== null && outcomesWithReason.includes(crisisOutcome) && reason === '')
    return { reason: 'Write the reason' };
  const blankError = blankErrorOf(statement);
  if (blankError !== undefined) return { statement: blankError };
  if (acts && statement === '') return { statement: 'Write what the person reads' };
  return {};
}
