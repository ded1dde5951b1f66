import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { useAfterTyping } from '#web/lib/typing.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type ConfirmProps = {
  opened: boolean;
  /** A title with the record's name: `Delete “What a period is”?` */
  title: string;
  /** The identity of the record, when its name alone could be ambiguous. */
  about?: ReactNode;
  /** The fixed sentence of the specification, where it has one. */
  sentence: string;
  /** The extent of the deletion, and whether it can be restored. */
  consequence?: ReactNode;
  /** The label of the confirm button: `Delete user`. */
  action: string;
  /** The label of that button while it is busy: `Deleting`. */
  actionBusy?: string;
  busy?: boolean;
  /** The label of the safe button: `Keep it`. */
  safe?: string;
  /** Nothing is deleted: the confirm button is neither red nor has a bin icon. */
  harmless?: boolean;
  /** Another action, between the two buttons. */
  other?: { label: string; onClick: () => void };
  /** The failure of the last attempt. The dialog stays open with it. */
  failed?: ShownFailure | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an irreversible action. Only its owner closes it: after success, or when the safe button is pressed. */
export function Confirm({ busy = false, safe = 'Keep it', harmless = false, ...props }: ConfirmProps) {
  const opened = useAfterTyping(props.opened);
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      size="38rem"
      closeOnEscape={false}
      // Only keys pressed inside it count, because another dialog may be open above it.
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{props.title}</Modal.Title>
        </Modal.Header>
        {/* This describes the dialog, so it contains only the question. */}
        <Modal.Body pb={0}>
          {props.about}
          <Text size="md" textWrap="pretty">
            {props.sentence}
          </Text>
          {props.consequence && (
            <Text c="dimmed" mt={4} textWrap="pretty">
              {props.consequence}
            </Text>
          )}
        </Modal.Body>
        <Stack gap="lg" px={{ base: 'lg', sm: 28 }} pt="lg" pb={{ base: 'lg', sm: 24 }}>
          {props.failed && <InlineFailure failed={props.failed} />}
          <Group justify="flex-end" gap="xs">
            <Button data-autofocus disabled={busy} flex={{ base: '1 1 auto', sm: 'none' }} onClick={close}>
              {safe}
            </Button>
            {props.other && (
              <Button disabled={busy} flex={{ base: '1 1 auto', sm: 'none' }} onClick={props.other.onClick}>
                {props.other.label}
              </Button>
            )}
            <BusyButton
              flex={{ base: '1 1 auto', sm: 'none' }}
              variant={harmless ? 'filled' : 'danger'}
              leftSection={!harmless && <IconTrash size={18} stroke={1.6} aria-hidden="true" />}
              busy={busy}
              busyLabel={props.actionBusy ?? props.action}
              onClick={() => props.opened && props.onConfirm()}
            >
              {props.action}
            </BusyButton>
          </Group>
        </Stack>
      </Modal.Content>
    </Modal.Root>
  );
}
