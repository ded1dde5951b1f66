import type { CSSProperties } from 'react';
import { type PhaseName, phaseNames } from '#contract/cycle.ts';
import classes from '#web/features/cycle/cycle.module.css';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';

/** The phases in the order of a cycle. */
export const phaseOrder = Object.keys(phaseNames) as PhaseName[];

/** A square in the stored colour of a phase, with the phase's edge colour. */
export const PhaseSquare = ({ phase, colour }: { phase: PhaseName | 'pregnancy'; colour?: string | undefined }) => (
  <span
    className={classes.square}
    data-phase={phase}
    data-own-colour
    style={colour ? ({ '--stored': colour } as CSSProperties) : undefined}
    aria-hidden="true"
  />
);

/** A badge with the name of a phase in its own colours. */
export const PhaseBadge = ({ phase }: { phase: PhaseName }) => (
  <span className={classes.badge} data-phase={phase}>
    <PhaseSquare phase={phase} />
    {phaseNames[phase]}
  </span>
);

/** Props for a page that lists the records of one phase: the choice of the phase, and the text of an empty list. */
export const listOfPhase = ({ scope }: { scope: { id: string | undefined } | undefined }) => ({
  picker: (
    <ChoiceLinks
      label="Phase"
      links={phaseOrder.map((phase) => ({
        label: phaseNames[phase],
        search: phase === phaseOrder[0] ? {} : { phase },
        current: phase === scope?.id,
        picture: <PhaseSquare phase={phase} />,
      }))}
    />
  ),
  // Records added here belong to this phase, and the app shows them with it.
  empty: scope?.id
    ? `Add the first one for the ${phaseNames[scope.id as PhaseName].toLowerCase()} phase.`
    : 'Add the first one.',
});
