import { type SQL, eq, sql } from 'drizzle-orm';
import { type EntityKind, columnOf } from '#server/history/entity-kinds.ts';
import { parentMissing } from '#server/history/failures.ts';
import type { Recorder } from '#server/history/recorder.ts';
import { type RowChange, lockAll, lockForShare, updateRows } from '#server/history/rows.ts';
import type { Snapshot } from '#server/history/tables.ts';

type Fields = Record<string, unknown>;

/** Its position from 1; 0 is none, and comes last. */
export const positionOf = ({ displayOrder }: Fields) => Number(displayOrder);

/** In the order of lists (see `listOrder`). */
export const inOrder = (rows: Snapshot[]) =>
  rows.toSorted(
    (one, other) =>
      (positionOf(one) || Infinity) - (positionOf(other) || Infinity) ||
      one.createdAt.localeCompare(other.createdAt) ||
      one.id.localeCompare(other.id),
  );

/** Any fixed number: the space of advisory locks in which an order is held while it is changed. */
const lockSpace = 4;

/** The value by which things share an order, of a thing with these fields; undefined where all of the kind do. */
export const sharedBy = ({ order }: EntityKind, fields: Fields) =>
  order?.within === undefined ? undefined : fields[order.within];

/** The condition for those that share an order, by the value that `sharedBy` gives. */
export const siblingsOf = (entity: EntityKind, shared: unknown): SQL | undefined =>
  entity.order?.within === undefined ? undefined : eq(columnOf(entity, entity.order.within), shared);

/**
 * Holds an order until the transaction ends. Whoever changes one does this before locking its rows: a row that comes in
 * meanwhile would else be locked out of turn.
 */
export async function lockOrder({ tx }: Recorder, { kind }: EntityKind, shared: unknown) {
  const name = sql`concat_ws(' ', ${kind}::text, (${shared ?? null})::text)`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockSpace}, hashtext(${name}))`);
}

/** Those that fit a condition, by id, locked. */
export const lockSiblings = async ({ tx }: Recorder, entity: EntityKind, condition: SQL | undefined) =>
  new Map((await lockAll(entity, tx, condition)).map((row) => [row.id, row]));

/** Locks the parent that a thing is to have, before the thing itself, as everyone does. Throws 409 when it is gone. */
export async function lockParent({ tx, kinds }: Recorder, { kind, parent }: EntityKind, fields: Fields) {
  const id = parent && fields[parent.column];
  const holder = kinds.find((one) => one.kind === parent?.kind);
  if (!parent || !holder || typeof id !== 'string') return;
  if ((await lockForShare(holder, tx, [id])) === 0) throw parentMissing(kind, parent.kind);
}

/** Stores positions, and records each row that gets another one. */
export async function savePositions(recorder: Recorder, entity: EntityKind, rows: RowChange[]) {
  const before = new Map(rows.map(({ stored }) => [stored.id, stored]));
  for (const row of await updateRows(entity, recorder.tx, rows)) {
    recorder.recordRevision(entity, before.get(row.id) ?? null, row);
  }
}

/** Gives rows the positions 1, 2, 3…, and each what `more` says. Those that stand as they should are not touched. */
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
