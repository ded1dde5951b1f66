import { appealDays } from '#contract/verdicts.ts';
import type { Case, Decision } from '#contract/moderation.ts';
import { joined } from '#web/features/moderation/case-words.ts';

/** The decision with which a case ended; undefined while it has none. */
export const latestDecision = ({ id, decisions }: Pick<Case, 'id' | 'decisions'>) =>
  decisions.find(({ caseId, takenBackAt }) => caseId === id && takenBackAt === null);

/** The ways in which a decision that was told can still be changed; by a new case only while its subject exists. */
export function changeWords({ actions, appeal }: Pick<Decision, 'actions' | 'appeal'>, isThere: boolean) {
  const canAppeal = appeal === null && (actions.hide || actions.hideOthers || actions.sanction !== 'none');
  return [
    'This decision can no longer be taken back.',
    ...(canAppeal ? [`The person can appeal it for ${appealDays} days.`] : []),
    ...(isThere ? ['To decide again, open a new case.'] : []),
  ].join(' ');
}

const undone = {
  none: [],
  warn: ['Takes back the warning'],
  mute: ['Ends the mute'],
  suspend: ['Ends the suspension'],
};

/** The effects of the decision about an appeal: `Shows the text again. Ends the mute.` */
export function appealWords(
  outcome: 'upheld' | 'overturned',
  { hide, hideOthers, erase, sanction }: Decision['actions'],
) {
  if (outcome === 'upheld') return 'The decision stays. It cannot be appealed again.';
  const texts = [...(hide ? ['the text'] : []), ...(hideOthers ? ['the other texts'] : [])];
  return [
    ...(texts.length > 0 ? [`Shows ${joined(texts)} again`] : []),
    ...(erase ? ['The erased text does not come back'] : []),
    ...undone[sanction],
  ]
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
