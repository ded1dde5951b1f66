import { Button, Group, type ButtonProps, type GroupProps } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BusyButton } from '#web/ui/busy-button.tsx';

type PartProps = {
  form: {
    busy: boolean;
    cancelQueued?: unknown;
    /** A colleague has deleted the record. */
    gone?: boolean;
  };
};

/** The number of invalid fields. It is announced when it changes. */
export const WrongFields = ({ wrong, ...rest }: GroupProps & { wrong: number }) => (
  <Group component="p" role="status" wrap="nowrap" gap={6} fz="xs" lh="xs" c="var(--awa-danger)" {...rest}>
    {wrong > 0 && (
      <>
        <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />
        {wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`}
      </>
    )}
  </Group>
);

/** Leaves the form. A save that waits for the connection goes on. */
export const CancelButton = ({
  form: { busy, cancelQueued },
  onCancel,
  ...rest
}: PartProps & Omit<ButtonProps, 'form'> & { onCancel: () => void }) => (
  <Button {...rest} disabled={busy && !cancelQueued} onClick={onCancel}>
    {cancelQueued ? 'Close' : 'Cancel'}
  </Button>
);

type SaveButtonProps = PartProps &
  Omit<ButtonProps, 'form'> & { busyLabel?: string; off?: boolean; children: ReactNode };

/** Sends the form. A deleted record cannot be saved. */
export const SaveButton = ({ form, busyLabel = 'Saving', ...rest }: SaveButtonProps) =>
  !form.gone && (
    <BusyButton
      {...rest}
      type="submit"
      variant="filled"
      busy={form.busy}
      busyLabel={form.cancelQueued ? 'Waiting' : busyLabel}
    />
  );
