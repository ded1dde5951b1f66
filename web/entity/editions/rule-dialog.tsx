import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Gate, dueMonths, gates } from '#contract/approval-lists.ts';
import {
  type EditedArea,
  type PublishRule,
  type PublishState,
  publishRules,
  ruleRoutesOf,
} from '#contract/editions.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { counted } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const ruleMeaning: Record<PublishRule, string> = {
  direct: 'A text is in the app as soon as it is saved, unless words of it are scheduled.',
  reviewed: 'The app keeps the published words of a text. Later changes wait until they are published.',
};

const gateMeaning: Record<Gate, string> = {
  off: 'The desk shows which texts a clinician has approved, and warns about none.',
  warn: 'The desk warns about texts without an approval. The app shows them.',
  required:
    'New words come into the app only after a clinician has approved them. Words that it shows already stay. In an emergency, an administrator exempts a text.',
};

/** The effect of a switch to this rule, beyond its meaning. */
function consequence(to: PublishRule, waiting: number) {
  if (to === 'reviewed')
    return 'Nothing changes in the app now: it keeps the words that it shows until you publish changes.';
  if (waiting === 0) return 'Nothing changes in the app now: it shows all texts as they are saved.';
  return `${counted(waiting, 'text')} ${waiting === 1 ? 'has' : 'have'} changes that the app does not show. Publish them, or go back to what is shown, before you switch.`;
}

const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));

const dueOptions = dueMonths.map((months) => ({ value: String(months), label: `${months} months` }));

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  explanation: string;
  onChange: (value: Value) => void;
};

const Choice = <Value extends string>({ label, explanation, ...row }: ChoiceProps<Value>) => (
  <Stack gap="xs" align="flex-start">
    <Text fw={500}>{label}</Text>
    <Segmented label={label} {...row} />
    <Text textWrap="pretty">{explanation}</Text>
  </Stack>
);

type RuleDialogProps = { opened: boolean; area: EditedArea; state: PublishState; onClose: () => void };

/** Changes how saved texts of an area come into the app, and whether they need the approval of a clinician. */
export function RuleDialog({ opened, area, state: { waiting, ...stored }, onClose }: RuleDialogProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Partial<typeof stored>>({});
  const rules = { ...stored, ...chosen };
  const changed = Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => value !== stored[name as keyof typeof stored]),
  ) as typeof chosen;
  const isBlocked = changed.rule === 'direct' && waiting > 0;
  const close = () => {
    setChosen({});
    reset();
    onClose();
  };
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: () => change(ruleRoutesOf[area].update, changed),
    onSuccess: () => {
      showToast('Saved the rules of publishing');
      close();
    },
    // Every record of the area has another edition state.
    onSettled: () => client.invalidateQueries(),
  });
  const isReviewed = rules.rule === 'reviewed';
  const hint = isReviewed ? '' : ' To require approvals, choose reviewed.';
  return (
    <Modal
      opened={opened}
      onClose={() => !isPending && close()}
      title={`Publishing is ${publishRules[stored.rule].toLowerCase()}`}
      size="32rem"
    >
      <Stack gap="lg">
        {error && <InlineFailure failed={explain(error)} />}
        <Choice
          label="Saved texts"
          value={rules.rule}
          options={optionsOf(publishRules)}
          explanation={`${ruleMeaning[rules.rule]}${changed.rule ? ` ${consequence(changed.rule, waiting)}` : ''}`}
          onChange={(rule) =>
            setChosen({ ...chosen, rule, ...(rule === 'direct' && rules.gate === 'required' && { gate: 'warn' }) })
          }
        />
        <Choice
          label="Approvals by clinicians"
          value={rules.gate}
          // They can be required only where changes wait to be published.
          options={optionsOf(gates).filter(({ value }) => isReviewed || value !== 'required')}
          explanation={`${gateMeaning[rules.gate]}${hint}`}
          onChange={(gate) => setChosen({ ...chosen, gate })}
        />
        <Choice
          label="A clinician looks at a text again after"
          value={String(rules.dueMonths)}
          options={dueOptions}
          explanation="This is for new approvals. One that falls due stays valid."
          onChange={(months) => setChosen({ ...chosen, dueMonths: Number(months) as typeof rules.dueMonths })}
        />
        <Group justify="flex-end" gap="xs">
          <Button disabled={isPending} onClick={close}>
            Cancel
          </Button>
          {Object.keys(changed).length > 0 && !isBlocked && (
            <BusyButton variant="filled" busy={isPending} busyLabel="Saving" onClick={() => mutate()}>
              Save
            </BusyButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
