import { sql } from 'drizzle-orm';
import { customType, integer, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';

/**
 * A moment, kept to the millisecond and read as ISO 8601 in UTC. `pg` must hand timestamps over as text in ISO
 * style and UTC (see `pool.ts`).
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** 32 bytes: a SHA-256. */
export const digest = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Primary key: UUID version 7, made in Node. */
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
