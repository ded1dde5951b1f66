import { Text } from '@mantine/core';
import { crisisOutcomes } from '#contract/crisis.ts';
import { verdicts } from '#contract/verdicts.ts';
import type { Decision } from '#contract/moderation.ts';
import { actionWords } from '#web/features/moderation/case-words.ts';
import classes from '#web/features/moderation/moderation.module.css';
import { useNow } from '#web/lib/use-now.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';

/** The statement of a decision as its person reads it, folded. */
export const FoldedStatement = ({ statement }: { statement: string }) =>
  statement && (
    <details className={classes.folded}>
      <summary>The person reads</summary>
      <Text className={classes.quote} maw="44rem" dir="auto">
        {statement}
      </Text>
    </details>
  );

/** The verdict of a decision, its rule and its actions, who made it and when, and its appeal. */
export function DecisionFacts({ decision }: { decision: Decision }) {
  const { at, by, verdict, crisisOutcome, rule, actions, takenBackAt, appeal } = decision;
  const now = useNow();
  const acted = actionWords(actions, now);
  return (
    <>
      <Text fw={500}>
        {verdicts[verdict]}
        {rule && `: ${rule}`}
      </Text>
      {crisisOutcome && <Text>{crisisOutcomes[crisisOutcome]}</Text>}
      {acted && <Text>{acted}</Text>}
      <Text size="xs" c="dimmed">
        {by ? by.name : 'A deleted account'}, <RelativeTime at={new Date(at)} />
        {takenBackAt !== null && ', taken back'}
        {appeal && `, appealed${appeal.outcome ? ` and ${appeal.outcome}` : ''}`}
      </Text>
    </>
  );
}
