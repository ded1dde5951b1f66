import { and, asc, eq, gt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { maxRevisions } from '#contract/history.ts';
import { kinds } from '#contract/kinds.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { EntityKind, Recorder } from '#server/records/kind.ts';
import { someMissing } from '#server/records/failures.ts';
import { differing } from '#server/log/snapshot.ts';
import { findMoves, listChanges } from '#server/log/operation-queries.ts';
import { readEntity } from '#server/records/reads.ts';
import { findRow, lockRow, lockRows } from '#server/records/rows.ts';
import { type Snapshot, revisions } from '#server/log/tables.ts';

/** Locks a record and returns its stored state. Throws 404. */
export async function lockEntity({ tx }: Recorder, entity: EntityKind, id: string) {
  const row = await lockRow(entity, tx, id);
  if (!row) throw notFound(kinds[entity.kind].one);
  return row;
}

/** Locks several records and returns them in the order of `ids`. Throws 404 with the missing ids. */
export const lockEntities = async ({ tx }: Recorder, entity: EntityKind, ids: readonly string[]) =>
  allOf(entity, ids, new Map((await lockRows(entity, tx, ids)).map((row) => [row.id, row])));

/** The rows with these ids. Throws 404 with the missing ids. */
export function allOf({ kind }: EntityKind, ids: readonly string[], found: ReadonlyMap<string, Snapshot>) {
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw someMissing(kind, ids, missing);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * The state at this version: from the next logged change or the stored row, with later moves reverted. Undefined when
 * it is unknown or swept.
 */
export async function stateAt(tx: NodePgDatabase, entity: EntityKind, entityId: string, version: number) {
  const { kind, order } = entity;
  const [next] = await tx
    .select({ before: revisions.before })
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.entityId, entityId), gt(revisions.version, version)))
    .orderBy(asc(revisions.version))
    .limit(1);
  const later = next ? next.before : await findRow(entity, tx, entityId);
  if (!later || later.version === version) return later ?? undefined;
  if (!order) return undefined;
  const { moves, from } = await findMoves(tx, kind, entityId, version, later.version);
  return version + moves === later.version ? { ...later, version, displayOrder: from } : undefined;
}

/** 412 with the conflicting fields, and the account that changed one of them last. */
export async function conflictFailure({ tx }: Recorder, entity: EntityKind, stored: Snapshot, conflicts: string[]) {
  const changes = await listChanges(tx, entity.kind, stored.id, stored.version + 1, maxRevisions);
  const touchesOne = ({ before, after }: (typeof changes)[number]) =>
    before && after && differing(before, after).some((field) => conflicts.includes(field));
  const last = changes.find(touchesOne) ?? changes[0];
  const detail = 'Someone changed this while you were working on it. Nothing was changed.';
  return new Failure(412, 'version_conflict', detail, {
    current: await readEntity(entity, tx, stored.id),
    conflicts,
    changedBy: last?.actor ?? null,
    changedAt: last?.at ?? stored.updatedAt,
  });
}

/**
 * Locks and returns a record whose changes are not merged. Throws 404, and 412 when its version is not that of
 * `If-Match`.
 */
export async function lockAsSeen(recorder: Recorder, entity: EntityKind, id: string) {
  const { tx, ifMatch } = recorder;
  const stored = await lockEntity(recorder, entity, id);
  if (ifMatch === undefined || ifMatch === stored.version) return stored;
  const seen = await stateAt(tx, entity, id, ifMatch);
  throw await conflictFailure(recorder, entity, stored, seen ? differing(seen, stored) : []);
}
