import classes from '#web/app/auth-gate.module.css';
import { newVersion, newVersionWords } from '#web/lib/new-version.ts';
import { useStore } from '#web/lib/store.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

/** Replaces a page that crashed or failed to load. */
export function FailurePage({ error }: { error: unknown }) {
  const isReplaced = useStore(newVersion, (there) => there);
  return (
    <>
      <title>Something went wrong - Awa Desk</title>
      <PageHead title="Something went wrong" />
      <FailedPanel
        failed={{
          message: 'This page could not be shown',
          detail: isReplaced
            ? newVersionWords
            : `${error instanceof Error ? error.message : 'Unknown reason'}. Saved changes are safe. Load the page again; if that does not help, tell support what it says here.`,
        }}
        onRetry={() => location.reload()}
      />
    </>
  );
}

/** Replaces the whole screen when even the header failed to render. */
export function RootFailurePage({ error }: { error: unknown }) {
  return (
    <main className={classes.middle}>
      <FailurePage error={error} />
    </main>
  );
}
