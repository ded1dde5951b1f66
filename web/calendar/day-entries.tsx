import { Text } from '@mantine/core';
import { IconCards, IconPencil, IconRubberStamp, IconSpeakerphone, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type CalendarDay, type CalendarEntry, type CalendarSort, calendarEvents } from '#contract/calendar.ts';
import { capital, kinds } from '#contract/kinds.ts';
import classes from '#web/calendar/calendar.module.css';
import { dayName } from '#web/calendar/calendar-words.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { placeOf } from '#web/lib/place-of.ts';

const icons: Record<CalendarSort, Icon> = {
  card: IconCards,
  edition: IconPencil,
  announcement: IconSpeakerphone,
  review: IconRubberStamp,
};

export const SortIcon = ({ sort }: { sort: CalendarSort }) => {
  const Shown = icons[sort];
  return <Shown size={16} stroke={1.6} aria-hidden="true" />;
};

/** `Card · Into the app · 08:00` */
const factsOf = ({ kind, event, time }: CalendarEntry) =>
  [capital(kinds[kind].one), calendarEvents[event], time].filter(Boolean).join(' · ');

type RecordLinkProps = { to: string; search: object; children: string };

/** A link whose whole row can be pressed. */
const RecordLink = ({ to, search, children }: RecordLinkProps) => (
  <Link to={to as '.'} search={search as never} data-covers dir="auto">
    {children}
  </Link>
);

/** The entries of a day, each a link to its record. */
export function DayEntries({ day: { day, count, entries } }: { day: CalendarDay }) {
  return (
    <>
      <ul aria-label={dayName(day)}>
        {entries.map((entry) => (
          <li key={`${entry.event} ${entry.id}`} className={classes.entry}>
            <SortIcon sort={entry.sort} />
            <div>
              <RecordLink {...placeOf(entry.kind, entry.id)}>
                {excerpt(entry.label, 120) || 'Without a title'}
              </RecordLink>
              <Text component="span" display="block" size="xs" c="dimmed" data-tabular>
                {factsOf(entry)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {count > entries.length && (
        <Text size="sm" c="dimmed" p="md">
          and {formatInteger(count - entries.length)} more. Choose one kind to see fewer at a time.
        </Text>
      )}
    </>
  );
}

/** The days of a month that have entries, for phones. */
export const Agenda = ({ days, today }: { days: readonly CalendarDay[]; today: string }) =>
  days.map((day) => (
    <section key={day.day} aria-label={dayName(day.day)}>
      <h3 className={classes.day} aria-current={day.day === today ? 'date' : undefined}>
        {dayName(day.day)}
        {day.day === today && ' · today'}
      </h3>
      <DayEntries day={day} />
    </section>
  ));
