import { Button, Text } from '@mantine/core';
import { IconMessageHeart } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import type { Case, Template } from '#contract/moderation.ts';
import { failureOf } from '#web/api/query.ts';
import { DecisionFields } from '#web/features/moderation/case-decision.tsx';
import { type CaseDraft, tellsPerson } from '#web/features/moderation/case-draft.ts';
import { Statement } from '#web/features/moderation/case-statement.tsx';
import type { NumberedRule } from '#web/features/moderation/case-words.ts';
import { withHelpLine } from '#web/features/moderation/crisis-draft.ts';
import { Message, MessagesSent } from '#web/features/moderation/crisis-message.tsx';
import { Outcome } from '#web/features/moderation/crisis-outcome.tsx';
import { HelpLines, PlaybookPart } from '#web/features/moderation/crisis-playbook.tsx';
import { harmsOf } from '#web/features/moderation/crisis-words.ts';
import classes from '#web/features/moderation/moderation.module.css';
import type { Care, ReachOut } from '#web/features/moderation/use-crisis.ts';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { useShortcuts, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { KeyboardKey } from '#web/ui/key.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type ReachOutProps = { reach: ReachOut; isMain: boolean };

/** The first button of a case of a person who may be in danger. */
export function ReachOutButton({ reach, isMain }: ReachOutProps) {
  const phone = usePhone();
  const keysOn = useShortcutsOn();
  const open = () => void reach.open();
  useShortcuts([{ keys: ['r'], does: 'Reach out to the person', act: open }]);
  return (
    <Button
      mt="md"
      fullWidth={phone}
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconMessageHeart size={18} stroke={1.6} aria-hidden="true" />}
      rightSection={
        keysOn &&
        !phone &&
        (isMain ? (
          <Text span size="xs" aria-hidden="true">
            r
          </Text>
        ) : (
          <KeyboardKey label="r" />
        ))
      }
      aria-keyshortcuts="r"
      onClick={open}
    >
      Reach out
    </Button>
  );
}

type CrisisFieldsProps = {
  of: Case;
  draft: CaseDraft;
  rules: readonly NumberedRule[];
  templates: readonly Template[];
  state: DecisionState;
  statement: RefObject<HTMLTextAreaElement | null>;
  reach: ReachOut;
  /** The field of the message. */
  message: RefObject<HTMLTextAreaElement | null>;
  care: Care;
  onChange: (draft: CaseDraft) => void;
};

/** The fields of a case of a person who may be in danger: the message, the playbook and the outcome. */
export function CrisisFields({
  of,
  draft,
  rules,
  templates,
  state,
  statement,
  reach,
  message,
  care,
  onChange,
}: CrisisFieldsProps) {
  const [isUnfolded] = useState(draft.verdict === 'breaks_rules' || draft.statement !== '');
  const isReading = reach.isPending || care.isPending;
  return (
    <>
      <FailedPanel {...failureOf(care)} />
      {reach.isOpen && <Message draft={draft} reach={reach} field={message} onChange={onChange} />}
      {/* The buttons appear in their final places, so that no click is lost; the help lines may arrive after them. */}
      {isReading ? (
        <SkeletonRows label="Loading the playbook" shape="text" rows={3} />
      ) : (
        <>
          <MessagesSent care={care} />
          <PlaybookPart of={of} draft={draft} reach={reach} onChange={onChange} />
          <Outcome {...{ of, draft, state, care, reach, onChange }} />
          <details className={classes.folded} open={isUnfolded}>
            <summary>Hide the text, or name a rule</summary>
            <div className={classes.unfolded}>
              <DecisionFields {...{ of, draft, rules, templates, state, onChange }} withoutVerdict={false} />
              {tellsPerson(draft.verdict) && (
                <Statement {...{ of, draft, templates, state, onChange }} maxRows={12} field={statement} />
              )}
            </div>
          </details>
          <HelpLines
            title="Help lines to offer"
            purposes={[...harmsOf(of), 'any']}
            onAdd={reach.isOpen ? (line) => onChange(withHelpLine(draft, line)) : undefined}
          />
          <HelpLines title="For yourself" purposes={['staff']} />
        </>
      )}
    </>
  );
}
