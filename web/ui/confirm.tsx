import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useFocusBack } from '#web/lib/focus.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type ConfirmProps = {
  opened: boolean;
  /** Names the thing: `Delete “What a period is”?` */
  title: string;
  /** The fixed sentence of the specification, where it has one. */
  sentence: string;
  /** How much goes, and whether it can come back. */
  consequence?: string;
  /** What the other button does: `Delete user`. */
  action: string;
  /** What it says meanwhile: `Deleting`. */
  actionBusy?: string;
  busy?: boolean;
  /** What the safe button says: `Keep it`. */
  safe?: string;
  /** Nothing goes: the other button is neither red nor has a bin. */
  harmless?: boolean;
  /** The last try's failure. The dialog stays open with it. */
  failed?: ShownFailure | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be taken back. Closes only by its owner: after success, or by the safe button. */
export function Confirm({ busy = false, safe = 'Keep it', harmless = false, ...props }: ConfirmProps) {
  useFocusBack(props.opened);
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Modal.Root
      opened={props.opened}
      onClose={close}
      returnFocus={false}
      size="38rem"
      closeOnEscape={false}
      // Of its own keys only: another dialog may lie above.
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{props.title}</Modal.Title>
        </Modal.Header>
        {/* Describes the dialog, so it holds what is asked and nothing else. */}
        <Modal.Body pb={0}>
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
            <BusyButton
              flex={{ base: '1 1 auto', sm: 'none' }}
              variant={harmless ? 'filled' : 'danger'}
              leftSection={!harmless && <IconTrash size={18} stroke={1.6} aria-hidden="true" />}
              busy={busy}
              busyLabel={props.actionBusy ?? props.action}
              onClick={props.onConfirm}
            >
              {props.action}
            </BusyButton>
          </Group>
        </Stack>
      </Modal.Content>
    </Modal.Root>
  );
}
