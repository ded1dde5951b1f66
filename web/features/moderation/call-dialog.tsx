import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type CallResult, type HelpLine, callResults, safetyApi } from '#contract/safety.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { Tiles } from '#web/features/moderation/tiles.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { add, list } = safetyApi.helpLineCalls;
const choices = Object.entries(callResults) as [CallResult, string][];

type CallDialogProps = { opened: boolean; line: Pick<HelpLine, 'id' | 'name' | 'number'>; onClose: () => void };

/** Records how a call of a help line went. The number is the one that was shown when the dialog opened. */
export function CallDialog({ opened, line: { id, name, number }, onClose }: CallDialogProps) {
  const client = useQueryClient();
  const [called] = useState(number);
  const [result, setResult] = useState<CallResult | null>(null);
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState(false);
  const wrongId = useId();
  const call = useMutation({
    mutationFn: (how: CallResult) => change(add, { id, number: called, result: how, note: note.trim() }),
    onSuccess: () => {
      showToast(`Recorded the call of “${name}”`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(list) }),
  });
  const { error, isPending } = call;
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Record a call" size="30rem">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setWrong(result === null);
          if (result !== null) call.mutate(result);
        }}
      >
        <Stack gap="lg">
          {error && <InlineFailure failed={explain(error)} />}
          <Text textWrap="pretty">
            Record this only after you have called {called} yourself. Check the hours, the languages and the cost too.
          </Text>
          <Stack gap="xs">
            <Text fw={500}>How did it go?</Text>
            <Tiles
              label="How did it go?"
              value={result}
              options={choices.map(([value, label]) => ({ value, label }))}
              wrong={wrong ? wrongId : undefined}
              onChange={(value) => {
                setResult(value);
                setWrong(false);
              }}
            />
            {wrong && (
              <Text id={wrongId} role="alert" fz="sm" c="var(--mantine-color-error)">
                Choose how the call went
              </Text>
            )}
          </Stack>
          <TextInput
            label="Note"
            description="For colleagues. The app never shows it."
            autoComplete="off"
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={isPending} busyLabel="Recording">
              Record the call
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
