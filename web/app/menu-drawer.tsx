import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Wordmark } from '#web/ui/logo.tsx';

type MenuDrawerProps = { opened: boolean; onClose: () => void; children: ReactNode };

/** The menu of small windows, which opens from the right. */
export function MenuDrawer({ opened, onClose, children }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<Wordmark />}
      position="right"
      size="20rem"
      closeOnEscape={false}
      // Only keys pressed inside it count, because the request to sign in again may lie above.
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {children}
    </Drawer>
  );
}
