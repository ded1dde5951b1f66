import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** In place of a page that broke or could not be loaded. */
export function FailurePage({ error }: { error: unknown }) {
  return (
    <>
      <title>Something went wrong - Awa Desk</title>
      <FailedPanel
        failed={{
          message: 'This page could not be shown',
          detail: `${error instanceof Error ? error.message : 'Unknown reason'}. What you saved before is safe. Load the page again; if that does not help, tell support what it says here.`,
        }}
        onRetry={() => location.reload()}
      />
    </>
  );
}
