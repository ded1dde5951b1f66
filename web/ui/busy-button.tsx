import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';

type BusyButtonProps = Omit<ButtonProps, 'disabled'> & {
  id?: string;
  type?: 'button' | 'submit';
  busy: boolean;
  /** The button has no effect now. It keeps the focus, which a disabled button would lose. */
  off?: boolean;
  /** The label while the button is busy: `Saving`. */
  busyLabel: string;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  'data-autofocus'?: boolean;
};

/** A button that shows its progress. While busy, it stays in its place, keeps the focus and ignores clicks. */
export function BusyButton({
  type = 'button',
  busy,
  off = false,
  busyLabel,
  onClick,
  children,
  ...rest
}: BusyButtonProps) {
  return (
    <Button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || off || undefined}
      data-disabled={off || undefined}
      leftSection={busy ? <Spinner /> : rest.leftSection}
      onClick={(event) => {
        if (busy || off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? busyLabel : children}
    </Button>
  );
}
