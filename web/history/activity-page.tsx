import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type Operation, restorableDays } from '#contract/history.ts';
import { type Area, type LoggedKind, capital } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { OperationRow } from '#web/history/activity-row.tsx';
import classes from '#web/history/activity.module.css';
import { useActivity } from '#web/history/use-activity.ts';
import { kinds } from '#contract/kinds.ts';

import { dayName } from '#web/lib/dates.ts';
import { formatInteger, shownOfTotal } from '#web/lib/numbers.ts';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/admin/desk/activity');

type Filter = { area?: Area | undefined; kind?: LoggedKind | undefined };

/** Who did what, newest first, each change with its Undo. */
export function ActivityPage() {
  const { area, kind } = route.useSearch();
  const navigate = route.useNavigate();
  const activity = useActivity({ area, kind });
  const operations = activity.data?.pages.flatMap((page) => page.operations) ?? [];
  const total = activity.data?.pages.at(-1)?.pagination.total ?? 0;
  const nothingOld = activity.isPlaceholderData && operations.length === 0;
  const { fetchNextPage, isFetchNextPageError } = activity;
  const choose = (search: Filter) => void navigate({ search, resetScroll: false });
  const failed = activity.error && (
    <div className={classes.failed}>
      <FailedPanel
        failed={explain(activity.error)}
        onRetry={() => void (isFetchNextPageError ? fetchNextPage() : activity.refetch())}
        retrying={activity.isFetching}
      />
    </div>
  );
  return (
    <>
      <title>Activity - Awa Desk</title>
      <PageHead
        title="Activity"
        line={`Who changed what. Anyone can undo a change for ${restorableDays} days, unless the same was changed again since.`}
      />
      <Card
        list
        title="All changes"
        {...(activity.data && !nothingOld ? { count: formatInteger(total) } : {})}
        tools={<Filters area={area} kind={kind} onChoose={choose} />}
      >
        {!isFetchNextPageError && failed}
        {(activity.isPending || nothingOld) && <SkeletonRows label="Loading activity" />}
        {activity.data && !nothingOld && operations.length === 0 && (
          <NoActivity filtered={area !== undefined || kind !== undefined} onShowAll={() => choose({})} />
        )}
        {operations.length > 0 && (
          <>
            <Days operations={operations} stale={activity.isPlaceholderData} />
            {isFetchNextPageError && failed}
            <LoadMore
              text={shownOfTotal(operations.length, total)}
              grows={activity.hasNextPage || (activity.data?.pages.length ?? 0) > 1}
              onShow={activity.hasNextPage ? () => void fetchNextPage() : undefined}
              busy={activity.isFetchingNextPage}
            />
          </>
        )}
      </Card>
    </>
  );
}

function Filters({ area, kind, onChoose }: Filter & { onChoose: (filter: Filter) => void }) {
  const { areas } = route.useRouteContext();
  const scope = areas.filter((one) => !area || one.area === area);
  const ofScope = Object.entries(kinds)
    .filter(([, { area: of }]) => scope.some((one) => one.area === of))
    .map(([value, { many }]) => ({ value: value as LoggedKind, label: capital(many) }));
  return (
    <>
      <FilterField
        label="Area"
        value={area}
        options={areas.map((one) => ({ value: one.area, label: one.label }))}
        onChange={(next) => onChoose({ area: next })}
      />
      {/* Where each area has one kind, the kind says no more than the area. */}
      {(kind !== undefined || ofScope.length > scope.length) && (
        <FilterField label="Kind" value={kind} options={ofScope} onChange={(next) => onChoose({ area, kind: next })} />
      )}
    </>
  );
}

/** Day by day. */
function Days({ operations, stale }: { operations: Operation[]; stale: boolean }) {
  const days = new Map<string, Operation[]>();
  for (const operation of operations) {
    const day = dayName(operation.at);
    days.set(day, [...(days.get(day) ?? []), operation]);
  }
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (
    <div aria-busy={stale} className={classes.days}>
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          <h3 className={classes.day}>{day}</h3>
          <ul className={classes.list} aria-label={day}>
            {ofDay.map((operation) => (
              <OperationRow
                key={operation.id}
                operation={operation}
                undoneBy={operation.undoneBy ? byId.get(operation.undoneBy) : undefined}
              />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function NoActivity({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  return filtered ? (
    <Empty
      icon={IconActivity}
      title="No changes here yet"
      sentence="Choose something else, or look at all of them."
      action={<Button onClick={onShowAll}>Show all changes</Button>}
    />
  ) : (
    <Empty
      icon={IconActivity}
      title="Nothing was changed yet"
      sentence="What you and your colleagues change appears here, with who did it and when."
    />
  );
}
