import { Group, Modal, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isContent } from '#contract/kinds.ts';
import { type Case, moderationApi } from '#contract/moderation.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

const { cases } = moderationApi;

type EscalateProps = {
  opened: boolean;
  of: Case;
  onDone: () => void;
  onFailed: () => void;
  onClose: () => void;
};

/** Passes a case to the administrators with a note, or back to the moderators, or editors. */
export function EscalateDialog({ opened, of, onDone, onFailed, onClose }: EscalateProps) {
  const back = of.state === 'escalated';
  const [note, setNote] = useState('');
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => change(cases.escalate, { id: of.id, version: of.version, note: note.trim(), back }),
    onSuccess: () => {
      setNote('');
      onDone();
    },
    onError: onFailed,
  });
  const close = () => {
    if (isPending) return;
    reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={
        back
          ? `Hand back to the ${isContent(of.subject.kind) ? 'editors' : 'moderators'}?`
          : 'Pass to an administrator?'
      }
    >
      <Stack gap="md">
        <Textarea
          label="Note"
          description="Colleagues read it in the case."
          minRows={2}
          maxLength={1000}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {error && <InlineFailure failed={explain(error)} />}
        <Group justify="flex-end">
          <BusyButton
            variant="filled"
            busy={isPending}
            busyLabel={back ? 'Handing back' : 'Escalating'}
            onClick={() => mutate()}
          >
            {back ? 'Hand back' : 'Escalate'}
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The fewest characters of the reason for which a person is revealed. */
const minReason = 10;

type RevealProps = { opened: boolean; of: Case; onRevealed: (personId: string) => void; onClose: () => void };

/** Asks for the reason before the person of a case is revealed. */
export function RevealDialog({ opened, of, onRevealed, onClose }: RevealProps) {
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const isShort = [...reason.trim()].length < minReason;
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async () => (await change(cases.reveal, { id: of.id, reason: reason.trim() })).output.personId,
    onSuccess: onRevealed,
  });
  const close = () => {
    if (isPending) return;
    reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={`Reveal ${of.person}?`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!isShort && !isPending) mutate();
        }}
      >
        <Stack gap="md">
          <Text>You see the account of the person. The log says that you looked, and why.</Text>
          <TextInput
            label="Reason"
            required
            maxLength={200}
            data-autofocus
            value={reason}
            error={checked && isShort ? 'Write at least 10 characters' : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <InlineFailure failed={explain(error)} />}
          <Group justify="flex-end">
            <BusyButton type="submit" variant="filled" busy={isPending} busyLabel="Revealing">
              Reveal the person
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
