import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconLogout, IconMenu2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { api } from '#contract/api.ts';
import type { Admin } from '#contract/auth.ts';
import { CallError, call, explain } from '#web/api/call.ts';
import { leave } from '#web/api/session.ts';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { areas } from '#web/app/areas.ts';
import classes from '#web/app/shell.module.css';
import { SignInAgain } from '#web/app/sign-in-again.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Wordmark } from '#web/ui/mark.tsx';
import { SchemeSwitch } from '#web/ui/scheme-switch.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';

type ShellProps = {
  admin: Admin;
  /** The session is over; the page stays, behind the request to sign in again. */
  ended: boolean;
  children: ReactNode;
};

/** Header, areas, and the page of the current one. */
export function Shell({ admin, ended, children }: ShellProps) {
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const [menuOpened, menu] = useDisclosure(false);
  const signOut = useSignOut();
  const main = useMainFocus();
  usePreloadedAreas();
  const logout = (
    <BusyButton
      className={classes.logout}
      variant="subtle"
      leftSection={<IconLogout size={18} stroke={1.6} aria-hidden="true" />}
      busy={signOut.isPending}
      busyLabel="Logout"
      onClick={() => signOut.mutate()}
    >
      Logout
    </BusyButton>
  );
  return (
    <>
      <SkipLink target="main" />
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/admin/desk/users" className={classes.home} aria-label="Awa Desk">
            <Wordmark />
          </Link>
          {wide ? (
            <>
              <Areas />
              <AccountMenu email={admin.email} />
              {logout}
            </>
          ) : (
            <ActionIcon size="lg" aria-label="Menu" aria-expanded={menuOpened} onClick={menu.open}>
              <IconMenu2 size={24} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      </header>
      <Drawer opened={menuOpened && !wide} onClose={menu.close} title="Awa Desk" position="right" size="20rem">
        <Areas onChoose={menu.close} />
        <div className={classes.person}>
          <p className={classes.welcome}>
            Welcome, <span className={classes.email}>{admin.email}</span>
          </p>
          <div className={classes.scheme}>
            Theme
            <SchemeSwitch />
          </div>
          {logout}
        </div>
      </Drawer>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        {signOut.error && (
          <div className={classes.failed}>
            <InlineFailure failed={explain(signOut.error)} />
          </div>
        )}
        {children}
      </main>
      <SignInAgain admin={admin} opened={ended} />
    </>
  );
}

function Areas({ onChoose }: { onChoose?: () => void }) {
  return (
    <nav aria-label="Areas" className={classes.areas}>
      {areas.map(({ label, to }) => (
        <Link key={to} to={to} className={classes.area} onClick={onChoose}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** A session that is over already counts as signed out. */
function useSignOut() {
  return useMutation({
    mutationFn: () => call(api.auth.signOut, {}, { signInAgain: false }),
    onSuccess: leave,
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) leave();
    },
  });
}

/** Another page takes the focus, so that a screen reader starts to read it and the Tab key starts in it. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return main;
}

/** Fetches the code of all areas once the browser has nothing better to do; their data waits until they are opened. */
function usePreloadedAreas() {
  useEffect(() => {
    const preload = () => areas.forEach(({ page }) => void page.preload?.());
    if (!('requestIdleCallback' in window)) return preload();
    const idle = requestIdleCallback(preload, { timeout: 5000 });
    return () => cancelIdleCallback(idle);
  }, []);
}
