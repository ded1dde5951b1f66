import { Box, Center, Flex, Group, Text, VisuallyHidden } from '@mantine/core';
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { calendarDay } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import classes from '#web/ui/day-bars.module.css';

type Day = {
  /** `2026-11-21`, a day in the requested zone. */
  day: string;
  count: number;
};

type DayBarsProps = {
  /** The title of the counts: `Sign-ups, last 30 days`. */
  label: string;
  /** The singular and the plural of the counted noun: `sign-up`, `sign-ups`. */
  one: string;
  many: string;
  /** The counts, oldest first; the last is today. Undefined while loading. */
  days: Day[] | undefined;
};

/** The number of days each key moves by. Home and End move beyond any number of days. */
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
};

/**
 * A bar for each day above a zero line, with labels for the highest count and for the first and last day; today is in
 * the text colour. Pointing, tapping or the arrow keys choose a day, and the line above shows its count. Screen readers
 * get the same data as a table.
 */
export function DayBars({ label, one, many, days }: DayBarsProps) {
  const [chosen, setChosen] = useState<number>();
  if (!days) return <Frame label={label} said={<SkeletonBox width="4.5rem" height="0.75rem" />} loading />;
  const last = days.length - 1;
  const at = Math.min(chosen ?? last, last);
  const highest = Math.max(...days.map(({ count }) => count));
  const counted = (count: number) => `${formatInteger(count)} ${count === 1 ? one : many}`;
  const today = days[last];
  const shown = days[at];
  if (!today || !shown) return null;
  const said = (
    <>
      {shown === today ? 'Today' : calendarDay(shown.day)}{' '}
      <Text span size="xs" fw={600} c="bright" ml={4}>
        {formatInteger(shown.count)}
      </Text>
    </>
  );
  if (highest === 0) {
    return (
      <Frame label={label} said={said}>
        <Center h="100%" c="dimmed">
          No {many} in the last {days.length} days.
        </Center>
      </Frame>
    );
  }

  const choose = (day: number) => setChosen(Math.max(0, Math.min(day, last)));
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(Math.floor(((clientX - left) / width) * days.length));
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(at + step);
  };
  return (
    <Frame label={label} said={said}>
      {/* The numbers are centred on the lines. */}
      <Flex direction="column" justify="space-between" my={-6} ta="end" {...small} lh="0.75rem" data-tabular>
        <span>{formatInteger(highest)}</span>
        <span>0</span>
      </Flex>
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={`${label}: day`}
        aria-readonly
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={`${shown === today ? 'Today' : calendarDay(shown.day)}, ${counted(shown.count)}`}
        onPointerDown={point}
        onPointerMove={point}
        // Lifting a finger also fires this event, but the chosen count should stay readable.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
        onKeyDown={press}
        onBlur={() => setChosen(undefined)}
      >
        {days.map(({ day, count }, index) => (
          <span key={day} className={classes.day} data-chosen={chosen === undefined ? undefined : index === at}>
            <span
              className={classes.bar}
              data-today={index === last || undefined}
              style={{ height: `${(count / highest) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <Flex className={classes.ends} justify="space-between" {...small} lh="1rem">
        <span>{days[0] && calendarDay(days[0].day)}</span>
        <span>{calendarDay(today.day)}</span>
      </Flex>
      {/* Even when hidden, a table is as high as its rows, and would make the page scroll further. */}
      <VisuallyHidden component="div">
        <table>
          <caption>{label}, by days</caption>
          <tbody>
            {days.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{calendarDay(day)}</th>
                <td>{counted(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Frame>
  );
}

/** The look of the numbers and days at the edges, which the slider says too. */
const small = { fz: 11, c: 'dimmed', 'aria-hidden': true } as const;

type FrameProps = { label: string; said: ReactNode; loading?: boolean; children?: ReactNode };

function Frame({ label, said, loading, children }: FrameProps) {
  return (
    <Box pos="relative" role="group" aria-label={label} aria-busy={loading}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mih="1.125rem" mb={6}>
        <Text size="xs" c="dimmed" truncate>
          {label}
        </Text>
        <Text size="xs" c="dimmed" data-tabular style={{ whiteSpace: 'nowrap' }}>
          {said}
        </Text>
      </Group>
      <div className={classes.plot}>{loading ? <SkeletonBox width="100%" height="100%" /> : children}</div>
    </Box>
  );
}
