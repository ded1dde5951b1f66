import type { CSSProperties } from 'react';
import { type PhaseName, phaseNames } from '#contract/cycle.ts';
import classes from '#web/features/cycle/cycle.module.css';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';

const phaseOrder = Object.keys(phaseNames) as PhaseName[];

/** The colour of a phase, which is stored, with the edge that belongs to the phase. */
export const PhaseSquare = ({ phase, colour }: { phase: PhaseName | 'pregnancy'; colour?: string | undefined }) => (
  <span
    className={classes.square}
    data-phase={phase}
    style={colour ? ({ '--stored': colour } as CSSProperties) : undefined}
    aria-hidden="true"
  />
);

/** The name of a phase in its own colours. */
export const PhaseBadge = ({ phase }: { phase: PhaseName }) => (
  <span className={classes.badge} data-phase={phase}>
    <PhaseSquare phase={phase} />
    {phaseNames[phase]}
  </span>
);

/** Chooses the phase whose things are listed. */
export const PhasePicker = ({ phase }: { phase: PhaseName | undefined }) => (
  <ChoiceLinks
    label="Phase"
    links={phaseOrder.map((one) => ({
      key: one,
      search: one === phaseOrder[0] ? {} : { phase: one },
      label: phaseNames[one],
      current: one === phase,
      picture: <PhaseSquare phase={one} />,
    }))}
  />
);
