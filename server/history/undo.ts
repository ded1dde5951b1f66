import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '#contract/kinds.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import { expectAccess } from '#server/log/access.ts';
import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import { lockAsSeen, stateAt } from '#server/records/conflicts.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { lockForUpdate, updateInOrder } from '#server/records/order.ts';
import {
  deleteRows,
  insertRows,
  lockDescendants,
  lockForShare,
  lockRows,
  updateRow,
  updateRows,
} from '#server/records/rows.ts';
import { check, checkedChanges, lockImagesOf } from '#server/records/rules.ts';
import { differing } from '#server/log/snapshot.ts';
import { takeBackRequests } from '#server/records/review-requests.ts';
import { groupOf } from '#server/records/merge.ts';
import {
  type Touched,
  keepsContent,
  listTouched,
  lockOperation,
  wasChangedAfter,
} from '#server/log/operation-queries.ts';
import { changedSince, humanize, imageGone, nothingChanged, parentMissing } from '#server/records/failures.ts';
import type { Snapshot } from '#server/log/tables.ts';

type Updated = Touched & { before: Snapshot; after: Snapshot };

const wasUpdate = (one: Touched): one is Updated => one.before !== null && one.after !== null;

/** Splits the changes into parts, so that no part changes the same record twice. */
function eachOnce(touched: Updated[]) {
  const parts: Updated[][] = [];
  let ids = new Set<string>();
  for (const one of touched) {
    if (parts.length === 0 || ids.has(one.entityId)) {
      parts.push([]);
      ids = new Set();
    }
    ids.add(one.entityId);
    parts.at(-1)?.push(one);
  }
  return parts;
}

const listed = (names: string[]) => new Intl.ListFormat('en').format(names.map(humanize));

/**
 * Undoes a whole operation, as part of `change`. Throws 404, 403 if the role may not change the area, and 409 with the
 * reason why it cannot be undone.
 */
export async function undo(history: History, change: Change, operationId: string) {
  const operation = await lockOperation(change.tx, operationId);
  if (!operation) throw notFound('operation');
  expectAccess(change.staff, operation.area, 'change');
  if (operation.undoneBy) throw new Failure(409, 'already_undone', `This was already undone. ${nothingChanged}`);
  if (!operation.recent || !keepsContent(operation)) {
    const why = keepsContent(operation) ? 'This is too old to undo.' : 'This cannot be undone.';
    throw new Failure(409, 'not_undoable', `${why} ${nothingChanged}`);
  }
  const { area, kind, entityId, label, details, count } = operation;
  change.about({ action: 'undo', area, kind, entityId, label, details, count, undoes: operationId });
  const touched = await listTouched(change.tx, operationId);
  const stored = await lockTouched(history, change, touched);
  // Parents are restored before the records that move into them, and records leave before their parents are deleted.
  await reinsert(
    history,
    change,
    touched.filter(({ after }) => after === null),
  );
  for (const part of eachOnce(touched.filter(wasUpdate).toReversed())) await revert(history, change, part, stored);
  await removeCreated(
    history,
    change,
    touched.filter(({ before }) => before === null),
    stored,
  );
  await takeBackRequests(change.tx, operationId);
}

/**
 * Gives a record the fields that it had in an earlier version. Throws 404, 409 when it already has them, and 412 when
 * its version is no longer that of `If-Match`.
 */
export async function restoreVersion(history: History, change: Change, kind: Kind, id: string, version: number) {
  const entity = history.kindOf(kind);
  const earlier = await stateAt(change.tx, entity, id, version);
  // Its position is not restored. If it returns to another parent, it comes last there.
  const fields = Object.keys(entity.fields.shape).filter((name) => !(entity.order && name === 'displayOrder'));
  const siblings = earlier && (await lockForUpdate(change, entity, id, pick(earlier, fields)));
  const stored = await lockAsSeen(change, entity, id);
  // If it was changed in between, the state is read again.
  const state = stored.version === version ? stored : (earlier ?? (await stateAt(change.tx, entity, id, version)));
  if (!state) throw notFound('version');
  // A field that a migration has added since stays unchanged.
  const differs = fields.filter((name) => name in state && !isDeepStrictEqual(state[name], stored[name]));
  if (differs.length === 0) throw new Failure(409, 'unchanged', `It already says that. ${nothingChanged}`);
  change.about({ action: 'restore', area: entity.area, kind, entityId: id, label: entity.label(state) });
  const back = checkedChanges(entity, stored, pick(state, differs));
  await lockImagesOf(change, entity, [back], imageGone);
  const store = async (changes: Record<string, unknown>) => {
    const row = await updateRow(entity, change, { stored, fields: changes });
    change.recordRevision(entity, stored, row);
    return row;
  };
  await (siblings ? updateInOrder(change, entity, { stored, fields: back }, siblings, store) : store(back));
}

const pick = (state: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, state[name]]));

