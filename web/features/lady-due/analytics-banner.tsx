import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import type { Output } from '#contract/route.ts';
import { failureOf, query } from '#web/api/query.ts';
import classes from '#web/features/lady-due/analytics-banner.module.css';
import { searchFor, closed } from '#web/features/lady-due/editor-address.ts';
import { dateTime, nearDate } from '#web/lib/dates.ts';
import { linkHere } from '#web/lib/search-here.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

const RecentChanges = lazyComponent(
  async () => (await import('#web/features/lady-due/recent-changes.tsx')).RecentChanges,
);

type Analytics = Output<typeof ladyDueApi.ladyDue.analytics>;

/** How much of a mode the app shows, which cards are published next, and the latest changes. */
export const AnalyticsBanner = memo(function AnalyticsBanner({ mode }: { mode: TrackingMode }) {
  const analytics = useQuery(query(ladyDueApi.ladyDue.analytics, { trackingMode: mode }));
  const now = useNow(serverNow);
  const { data, isPending } = analytics;
  if (!data && !isPending) {
    return (
      <section className={classes.banner} aria-label="Analytics">
        <FailedPanel {...failureOf(analytics)} />
      </section>
    );
  }
  return (
    <section className={classes.banner} aria-label="Analytics" aria-busy={isPending}>
      <InTheApp data={data} />
      <Cell
        title="Published next"
        empty={data?.contentPerformance.scheduledNext.length === 0 && 'Nothing is scheduled'}
      >
        {data?.contentPerformance.scheduledNext.map(({ id, title, publishedAt, newWords }) => (
          <li key={id}>
            <Link {...linkHere(searchFor({ kind: 'card', id }))} className={classes.entry}>
              <span>
                <b>{title}</b>
              </span>
              <time dateTime={publishedAt} title={dateTime(publishedAt)}>
                {newWords && 'New words '}
                {nearDate(publishedAt, now)}
              </time>
            </Link>
          </li>
        ))}
      </Cell>
      <Cell
        title="Recent activity"
        empty={data?.contentPerformance.recentActivity.length === 0 && 'Nobody has changed anything yet'}
      >
        {data && <RecentChanges entries={data.contentPerformance.recentActivity} mode={mode} now={now} />}
      </Cell>
    </section>
  );
});

type CellProps = { title: string; empty: ReactNode; children: ReactNode };

/** A list under its title, or a sentence if it is empty. */
const Cell = ({ title, empty, children }: CellProps) => (
  <div className={classes.cell}>
    <Text component="h2" size="xs" c="dimmed">
      {title}
    </Text>
    <ul className={classes.list} aria-label={title}>
      {empty && <li>{empty}</li>}
      {children}
    </ul>
  </div>
);

/** The states of cards, with the filters for each. */
const states = [
  { state: 'published', one: 'published', many: 'published', search: { status: 'active', publish: 'published' } },
  { state: 'scheduled', one: 'scheduled', many: 'scheduled', search: { status: 'active', publish: 'scheduled' } },
  { state: 'ended', one: 'ended', many: 'ended', search: { status: 'active', publish: 'ended' } },
  { state: 'draft', one: 'draft', many: 'drafts', search: { status: 'active', publish: 'draft' } },
  { state: 'inactive', one: 'inactive', many: 'inactive', search: { status: 'inactive', publish: undefined } },
] as const;

/** How many cards of the mode the app shows, and a bar of the others by reason; each part links to its cards. */
function InTheApp({ data }: { data: Analytics | undefined }) {
  const { totals, contentPerformance } = data ?? {};
  const counts = contentPerformance?.publishDistribution;
  return (
    <div className={classes.figures}>
      <dl>
        <Text component="dt" size="xs" c="dimmed">
          In the app
        </Text>
        <Text component="dd" fz="1.75rem" lh="2.25rem" fw={600} lts="-0.02em" data-tabular>
          {totals && counts ? (
            `${formatInteger(counts.published)} of ${formatInteger(totals.cards)}`
          ) : (
            <SkeletonBox width="5rem" height="1.375rem" />
          )}
        </Text>
      </dl>
      <div className={classes.states}>
        <div className={classes.bar} aria-hidden="true">
          {states.map(
            ({ state }) =>
              counts &&
              counts[state] > 0 && (
                <span
                  key={state}
                  data-state={state}
                  style={{ '--part': counts[state] } as CSSProperties}
                  data-own-colour
                />
              ),
          )}
        </div>
        <ul aria-label="Cards by state">
          {states.map(
            ({ state, one, many, search }) =>
              // Few cards end.
              (state !== 'ended' || (counts?.ended ?? 0) > 0) && (
                <li key={state}>
                  <Link {...linkHere({ ...closed, ...search })} className={classes.state}>
                    <span className={classes.dot} data-state={state} data-own-colour aria-hidden="true" />
                    <b>{counts ? formatInteger(counts[state]) : '–'}</b> {counts?.[state] === 1 ? one : many}
                  </Link>
                </li>
              ),
          )}
        </ul>
      </div>
      <Text size="xs" c="dimmed" className={classes.holders}>
        {totals && `${counted(totals.categories, 'category', 'categories')}, ${counted(totals.sections, 'section')}`}
      </Text>
    </div>
  );
}
