import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

type MenuDrawerProps = { opened: boolean; onClose: () => void; children: ReactNode };

/** The menu of small windows, which comes in from the right. */
export function MenuDrawer({ opened, onClose, children }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Awa Desk"
      position="right"
      size="20rem"
      closeOnEscape={false}
      // Of its own keys only: the request to sign in again may lie above.
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {children}
    </Drawer>
  );
}
