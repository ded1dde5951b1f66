import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CalendarDay } from '#contract/calendar.ts';
import classes from '#web/calendar/calendar.module.css';
import { dayName } from '#web/calendar/calendar-words.ts';
import { DayEntries, SortIcon } from '#web/calendar/day-entries.tsx';
import { dayByKey, monthOf, weeksOf } from '#web/calendar/month-grid.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { counted } from '#web/lib/numbers.ts';
import { weekday } from '#web/lib/dates.ts';

/** The entries of a day that its cell names. */
const named = 3;

type MonthTableProps = {
  month: string;
  days: readonly CalendarDay[];
  today: string;
  /** The day whose entries are listed. */
  chosen: string | undefined;
  onChoose: (day: string) => void;
  /** A key leads to a day of another month. */
  onLeave: (day: string) => void;
  /** A key of another month led here: the day takes the focus. */
  takesFocus: boolean;
};

/**
 * The weeks of a month from Monday on: one Tab stop, with the keys of `dayByKey` between the days. Enter lists the
 * entries of the day below.
 */
export function MonthTable({ month, days, today, chosen, onChoose, onLeave, takesFocus }: MonthTableProps) {
  const weeks = weeksOf(month);
  const first = chosen && monthOf(chosen) === month ? chosen : monthOf(today) === month ? today : `${month}-01`;
  const [active, setActive] = useState(first);
  const table = useRef<HTMLTableElement>(null);
  const entries = useRef<HTMLElement>(null);
  const [picked, setPicked] = useState<string>();
  const byDay = new Map(days.map((day) => [day.day, day]));
  const shown = chosen === undefined ? undefined : byDay.get(chosen);
  useEffect(() => {
    if (takesFocus) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [takesFocus]);
  useEffect(() => {
    // On a low window the entries are below the fold.
    if (picked !== undefined && picked === chosen) entries.current?.scrollIntoView({ block: 'nearest' });
  }, [picked, chosen]);
  const move = (event: KeyboardEvent, from: string) => {
    const next = dayByKey(event.key, from);
    if (next === undefined) return;
    event.preventDefault();
    if (monthOf(next) !== month) {
      onLeave(next);
      return;
    }
    setActive(next);
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- The keys move by day, as in any grid of dates. */}
      <table ref={table} role="grid" className={classes.month} aria-label="Days of the month">
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={dayName(day).split(',')[0]}>
                {weekday.format(new Date(`${day}T12:00:00`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isOther = monthOf(day) !== month;
                const found = byDay.get(day);
                return (
                  <td
                    key={day}
                    data-other={isOther || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    aria-selected={day === chosen}
                  >
                    {isOther ? (
                      <span className={classes.number} aria-hidden="true">
                        {Number(day.slice(8))}
                      </span>
                    ) : (
                      <button
                        type="button"
                        data-day={day}
                        tabIndex={day === active ? 0 : -1}
                        className={classes.cell}
                        aria-label={`${dayName(day)}: ${found ? counted(found.count, 'entry', 'entries') : 'no entries'}`}
                        onFocus={() => setActive(day)}
                        onKeyDown={(event) => move(event, day)}
                        onClick={() => {
                          setPicked(day);
                          onChoose(day);
                        }}
                      >
                        <span className={classes.number}>{Number(day.slice(8))}</span>
                        {found?.entries.slice(0, named).map(({ sort, event, id, label }) => (
                          <span key={`${event} ${id}`} className={classes.name} dir="auto">
                            <SortIcon sort={sort} />
                            <span>
                              {event === 'ends' && 'Ends: '}
                              {excerpt(label, 60) || 'Without a title'}
                            </span>
                          </span>
                        ))}
                        {found && found.count > named && (
                          <Text component="span" size="xs" c="dimmed">
                            {found.count - named} more
                          </Text>
                        )}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {chosen !== undefined && monthOf(chosen) === month && (
        <section ref={entries} aria-label={dayName(chosen)}>
          <h3 className={classes.day}>{dayName(chosen)}</h3>
          {shown ? (
            <DayEntries day={shown} />
          ) : (
            <Text c="dimmed" p="md">
              No entries.
            </Text>
          )}
        </section>
      )}
    </>
  );
}
