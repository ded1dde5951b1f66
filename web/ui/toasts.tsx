import { Portal } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useFocusHeir } from '#web/lib/focus.ts';
import { closeToast, readToasts, watchToasts, type Toast } from '#web/ui/toast-store.ts';
import classes from './toasts.module.css';

const life = 8_000;

function ToastBar({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const left = useRef(life);
  const bar = useRef<HTMLDivElement>(null);
  useFocusHeir(bar);

  useEffect(() => {
    if (held) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => closeToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [held, toast.id]);

  const hold = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) };
  return (
    <div
      ref={bar}
      className={classes.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      {...hold}
    >
      <IconCheck size={18} stroke={2} aria-hidden="true" className={classes.icon} />
      <span className={classes.message}>{toast.message}</span>
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => closeToast(toast.id)}>
        <IconX size={18} stroke={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Where toasts appear, bottom left. Once in the app; it is always there, so that screen readers hear what comes. */
export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, readToasts);
  return (
    <Portal>
      <div role="status" className={classes.place}>
        {toasts.map((toast) => (
          <ToastBar key={toast.id} toast={toast} />
        ))}
      </div>
    </Portal>
  );
}
