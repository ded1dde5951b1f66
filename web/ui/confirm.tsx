import { Button, Modal } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useFocusBack } from '#web/lib/focus.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import classes from '#web/ui/confirm.module.css';

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
        <Modal.Body className={classes.question}>
          <p className={classes.sentence}>{props.sentence}</p>
          {props.consequence && <p className={classes.consequence}>{props.consequence}</p>}
        </Modal.Body>
        <div className={classes.answer}>
          {props.failed && <InlineFailure failed={props.failed} />}
          <div className={classes.actions}>
            <Button data-autofocus disabled={busy} onClick={close}>
              {safe}
            </Button>
            <BusyButton
              variant={harmless ? 'filled' : 'danger'}
              leftSection={!harmless && <IconTrash size={18} stroke={1.6} aria-hidden="true" />}
              busy={busy}
              busyLabel={props.actionBusy ?? props.action}
              onClick={props.onConfirm}
            >
              {props.action}
            </BusyButton>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
