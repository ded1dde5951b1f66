import {
  type SQL,
  and,
  arrayContains,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  sql,
} from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type AnyPgColumn, type PgColumn, alias } from 'drizzle-orm/pg-core';
import type { Area } from '#contract/areas.ts';
import { labelsOf } from '#contract/entity.ts';
import { type Operation, type Show, accessActions, restorableDays } from '#contract/history.ts';
import { type Kind, type LoggedKind, keptKinds } from '#contract/kinds.ts';
import type { Cursor } from '#server/http/cursor.ts';
import { staff } from '#server/auth/tables.ts';
import { bookkeeping } from '#server/log/snapshot.ts';
import { type Snapshot, operations, revisions } from '#server/log/tables.ts';

const undoing = alias(operations, 'undoing');
const undone = alias(operations, 'undone');

// Reads operations and revisions: lists, states of a record, and the conditions of undo.

/** The condition that an operation is recent enough to be undone. */
export const isRecent = (at: PgColumn) => sql<boolean>`${at} > now() - make_interval(days => ${restorableDays})`;

/** The condition that a row comes after a cursor in a list, newest first. */
export const isBefore = (at: PgColumn, id: PgColumn, cursor: Cursor | undefined) =>
  cursor && sql`(${at}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;

const kept: ReadonlySet<string> = new Set(keptKinds);

/** Actions about records of content that leave them as they are. */
const besides: ReadonlySet<string> = new Set<Operation['action']>([
  'review',
  'withdraw-review',
  'approve',
  'withdraw-approval',
  'exempt',
  'ask-review',
  'ask-changes',
  'withdraw-request',
  'remark',
  'reply-remark',
  'resolve-remark',
  'reopen-remark',
  'delete-remark',
  'call',
  'switch-rule',
]);

/** Whether the log keeps the content that an operation changed, and not only the action. */
export const keepsContent = ({ kind, action }: Pick<Operation, 'kind' | 'action'>) =>
  kept.has(kind) && !besides.has(action);

const newest = alias(revisions, 'newest');

/**
 * The condition that the single record of an operation was deleted or restored since. An operation on several records
 * is undone or refused as a whole.
 */
const isOver = sql<boolean>`EXISTS (SELECT FROM (
  SELECT ${newest.operationId} AS operation_id, ${newest.after} IS NULL AS gone FROM ${revisions} AS ${newest}
  WHERE ${newest.kind} = ${operations.kind} AND ${newest.entityId} = ${operations.entityId}
  ORDER BY ${newest.version} DESC LIMIT 1) AS last
  WHERE last.operation_id <> ${operations.id} AND (last.gone OR ${operations.action} = 'delete'))`;

const touched = alias(revisions, 'touched');

/** The fields of its single record that an operation changed. */
const changedFields = sql<
  string[]
>`array(SELECT field.key FROM ${revisions} AS ${touched}, jsonb_each(${touched.after}) AS field
  WHERE ${touched.operationId} = ${operations.id} AND ${touched.at} = ${operations.at}
    AND ${touched.kind} = ${operations.kind} AND ${touched.entityId} = ${operations.entityId}
    AND ${touched.before} ? field.key AND ${touched.before} -> field.key <> field.value
    AND field.key <> ALL (${sql.param([...bookkeeping])}))`;

const operationColumns = {
  id: operations.id,
  at: operations.at,
  actorId: operations.actorId,
  actorName: operations.actorName,
  action: operations.action,
  area: operations.area,
  kind: operations.kind,
  entityId: operations.entityId,
  label: operations.label,
  details: operations.details,
  changed: changedFields,
  count: operations.count,
  recent: isRecent(operations.at),
  over: isOver,
  undoneBy: undoing.id,
  undoes: { id: undone.id, action: undone.action },
};

const selected = (db: NodePgDatabase) =>
  db
    .select(operationColumns)
    .from(operations)
    .leftJoin(undoing, eq(undoing.undoes, operations.id))
    .leftJoin(undone, eq(undone.id, operations.undoes));

type WithActor = { actorId: string | null; actorName: string };

/** A row with its actor as the API shows it. */
export function withActor<Row extends WithActor>({ actorId, actorName, ...row }: Row) {
  return { ...row, actor: actorId === null ? null : { id: actorId, name: actorName } };
}

/** An operation as the log has it. */
export type StoredOperation = Omit<Operation, 'place' | 'scheduledFor'>;

type OperationRow = Omit<StoredOperation, 'actor' | 'undoable' | 'changedLabels'> &
  WithActor & { recent: boolean; over: boolean };

function asOperation(found: OperationRow): StoredOperation {
  const { recent, over, ...row } = withActor(found);
  const labels = Object.entries(labelsOf(row.kind)).filter(([name]) => row.changed.includes(name));
  return {
    ...row,
    changedLabels: labels.map(([, label]) => label),
    undoable: recent && !over && row.undoneBy === null && keepsContent(row),
  };
}

export type Days = { from?: string | undefined; to?: string | undefined; timeZone: string };

type Filter = {
  area?: Area | undefined;
  areas?: readonly Area[];
  kind?: LoggedKind | undefined;
  actor?: string | undefined;
  show: Show;
  where?: SQL | undefined;
} & Days;

/** The condition that an operation was done on one of these days. */
export const isOn = ({ from, to, timeZone }: Days) =>
  and(
    from ? sql`${operations.at} >= ${from}::date::timestamp AT TIME ZONE ${timeZone}` : undefined,
    to ? sql`${operations.at} < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}` : undefined,
  );

const showing: Record<Show, SQL | undefined> = {
  changes: notInArray(operations.action, [...accessActions]),
  access: inArray(operations.action, [...accessActions]),
  all: undefined,
};

const filtered = ({ area, areas, kind, actor, show, where, ...days }: Filter) =>
  and(
    area && eq(operations.area, area),
    areas && inArray(operations.area, [...areas]),
    kind && eq(operations.kind, kind),
    actor ? eq(operations.actorId, actor) : undefined,
    showing[show],
    where,
    isOn(days),
  );

/** Operations after a cursor, newest first: one more than `limit` when there are more. */
export async function listOperations(db: NodePgDatabase, filter: Filter, cursor: Cursor | undefined, limit: number) {
  const rows = await selected(db)
    .where(and(filtered(filter), isBefore(operations.at, operations.id, cursor)))
    .orderBy(desc(operations.at), desc(operations.id))
    .limit(limit + 1);
  return rows.map(asOperation);
}

export const countOperations = (db: NodePgDatabase, filter: Filter) => db.$count(operations, filtered(filter));

/** All accounts, by name. */
export const listActors = (db: NodePgDatabase) =>
  db.select({ id: staff.id, name: staff.name }).from(staff).orderBy(staff.name, staff.id);

export async function findOperation(db: NodePgDatabase, id: string) {
  const [row] = await selected(db).where(eq(operations.id, id));
  return row && asOperation(row);
}

/** Locks an operation until the transaction ends: when two people undo it, the second waits and finds it undone. */
export async function lockOperation(tx: NodePgDatabase, id: string): Promise<OperationRow | undefined> {
  await tx.select({ id: operations.id }).from(operations).where(eq(operations.id, id)).for('update');
  const [row] = await selected(tx).where(eq(operations.id, id));
  return row;
}

/**
 * The changes of an operation to each record, in their order: parents before their children. For a move, `before` and
 * `after` have only the position.
 */
export async function listTouched(tx: NodePgDatabase, operationId: string) {
  const rows = await tx
    .select()
    .from(revisions)
    .where(eq(revisions.operationId, operationId))
    .orderBy(revisions.position);
  return rows.flatMap(({ moved, movedVersions, movedFrom, movedTo, ...row }) => {
    if (moved === null) return [row];
    const at = (index: number, positions: number[] | null) =>
      ({ displayOrder: positions?.[index] }) as unknown as Snapshot;
    return moved.map((entityId, index) => {
      const version = movedVersions?.[index] ?? 0;
      return { ...row, entityId, version, withinId: null, before: at(index, movedFrom), after: at(index, movedTo) };
    });
  });
}

/**
 * The first changes of an operation, with the number of all. Records that only made room for others are left out, unless
 * the operation moved all of its records.
 */
export async function listFirstTouched(db: NodePgDatabase, operationId: string, limit: number) {
  const itself = and(eq(revisions.operationId, operationId), isNull(revisions.moved));
  const rows = await db.select().from(revisions).where(itself).orderBy(revisions.position).limit(limit);
  if (rows.length > 0) {
    const total = rows.length < limit ? rows.length : await db.$count(revisions, itself);
    return { touched: rows, total };
  }
  const moved = await listTouched(db, operationId);
  return { touched: moved.slice(0, limit), total: moved.length };
}

export type Touched = Awaited<ReturnType<typeof listTouched>>[number];

/** The part of an order's revision about one of the moved records. */
function aboutMoved(kind: Kind, id: string) {
  const place = sql`array_position(${revisions.moved}, ${id}::uuid)`;
  const one = (column: AnyPgColumn) => sql<number>`${column}[${place}]`;
  const position = (column: AnyPgColumn) => sql<Snapshot>`jsonb_build_object('displayOrder', ${one(column)})`;
  return {
    condition: and(eq(revisions.kind, kind), arrayContains(revisions.moved, [id])),
    version: one(revisions.movedVersions),
    from: one(revisions.movedFrom),
    before: position(revisions.movedFrom),
    after: position(revisions.movedTo),
  };
}

/**
 * The changes of one record that made versions below `below`, newest first. For a move, `before` and `after` have only
 * the position.
 */
export async function listChanges(db: NodePgDatabase, kind: Kind, id: string, below: number, limit: number) {
  const list = (version: SQL<number>, before: SQL<Snapshot | null>, after: SQL<Snapshot | null>, condition?: SQL) =>
    db
      .select({
        version,
        operationId: revisions.operationId,
        at: revisions.at,
        before,
        after,
        action: operations.action,
        actorId: operations.actorId,
        actorName: operations.actorName,
      })
      .from(revisions)
      .innerJoin(operations, and(eq(operations.id, revisions.operationId), eq(operations.at, revisions.at)))
      .where(and(condition, lt(version, below)))
      .orderBy(desc(version))
      .limit(limit);
  const { version, before, after, condition } = aboutMoved(kind, id);
  const itself = and(eq(revisions.kind, kind), eq(revisions.entityId, id));
  const { version: own, before: found, after: left } = revisions;
  const changed = await list(sql`${own}`, sql`${found}`, sql`${left}`, itself);
  const moved = await list(version, before, after, condition);
  const all = [...changed, ...moved].toSorted((one, other) => other.version - one.version);
  return all.slice(0, limit).map(withActor);
}

/** The number of moves of a record after one version and up to another, and the position before the first of them. */
export async function findMoves(db: NodePgDatabase, kind: Kind, id: string, after: number, upTo: number) {
  const { version, from, condition } = aboutMoved(kind, id);
  const [found] = await db
    .select({ moves: count(), from: sql<number>`(array_agg(${from} ORDER BY ${version}))[1]` })
    .from(revisions)
    .where(and(condition, gt(version, after), lte(version, upTo)));
  return found ?? { moves: 0, from: 0 };
}

/** The last change of a record, other than a move. */
export async function findLastChange(tx: NodePgDatabase, kind: Kind, id: string) {
  const [row] = await tx
    .select()
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.entityId, id)))
    .orderBy(desc(revisions.version))
    .limit(1);
  return row;
}

/** Whether one of these records, all of one kind, was changed after the given change. */
export async function wasChangedAfter(tx: NodePgDatabase, touched: Touched[]) {
  const { rowCount } = await tx.execute(sql`
    SELECT FROM unnest(${sql.param(touched.map(({ entityId }) => entityId))}::uuid[],
      ${sql.param(touched.map(({ version }) => version))}::integer[]) AS meant (id, version)
    JOIN ${revisions} ON ${revisions.kind} = ${touched[0]?.kind ?? ''} AND ${revisions.entityId} = meant.id
      AND ${revisions.version} > meant.version LIMIT 1`);
  return (rowCount ?? 0) > 0;
}
