import { Text } from '@mantine/core';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import type { Admin } from '#contract/auth.ts';
import { failures } from '#contract/errors.ts';
import { everyRole, roleNames } from '#contract/roles.ts';
import { usePermission, usePermissionWhileOpen, useSession } from '#web/api/permissions.ts';
import { resume } from '#web/api/session.ts';
import classes from '#web/app/auth-gate.module.css';
import { SessionDialogs } from '#web/app/session-dialogs.tsx';
import { Shell } from '#web/app/shell.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

/** Most visits do not need it. */
const LoginPage = lazyComponent(async () => (await import('#web/app/login-page.tsx')).LoginPage, <Loading />);
const NotAllowedPage = lazyComponent(async () => (await import('#web/app/not-allowed-page.tsx')).NotAllowedPage);
const FirstFactorPage = lazyComponent(async () => (await import('#web/app/first-factor-page.tsx')).FirstFactorPage);

/** Shows the dashboard when signed in, and the sign-in screen otherwise. */
export function AuthGate() {
  const session = useSession();
  const isEntry = useMatches({ select: (matches) => matches.at(-1)?.staticData.isEntry });
  if (isEntry) return <Outlet />;
  switch (session.status) {
    case 'checking':
      return <Loading />;
    case 'unknown':
      return (
        <main className={classes.middle}>
          <PageHead title="Something went wrong" />
          <FailedPanel
            failed={{
              message: failures.session.read,
              detail: session.requestId
                ? 'The server could not answer. Nothing was changed. Try again in a moment.'
                : 'The server could not be reached. Nothing was changed. Check your network and try again.',
              requestId: session.requestId,
            }}
            onRetry={() => void resume()}
          />
        </main>
      );
    case 'out':
      return <LoginPage />;
    default:
      if (session.mustAddFactor) {
        return (
          <>
            <FirstFactorPage email={session.admin.email} />
            <SessionDialogs {...session} />
          </>
        );
      }
      return (
        <Shell session={session}>
          <Page admin={session.admin} />
        </Shell>
      );
  }
}

/** The page of this address. If its role is withdrawn while it is open, it stays and says so. */
function Page({ admin: { role } }: { admin: Admin }) {
  const { pathname, roles } = useMatches({
    select: (matches) => {
      const page = matches.at(-1);
      return { pathname: page?.pathname ?? '', roles: page?.staticData.roles ?? everyRole };
    },
    structuralSharing: true,
  });
  const may = usePermission();
  const opened = usePermissionWhileOpen({ roles }, pathname);
  const [before, setBefore] = useState({ pathname, role });
  if (before.pathname !== pathname) setBefore({ pathname, role });
  if (!opened) return <NotAllowedPage role={role} />;
  return (
    <>
      {before.role !== role && (
        <Text
          role="alert"
          px="md"
          py="sm"
          mb="lg"
          bdrs="md"
          bg="var(--awa-warning-tint)"
          c="var(--awa-warning)"
          textWrap="pretty"
        >
          Your role is {roleNames[role]} now.{' '}
          {may({ roles }) ? 'Actions outside it are no longer offered.' : 'It does not include this page.'} What you
          typed is still here. Ask an administrator if you need more.
        </Text>
      )}
      <Outlet />
    </>
  );
}

/**
 * Appears only after 150 ms (its style in `index.html` delays it), so that it does not flash when the response is
 * quick. If the static page was already showing it, it continues at once, in the same place.
 */
function Loading() {
  const [begun] = useState(() => {
    const before = document.querySelector('#opening');
    return before !== null && getComputedStyle(before).visibility === 'visible';
  });
  return (
    <main id="opening" data-begun={begun || undefined}>
      <Logo size={40} />
      <p role="status">Loading...</p>
    </main>
  );
}
