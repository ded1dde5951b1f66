import { RingProgress, Text } from '@mantine/core';
import type { PregnancyWeek } from '#contract/cycle.ts';
import { EntityCard } from '#web/entity/entity-card.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import classes from '#web/features/cycle/cycle.module.css';
import { week } from '#web/features/cycle/kinds.ts';
import { counted } from '#web/lib/numbers.ts';

/** The developments that a card shows. */
const shownDevelopments = 2;
const weeksOfPregnancy = 40;

/** A size in words, and what follows after a colon: `A lime`, `about 5.4 cm`. */
const parts = (size: string) => /^([^:]*)(?::\s*(.*))?$/s.exec(size)?.slice(1) ?? [];

type WeekCardProps = { page: EntityPageParts<PregnancyWeek, typeof week.blank>; thing: PregnancyWeek };

/** A week of a pregnancy: its size and first developments. */
export function WeekCard({ page, thing }: WeekCardProps) {
  const { babySize, developments, tips, citations } = thing;
  const title = week.title(thing);
  const [size = '', measure = ''] = parts(babySize);
  const more = developments.length - shownDevelopments;
  const rest = [
    ...(more > 0 ? [`+${more} more`] : []),
    ...(tips.length > 0 ? [counted(tips.length, 'tip')] : []),
    ...(citations.length > 0 ? [counted(citations.length, 'citation')] : []),
  ];
  return (
    <EntityCard
      page={page}
      thing={thing}
      picture={<WeekRing week={thing.weekNumber} />}
      title={size || title}
      line={size ? `${title}${measure && ` · ${measure}`}` : 'No size yet'}
      foot={rest.join(', ')}
    >
      <ul className={classes.developments} data-phase="pregnancy">
        {developments.slice(0, shownDevelopments).map((one) => (
          <li key={one}>
            <Text size="xs" lineClamp={2} title={one}>
              {one}
            </Text>
          </li>
        ))}
      </ul>
    </EntityCard>
  );
}

/** How far a pregnancy is in this week, with its number. */
const WeekRing = ({ week: number }: { week: number }) => (
  <RingProgress
    aria-hidden
    data-phase="pregnancy"
    // It leaves a tenth of its size free around the ring.
    size={50}
    m={-3}
    thickness={4}
    roundCaps
    rootColor="var(--awa-phase-tint)"
    sections={[{ value: Math.min(number / weeksOfPregnancy, 1) * 100, color: 'var(--awa-phase-edge)' }]}
    label={
      <Text ta="center" fw={600}>
        {number}
      </Text>
    }
  />
);
