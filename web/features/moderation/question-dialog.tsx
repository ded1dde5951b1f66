import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explain } from '#web/api/call.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type Props<Answer> = {
  opened: boolean;
  title: string;
  /** The consequence of the step, above the field. */
  sentence?: string;
  label: 'Note' | 'Reason';
  /** The readers of the text, below the field. */
  description?: string;
  /** The fewest characters. Without it the text may be missing. */
  minLength?: number;
  maxLength: number;
  /** The button that takes the step. */
  action: string;
  busyLabel: string;
  /** Takes the step, with the text. */
  send: (text: string) => Promise<Answer>;
  onDone: (answer: Answer) => unknown;
  onFailed?: () => void;
  onClose: () => void;
  /** More fields. */
  children?: ReactNode;
};

/** Asks for a note or a reason before a step of a case. The text is kept until the step succeeds. */
export function QuestionDialog<Answer>({
  opened,
  title,
  sentence,
  label,
  description,
  minLength = 0,
  maxLength,
  action,
  busyLabel,
  send,
  onDone,
  onFailed,
  onClose,
  children,
}: Props<Answer>) {
  const [text, setText] = useState('');
  const [checked, setChecked] = useState(false);
  const isShort = [...text.trim()].length < minLength;
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => send(text.trim()),
    onSuccess: async (answer) => {
      await onDone(answer);
      setText('');
      setChecked(false);
    },
    onError: onFailed,
  });
  const close = () => {
    if (isPending) return;
    reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!isShort && !isPending) mutate();
        }}
      >
        <Stack gap="md">
          {sentence && <Text>{sentence}</Text>}
          <Textarea
            label={label}
            description={description}
            required={minLength > 0}
            minRows={2}
            maxLength={maxLength}
            data-autofocus
            value={text}
            error={checked && isShort ? `Write at least ${minLength} characters` : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {children}
          {error && <InlineFailure failed={explain(error)} />}
          <Group justify="flex-end" gap="xs">
            <Button disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={isPending} busyLabel={busyLabel}>
              {action}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
