import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Action, LogCheck } from '#contract/history.ts';
import type { Area, Kind, LoggedKind } from '#contract/kinds.ts';
import { staff } from '#server/auth/tables.ts';
import { bytes, digest, id, instant, timestamps, transactionId, version } from '#server/database/columns.ts';

const at = () =>
  instant('at')
    .notNull()
    .default(sql`now()`);

/** The columns that the table of every kind has, beside its own. */
export const entityColumns = () => ({
  id: id(),
  version: version(),
  /** Null when the account that made it is gone, or for demo content. */
  createdBy: uuid('created_by').references(() => staff.id, { onDelete: 'set null' }),
  ...timestamps(),
});

/**
 * Every staff change, one row each. The database lets it only grow (see the migration) and keeps it in parts, one a
 * month. Who did it stands here in words, so that the log says the same whatever becomes of the account.
 */
export const operations = pgTable(
  'operations',
  {
    id: uuid('id').notNull(),
    at: at(),
    /** Null for what was done from the shell of the server. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull().default(''),
    action: text('action').$type<Action>().notNull(),
    area: text('area').$type<Area>().notNull(),
    kind: text('kind').$type<LoggedKind>().notNull(),
    entityId: uuid('entity_id'),
    label: text('label').notNull(),
    /** What else there is to know of it, in words: `editor to moderator`. */
    details: text('details').notNull().default(''),
    count: integer('count').notNull(),
    /** The operation that this one takes back. */
    undoes: uuid('undoes'),
    /** The transaction that wrote it, by which open desks learn of it (`server/live`); null for what is older than that. */
    xid: transactionId('xid').default(sql`pg_current_xact_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    index('operations_at').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('operations_area').on(table.area, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('operations_kind').on(table.kind, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('operations_actor').on(table.actorId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('operations_undoes')
      .on(table.undoes)
      .where(sql`${table.undoes} IS NOT NULL`),
    index('operations_xid').on(table.xid),
  ],
);

/** A row of another table, as it was. */
export type Snapshot = { id: string; version: number; createdAt: string; updatedAt: string } & Record<string, unknown>;

/**
 * What each operation did to each thing: its row before and after. What was only moved within an order stands in one row for
 * all of them (`moved`), which has the operation's id in the place of theirs. Only grows, in parts, like `operations`.
 */
export const revisions = pgTable(
  'revisions',
  {
    operationId: uuid('operation_id').notNull(),
    at: at(),
    /** The index within the operation: parents come before what they hold. */
    position: integer('position').notNull(),
    kind: text('kind').$type<Kind>().notNull(),
    entityId: uuid('entity_id').notNull(),
    /** The version after the change; a deletion counts as one. */
    version: integer('version').notNull(),
    /** Null when the change made it. */
    before: jsonb('before').$type<Snapshot>(),
    /** Null when the change deleted it. */
    after: jsonb('after').$type<Snapshot>(),
    /** The thing that was deleted and took this one along, such as its category; otherwise null. */
    withinId: uuid('within_id'),
    /** The things that were moved, with the version of each after that, and its position before and after. */
    moved: uuid('moved').array(),
    movedVersions: integer('moved_versions').array(),
    movedFrom: integer('moved_from').array(),
    movedTo: integer('moved_to').array(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.entityId, table.version, table.at] }),
    index('revisions_operation').on(table.operationId, table.position),
    index('revisions_deleted')
      .on(table.at.desc().nullsFirst(), table.entityId.desc().nullsFirst())
      .where(sql`${table.after} IS NULL AND ${table.withinId} IS NULL`),
    index('revisions_names')
      .using('gin', sql`deleted_name(${table.kind}, ${table.before}) gin_trgm_ops`)
      .where(sql`${table.after} IS NULL AND ${table.withinId} IS NULL`),
    index('revisions_moved')
      .using('gin', table.moved)
      .where(sql`${table.moved} IS NOT NULL`),
  ],
);

/**
 * The seals of the operations (`seals.ts`): those of a month are a chain, in which each follows from the one before and from
 * what its operation and the revisions of that say. Only grows, in parts, like `operations`.
 */
export const seals = pgTable(
  'seals',
  {
    /** The time of the operation, which decides its month. */
    at: at(),
    /** Its place in the chain of the month, from 1. */
    position: integer('position').notNull(),
    operationId: uuid('operation_id').notNull(),
    seal: digest('seal').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.at] }), index('seals_position').on(table.position)],
);

/**
 * The operations that wait for their seal. Whatever writes an operation puts it here in the same statement: one that has
 * neither a seal nor a place here was not written by the desk.
 */
export const unsealed = pgTable(
  'unsealed',
  { operationId: uuid('operation_id').notNull(), at: at() },
  // For the oldest that wait, and for whether one waits: there may be hundreds of thousands.
  (table) => [index('unsealed_at').on(table.at, table.operationId)],
);

/**
 * What the chain of a month begins with: the last seal of the month before that has any, as it was when the first entry of the
 * month was sealed. A month without a row begins with its own name: the first one of a desk, and those from before there were rows. Only
 * grows.
 */
export const chainStarts = pgTable('chain_starts', {
  /** Such as `2026-12`. */
  month: text('month').primaryKey(),
  after: text('after_month').notNull(),
  /** The place and the seal in the chain of the month before. */
  position: integer('position').notNull(),
  seal: digest('seal').notNull(),
});

/** The last check of the log, while it runs and after it: one row at most (`log-check.ts`). */
export const logChecks = pgTable('log_checks', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  /** Another one for each check: a process that comes to itself late does not write into the next one. */
  run: uuid('run').notNull(),
  startedAt: instant('started_at')
    .notNull()
    .default(sql`now()`),
  /** When the process that checks was last known to work. */
  seenAt: instant('seen_at')
    .notNull()
    .default(sql`now()`),
  checked: integer('checked').notNull().default(0),
  total: integer('total').notNull(),
  /** Null while it runs, and where it ended without one. */
  found: jsonb('found').$type<LogCheck>(),
  isOver: boolean('is_over').notNull().default(false),
});

/**
 * Answers of calls that came with an Idempotency-Key. A call that is repeated gets the same answer, for 24 hours in which the desk
 * runs, whatever its clock says.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** A byte that says of what it is, and the SHA-256 of the call as it was sent. */
    fingerprint: bytes('fingerprint').notNull(),
    operationId: uuid('operation_id'),
    /** The JSON of the answer, null for one without a body. */
    answer: text('answer'),
    at: at(),
    /** The running hour (`server/run/clock.ts`) of the call. */
    hour: integer('hour')
      .notNull()
      .default(sql`running_hour()`),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.key] }), index('idempotency_keys_hour').on(table.hour)],
);
