import { Group, Modal, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Case, moderationApi } from '#contract/moderation.ts';
import { type Look, safetyApi } from '#contract/safety.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { crisis, crisisCare, looks } = safetyApi;

/** The fewest characters of the reason for outside help. */
const minReason = 10;

type AgreeProps = { opened: boolean; of: Case; onClose: () => void };

/** Asks for the reason before a colleague agrees that outside help has to be called. */
export function AgreeDialog({ opened, of, onClose }: AgreeProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const isShort = [...reason.trim()].length < minReason;
  const reload = () =>
    Promise.all(
      [crisisCare.care, moderationApi.cases.get].map((one) => client.invalidateQueries({ queryKey: keyOf(one) })),
    );
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => change(crisisCare.agree, { id: of.id, version: of.version, reason: reason.trim() }),
    onSuccess: async () => {
      await reload();
      setReason('');
      setChecked(false);
      showToast('Agreed to outside help. A colleague decides the case.');
      onClose();
    },
    onError: () => void reload(),
  });
  const close = () => {
    if (isPending) return;
    reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Agree to outside help?">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!isShort && !isPending) mutate();
        }}
      >
        <Stack gap="md">
          <Text>Somebody outside would learn of this person. A colleague reads your reason, and decides.</Text>
          <Textarea
            label="Reason"
            required
            minRows={2}
            maxLength={1000}
            data-autofocus
            value={reason}
            error={checked && isShort ? 'Write at least 10 characters' : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <InlineFailure failed={explain(error)} />}
          <Group justify="flex-end">
            <BusyButton type="submit" variant="filled" busy={isPending} busyLabel="Agreeing">
              Agree
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type LookProps = {
  /** The look that is being recorded; undefined while the dialog is closed. */
  look: Look | undefined;
  opened: boolean;
  /** Called with the case that was opened again; null without one. */
  onDone: (caseId: string | null) => void;
  onClose: () => void;
};

/** Records that a person was looked at again, and opens the case again if she needs it. */
export function LookDialog({ look, opened, onDone, onClose }: LookProps) {
  const [note, setNote] = useState('');
  const [reopen, setReopen] = useState(false);
  const client = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (id: string) => (await change(looks.done, { id, note: note.trim(), reopen })).output.caseId,
    onSuccess: async (caseId) => {
      const changed = [looks.list, crisis.waiting, crisisCare.care, moderationApi.cases.list, moderationApi.cases.get];
      await Promise.all(changed.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })));
      setNote('');
      setReopen(false);
      onDone(caseId);
    },
  });
  const close = () => {
    if (isPending) return;
    reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={`Looked at ${look?.person ?? 'the person'} again?`}>
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
        <Switch
          label="Open a case again"
          description="Of the newest text of the person, or of the person."
          checked={reopen}
          onChange={(event) => setReopen(event.currentTarget.checked)}
        />
        {error && <InlineFailure failed={explain(error)} />}
        <Group justify="flex-end">
          <BusyButton
            variant="filled"
            busy={isPending}
            busyLabel="Recording"
            onClick={() => look && !isPending && mutate(look.id)}
          >
            Done
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
