import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { DailyCounts, Metrics } from '#contract/users.ts';
import { failureOf, query } from '#web/api/query.ts';
import { browserZone } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { DayBars } from '#web/ui/day-bars.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { StatStrip } from '#web/ui/stat-strip.tsx';

/** The days of the charts, today included. */
const days = 30;

/** The figures may come wrapped (specification, section 7). */
const unwrapped = (answer: Metrics | { data: Metrics }) => ('data' in answer ? answer.data : answer);

/** How a total grew over the days, counted from 0. Undefined when it did not grow: there is no line to draw. */
function growth(counts: DailyCounts | undefined) {
  let total = 0;
  const totals = counts?.days.map(({ count }) => (total += count));
  return total > 0 ? totals : undefined;
}

/** The figures above the list, with the growth of those that have a history. */
export function UserMetrics() {
  const metrics = useQuery({ ...query(api.users.metrics, {}), select: unwrapped });
  const signups = useQuery(query(api.users.signups, { days, timeZone: browserZone() }));
  // Phones have no room for it and do not ask.
  const posts = useQuery({ ...query(api.users.posts, { days, timeZone: browserZone() }), enabled: !usePhone() });
  const failure = (query: typeof metrics | typeof signups) => query.error && <FailedPanel {...failureOf(query)} />;
  const { data } = metrics;
  const today = signups.data?.days.at(-1);
  return (
    <StatStrip
      label="Figures"
      failed={failure(metrics)}
      stats={[
        {
          label: 'Total Users',
          value: data && formatInteger(data.totalUsers),
          note: today && `${formatInteger(today.count)} joined today`,
          history: growth(signups.data),
        },
        {
          label: 'Verified Users',
          value: data && formatInteger(data.verifiedUsers),
          note: `${data?.verificationRate ?? 0}% verification rate`,
        },
        { label: 'Active Users', value: data && formatInteger(data.activeUsers), note: 'last 30 days' },
        {
          label: 'Total Posts',
          value: data && formatInteger(data.totalPosts),
          note: 'all communities',
          history: growth(posts.data),
          failed: failure(posts),
        },
      ]}
    >
      {failure(signups) || (
        <DayBars label={`Sign-ups, last ${days} days`} one="sign-up" many="sign-ups" days={signups.data?.days} />
      )}
    </StatStrip>
  );
}
