import { inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { reviewedKinds } from '#contract/approval-lists.ts';
import type { ReviewedArea } from '#contract/areas.ts';
import { kinds } from '#contract/kinds.ts';
import type { History } from '#server/history/history.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { Snapshot } from '#server/log/tables.ts';
import type { EntityKind } from '#server/records/kind.ts';

/** The kinds whose texts a clinician reviews, of an area or of all. */
export const reviewedEntities = (history: History, area?: ReviewedArea) =>
  reviewedKinds.filter((kind) => area === undefined || kinds[kind].area === area).map((kind) => history.kindOf(kind));

export const idsOf = (rows: readonly Snapshot[]) => rows.map(({ id }) => id);

export const noQualification = () =>
  new Failure(
    403,
    'no_qualification',
    'Your account has no qualification. An administrator adds it under Staff, and then you can approve texts.',
  );

export const changedSince = (ids: string[]) =>
  new Failure(409, 'changed_since', 'These words have changed since you opened them. Read them again.', { ids });

/** Locks the records against changes. Throws 404 unless all of them exist. */
export async function lockRecords(tx: NodePgDatabase, entity: EntityKind, ids: readonly string[]) {
  const stored = (await tx
    .select()
    .from(entity.table)
    .where(inArray(entity.table.id, [...ids]))
    .orderBy(entity.table.id)
    .for('share')) as Snapshot[];
  if (stored.length < ids.length) throw notFound(kinds[entity.kind].one);
  return stored;
}

/** The same, and throws 409 when one is no longer in the version that was read. */
export async function lockAsRead(
  tx: NodePgDatabase,
  entity: EntityKind,
  read: readonly { id: string; version: number }[],
) {
  const seen = new Map(read.map(({ id, version }) => [id, version]));
  const stored = await lockRecords(tx, entity, [...seen.keys()]);
  const changed = stored.filter((row) => seen.get(row.id) !== row.version);
  if (changed.length > 0) throw changedSince(idsOf(changed));
  return stored;
}

/** The subject of an operation on these records. */
export function subjectOf({ area, kind, label }: EntityKind, rows: readonly Snapshot[]) {
  const [first, second] = rows;
  const only = second ? undefined : first;
  return { area, kind, entityId: only?.id ?? null, label: only ? label(only) : '', count: rows.length };
}
