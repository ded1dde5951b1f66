import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type CycleSettings, type Phase, type PhaseName, phaseNames } from '#contract/cycle.ts';
import { CycleRing, CycleTable } from '#web/features/cycle/cycle-ring.tsx';
import classes from '#web/features/cycle/cycle.module.css';
import { countOf, daysInWords, phaseDays } from '#web/features/cycle/phase-days.ts';
import { phaseOrder, PhaseSquare } from '#web/features/cycle/phase-picker.tsx';
import { counted } from '#web/lib/numbers.ts';

type PhaseListProps = {
  /** The lengths and the colours. Without them the ring and the days are left out. */
  settings: CycleSettings | undefined;
  phases: readonly Phase[];
  /** The phase that is shown beside the list. */
  chosen: PhaseName | undefined;
  /** Left out for a role that cannot add phases. */
  onAdd: ((phase: PhaseName) => void) | undefined;
};

/** The cycle as a ring, and the list of its phases, each with a link. A phase without a record can be added. */
export function PhaseList({ settings, phases, chosen, onAdd }: PhaseListProps) {
  const days = settings && phaseDays(settings.defaultCycleLength, settings.defaultPeriodLength);
  return (
    <div className={classes.scroller}>
      {settings && (
        <>
          <CycleRing settings={settings} chosen={chosen} />
          <CycleTable hidden settings={settings} />
        </>
      )}
      <ul className={classes.legend} aria-label="Phases">
        {phaseOrder.map((phase) => {
          const span = days?.find((one) => one.phase === phase);
          const stored = phases.find((one) => one.phase === phase);
          const name = phaseNames[phase];
          return (
            <li key={phase} data-phase={phase} aria-current={phase === chosen || undefined}>
              {stored ? (
                <Link
                  to="."
                  search={{ phase: stored.id } as never}
                  resetScroll={false}
                  activeProps={{}}
                  aria-current={undefined}
                >
                  <PhaseSquare phase={phase} colour={settings?.phaseColors[phase]} />
                  {name}
                  {span && (
                    <>
                      <Text span c="dimmed" data-tabular>
                        {daysInWords(span)}
                      </Text>
                      <Text span c="dimmed" w="3.75rem" ta="right" data-tabular>
                        {counted(countOf(span), 'day')}
                      </Text>
                    </>
                  )}
                </Link>
              ) : (
                onAdd && (
                  <Button
                    variant="subtle"
                    justify="flex-start"
                    leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}
                    onClick={() => onAdd(phase)}
                  >
                    Add {name}
                    <VisuallyHidden> phase</VisuallyHidden>
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
