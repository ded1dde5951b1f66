import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallResult, type HelpLine, callResults, safetyApi } from '#contract/safety.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { ChoiceDialog } from '#web/ui/choice-dialog.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { add, list } = safetyApi.helpLineCalls;

type CallDialogProps = { opened: boolean; line: Pick<HelpLine, 'id' | 'name' | 'number'>; onClose: () => void };

/** Records how a call of a help line went. The number is the one that was shown when the dialog opened. */
export function CallDialog({ opened, line: { id, name, number }, onClose }: CallDialogProps) {
  const client = useQueryClient();
  const [called] = useState(number);
  const [note, setNote] = useState('');
  const call = useMutation({
    mutationFn: (how: CallResult) => change(add, { id, number: called, result: how, note: note.trim() }),
    onSuccess: () => {
      showToast(`Recorded the call of “${name}”`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(list) }),
  });
  return (
    <ChoiceDialog
      opened={opened}
      title="Record a call"
      sentence={`Record this only after you have called ${called} yourself. Check the hours, the languages and the cost too.`}
      question="How did it go?"
      choices={callResults}
      missing="Choose how the call went"
      action="Record the call"
      busyLabel="Recording"
      busy={call.isPending}
      failed={call.error ? explain(call.error) : undefined}
      onSubmit={call.mutate}
      onClose={onClose}
    >
      <TextInput
        label="Note"
        description="For colleagues. The app never shows it."
        autoComplete="off"
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ChoiceDialog>
  );
}
