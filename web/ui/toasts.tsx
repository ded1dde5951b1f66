import { ActionIcon, Box, Portal, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { closeToast, passes, toasts, undoToast, type Toast } from '#web/ui/toast-store.ts';
import classes from '#web/ui/toasts.module.css';

const life = 8_000;

/** Closes a toast when its time is up. A new message gets the whole time again. */
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

function ToastBar({ toast }: { toast: Toast }) {
  const { id, message, undo, undoing = false, failed } = toast;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  useLife(toast, pointed || focused);

  // A click leaves the focus behind, which would keep the toast open for good.
  const hold = {
    onFocus: ({ target }: { target: Element }) => setFocused(target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  };
  const StateIcon = failed ? IconAlertCircle : IconCheck;
  return (
    <div
      role="group"
      className={classes.toast}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      {...hold}
    >
      <StateIcon size={18} stroke={failed ? 1.6 : 2} aria-hidden="true" className={classes.icon} />
      <Box flex={1} miw={0} py={6}>
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

/**
 * The place for toasts, bottom left. Render it once in the app. It is always on the page, so that screen readers
 * announce new toasts.
 */
export function Toasts() {
  const shown = useStore(toasts, (all) => all);
  return (
    <Portal>
      <div role="status" className={classes.corner}>
        {shown.map((toast) => (
          <ToastBar key={toast.id} toast={toast} />
        ))}
      </div>
    </Portal>
  );
}
