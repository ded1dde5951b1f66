import { Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { giveFocus } from '#web/lib/focus.ts';

type TopDialogProps = {
  id: string;
  opened: boolean;
  title: string;
  /** Called on Escape; left out if the dialog must be answered. */
  onClose?: (() => void) | undefined;
  /** Above other dialogs of this kind. */
  above?: boolean;
  children: ReactNode;
};

/**
 * Everything but this dialog becomes inert, other dialogs too, so that neither a key nor a timer moves the focus there.
 */
function useAlone(id: string, opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    const own = document.getElementById(id);
    const others = [...document.body.children].filter(
      (one) => one instanceof HTMLElement && !one.contains(own) && !one.hasAttribute('inert'),
    );
    for (const other of others) other.toggleAttribute('inert', true);
    return () => {
      for (const other of others) other.toggleAttribute('inert', false);
      giveFocus(before);
    };
  }, [id, opened]);
}

/** A dialog above all others, which continue after it. */
export function TopDialog({ id, opened, title, onClose, above = false, children }: TopDialogProps) {
  useAlone(id, opened);
  return (
    <Modal
      id={id}
      opened={opened}
      onClose={onClose ?? (() => {})}
      title={title}
      withCloseButton={false}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={false}
      returnFocus={false}
      // The dialog has its own container, above every other dialog, drawer and menu.
      portalProps={{ reuseTargetNode: false }}
      zIndex={above ? 360 : 350}
      size="26rem"
    >
      {children}
    </Modal>
  );
}
