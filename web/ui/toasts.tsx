import { ActionIcon, Box, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useStore } from '#web/lib/store.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { closeToast, passes, toasts, undoToast, type Toast } from '#web/ui/toast-store.ts';
import classes from '#web/ui/toasts.module.css';

const life = 8_000;

/** Closes a toast when its time is over. A new message restarts the time. */
function useLife(toast: Toast, held: boolean) {
  const left = useRef({ toast, time: life });
  useEffect(() => {
    if (held || !passes(toast)) return undefined;
    if (left.current.toast !== toast) left.current = { toast, time: life };
    const started = performance.now();
    const timer = setTimeout(() => closeToast(toast.id), left.current.time);
    return () => {
      clearTimeout(timer);
      left.current.time -= performance.now() - started;
    };
  }, [toast, held]);
}

type ToastBarProps = {
  toast: Toast;
  /** A newer toast is shown in front of it. */
  behind: boolean;
  /** The toasts stay, because they are hovered or have the focus. */
  held: boolean;
};

function ToastBar({ toast, behind, held }: ToastBarProps) {
  const { id, message, undo, undoing = false, failed } = toast;
  useLife(toast, held);
  const StateIcon = failed ? IconAlertCircle : IconCheck;
  return (
    <div role="group" className={classes.toast} data-floating hidden={behind}>
      <StateIcon size={18} stroke={failed ? 1.6 : 2} aria-hidden="true" className={classes.icon} />
      <Box flex={1} miw={0} py={{ base: 2, sm: 6 }}>
        <p>{message}</p>
        {failed && (
          <div role="alert">
            <Text fw={600} mt={4}>
              {failed.message}
            </Text>
            {failed.detail && <p>{failed.detail}</p>}
            {failed.requestId && (
              <Text size="xs" mt={4}>
                Request {failed.requestId}
              </Text>
            )}
          </div>
        )}
      </Box>
      {undo && (
        <BusyButton
          variant="bar"
          flex="none"
          c="var(--awa-bar-action)"
          fw={600}
          aria-label={undoing ? undefined : `Undo: ${message}`}
          aria-keyshortcuts={behind ? undefined : 'Control+Z Meta+Z'}
          busy={undoing}
          busyLabel="Undoing"
          onClick={() => void undoToast(toast)}
        >
          Undo
        </BusyButton>
      )}
      {!undoing && (
        <ActionIcon variant="bar" flex="none" aria-label="Dismiss" onClick={() => closeToast(id)}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

type ToastsProps = {
  /** Asks about the last change, when no toast offers to undo it; left out when the role changes nothing. */
  undoLast?: (() => void) | false;
};

/**
 * Shows the newest toast: at the bottom left, above a selection bar, and in narrow windows in the header. It is always
 * rendered, so that screen readers announce new toasts.
 */
export function Toasts({ undoLast }: ToastsProps) {
  const all = useStore(toasts, (shown) => shown);
  const newest = all.at(-1);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const undo = newest?.undo ? () => void undoToast(newest) : undoLast;
  useShortcuts(undo ? [{ keys: ['mod+Z'], does: 'Undo my last change', act: undo }] : []);
  return (
    // The handlers only keep the toasts open while they are hovered or have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="status"
      className={classes.place}
      data-stacked={all.length > 1 || undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      // A click leaves the focus behind, which would keep the toasts open permanently.
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      {all.map((toast) => (
        <ToastBar key={toast.id} toast={toast} behind={toast !== newest} held={pointed || focused} />
      ))}
    </div>
  );
}
