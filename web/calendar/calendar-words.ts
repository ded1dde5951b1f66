import { deskTimeZone } from '#contract/common.ts';

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const inLagos = new Intl.DateTimeFormat('en-CA', { timeZone: deskTimeZone });

/** `November 2026` */
export const monthName = (month: string) => monthFormat.format(new Date(`${month}-01`));

/** `Monday, November 30` */
export const dayName = (day: string) => dayFormat.format(new Date(day));

/** The day in Lagos: `2026-11-30`. */
export const today = (now: Date) => inLagos.format(now);
