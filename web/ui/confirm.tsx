import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { useAfterTyping } from '#web/lib/typing.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type ConfirmProps = {
  opened: boolean;
  /** Names the thing: `Delete “What a period is”?` */
  title: string;
  /** Who or what it is, where the name alone could be that of another. */
  about?: ReactNode;
  /** The fixed sentence of the specification, where it has one. */
  sentence: string;
  /** How much is deleted, and whether it can be restored. */
  consequence?: ReactNode;
  /** The label of the button that does it: `Delete user`. */
  action: string;
  /** The label of that button while it is busy: `Deleting`. */
  actionBusy?: string;
  busy?: boolean;
  /** The label of the safe button: `Keep it`. */
  safe?: string;
  /** Nothing is deleted: the other button is neither red nor has a bin. */
  harmless?: boolean;
  /** Another thing that can be done, between the two. */
  other?: { label: string; onClick: () => void };
  /** The failure of the last try. The dialog stays open with it. */
  failed?: ShownFailure | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Asks before something that cannot be undone. Only its owner closes it: after success, or when the safe button is
 * pressed.
 */
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
      // Only keys pressed inside it count, because another dialog may lie above.
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{props.title}</Modal.Title>
        </Modal.Header>
        {/* This describes the dialog, so it holds only the question. */}
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
