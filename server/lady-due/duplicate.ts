import { uuidv7 } from 'uuidv7';
import { maxPosition } from '#contract/common.ts';
import type { Change } from '#server/history/change.ts';
import { lockEntity } from '#server/history/conflicts.ts';
import { create, createMany } from '#server/history/create.ts';
import type { EntityKind } from '#server/history/entity-kinds.ts';
import { findRow, lockDescendants } from '#server/history/rows.ts';
import { ownFields } from '#server/history/rules.ts';
import {
  inOrder,
  lockOrder,
  lockSiblings,
  positionOf,
  renumber,
  sharedBy,
  siblingsOf,
} from '#server/history/siblings.ts';
import type { Snapshot } from '#server/history/tables.ts';
import { asDraft } from '#server/lady-due/publish.ts';

/** The position of a copy: after its original, whose siblings are numbered where that is needed. */
async function positionAfter(change: Change, entity: EntityKind, original: Snapshot) {
  const shared = sharedBy(entity, original);
  await lockOrder(change, entity, shared);
  const siblings = inOrder([...(await lockSiblings(change, entity, siblingsOf(entity, shared))).values()]);
  const index = siblings.findIndex(({ id }) => id === original.id);
  const position = positionOf(siblings[index] ?? original);
  if (index === -1 || (position > 0 && position < maxPosition)) return position + 1;
  await renumber(change, entity, siblings);
  return index + 2;
}

/** The fields of a copy. Cards are copied as drafts. */
const copied = (entity: EntityKind, row: Snapshot) => ({
  ...ownFields(entity, row),
  ...(entity.kind === 'card' && asDraft),
});

/**
 * Copies a thing with all that it holds, after itself or to the end of another parent, as one operation. Returns the id of the
 * copy. Throws 404, and 409 when the parent is gone.
 */
export async function duplicate(change: Change, entity: EntityKind, id: string, parentId?: string): Promise<string> {
  const { tx, kinds } = change;
  const { kind, area, order } = entity;
  const scope = order?.scope ?? '';
  const found = await findRow(entity, tx, id);
  const staysHere = parentId === undefined || parentId === found?.[scope];
  const displayOrder = found && staysHere ? await positionAfter(change, entity, found) : 0;
  const original = await lockEntity(change, entity, id);
  const held = await lockDescendants(kinds, tx, entity, [original]);

  const top = { ...copied(entity, original), displayOrder, ...(parentId !== undefined && { [scope]: parentId }) };
  const copy = await create(change, entity, top);
  const copyOf = new Map([[id, copy.id]]);
  for (const { of, rows } of held) {
    const column = of.parent?.column ?? '';
    const ordered = inOrder(rows);
    for (const row of ordered) copyOf.set(row.id, uuidv7());
    const newIds = (row: Snapshot) => ({ id: copyOf.get(row.id), [column]: copyOf.get(String(row[column])) });
    const copies = ordered.map((row) => Object.assign(copied(of, row), newIds(row)));
    await createMany(change, of, copies);
  }
  change.about({ action: 'create', area, kind, entityId: copy.id, label: entity.label(copy) });
  return copy.id;
}
