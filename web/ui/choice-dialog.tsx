import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Tiles } from '#web/ui/tiles.tsx';

type ChoiceDialogProps<Choice extends string> = {
  opened: boolean;
  title: string;
  /** The sentence above the question. */
  sentence: string;
  question: string;
  choices: Readonly<Record<Choice, string>>;
  /** The message when none is chosen. */
  missing: string;
  action: string;
  busyLabel: string;
  busy: boolean;
  failed: ShownFailure | undefined;
  onSubmit: (choice: Choice) => void;
  onClose: () => void;
  /** More fields. */
  children?: ReactNode;
};

/** Asks for one of a few answers before an action. It stays open while the action runs, and when it fails. */
export function ChoiceDialog<Choice extends string>(props: ChoiceDialogProps<Choice>) {
  const { opened, title, sentence, question, choices, missing, action, busyLabel, busy, failed, onSubmit } = props;
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [isMissing, setMissing] = useState(false);
  const missingId = useId();
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size="30rem">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(chosen === null);
          if (chosen !== null) onSubmit(chosen);
        }}
      >
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <Text textWrap="pretty">{sentence}</Text>
          <Stack gap="xs">
            <Text fw={500}>{question}</Text>
            <Tiles
              label={question}
              value={chosen}
              options={(Object.entries(choices) as [Choice, string][]).map(([value, label]) => ({ value, label }))}
              wrong={isMissing ? missingId : undefined}
              onChange={(value) => {
                setChosen(value);
                setMissing(false);
              }}
            />
            {isMissing && (
              <Text id={missingId} role="alert" fz="sm" c="var(--mantine-color-error)">
                {missing}
              </Text>
            )}
          </Stack>
          {props.children}
          <Group justify="flex-end" gap="xs">
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel={busyLabel}>
              {action}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
