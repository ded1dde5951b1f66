import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from '#web/app/shell.module.css';
import { DropDown, useDropDown } from '#web/ui/drop-down.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const AccountItems = lazyComponent(async () => (await import('#web/app/account-items.tsx')).AccountItems);

/**
 * `Welcome, {email}`, a button that opens the account's items. It is not a `Menu`, because that role allows only
 * commands.
 */
export function AccountMenu({ email }: { email: string }) {
  const { button, dropDown, close } = useDropDown();
  return (
    <>
      <UnstyledButton {...button} className={classes.account} fz="sm" c="dimmed">
        <Text span truncate>
          Welcome,{' '}
          <Text span fw={500} c="bright">
            {email}
          </Text>
        </Text>
        <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
      <DropDown {...dropDown} position="bottom-end" returnFocus>
        <AccountItems onChoose={close} />
      </DropDown>
    </>
  );
}
