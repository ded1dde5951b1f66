import { uuidv7 } from 'uuidv7';
import { maxPosition } from '#contract/common.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { categoryFields } from '#contract/lady-due.ts';
import type { Change } from '#server/history/change.ts';
import { lockEntity } from '#server/records/conflicts.ts';
import { create, createMany } from '#server/records/create.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import { shortenLabel } from '#server/log/label.ts';
import { findRow, lockDescendants } from '#server/records/rows.ts';
import { ownFields } from '#server/records/rules.ts';
import { inOrder, lockOrder, lockSiblings, positionOf, renumber, sharedBy, siblingsOf } from '#server/records/order.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { asDraft } from '#server/lady-due/publish.ts';

/** The maximum length of a name, in characters: it is the same for all three kinds. */
const maxName = categoryFields.fields.name.max ?? 0;

/** The position of a copy: after its original, whose siblings are numbered first if necessary. */
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

/** The field with the name, by kind. */
const nameFields: Partial<Record<Kind, string>> = { category: 'name', section: 'title', card: 'title' };

/** A name that is not taken: `Warning signs`, `Warning signs (copy)`, `Warning signs (copy 2)`. */
function nameOfCopy(name: string, taken: ReadonlySet<unknown>) {
  if (!taken.has(name)) return name;
  const original = name.replace(/ \(copy(?: \d+)?\)$/, '');
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const marked = `${shortenLabel(original, maxName - mark.length)}${mark}`;
    if (!taken.has(marked)) return marked;
  }
}

/** The names of the records in one order. */
async function namesIn({ tx }: Change, entity: EntityKind, field: string, shared: unknown) {
  const rows = await tx
    .select({ name: columnOf(entity, field) })
    .from(entity.table)
    .where(siblingsOf(entity, shared));
  return new Set(rows.map(({ name }) => name));
}

const list = new Intl.ListFormat('en');

/** The contents of a copy, for the log: `with 2 sections and 5 cards`. */
function contentsInWords(descendants: { of: EntityKind; rows: Snapshot[] }[]) {
  const all = new Set(descendants.map(({ of }) => of.kind));
  const amounts = [...all].map((kind) => {
    const count = descendants.filter(({ of }) => of.kind === kind).reduce((sum, { rows }) => sum + rows.length, 0);
    return `${count} ${count === 1 ? kinds[kind].one : kinds[kind].many}`;
  });
  return amounts.length > 0 ? `with ${list.format(amounts)}` : '';
}

/** The fields of a copy. Cards are copied as drafts. */
const copied = (entity: EntityKind, row: Snapshot) => ({
  ...ownFields(entity, row),
  ...(entity.kind === 'card' && asDraft),
});

/**
 * Copies a record with its descendants, after itself or to the end of another parent, as one operation. If its name is
 * taken there, `(copy)` is added to the name. Returns the copy. Throws 404, and 409 when the parent no longer exists.
 */
export async function duplicate(change: Change, entity: EntityKind, id: string, parentId?: string) {
  const { tx, kinds: all } = change;
  const { kind, area, order } = entity;
  const scope = order?.scope ?? '';
  const found = await findRow(entity, tx, id);
  const staysHere = parentId === undefined || parentId === found?.[scope];
  const displayOrder = found && staysHere ? await positionAfter(change, entity, found) : 0;
  const original = await lockEntity(change, entity, id);
  const descendants = await lockDescendants(all, tx, entity, [original]);

  const field = nameFields[kind] ?? '';
  const taken = await namesIn(change, entity, field, parentId ?? original[scope]);
  const name = nameOfCopy(String(original[field]), taken);
  const top = { ...copied(entity, original), [field]: name, displayOrder, [scope]: parentId ?? original[scope] };
  const copy = await create(change, entity, top);
  const copyOf = new Map([[id, copy.id]]);
  for (const { of, rows } of descendants) {
    const column = of.parent?.column ?? '';
    const ordered = inOrder(rows);
    for (const row of ordered) copyOf.set(row.id, uuidv7());
    const newIds = (row: Snapshot) => ({ id: copyOf.get(row.id), [column]: copyOf.get(String(row[column])) });
    const copies = ordered.map((row) => Object.assign(copied(of, row), newIds(row)));
    await createMany(change, of, copies);
  }
  const details = contentsInWords(descendants);
  change.about({ action: 'copy', area, kind, entityId: copy.id, label: entity.label(original), details, count: 1 });
  return copy;
}
