import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { giveFocus } from '#web/lib/focus.ts';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';
import type { RowMenuItem } from '#web/ui/row-menu-items.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const RowMenuItems = lazyLayer('menu', async () => (await import('#web/ui/row-menu-items.tsx')).RowMenuItems);

type RowMenuProps = {
  /** The spoken name: `Actions for Ṣadé Awólọ́wọ̀`. */
  name: string;
  /** A fact that does not fit in the row. */
  title?: string;
  items: RowMenuItem[];
  /** The running action: `Verifying`. The menu stays closed until it is done. */
  busy?: string | undefined;
};

/** All actions of a row behind three dots, for phones. Renders nothing without actions. */
export function RowMenu({ name, title, items, busy }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  if (items.length === 0) return null;
  const toggle = () => {
    // Safari does not focus a pressed button, and the menu returns the focus to it.
    giveFocus(target.current);
    setOpened(!opened);
  };
  return (
    <>
      <ActionIcon
        ref={target}
        id={id}
        aria-label={busy ? `${busy}. ${name}` : name}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        aria-busy={busy ? true : undefined}
        aria-disabled={busy ? true : undefined}
        onClick={busy ? undefined : toggle}
      >
        {busy ? <Spinner /> : <IconDots size={20} stroke={1.6} aria-hidden="true" />}
      </ActionIcon>
      <RowMenuItems
        opened={opened}
        id={id}
        target={target}
        title={title}
        items={items}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
