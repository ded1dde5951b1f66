import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, Ref } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';

type BusyButtonProps = Omit<ButtonProps, 'disabled'> & {
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  type?: 'button' | 'submit';
  busy: boolean;
  /** There is nothing to do for it now. It keeps the focus, which a disabled one would drop. */
  off?: boolean;
  /** What the button says meanwhile: `Saving`. */
  busyLabel: string;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  'data-autofocus'?: boolean;
};

/** A button that says what it is doing. While busy it keeps its place and the focus, and does nothing more. */
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
