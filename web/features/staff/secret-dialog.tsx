import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Confirm } from '#web/ui/confirm.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type SecretDialogProps = {
  title: string;
  /** Where it goes and how long it works. */
  children: ReactNode;
  /** What is shown, in one word: `link`. */
  noun: string;
  value: string;
  /** It has already reached the person who needs it. */
  isTaken?: boolean;
  onClose: () => void;
};

/** Shows a secret, once only, to pass on. Asks before it is closed without having been copied. */
export function SecretDialog({ title, children, noun, value, isTaken: wasTaken = false, onClose }: SecretDialogProps) {
  const [isTaken, setTaken] = useState(wasTaken);
  const [asking, setAsking] = useState(false);
  const copy = useMutation({
    mutationFn: () => navigator.clipboard.writeText(value),
    onSuccess: () => {
      setTaken(true);
      showToast(`Copied the ${noun}`);
    },
  });
  return (
    <Modal
      opened
      onClose={() => (isTaken ? onClose() : setAsking(true))}
      size="38rem"
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>{children}</Text>
        <TextInput
          label={noun[0]?.toUpperCase() + noun.slice(1)}
          readOnly
          data-autofocus
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onCopy={() => setTaken(true)}
        />
        {copy.error && (
          <InlineFailure
            failed={{
              message: `Failed to copy the ${noun}`,
              detail: 'Your browser did not allow it. Copy it from the field.',
            }}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button onClick={() => (isTaken ? onClose() : setAsking(true))}>Done</Button>
          <Button
            variant="filled"
            leftSection={<IconCopy size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => copy.mutate()}
          >
            Copy {noun}
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asking}
        harmless
        title="Not copied yet. Close?"
        sentence={`The ${noun} is shown only now, and to nobody else. Without it you have to make another one.`}
        safe="Go back"
        action={`Close without the ${noun}`}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </Modal>
  );
}
