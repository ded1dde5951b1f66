import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Area } from '#contract/areas.ts';
import type { Action, LogCheck } from '#contract/history.ts';
import type { Kind, LoggedKind } from '#contract/kinds.ts';
import { staff } from '#server/auth/tables.ts';
import { bytes, digest, id, instant, timestamps, transactionId, version } from '#server/database/columns.ts';

const at = () =>
  instant('at')
    .notNull()
    .default(sql`now()`);

/** The columns that the tables of all kinds share. */
export const entityColumns = () => ({
  id: id(),
  version: version(),
  /** Null when the author's account was deleted, and for demo content. */
  createdBy: uuid('created_by').references(() => staff.id, { onDelete: 'set null' }),
  ...timestamps(),
});

/**
 * Every staff change, one row each. The database only allows adding rows (see the migration) and keeps them in monthly
 * partitions. The actor's name is stored as text, so that the log does not change when the account does.
 */
export const operations = pgTable(
  'operations',
  {
    id: uuid('id').notNull(),
    at: at(),
    /** Null for an operation from the shell of the server. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull().default(''),
    action: text('action').$type<Action>().notNull(),
    area: text('area').$type<Area>().notNull(),
    kind: text('kind').$type<LoggedKind>().notNull(),
    entityId: uuid('entity_id'),
    label: text('label').notNull(),
    /** Further details in words: `editor to moderator`. */
    details: text('details').notNull().default(''),
    count: integer('count').notNull(),
    /** The operation that this one undoes. */
    undoes: uuid('undoes'),
    /**
     * The transaction that wrote it, with which open desks find new operations (`server/live`); null for operations
     * from before this column.
     */
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

/** A row of another table at one time. */
export type Snapshot = { id: string; version: number; createdAt: string; updatedAt: string } & Record<string, unknown>;

/**
 * The changes of each operation to each record: its row before and after. Records that were only moved within an order
 * share one row (`moved`), with the operation's id in place of theirs. Rows are only added, in monthly partitions, like
 * `operations`.
 */
export const revisions = pgTable(
  'revisions',
  {
    operationId: uuid('operation_id').notNull(),
    at: at(),
    /** The index within the operation: parents come before their children. */
    position: integer('position').notNull(),
    kind: text('kind').$type<Kind>().notNull(),
    entityId: uuid('entity_id').notNull(),
    /** The version after the change; a deletion also counts as one. */
    version: integer('version').notNull(),
    /** Null when the change created it. */
    before: jsonb('before').$type<Snapshot>(),
    /** Null when the change deleted it. */
    after: jsonb('after').$type<Snapshot>(),
    /** The ancestor with which this record was deleted, such as its category; otherwise null. */
    withinId: uuid('within_id'),
    /** The moved records, with the version of each afterwards, and its position before and after. */
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
 * The seals of the operations (`seals.ts`): those of a month form a chain, in which each follows from the previous one
 * and from the content of its operation and revisions. Rows are only added, in monthly partitions, like `operations`.
 */
export const seals = pgTable(
  'seals',
  {
    /** The time of the operation, which decides its month. */
    at: at(),
    /** The place in the chain of the month, from 1. */
    position: integer('position').notNull(),
    operationId: uuid('operation_id').notNull(),
    seal: digest('seal').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.at] }), index('seals_position').on(table.position)],
);

/**
 * The operations that wait for their seal. The statement that writes an operation also adds it here: an operation with
 * neither a seal nor a row here was not written by the desk.
 */
export const unsealed = pgTable(
  'unsealed',
  { operationId: uuid('operation_id').notNull(), at: at() },
  // For finding the oldest waiting operations, and for checking whether an operation waits: there may be hundreds of
  // thousands.
  (table) => [index('unsealed_at').on(table.at, table.operationId)],
);

/**
 * The start of a month's chain: the last seal of the latest sealed month before it, at the time when the first entry of
 * the month was sealed. A month without a row begins with its own name: the first month of a desk, and months from
 * before this table. Rows are only added.
 */
export const chainStarts = pgTable('chain_starts', {
  /** Such as `2026-12`. */
  month: text('month').primaryKey(),
  after: text('after_month').notNull(),
  /** The place and the seal in the chain of the previous month. */
  position: integer('position').notNull(),
  seal: digest('seal').notNull(),
});

/** The last check of the log, running or finished: at most one row (`log-check.ts`). */
export const logChecks = pgTable('log_checks', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  /** Differs for each check, so that a process that resumes late does not overwrite the next check. */
  run: uuid('run').notNull(),
  startedAt: instant('started_at')
    .notNull()
    .default(sql`now()`),
  /** When the checking process last reported progress. */
  seenAt: instant('seen_at')
    .notNull()
    .default(sql`now()`),
  checked: integer('checked').notNull().default(0),
  total: integer('total').notNull(),
  /** Null while it runs, and when it ended without a result. */
  found: jsonb('found').$type<LogCheck>(),
  isOver: boolean('is_over').notNull().default(false),
});

/**
 * Responses to calls with an Idempotency-Key. A repeated call gets the same response, for 24 hours of the desk's
 * running time, independent of its clock.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** A byte for the type of fingerprint, and the SHA-256 of the raw request. */
    fingerprint: bytes('fingerprint').notNull(),
    operationId: uuid('operation_id'),
    /** The JSON of the response, null for one without a body. */
    answer: text('answer'),
    at: at(),
    /** The running hour (`server/run/clock.ts`) of the call. */
    hour: integer('hour')
      .notNull()
      .default(sql`running_hour()`),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.key] }), index('idempotency_keys_hour').on(table.hour)],
);