/** The changes kind by kind, parents before children: the order in which all changes lock rows. */
function byKind<T extends Touched>(history: History, touched: T[]) {
  const kinds = new Set(touched.map(({ kind }) => kind));
  return [...kinds]
    .map((kind) => ({ entity: history.kindOf(kind), all: touched.filter((one) => one.kind === kind) }))
    .toSorted((one, other) => history.ancestorsOf(one.entity).length - history.ancestorsOf(other.entity).length);
}

/** Locks the parents of these rows. Returns whether all of them exist. */
async function lockParents(history: History, { tx }: Change, { parent }: EntityKind, rows: Record<string, unknown>[]) {
  if (!parent) return true;
  const ids = new Set(rows.map((row) => row[parent.column]).filter((id) => typeof id === 'string'));
  return ids.size === 0 || (await lockForShare(history.kindOf(parent.kind), tx, [...ids])) === ids.size;
}

/** The current state of the changed records, by id. They are locked, after the parents that they return to. */
async function lockTouched(history: History, change: Change, touched: Touched[]) {
  const stored = new Map<string, Snapshot>();
  for (const { entity, all } of byKind(history, touched)) {
    const ids = all.map(({ entityId }) => entityId);
    const moved = all
      .filter(wasUpdate)
      .filter((one) => differing(one.before, one.after).includes(entity.parent?.column ?? ''));
    await lockParents(
      history,
      change,
      entity,
      moved.map(({ before }) => before),
    );
    for (const row of await lockRows(entity, change.tx, ids)) stored.set(row.id, row);
  }
  return stored;
}

/** Inserts deleted rows again. */
export async function reinsert(history: History, change: Change, deleted: Touched[]) {
  for (const { entity, all } of byKind(history, deleted)) {
    const { kind, parent } = entity;
    if (await wasChangedAfter(change.tx, all)) throw changedSince(kind, 'was brought back', []);
    const rows = all.map(({ before, version }) => {
      if (!before) throw new Error('A deletion of nothing');
      return Object.assign(before, check(entity, before), { version: version + 1 });
    });
    if (parent && !(await lockParents(history, change, entity, rows))) throw parentMissing(kind, parent.kind);
    await lockImagesOf(change, entity, rows, imageGone);
    const back = await insertRows(entity, change, rows);
    for (const row of back) change.recordRevision(entity, null, row);
  }
}

/**
 * Undoes updates. The fields that each one changed, and the other fields of their merge groups, must be as it left
 * them.
 */
async function revert(history: History, change: Change, updated: Updated[], stored: Map<string, Snapshot>) {
  for (const { entity, all } of byKind(history, updated)) {
    const rows = all.map(({ kind, entityId, before, after }) => {
      const row = stored.get(entityId);
      if (!row) throw changedSince(kind, 'was deleted', []);
      const fields = differing(before, after);
      const belonging = new Set(fields.flatMap((name) => groupOf(name, entity.mergeGroups)));
      const clashing = [...belonging].filter((name) => !isDeepStrictEqual(row[name], after[name]));
      if (clashing.length > 0) throw changedSince(kind, `was changed (${listed(clashing)})`, clashing);
      return { stored: row, fields: checkedChanges(entity, row, pick(before, fields)) };
    });
    const back = rows.map(({ fields }) => fields);
    await lockImagesOf(change, entity, back, imageGone);
    for (const row of await updateRows(entity, change, rows)) {
      change.recordRevision(entity, stored.get(row.id) ?? null, row);
      stored.set(row.id, row);
    }
  }
}

/** Undoes creations. Each record must be as it was created, and have no children but those created with it. */
async function removeCreated(history: History, change: Change, made: Touched[], stored: Map<string, Snapshot>) {
  /** For each record, the id of the topmost record that it is deleted with. */
  const withinOf = new Map<string, string | null>();
  const ids = new Set(made.map(({ entityId }) => entityId));
  const levels = byKind(history, made);
  for (const { entity, all } of levels) {
    const { kind, parent } = entity;
    const rows = all.map(({ entityId, after }) => {
      const row = stored.get(entityId);
      if (!row) throw changedSince(kind, 'was deleted', []);
      const clashing = differing(after ?? {}, row);
      if (clashing.length > 0) throw changedSince(kind, `was changed (${listed(clashing)})`, clashing);
      const parentKind = parent ? String(row[parent.column]) : '';
      withinOf.set(entityId, withinOf.has(parentKind) ? (withinOf.get(parentKind) ?? parentKind) : null);
      change.recordRevision(entity, row, null, withinOf.get(entityId));
      return row;
    });
    const descendants = await lockDescendants(change.kinds, change.tx, entity, rows);
    const added = descendants.filter(({ rows: found }) => found.some(({ id }) => !ids.has(id)));
    const kinds = [...new Set(added.map(({ of }) => of.kind))];
    if (kinds.length > 0) throw changedSince(kind, `was given something to hold (${listed(kinds)})`, kinds);
  }
  for (const { entity, all } of levels.toReversed()) {
    await deleteRows(
      entity,
      change.tx,
      all.map(({ entityId }) => entityId),
    );
  }
}
