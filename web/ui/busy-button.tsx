import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';

type BusyButtonProps = ButtonProps & {
  type?: 'button' | 'submit';
  busy: boolean;
  /** What the button says meanwhile: `Saving`. */
  busyLabel: string;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  'data-autofocus'?: boolean;
};

/** A button that says what it is doing. While busy it keeps its place and the focus, and does nothing more. */
export function BusyButton({ type = 'button', busy, busyLabel, onClick, children, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      leftSection={busy ? <Spinner /> : rest.leftSection}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? busyLabel : children}
    </Button>
  );
}
