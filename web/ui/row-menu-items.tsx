import { Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Beside } from '#web/ui/beside.tsx';

export type RowMenuItem = { label: string; icon: Icon; danger?: boolean; onClick: () => void };

type RowMenuItemsProps = {
  opened: boolean;
  /** The id of the button that opens the menu, and the button. */
  id: string;
  target: RefObject<HTMLElement | null>;
  title: string | undefined;
  items: RowMenuItem[];
  onClose: () => void;
};

/** The actions of a `RowMenu`, beside its button. */
export const RowMenuItems = ({ opened, id, target, title, items, onClose }: RowMenuItemsProps) => (
  <Menu id={id} opened={opened} onChange={onClose}>
    <Menu.Target>
      <Beside target={target} />
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
