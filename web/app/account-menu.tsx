import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import classes from '#web/app/shell.module.css';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

export const AccountItems = lazyComponent(async () => (await import('#web/app/account-items.tsx')).AccountItems);

/**
 * `Welcome, {email}`, a button that opens the account's items. It is no `Menu`, because that role allows only commands.
 */
export function AccountMenu({ email }: { email: string }) {
  const [opened, menu] = useDisclosure(false);
  return (
    <Popover opened={opened} onDismiss={menu.close} position="bottom-end" returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.account} fz="sm" c="dimmed" onClick={menu.toggle}>
          <Text span truncate>
            Welcome,{' '}
            <Text span fw={500} c="bright">
              {email}
            </Text>
          </Text>
          <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <AccountItems onChoose={menu.close} />
      </Popover.Dropdown>
    </Popover>
  );
}
