import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash, type Icon } from '@tabler/icons-react';
import { useState, type ReactNode, type Ref } from 'react';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import classes from './row-actions.module.css';

/** The quiet actions at the end of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

type RowActionProps = {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  /** Spoken name, with the thing in it: `Verify Ṣadé Awólọ́wọ̀`. Must begin with the label. */
  name: string;
  onClick: () => void;
  busy?: boolean;
  /** What it says meanwhile: `Verifying`. */
  busyLabel?: string;
};

/** Text until its row is under the pointer or it has the focus, then a button with an edge. */
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

/** The bin at the end of a row. `name` says what it deletes: `Delete Ṣadé Awólọ́wọ̀`. */
export function RowDelete({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon size="sm" aria-label={name} onClick={onClick}>
      <IconTrash size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}

type RowMenuItem = { label: string; icon: Icon; danger?: boolean; onClick: () => void };

type RowMenuProps = {
  ref?: Ref<HTMLButtonElement>;
  /** Whose: `Actions for Ṣadé Awólọ́wọ̀`. */
  name: string;
  /** A fact that the row has no room for. */
  title?: string;
  items: RowMenuItem[];
  /** What is being done with the row: `Verifying`. Until it is done the menu stays closed. */
  busy?: string | undefined;
};

/** All actions of a row behind three dots, for phones. */
export function RowMenu({ ref, name, title, items, busy }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Menu opened={opened} onChange={(next) => setOpened(next && !busy)}>
      <Menu.Target>
        <ActionIcon
          {...(ref ? { ref } : {})}
          aria-label={busy ? `${busy}. ${name}` : name}
          aria-busy={busy ? true : undefined}
          aria-disabled={busy ? true : undefined}
        >
          {busy ? <Spinner /> : <IconDots size={20} stroke={1.6} aria-hidden="true" />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {title && <Menu.Label>{title}</Menu.Label>}
        {items.map(({ label, icon: ItemIcon, danger, onClick }) => (
          <Menu.Item
            key={label}
            data-danger={danger || undefined}
            leftSection={<ItemIcon size={18} stroke={1.6} aria-hidden="true" />}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
