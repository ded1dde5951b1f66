import { explain } from '#web/api/call.ts';
import { useMetrics } from '#web/features/users/use-users.ts';
import classes from '#web/features/users/users.module.css';
import { grouped } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { StatStrip } from '#web/ui/stat-strip.tsx';

/** The four figures above the list. */
export function Stats() {
  const { data, error, refetch, isFetching } = useMetrics();
  if (error) {
    return (
      <div className={classes.noFigures}>
        <FailedPanel failed={explain(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  }
  const figure = (value: number | undefined) => (value === undefined ? {} : { value: grouped(value) });
  return (
    <StatStrip
      label="Figures"
      stats={[
        { label: 'Total Users', ...figure(data?.totalUsers) },
        {
          label: 'Verified Users',
          ...figure(data?.verifiedUsers),
          note: `${data?.verificationRate ?? 0}% verification rate`,
        },
        { label: 'Active Users', ...figure(data?.activeUsers), note: 'last 30 days' },
        { label: 'Total Posts', ...figure(data?.totalPosts), note: 'all communities' },
      ]}
    />
  );
}
