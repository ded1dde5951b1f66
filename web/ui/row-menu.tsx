import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';

type RowMenuItem = { label: string; icon: Icon; danger?: boolean; onClick: () => void };

type RowMenuProps = {
  /** The spoken name: `Actions for Ṣadé Awólọ́wọ̀`. */
  name: string;
  /** A fact that the row has no room for. */
  title?: string;
  items: RowMenuItem[];
  /** The action that is running: `Verifying`. The menu stays closed until it is done. */
  busy?: string | undefined;
};

/** All actions of a row behind three dots, for phones. Nothing where there are none. */
export function RowMenu({ name, title, items, busy }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  if (items.length === 0) return null;
  return (
    <Menu opened={opened} onChange={(next) => setOpened(next && !busy)}>
      <Menu.Target>
        <ActionIcon
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
