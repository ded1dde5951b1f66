import { Button, Modal } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Failed } from '#web/lib/failed.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import classes from './confirm.module.css';

type ConfirmProps = {
  opened: boolean;
  /** Names the thing: `Delete “What a period is”?` */
  title: string;
  /** The fixed sentence of the specification. */
  sentence: string;
  /** How much goes, and whether it can come back. */
  consequence?: string;
  /** What the red button does: `Delete user`. */
  action: string;
  /** What it says meanwhile: `Deleting`. */
  actionBusy: string;
  /** The safe button, which has the focus. */
  keep?: string;
  busy: boolean;
  /** The last try's failure. The dialog stays open with it. */
  failed?: Failed | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** What had the focus; of an item of a menu that closes, the menu's button. */
function focused() {
  const menu = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : document.activeElement;
}

/** Gives the focus back where it was when the dialog opened, also when its owner just takes the dialog away. */
function useFocusBack(opened: boolean) {
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!opened) return undefined;
    // Opened again in the same moment: it has a new place to go back to.
    clearTimeout(returning.current);
    const before = focused();
    return () => {
      returning.current = setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/** Asks before something goes for good. Closes only by its owner: after success, or when one keeps the thing. */
export function Confirm(props: ConfirmProps) {
  useFocusBack(props.opened);
  const close = () => {
    if (!props.busy) props.onClose();
  };
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={props.title}
      withCloseButton={false}
      returnFocus={false}
      size="38rem"
      aria-describedby="confirm-sentence"
    >
      <p id="confirm-sentence" className={classes.sentence}>
        {props.sentence}
      </p>
      {props.consequence && <p className={classes.consequence}>{props.consequence}</p>}
      {props.failed && (
        <div className={classes.failed}>
          <InlineFailure failed={props.failed} />
        </div>
      )}
      <div className={classes.actions}>
        <Button data-autofocus disabled={props.busy} onClick={close}>
          {props.keep ?? 'Keep it'}
        </Button>
        <BusyButton
          variant="danger"
          leftSection={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
          busy={props.busy}
          busyLabel={props.actionBusy}
          onClick={props.onConfirm}
        >
          {props.action}
        </BusyButton>
      </div>
    </Modal>
  );
}
