import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Case, Template } from '#contract/moderation.ts';
import { AppealPreview } from '#web/features/moderation/case-appeal.tsx';
import { Verdicts } from '#web/features/moderation/case-decision.tsx';
import type { CaseDraft } from '#web/features/moderation/case-draft.ts';
import { BlankLine, PreviewLine } from '#web/features/moderation/case-statement.tsx';
import { LookLine } from '#web/features/moderation/crisis-outcome.tsx';
import { DecideButton } from '#web/features/moderation/decide-button.tsx';
import own from '#web/features/moderation/case.module.css';
import classes from '#web/features/moderation/moderation.module.css';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { useShortcuts, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { KeyboardKey } from '#web/ui/key.tsx';

type StepsProps = {
  of: Case;
  /** Leaves the case in the queue. */
  onSkip: () => void;
  /** Left out for an appeal. */
  onEscalate: (() => void) | undefined;
};

/** The steps besides a decision: skip the case, escalate it, or hand it back. */
export function CaseSteps({ of, onSkip, onEscalate }: StepsProps) {
  const phone = usePhone();
  const keysOn = useShortcutsOn();
  const escalate = of.state === 'escalated' ? 'Hand back' : 'Escalate';
  useShortcuts([
    { keys: ['s', 'p'], does: 'Skip the case: it stays in the queue', act: onSkip },
    ...(onEscalate ? [{ keys: ['e'], does: escalate, act: onEscalate }] : []),
  ]);
  const look = phone ? ({ variant: 'default' } as const) : ({ variant: 'subtle', size: 'xs', px: 6 } as const);
  return (
    <Group gap={phone ? 'xs' : 0} grow={phone}>
      <Button
        {...look}
        title="It stays in the queue, and comes to you again last"
        rightSection={keysOn && !phone && <KeyboardKey label="s" />}
        onClick={onSkip}
      >
        Skip
      </Button>
      {onEscalate && (
        <Button
          {...look}
          aria-haspopup="dialog"
          rightSection={keysOn && !phone && <KeyboardKey label="e" />}
          onClick={onEscalate}
        >
          {escalate}
        </Button>
      )}
    </Group>
  );
}

type FootProps = {
  of: Case;
  draft: CaseDraft;
  templates: readonly Template[];
  state: DecisionState;
  /** A person may be in danger. */
  isCrisis: boolean;
  /** A blank of the statement is shown elsewhere. */
  hidesBlank: boolean;
  steps: ReactNode;
  /** Nothing comes before the decision. */
  isMain: boolean;
  onChange: (draft: CaseDraft) => void;
  /** Goes to the first blank. */
  onFill: () => void;
  onDecide: () => void;
  onNext: () => void;
};

/** The end of a case: the effects of the decision, and the button that makes it; on a phone the verdicts too. */
export function CaseFoot({
  of,
  draft,
  templates,
  state,
  isCrisis,
  hidesBlank,
  steps,
  isMain,
  onChange,
  onFill,
  onDecide,
  onNext,
}: FootProps) {
  const phone = usePhone();
  const { isAppeal, isOpen, mayChange, failed, isPending, preview, blankError, errors } = state;
  const canDecide = mayChange && isOpen;
  return (
    <div className={`${classes.foot} ${own.foot}`} data-bar>
      {failed && <InlineFailure failed={failed} />}
      {canDecide && blankError !== undefined && !hidesBlank && <BlankLine error={blankError} onFill={onFill} />}
      {canDecide &&
        blankError === undefined &&
        (isAppeal ? <AppealPreview of={of} draft={draft} /> : <PreviewLine preview={preview} />)}
      {isCrisis && <LookLine outcome={draft.crisisOutcome} />}
      {canDecide && phone && !isAppeal && !isCrisis && (
        <Verdicts short of={of} draft={draft} templates={templates} wrong={undefined} onChange={onChange} />
      )}
      {canDecide && phone && !isCrisis && errors.verdict && <p className={classes.wrong}>{errors.verdict}</p>}
      {canDecide ? (
        <Group justify="space-between" gap={0}>
          {steps}
          <DecideButton isMain={isMain} isPending={isPending} onDecide={onDecide} />
        </Group>
      ) : (
        <Group justify="flex-end">
          <Button onClick={onNext}>Next case</Button>
        </Group>
      )}
    </div>
  );
}
