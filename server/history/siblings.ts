import { type SQL, eq, sql } from 'drizzle-orm';
import { type EntityKind, columnOf } from '#server/history/entity-kinds.ts';
import { parentMissing } from '#server/history/failures.ts';
import type { Recorder } from '#server/history/recorder.ts';
import { type RowChange, lockAll, lockForShare, updateRows } from '#server/history/rows.ts';
import type { Snapshot } from '#server/history/tables.ts';

type Fields = Record<string, unknown>;

/** The position, from 1. 0 means none, and comes last. */
export const positionOf = ({ displayOrder }: Fields) => Number(displayOrder);

/** Sorts rows in the order of lists (see `sorting`). */
export const inOrder = (rows: Snapshot[]) =>
  rows.toSorted(
    (one, other) =>
      (positionOf(one) || Infinity) - (positionOf(other) || Infinity) ||
      one.createdAt.localeCompare(other.createdAt) ||
      one.id.localeCompare(other.id),
  );

/** An arbitrary number: the space of the advisory locks on orders. */
const lockSpace = 4;

/** The value that siblings of a record with these fields share; undefined when the whole kind has one order. */
export const sharedBy = ({ order }: EntityKind, fields: Fields) =>
  order?.scope === undefined ? undefined : fields[order.scope];

/** The condition for siblings, by the result of `sharedBy`. */
export const siblingsOf = (entity: EntityKind, shared: unknown): SQL | undefined =>
  entity.order?.scope === undefined ? undefined : eq(columnOf(entity, entity.order.scope), shared);

/**
 * Locks an order until the transaction ends. A change of an order does this before it locks rows. Otherwise a row added
 * by another transaction would be locked in a different sequence, which can deadlock.
 */
export async function lockOrder({ tx }: Recorder, { kind }: EntityKind, shared: unknown) {
  const name = sql`concat_ws(' ', ${kind}::text, (${shared ?? null})::text)`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockSpace}, hashtext(${name}))`);
}

/** Locks the rows that match a condition, and returns them by id. */
export const lockSiblings = async ({ tx }: Recorder, entity: EntityKind, condition: SQL | undefined) =>
  new Map((await lockAll(entity, tx, condition)).map((row) => [row.id, row]));

/**
 * Locks the new parent of a record before the record itself, as every change does. Throws 409 when it no longer exists.
 */
export async function lockParent({ tx, kinds }: Recorder, { kind, parent }: EntityKind, fields: Fields) {
  const id = parent && fields[parent.column];
  const holder = kinds.find((one) => one.kind === parent?.kind);
  if (!parent || !holder || typeof id !== 'string') return;
  if ((await lockForShare(holder, tx, [id])) === 0) throw parentMissing(kind, parent.kind);
}

/** Stores positions, and records each row whose position changes. */
export async function savePositions(recorder: Recorder, entity: EntityKind, rows: RowChange[]) {
  const before = new Map(rows.map(({ stored }) => [stored.id, stored]));
  for (const row of await updateRows(entity, recorder.tx, rows)) {
    recorder.recordRevision(entity, before.get(row.id) ?? null, row);
  }
}

/** Gives rows the positions 1, 2, 3… and the fields of `more`. Rows that already have them are not changed. */
export async function renumber(
  recorder: Recorder,
  entity: EntityKind,
  rows: Snapshot[],
  more: (stored: Snapshot) => Fields = () => ({}),
) {
  const changes = rows.flatMap((stored, index) => {
    const next = Object.entries({ displayOrder: index + 1, ...more(stored) });
    const fields = next.filter(([name, value]) => stored[name] !== value);
    return fields.length === 0 ? [] : [{ stored, fields: Object.fromEntries(fields) }];
  });
  await savePositions(recorder, entity, changes);
  return changes.length;
}
