import { type SQL, sql } from 'drizzle-orm';
import { type PgColumn, customType, integer, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';

/**
 * Replacements for times that ISO 8601 cannot express in four digits: `infinity`, the years before 1 and those after
 * 9999.
 */
const [earliest, latest] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];

/**
 * Turns a timestamp from Postgres into ISO 8601. Most have all three digits of milliseconds, so only a few characters
 * are replaced.
 */
export function isoOf(value: string) {
  if (value.length === 26 && value[10] === ' ' && value.endsWith('+00'))
    return `${value.slice(0, 10)}T${value.slice(11, 23)}Z`;
  if (value === '-infinity' || value.endsWith(' BC')) return earliest;
  return value === 'infinity' || /^\d{5}/.test(value) ? latest : new Date(value).toISOString();
}

const instantType = 'timestamp(3) with time zone';

/**
 * A time, stored to the millisecond and read as ISO 8601 in UTC. `pg` must return timestamps as text in ISO style and
 * UTC (see `pool.ts`).
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => instantType,
  fromDriver: isoOf,
});

export const isInstant = (column: PgColumn) => column.getSQLType() === instantType;

/** `isoOf` in SQL: a time as text in ISO 8601. The session must be in UTC (see `pool.ts`). */
export const isoText = (column: PgColumn | SQL): SQL => sql`CASE
  WHEN ${column} < ${sql.raw(`'${earliest}'`)} THEN ${sql.raw(`'${earliest}'`)}
  WHEN ${column} > ${sql.raw(`'${latest}'`)} THEN ${sql.raw(`'${latest}'`)}
  ELSE to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END`;

const binary = () => customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const bytes = binary();

/** 32 bytes: a SHA-256. */
export const digest = binary();

/** The number of a transaction, which is never used again. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** Primary key: UUID version 7, generated in Node. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => uuidv7());

/** `createdAt` and `updatedAt`, by the database's clock. */
export const timestamps = () => ({
  createdAt: instant('created_at')
    .notNull()
    .default(sql`now()`),
  updatedAt: instant('updated_at')
    .notNull()
    .default(sql`now()`),
});

/** Counts the changes of an editable entity, from 1. */
export const version = () => integer('version').notNull().default(1);
