import { explain } from '#web/api/call.ts';
import { chartDays, useSignups } from '#web/features/users/use-user-signups.ts';
import { DayBars } from '#web/ui/day-bars.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** How many people joined on each of the last days. */
export function UserSignups() {
  const { data, error, refetch, isFetching } = useSignups();
  if (error) return <FailedPanel failed={explain(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  return <DayBars label={`Sign-ups, last ${chartDays} days`} one="sign-up" many="sign-ups" days={data?.days} />;
}
