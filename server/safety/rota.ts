import { asc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { areaRoles } from '#contract/areas.ts';
import { deskTimeZone } from '#contract/common.ts';
import type { Role } from '#contract/roles.ts';
import type { Shift } from '#contract/rota.ts';
import { staff } from '#server/auth/tables.ts';
import { shifts } from '#server/safety/tables.ts';

/** The roles of the accounts that can be on the rota. */
const roles: readonly Role[] = areaRoles.moderation.change;

/** Whether an account can be told of people in danger: it is enabled, and moderates. */
export const canBeOnDuty = sql<boolean>`${staff.enabled} AND ${staff.role} IN (${sql.join(
  roles.map((role) => sql.raw(`'${role}'`)),
  sql`, `,
)})`;

/** The times of a shift: days from 1 for Monday, and minutes of the day. */
export type ShiftTimes = { days: readonly number[]; starts: number; ends: number };

const aDay = 24 * 60;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const twoDigits = (value: number) => String(value).padStart(2, '0');
const clockOf = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

const inZone = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: deskTimeZone,
});
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A moment as the rota gives it, in the time zone of the desk. */
export function rotaTime(at: string) {
  const parts = Object.fromEntries(inZone.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return {
    day: weekdays.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

const dayBefore = (day: number) => (day === 1 ? 7 : day - 1);

/** Whether a moment is within a shift. Its start belongs to it, its end does not. */
export function isWithin({ days, starts, ends }: ShiftTimes, { day, minute }: ReturnType<typeof rotaTime>) {
  const end = ends > starts ? ends : ends + aDay;
  return (
    (days.includes(day) && minute >= starts && minute < end) || (days.includes(dayBefore(day)) && minute + aDay < end)
  );
}

/** A shift of the contract as it is stored. */
export const timesOf = ({ days, from, to }: Pick<Shift, 'days' | 'from' | 'to'>) => ({
  days: [...new Set(days)].toSorted((one, other) => one - other),
  starts: minutesOf(from),
  ends: minutesOf(to),
});

const selectShifts = (db: NodePgDatabase) =>
  db
    .select({
      id: shifts.id,
      staff: { id: staff.id, name: staff.name },
      days: shifts.days,
      starts: shifts.starts,
      ends: shifts.ends,
    })
    .from(shifts)
    .innerJoin(staff, eq(staff.id, shifts.staffId));

type ShiftRow = Awaited<ReturnType<typeof selectShifts>>[number];

export const shiftOf = ({ id, staff: by, days, starts, ends }: ShiftRow): Shift => ({
  id,
  staff: by,
  days,
  from: clockOf(starts),
  to: clockOf(ends),
});

/** The shifts of all accounts, also of those that are disabled. */
export const listShifts = (db: NodePgDatabase) =>
  selectShifts(db).orderBy(sql`${shifts.days}[1]`, asc(shifts.starts), asc(staff.name), asc(shifts.id));

export async function findShift(db: NodePgDatabase, id: string) {
  const [found] = await selectShifts(db).where(eq(shifts.id, id));
  return found;
}

/** The accounts that can be on the rota. */
export const listCandidates = (db: NodePgDatabase) =>
  db.select({ id: staff.id, name: staff.name }).from(staff).where(canBeOnDuty).orderBy(asc(staff.name), asc(staff.id));

/** The accounts on duty at a moment, by name, and whether there is a rota at all. */
export async function readDuty(db: NodePgDatabase, at: string) {
  const rows = await selectShifts(db).where(canBeOnDuty).orderBy(asc(staff.name), asc(staff.id));
  const now = rotaTime(at);
  const onDuty = rows.filter((row) => isWithin(row, now)).map((row) => [row.staff.id, row.staff] as const);
  return { hasRota: rows.length > 0, onDuty: [...new Map(onDuty).values()] };
}
