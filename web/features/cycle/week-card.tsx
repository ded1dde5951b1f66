import { Box, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { Values } from '#web/entity/define-entity.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import { useQuickChanges } from '#web/entity/use-quick-changes.ts';
import classes from '#web/features/cycle/cycle.module.css';
import { week } from '#web/features/cycle/kinds.ts';
import { counted } from '#web/lib/numbers.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

/** The developments that a card shows. */
const shownDevelopments = 2;
const weeksOfPregnancy = 40;

/** A size in words, and what follows after a colon: `A lime`, `about 5.4 cm`. */
const parts = (size: string) => /^([^:]*)(?::\s*(.*))?$/s.exec(size)?.slice(1) ?? [];

type WeekCardProps = { page: EntityPageParts<PregnancyWeek, typeof week.blank>; thing: PregnancyWeek };

/** A week of a pregnancy: its size and first developments. All of the card opens it. */
export function WeekCard({ page, thing }: WeekCardProps) {
  const { id, weekNumber, babySize, developments, tips, citations, isActive } = thing;
  const menus = useQuickChanges(page, thing);
  const card = useRef<HTMLLIElement>(null);
  const current = id === page.address.id;
  // When a week is opened, from anywhere, the cards around it move to make room.
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const title = week.title(thing);
  const [size = '', measure = ''] = parts(babySize);
  const more = developments.length - shownDevelopments;
  const rest = [
    ...(more > 0 ? [`+${more} more`] : []),
    ...(tips.length > 0 ? [counted(tips.length, 'tip')] : []),
    ...(citations.length > 0 ? [counted(citations.length, 'citation')] : []),
  ];
  return (
    <li
      className={classes.week}
      data-inactive={!isActive || undefined}
      ref={card}
      aria-current={current || undefined}
      data-phase="pregnancy"
    >
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <WeekRing week={weekNumber} />
        <Box flex={1} miw={0}>
          <Link
            className={classes.title}
            to="."
            search={
              ((before: Values) => ({ ...before, 'pregnancy-week': id, form: undefined, history: undefined })) as never
            }
            resetScroll={false}
          >
            {size || title}{' '}
            <Text component="span" size="xs" c="dimmed" fw={400} lineClamp={2} title={measure}>
              {size ? `${title}${measure && ` · ${measure}`}` : 'No size yet'}
            </Text>
          </Link>
        </Box>
        <div className={classes.menu}>
          <RowMenu {...menus.all()} />
        </div>
      </Group>
      <ul className={classes.developments}>
        {developments.slice(0, shownDevelopments).map((one) => (
          <li key={one}>
            <Text size="xs" lineClamp={2} title={one}>
              {one}
            </Text>
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {rest.join(', ')}
        </Text>
        {!isActive && <StatusBadge state={activeState(false)} />}
      </Group>
    </li>
  );
}

/** How far a pregnancy is in this week, with its number. */
function WeekRing({ week: number }: { week: number }) {
  const around = 2 * Math.PI * 18;
  return (
    <svg width={44} height={44} viewBox="-22 -22 44 44" style={{ flex: 'none' }} aria-hidden="true">
      <circle r={18} fill="none" stroke="var(--awa-phase-tint)" strokeWidth={4} />
      <circle
        r={18}
        fill="none"
        stroke="var(--awa-phase-edge)"
        strokeWidth={4}
        strokeLinecap="round"
        strokeDasharray={`${(Math.min(number / weeksOfPregnancy, 1) * around).toFixed(1)} ${around.toFixed(1)}`}
        transform="rotate(-90)"
      />
      <text textAnchor="middle" dominantBaseline="central" fontSize={14} fontWeight={600} fill="var(--awa-text)">
        {number}
      </text>
    </svg>
  );
}
