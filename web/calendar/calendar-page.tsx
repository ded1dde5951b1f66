import { ActionIcon, Box, Button, Text } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { calendarApi, calendarSorts, sortsOf } from '#contract/calendar.ts';
import { useRole } from '#web/api/permissions.ts';
import { failureOf, query } from '#web/api/query.ts';
import classes from '#web/calendar/calendar.module.css';
import { monthName, today } from '#web/calendar/calendar-words.ts';
import { Agenda } from '#web/calendar/day-entries.tsx';
import { MonthTable } from '#web/calendar/month-table.tsx';
import { monthOf, monthsLater } from '#web/calendar/month-grid.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/admin/desk/calendar');

/** A month of cards, new words, announcements and reviews due; on a phone the days that have any. */
export function CalendarPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const role = useRole();
  const phone = usePhone();
  const now = today(useNow(serverNow));
  const month = search.month ?? monthOf(now);
  const sorts = role === null ? [] : sortsOf(role);
  const sort = sorts.find((name) => name === search.sort);
  const read = useQuery(query(calendarApi.calendar.read, { month, sort }));
  const { failed, ...retry } = failureOf(read);
  const days = read.data?.days;
  const choose = (next: typeof search) =>
    void navigate({ search: { ...search, ...next }, replace: true, resetScroll: false });
  /** The month on screen was reached by a key of the grid. */
  const [byKey, setByKey] = useState(false);
  const go = (next: string, day?: string) => choose({ month: next === monthOf(now) ? undefined : next, day });
  const step = (next: string, day?: string) => {
    setByKey(false);
    go(next, day);
  };
  return (
    <>
      <title>Calendar - Awa Desk</title>
      <PageHead title="Calendar" subtitle="Cards, new words, announcements and reviews by day, in the time of Lagos." />
      <section className={classes.card} aria-label={monthName(month)}>
        <div className={classes.bar}>
          <Text component="h2" fw={600} aria-live="polite">
            {monthName(month)}
          </Text>
          <div className={classes.steps}>
            <ActionIcon aria-label="Previous month" title="Previous month" onClick={() => step(monthsLater(month, -1))}>
              <IconChevronLeft size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
            <Button size="xs" onClick={() => step(monthOf(now), now)}>
              Today
            </Button>
            <ActionIcon aria-label="Next month" title="Next month" onClick={() => step(monthsLater(month, 1))}>
              <IconChevronRight size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </div>
          <FilterField
            label="Kind"
            value={sort}
            options={sorts.map((value) => ({ value, label: calendarSorts[value].label }))}
            onChange={(next) => choose({ sort: next })}
          />
        </div>
        {failed && (
          <Box p="md">
            <FailedPanel failed={failed} {...retry} />
          </Box>
        )}
        {!days && !failed && <SkeletonRows shape="text" rows={6} label="Loading the calendar" />}
        {days && phone && days.length > 0 && <Agenda days={days} today={now} />}
        {days && !phone && (
          <MonthTable
            key={month}
            month={month}
            days={days}
            today={now}
            chosen={search.day}
            onChoose={(day) => choose({ day })}
            onLeave={(day) => {
              setByKey(true);
              go(monthOf(day), day);
            }}
            takesFocus={byKey}
          />
        )}
        {days?.length === 0 && (
          <Empty
            icon={IconCalendar}
            title={`Nothing in ${monthName(month)}`}
            sentence={
              sort === undefined
                ? 'Scheduled cards and announcements, new words and reviews appear on their days.'
                : 'Choose another kind, or all.'
            }
          />
        )}
      </section>
    </>
  );
}
