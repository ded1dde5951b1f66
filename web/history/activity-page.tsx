import { Button, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { z } from 'zod';
import { historyRoutes, type Operation, restorableDays } from '#contract/history.ts';
import type { Actor } from '#contract/common.ts';
import { type LoggedKind, capital, kinds } from '#contract/kinds.ts';
import { useAreas, usePermission } from '#web/api/permissions.ts';
import { ask, earlyPages, keyOf } from '#web/api/query.ts';
import { OperationRow } from '#web/history/activity-row.tsx';
import { LogChecked, LogTools, useLogCheck } from '#web/history/log-check.tsx';
import { LogList, useLogPages } from '#web/history/log-list.tsx';
import type { ActivitySearch } from '#web/history/search.ts';
import classes from '#web/history/log.module.css';
import { browserZone, dayName } from '#web/lib/dates.ts';
import { DayRangeField } from '#web/ui/day-range-field.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { ViewsSlot } from '#web/ui/views-slot.tsx';

const route = getRouteApi('/admin/desk/activity');

type Filter = z.infer<typeof ActivitySearch>;

const titles = { changes: 'All changes', access: 'Sign-ins and access', all: 'All entries' };

/** The log of changes, newest first, each with its Undo. */
export function ActivityPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { person, ...rest } = filter;
  const input = { ...rest, actor: person, timeZone: rest.from || rest.to ? browserZone() : undefined };
  const pages = useLogPages({
    queryKey: [...keyOf(historyRoutes.list), filter],
    fetch: (part, signal) => ask(historyRoutes.list, { ...input, ...part }, signal),
    early: (part) => earlyPages(historyRoutes.list, { ...input, ...part }),
  });
  const actors = pages.data?.pages.at(-1)?.actors ?? [];
  const check = useLogCheck();
  const mayUndo = usePermission()(historyRoutes.undo);
  const choose = (search: Filter) => void navigate({ search, resetScroll: false });
  return (
    <>
      <title>Activity - Awa Desk</title>
      <PageHead
        title="Activity"
        subtitle={
          mayUndo
            ? `Who changed what. A change can be undone for ${restorableDays} days, unless the same field was changed again.`
            : 'Who changed what.'
        }
        actions={<LogTools check={check} days={filter} />}
      />
      <LogChecked check={check} />
      <LogList
        title={titles[filter.show ?? 'changes']}
        loading="Loading activity"
        tools={<Filters filter={filter} actors={actors} onChoose={(next) => choose({ ...filter, ...next })} />}
        pages={pages}
        rowsOf={(page) => page.operations}
        empty={{
          icon: IconActivity,
          title: 'No changes yet',
          sentence: 'Changes by you and your colleagues appear here, with author and time.',
        }}
        noMatch={
          Object.values(filter).some((value) => value !== undefined)
            ? {
                icon: IconActivity,
                title: filter.show ? 'Nothing matches these filters' : 'No changes match these filters',
                sentence: 'Change the filters, or show all changes.',
                action: <Button onClick={() => choose({})}>Show all changes</Button>,
              }
            : undefined
        }
      >
        {(operations) => <Days operations={operations} />}
      </LogList>
    </>
  );
}

type FiltersProps = { filter: Filter; actors: readonly Actor[]; onChoose: (change: Filter) => void };

function Filters({ filter: { area, kind, show, person, from, to }, actors, onChoose }: FiltersProps) {
  const seen = useAreas('look');
  const areas = route.useRouteContext().areas.filter((one) => seen.includes(one.area));
  const scope = areas.filter((one) => !area || one.area === area);
  const ofScope = Object.entries(kinds)
    .filter(([, { area: of }]) => scope.some((one) => one.area === of))
    .map(([value, { many }]) => ({ value: value as LoggedKind, label: capital(many) }));
  return (
    <>
      <FilterField
        label="Entries"
        otherwise="Changes"
        value={show}
        options={[
          { value: 'access', label: titles.access },
          { value: 'all', label: 'All' },
        ]}
        onChange={(next) => onChoose({ show: next })}
      />
      <FilterField
        label="Area"
        value={area}
        options={areas.map((one) => ({ value: one.area, label: one.label }))}
        onChange={(next) => onChoose({ area: next, kind: undefined })}
      />
      {/* In areas with a single kind, the kind filter adds nothing to the area filter. */}
      {(kind !== undefined || ofScope.length > scope.length) && (
        <FilterField label="Kind" value={kind} options={ofScope} onChange={(next) => onChoose({ kind: next })} />
      )}
      <FilterField
        label="Person"
        otherwise="Everyone"
        value={person}
        options={actors.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next) => onChoose({ person: next })}
      />
      <DayRangeField label="Days" value={{ from, to }} onChange={onChoose} />
      <ViewsSlot />
    </>
  );
}

/** Groups the operations by day. */
function Days({ operations }: { operations: readonly Operation[] }) {
  const days = new Map<string, Operation[]>();
  for (const operation of operations) {
    const day = dayName(operation.at);
    days.set(day, [...(days.get(day) ?? []), operation]);
  }
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return [...days].map(([day, ofDay]) => (
    <div key={day} className={classes.group}>
      <Text component="h3" className={classes.day} px="md" py="xs" size="xs" fw={500} c="dimmed">
        {day}
      </Text>
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
  ));
}
