import { ActionIcon, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BusyButton } from '#web/ui/busy-button.tsx';
import classes from '#web/ui/row-actions.module.css';

/** The quiet actions at the end of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap={4} wrap="nowrap">
    {children}
  </Group>
);

type RowActionProps = {
  label: string;
  /** The spoken name, which includes the record: `Verify Ṣadé Awólọ́wọ̀`. It must begin with the label. */
  name: string;
  onClick: () => void;
  busy?: boolean;
  /** The label while the action is running: `Verifying`. */
  busyLabel?: string;
  /** The action opens the panel of the row's record. */
  opensPanel?: boolean;
};

/** Looks like text until its row is hovered or it has the focus, then like a button with a border. */
export function RowAction(props: RowActionProps) {
  const { label, name, onClick, busy = false, busyLabel = label, opensPanel = false } = props;
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      className={classes.action}
      aria-label={busy ? undefined : name}
      aria-haspopup={opensPanel ? 'dialog' : undefined}
      busy={busy}
      busyLabel={busyLabel}
      onClick={onClick}
    >
      {label}
    </BusyButton>
  );
}

/** The delete button at the end of a row. `name` includes the record: `Delete Ṣadé Awólọ́wọ̀`. */
export function RowDelete({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon size="sm" aria-label={name} onClick={onClick}>
      <IconTrash size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}
