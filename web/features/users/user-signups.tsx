import { failureOf } from '#web/api/query.ts';
import { chartDays, useSignups } from '#web/features/users/use-user-signups.ts';
import { DayBars } from '#web/ui/day-bars.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** How many people joined on each of the last days. */
export function UserSignups() {
  const signups = useSignups();
  if (signups.error) return <FailedPanel {...failureOf(signups)} />;
  return <DayBars label={`Sign-ups, last ${chartDays} days`} one="sign-up" many="sign-ups" days={signups.data?.days} />;
}
