import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DailyCounts, type Metrics, usersApi } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { query } from '#web/api/query.ts';
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

/** The growth of a total over the days, as a line and in words. No line when it did not grow. */
function growth(counts: DailyCounts | undefined) {
  if (!counts) return {};
  let total = 0;
  const history = counts.days.map(({ count }) => (total += count));
  return { note: `+${formatInteger(total)} in ${days} days`, ...(total > 0 && { history }) };
}

/** The figures above the list, with the growth of those that have a history. Phones show them on request. */
export function UserMetrics() {
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const asked = { days, timeZone: browserZone() };
  const metrics = useQuery({ ...query(usersApi.users.metrics, {}), select: unwrapped });
  const whole = !phone || opened || metrics.isError;
  const signups = useQuery({ ...query(usersApi.users.signups, asked), enabled: whole });
  const posts = useQuery({ ...query(usersApi.users.posts, asked), enabled: whole });
  const broken = [metrics, signups, posts].filter(({ isError }) => isError);
  /** One message for all figures that failed together, in the place of the first. */
  const failure = (one: (typeof broken)[number]) =>
    one === broken[0] &&
    one.error && (
      <FailedPanel
        failed={explain(one.error)}
        onRetry={() => broken.forEach(({ refetch }) => void refetch())}
        retrying={broken.some(({ isFetching }) => isFetching)}
      />
    );
  const { data } = metrics;
  return (
    <>
      {phone && <Summary metrics={data} opened={opened} onOpen={setOpened} />}
      {whole && (
        <StatStrip
          label="Figures"
          failed={failure(metrics)}
          stats={[
            {
              label: 'Total Users',
              value: data && formatInteger(data.totalUsers),
              ...growth(signups.data),
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
              ...growth(posts.data),
              failed: failure(posts),
            },
          ]}
        >
          {signups.isError ? (
            failure(signups)
          ) : (
            <DayBars label={`Sign-ups, last ${days} days`} one="sign-up" many="sign-ups" days={signups.data?.days} />
          )}
        </StatStrip>
      )}
    </>
  );
}

type SummaryProps = { metrics: Metrics | undefined; opened: boolean; onOpen: (opened: boolean) => void };

/** The figures in one line that expands: on a phone the users come first. */
function Summary({ metrics, opened, onOpen }: SummaryProps) {
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      display="flex"
      w="100%"
      h={44}
      mb="md"
      px="sm"
      bd="1px solid var(--awa-hairline)"
      bdrs="lg"
      bg="var(--awa-surface)"
      style={{ alignItems: 'center', gap: '0.5rem' }}
      aria-expanded={opened}
      onClick={() => onOpen(!opened)}
    >
      <Text span flex={1} size="xs" truncate>
        {metrics ? (
          <>
            <b>{formatInteger(metrics.totalUsers)}</b> {metrics.totalUsers === 1 ? 'user' : 'users'},{' '}
            {metrics.verificationRate}% verified, {formatInteger(metrics.activeUsers)} active
          </>
        ) : (
          'Figures'
        )}
      </Text>
      <Chevron size={18} stroke={1.6} aria-hidden="true" />
    </UnstyledButton>
  );
}
