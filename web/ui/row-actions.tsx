import { ActionIcon, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { BusyButton } from '#web/ui/busy-button.tsx';
import classes from '#web/ui/row-actions.module.css';

/** The quiet actions at the end of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap={4} wrap="nowrap">
    {children}
  </Group>
);

type RowActionProps = {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  /** The spoken name, which includes the thing: `Verify Ṣadé Awólọ́wọ̀`. It must begin with the label. */
  name: string;
  onClick: () => void;
  busy?: boolean;
  /** The label while the action is running: `Verifying`. */
  busyLabel?: string;
};

/** Looks like text until the pointer is over its row or it has the focus, then like a button with a border. */
export function RowAction({ ref, label, name, onClick, busy = false, busyLabel = label }: RowActionProps) {
  return (
    <BusyButton
      {...(ref ? { ref } : {})}
      variant="subtle"
      size="xs"
      className={classes.action}
      aria-label={busy ? undefined : name}
      busy={busy}
      busyLabel={busyLabel}
      onClick={onClick}
    >
      {label}
    </BusyButton>
  );
}

/** The delete button at the end of a row. `name` says what it deletes: `Delete Ṣadé Awólọ́wọ̀`. */
export function RowDelete({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon size="sm" aria-label={name} onClick={onClick}>
      <IconTrash size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}
