import '@mantine/core/styles/Table.layer.css';
import { Table, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { type CycleSettings, type PhaseName, phaseNames } from '#contract/cycle.ts';
import classes from '#web/features/cycle/cycle.module.css';
import { countOf, daysInWords, phaseDays, writtenDays } from '#web/features/cycle/phase-days.ts';
import { PhaseSquare } from '#web/features/cycle/phase-picker.tsx';
import { counted } from '#web/lib/numbers.ts';

/** In the units of the drawing, whose centre is 0, 0. */
const radius = { outer: 170, inner: 140, days: 124 };
const raised = 10;
/** The gap between two phases, in days. */
const gap = 1 / 7;

type CycleRingProps = {
  settings: Pick<CycleSettings, 'defaultCycleLength' | 'defaultPeriodLength' | 'phaseColors'>;
  /** The chosen phase: its arc is thicker, and its days are numbered. */
  chosen?: PhaseName | undefined;
};

/** The days of a cycle as a ring, with an arc for each phase. Screen readers have `CycleTable`. */
export function CycleRing({ settings, chosen }: CycleRingProps) {
  const { defaultCycleLength: length, defaultPeriodLength: period, phaseColors } = settings;
  const phases = phaseDays(length, period);
  const current = phases.find(({ phase }) => phase === chosen);
  const isCurrent = (day: number) => current !== undefined && day >= current.from && day <= current.to;
  const values = writtenDays(phases, current);
  /** The point at the start of a day, counted from 0. */
  const point = (days: number, distance: number) => {
    const angle = (days / length) * 2 * Math.PI;
    return `${(distance * Math.sin(angle)).toFixed(2)} ${(-distance * Math.cos(angle)).toFixed(2)}`;
  };
  const arc = (from: number, to: number, outer: number) => {
    const large = to - from > length / 2 ? 1 : 0;
    return [
      `M ${point(from, outer)}`,
      `A ${outer} ${outer} 0 ${large} 1 ${point(to, outer)}`,
      `L ${point(to, radius.inner)}`,
      `A ${radius.inner} ${radius.inner} 0 ${large} 0 ${point(from, radius.inner)}`,
      'Z',
    ].join(' ');
  };
  return (
    <svg className={classes.ring} viewBox="-184 -184 368 368" aria-hidden="true">
      {phases.map(({ phase, from, to }) => (
        <path
          key={phase}
          className={classes.arc}
          data-phase={phase}
          style={{ '--stored': phaseColors[phase] || undefined } as CSSProperties}
          d={arc(from - 1 + gap / 2, to - gap / 2, radius.outer + (phase === chosen ? raised : 0))}
        />
      ))}
      {Array.from({ length }, (_, at) => at + 1).map((day) => {
        const [x, y] = point(day - 0.5, radius.days).split(' ');
        return values.has(day) ? (
          <text
            key={day}
            x={x}
            y={y}
            fontSize={13}
            fontWeight={isCurrent(day) ? 600 : 400}
            textAnchor="middle"
            dominantBaseline="central"
          >
            {day}
          </text>
        ) : (
          <circle key={day} cx={x} cy={y} r={1.5} fill="var(--awa-edge)" />
        );
      })}
      <text y={-26} fontSize={14} textAnchor="middle">
        {current ? `${length}-day cycle` : 'The cycle'}
      </text>
      <text y={8} fontSize={28} fontWeight={600} textAnchor="middle" style={{ fill: 'var(--awa-text)' }}>
        {current ? phaseNames[current.phase] : `${length} days`}
      </text>
      <text y={34} fontSize={14} textAnchor="middle">
        {current
          ? `${daysInWords(current)}, ${counted(countOf(current), 'day')}`
          : `with ${counted(period, 'day')} of bleeding`}
      </text>
    </svg>
  );
}

/** The same days as a table: visible, or for screen readers only. */
export function CycleTable({ settings, hidden = false }: Pick<CycleRingProps, 'settings'> & { hidden?: boolean }) {
  const { defaultCycleLength: length, defaultPeriodLength: period, phaseColors } = settings;
  const table = (
    <Table verticalSpacing="sm" horizontalSpacing="sm" captionSide="top">
      <Table.Caption>Phases of a cycle of {length} days</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {['Phase', 'Days', 'Length', 'Colour'].map((head) => (
            <Table.Th key={head} scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {phaseDays(length, period).map((days) => (
          <Table.Tr key={days.phase}>
            <Table.Th scope="row" fw={500}>
              <PhaseSquare phase={days.phase} colour={phaseColors[days.phase]} /> {phaseNames[days.phase]}
            </Table.Th>
            <Table.Td>{daysInWords(days)}</Table.Td>
            <Table.Td>{counted(countOf(days), 'day')}</Table.Td>
            <Table.Td>{phaseColors[days.phase]}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  return hidden ? <VisuallyHidden component="div">{table}</VisuallyHidden> : table;
}
