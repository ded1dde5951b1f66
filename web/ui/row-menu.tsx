import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { giveFocus } from '#web/lib/focus.ts';
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
  const [used, setUsed] = useState(false);
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  /** The first click makes the menu, with a new button, to which it gives the focus back when it closes. */
  const openFirst = () => {
    flushSync(() => setUsed(true));
    giveFocus(target.current);
    setOpened(true);
  };
  if (items.length === 0) return null;
  const button = (
    <ActionIcon
      ref={target}
      aria-label={busy ? `${busy}. ${name}` : name}
      aria-haspopup="menu"
      aria-expanded={opened}
      aria-busy={busy ? true : undefined}
      aria-disabled={busy ? true : undefined}
      onClick={used || busy ? undefined : openFirst}
    >
      {busy ? <Spinner /> : <IconDots size={20} stroke={1.6} aria-hidden="true" />}
    </ActionIcon>
  );
  // A menu takes as long to render as half of its row, and most are never opened.
  if (!used) return button;
  return (
    <Menu opened={opened} onChange={(next) => setOpened(next && !busy)}>
      <Menu.Target>{button}</Menu.Target>
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
