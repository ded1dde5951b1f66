import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from '#web/app/shell.module.css';
import { SchemeSwitch } from '#web/ui/scheme-switch.tsx';
import { ShortcutSwitch } from '#web/ui/shortcut-switch.tsx';

/** `Welcome, {email}`, and behind it what belongs to the person rather than to an area. No `Menu`: its role allows only commands. */
export function AccountMenu({ email }: { email: string }) {
  return (
    <Popover position="bottom-end" offset={4} withinPortal={false} returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.account}>
          <span className={classes.welcome}>
            Welcome, <span className={classes.email}>{email}</span>
          </span>
          <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.setting}>
          Theme
          <SchemeSwitch />
        </div>
        <div className={classes.setting}>
          <ShortcutSwitch />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
