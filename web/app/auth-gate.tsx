import { Outlet } from '@tanstack/react-router';
import { failures } from '#contract/errors.ts';
import { resume } from '#web/api/session.ts';
import classes from '#web/app/auth-gate.module.css';
import { LoginPage } from '#web/app/login-page.tsx';
import { useSession } from '#web/app/session.ts';
import { Shell } from '#web/app/shell.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

/** Shows the dashboard to people who are signed in, and the sign-in screen to everyone else. */
export function AuthGate() {
  const session = useSession();
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
      return (
        <Shell session={session}>
          <Outlet />
        </Shell>
      );
  }
}

/** Appears only after 150 ms (its style delays it), so that a quick answer does not make it flash. */
function Loading() {
  return (
    <main className={classes.middle}>
      <p className={classes.loading} role="status">
        Loading...
      </p>
    </main>
  );
}
