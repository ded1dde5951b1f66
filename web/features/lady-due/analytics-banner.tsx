import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { ladyDueApi as api } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { failureOf, query } from '#web/api/query.ts';
import { shownAdmin } from '#web/api/session.ts';
import classes from '#web/features/lady-due/analytics-banner.module.css';
import { whatWasDone, whoDid } from '#web/history/describe-operation.ts';
import { dateTime, nearDate } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

/** How much content all modes have, how many cards are active, which ones are published next, and who changed what. */
export const AnalyticsBanner = memo(function AnalyticsBanner() {
  const analytics = useQuery(query(api.ladyDue.analytics, {}));
  const now = useNow(serverNow);
  const { data, isPending } = analytics;
  const { statusDistribution, recentActivity = [], scheduledNext = [] } = data?.contentPerformance ?? {};
  const { active = 0, inactive = 0 } = statusDistribution ?? {};
  const figures = [
    ['Categories', data?.totals.categories],
    ['Sections', data?.totals.sections],
    ['Cards', data?.totals.cards],
    ['Active', data?.totals.activeCards],
  ] as const;
  if (!data && !isPending) {
    return (
      <section className={classes.banner} aria-label="Analytics">
        <FailedPanel {...failureOf(analytics)} />
      </section>
    );
  }
  return (
    <section className={classes.banner} aria-label="Analytics" aria-busy={isPending}>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" fz="1.75rem" lh="2.25rem" fw={600} lts="-0.02em" data-tabular>
              {value === undefined ? <SkeletonBox width="2.5rem" height="1.375rem" /> : formatInteger(value)}
            </Text>
          </div>
        ))}
      </dl>
      <div className={`${classes.cell} ${classes.status}`}>
        <Text component="h2" size="xs" c="dimmed">
          Status of cards
        </Text>
        {data && (
          <>
            <div className={classes.bar} aria-hidden="true">
              {active > 0 && <Box className={classes.active} data-own-colour style={{ flexGrow: active }} />}
              {inactive > 0 && <Box className={classes.inactive} style={{ flexGrow: inactive }} />}
            </div>
            <Group justify="space-between" gap={4} wrap="nowrap" fz="xs" lh="xs" style={{ whiteSpace: 'nowrap' }}>
              <span>
                <b>{formatInteger(active)}</b> active
              </span>
              <span>
                <b>{formatInteger(inactive)}</b> inactive
              </span>
            </Group>
          </>
        )}
      </div>
      <div className={`${classes.cell} ${classes.tall}`}>
        <Text component="h2" size="xs" c="dimmed">
          Published next
        </Text>
        {data && scheduledNext.length === 0 && <Text size="xs">Nothing is scheduled</Text>}
        <ul>
          {scheduledNext.map(({ id, title, trackingMode, publishedAt }) => (
            <Text
              key={id}
              component="li"
              size="xs"
              truncate
              title={`${title}, ${trackingModes[trackingMode]}, ${dateTime(publishedAt)}`}
            >
              <Text span inherit c="dimmed">
                {nearDate(publishedAt, now)}
              </Text>{' '}
              <b>{title}</b>
            </Text>
          ))}
        </ul>
      </div>
      <div className={`${classes.cell} ${classes.tall}`}>
        <Text component="h2" size="xs" c="dimmed">
          Recent activity
        </Text>
        {/* It scrolls, so keys must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={classes.recent} tabIndex={0} aria-label="Recent activity">
          {data && recentActivity.length === 0 && (
            <Text component="li" size="xs">
              Nobody has changed anything yet
            </Text>
          )}
          {recentActivity.map(({ operationId, timestamp, actor, label, ...done }) => (
            <li key={operationId}>
              <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm" fz="xs" lh="1.25rem">
                <Text inherit lineClamp={2}>
                  <b>{actor && actor.id === shownAdmin() ? 'You' : whoDid(actor)}</b>{' '}
                  <Text span inherit c="dimmed">
                    {whatWasDone({ ...done, label, entityId: label === '' ? null : operationId, undoes: null })}
                  </Text>{' '}
                  {label}
                </Text>
                <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  <RelativeTime at={new Date(timestamp)} />
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
});
