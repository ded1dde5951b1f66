import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type CrisisOutcome, crisisOutcomes, outcomesWithReason } from '#contract/crisis.ts';
import type { Case } from '#contract/moderation.ts';
import { safetyApi } from '#contract/safety.ts';
import { usePermission, useSession } from '#web/api/permissions.ts';
import type { CaseDraft } from '#web/features/moderation/case-draft.ts';
import { Part } from '#web/features/moderation/case-part.tsx';
import { hasMessage, withCrisisOutcome } from '#web/features/moderation/crisis-draft.ts';
import classes from '#web/features/moderation/crisis.module.css';
import { lookWords } from '#web/features/moderation/crisis-words.ts';
import { Tiles } from '#web/ui/tiles.tsx';
import type { Care, ReachOut } from '#web/features/moderation/use-crisis.ts';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';

const AgreeDialog = lazyComponent(
  async () => (await import('#web/features/moderation/crisis-questions.tsx')).AgreeDialog,
);

const outcomes = Object.keys(crisisOutcomes) as CrisisOutcome[];

type OutcomeProps = {
  of: Case;
  draft: CaseDraft;
  state: DecisionState;
  care: Care;
  reach: ReachOut;
  onChange: (draft: CaseDraft) => void;
};

/** The outcome without which the case does not close, with its reason. */
export function Outcome({ of, draft, state: { errors }, care, reach, onChange }: OutcomeProps) {
  const { crisisOutcome } = draft;
  const needsReason = crisisOutcome !== null && outcomesWithReason.includes(crisisOutcome);
  /** Without a message, the choice that one was sent opens it. */
  const choose = (chosen: CrisisOutcome) => {
    if (chosen === 'message_sent' && care.data && !hasMessage(care.data.messages)) void reach.open();
    else onChange(withCrisisOutcome(draft, chosen));
  };
  useShortcuts([
    {
      keys: outcomes.map((_, at) => String(at + 1)),
      does: 'Choose the outcome',
      act: ({ key }) => {
        const chosen = outcomes[Number(key) - 1];
        if (chosen) choose(chosen);
      },
    },
  ]);
  return (
    <>
      <Part legend="Outcome" wrong={errors.crisisOutcome}>
        {(wrong) => (
          <Tiles
            label="Outcome"
            value={crisisOutcome}
            wrong={wrong}
            options={outcomes.map((value, at) => ({
              value,
              label: crisisOutcomes[value],
              number: at + 1,
              keys: String(at + 1),
            }))}
            onChange={choose}
          />
        )}
      </Part>
      <OutsideHelp of={of} isChosen={crisisOutcome === 'outside_help'} agreements={care.data?.agreements ?? []} />
      {crisisOutcome !== null && (
        <Textarea
          label={needsReason ? 'Reason' : 'Note for colleagues'}
          description="Colleagues read it in the list of decisions. The person does not."
          minRows={1}
          maxLength={1000}
          required={needsReason}
          value={draft.reason}
          error={errors.reason}
          onChange={(event) => onChange({ ...draft, reason: event.currentTarget.value })}
        />
      )}
    </>
  );
}

type HelpProps = {
  of: Case;
  isChosen: boolean;
  agreements: NonNullable<OutcomeProps['care']['data']>['agreements'];
};

/** The colleagues who agree that outside help has to be called: two people have to. */
function OutsideHelp({ of, isChosen, agreements }: HelpProps) {
  const [isAsked, ask] = useState(false);
  const session = useSession();
  const own = 'admin' in session ? session.admin.id : undefined;
  const mayChange = usePermission()(safetyApi.crisisCare.agree);
  const hasAgreed = agreements.some(({ by }) => by?.id === own);
  return (
    <Stack gap="xs" role="group" aria-label="Outside help">
      {mayChange && !hasAgreed && (
        <Button
          size="xs"
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          ml={-6}
          px={6}
          aria-haspopup="dialog"
          onClick={() => ask(true)}
        >
          Agree to outside help
        </Button>
      )}
      {(isChosen || agreements.length > 0) && (
        <Text size="xs" c="dimmed">
          Two colleagues decide about outside help: one agrees and gives a reason, the other decides the case.
        </Text>
      )}
      {agreements.length > 0 && (
        <ul className={classes.agreement} aria-label="Agreements">
          {agreements.map(({ by, reason, at }) => (
            <li key={at}>
              <Text dir="auto">{reason}</Text>
              <Text size="xs" c="dimmed">
                {by ? by.name : 'A deleted account'} agrees, <RelativeTime at={new Date(at)} />
              </Text>
            </li>
          ))}
        </ul>
      )}
      <AgreeDialog opened={isAsked} of={of} onClose={() => ask(false)} />
    </Stack>
  );
}

/** The next looks at the person, before the case is decided. */
export const LookLine = ({ outcome }: { outcome: CaseDraft['crisisOutcome'] }) =>
  outcome !== null && (
    <Text size="xs" role="status" aria-label="Next looks">
      {lookWords(outcome)}
    </Text>
  );
