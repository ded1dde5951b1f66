import type { Doctor } from '#contract/doctors.ts';
import { explain } from '#web/api/call.ts';
import { useLastChange } from '#web/features/doctors/use-doctors.ts';
import { shortDate } from '#web/lib/dates.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import classes from '#web/features/doctors/doctor-detail.module.css';

/** When a doctor was changed last, and by whom, as far as the history knows. */
export function LastChange({ doctor: { id, updatedAt } }: { doctor: Doctor }) {
  const history = useLastChange(id);
  const actor = history.data?.revisions[0]?.actor;
  return (
    <>
      <time dateTime={updatedAt}>{shortDate(updatedAt)}</time>
      {actor && `, by ${actor.name}`}
      {history.error && (
        <div className={classes.unknown}>
          <FailedPanel
            failed={explain(history.error)}
            onRetry={() => void history.refetch()}
            retrying={history.isFetching}
          />
        </div>
      )}
    </>
  );
}
