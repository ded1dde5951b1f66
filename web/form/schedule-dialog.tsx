import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MomentField } from '#web/form/moment-field.tsx';
import type { ShownFailure } from '#web/lib/failure.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type ScheduleDialogProps = {
  opened: boolean;
  /** Names the records: `Schedule 3 cards`. */
  title: string;
  /** The label of the time. */
  label?: string;
  /** The time that is chosen at first. */
  initial?: string | null;
  /** A consequence that may be unintended. */
  warning?: string | undefined;
  busy: boolean;
  failed: ShownFailure | undefined;
  onSchedule: (publishedAt: string) => void;
  onClose: () => void;
};

/** Asks for the publishing time of records. */
export const ScheduleDialog = ({ opened, title, ...rest }: ScheduleDialogProps) => (
  <Modal opened={opened} onClose={rest.busy ? () => undefined : rest.onClose} title={title} size="28rem">
    <ScheduleForm {...rest} />
  </Modal>
);

function ScheduleForm({
  label = 'Publish at',
  initial = null,
  warning,
  busy,
  failed,
  onSchedule,
  onClose,
}: Omit<ScheduleDialogProps, 'opened' | 'title'>) {
  const [at, setAt] = useState(initial);
  const [wrong, setWrong] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // It may open within the form of a record.
        event.stopPropagation();
        const isToCome = at !== null && at > serverNow().toISOString();
        setWrong(!isToCome);
        if (isToCome) onSchedule(at);
      }}
    >
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        {warning && <Text>{warning}</Text>}
        <MomentField
          label={label}
          data-autofocus
          value={at}
          onChange={(next) => {
            setAt(next);
            setWrong(false);
          }}
          error={wrong && (at === null ? 'Choose a time' : 'Choose a time in the future')}
        />
        <Group justify="flex-end" gap="xs">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Scheduling">
            Schedule
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
