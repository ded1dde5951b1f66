import { Drawer, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AccountItems } from '#web/app/account-items.tsx';
import classes from '#web/app/shell.module.css';
import { Wordmark } from '#web/ui/logo.tsx';

type MenuDrawerProps = {
  opened: boolean;
  onClose: () => void;
  email: string;
  /** The links to the areas. */
  areas: ReactNode;
  /** The end of the menu: the sign-out button. */
  children: ReactNode;
};

/**
 * The menu of small windows, which opens from the right. It is rendered all at once, so that nothing moves under a
 * finger.
 */
export function MenuDrawer({ opened, onClose, email, areas, children }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<Wordmark />}
      position="right"
      size="20rem"
      closeOnEscape={false}
      // Only keys pressed inside it count, because the request to sign in again may be open above it.
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {areas}
      <Stack gap="xs" mt="md" pt="md" className={classes.person} style={{ borderTop: '1px solid var(--awa-hairline)' }}>
        <Text c="dimmed" px="sm">
          Welcome,{' '}
          <Text span fw={500} c="bright">
            {email}
          </Text>
        </Text>
        <AccountItems onChoose={onClose} />
        {children}
      </Stack>
    </Drawer>
  );
}
