import type { PhaseName } from '#contract/cycle.ts';

/** The first and the last day of a phase, counted from the first day of the period. */
export type PhaseDays = { phase: PhaseName; from: number; to: number };

/** The day of ovulation is about this many days before the next period, however long a cycle is. */
const daysAfterOvulation = 14;

/**
 * The days of each phase in a cycle of `length` days, from 21 to 45, with a period of `period` days: the period, the
 * days after it, the day of ovulation with the days around it, and the rest. Every day is in one phase, and every phase
 * has at least one day: in the shortest cycles the period or the days around ovulation are fewer.
 */
export function phaseDays(length: number, period: number): PhaseDays[] {
  const ovulation = length - daysAfterOvulation;
  const bleeding = Math.max(1, Math.min(period, ovulation - 2));
  const fertile = Math.max(ovulation - 1, bleeding + 2);
  return [
    { phase: 'menstrual', from: 1, to: bleeding },
    { phase: 'follicular', from: bleeding + 1, to: fertile - 1 },
    { phase: 'ovulation', from: fertile, to: ovulation + 1 },
    { phase: 'luteal', from: ovulation + 2, to: length },
  ];
}

/** Days that are numbered in every cycle, where there is room. */
const always = [1, 7, 14, 21, 28, 35, 42];
/** In longer cycles there is no room for the numbers of two consecutive days. */
const longCycle = 34;

/**
 * The days that a ring numbers: those of the chosen phase, or else the first of each, so that the arcs can be told
 * apart without their colours; some others, and the last.
 */
export function writtenDays(phases: readonly PhaseDays[], chosen?: PhaseDays): Set<number> {
  const length = phases.at(-1)?.to ?? 0;
  const step = length > longCycle ? 2 : 1;
  const own = chosen
    ? Array.from({ length: countOf(chosen) }, (_, at) => chosen.from + at)
    : phases.map(({ from }) => from);
  const values: number[] = [];
  for (const day of [...own, ...always, length]) {
    const apart = values.map((other) => Math.abs(day - other)).map((days) => Math.min(days, length - days));
    if (day <= length && apart.every((days) => days >= step)) values.push(day);
  }
  return new Set(values);
}

/** `Day 6 to 12` */
export const daysInWords = ({ from, to }: PhaseDays) => (from === to ? `Day ${from}` : `Day ${from} to ${to}`);

export const countOf = ({ from, to }: PhaseDays) => to - from + 1;
