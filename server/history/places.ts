import { and, gt, lt } from 'drizzle-orm';
import { type EntityKind, columnOf } from '#server/history/entity-kinds.ts';
import { shortenLabel } from '#server/history/label.ts';
import type { Recorder } from '#server/history/recorder.ts';
import { findRow } from '#server/history/rows.ts';
import { positionOf, sharedBy, siblingsOf } from '#server/history/siblings.ts';
import type { Snapshot } from '#server/history/tables.ts';

/**
 * The name of the value that siblings share: `“Staying well”`, `Pregnancy`; undefined when the whole kind has one
 * order.
 */
export async function nameOfPlace({ tx, kinds }: Recorder, { parent, order }: EntityKind, shared: unknown) {
  if (order?.names) return order.names[String(shared)];
  const holder = parent && order?.scope === parent.column && kinds.find(({ kind }) => kind === parent.kind);
  const row = holder && (await findRow(holder, tx, String(shared)));
  return row && `“${shortenLabel(holder.label(row))}”`;
}

/** The new place of a record, for the log: `to place 2 in “Staying well”`. */
export async function placeInWords(recorder: Recorder, entity: EntityKind, row: Snapshot) {
  const shared = sharedBy(entity, row);
  const name = await nameOfPlace(recorder, entity, shared);
  const position = columnOf(entity, 'displayOrder');
  const before = and(siblingsOf(entity, shared), gt(position, 0), lt(position, positionOf(row)));
  const place = positionOf(row) > 0 ? `place ${(await recorder.tx.$count(entity.table, before)) + 1}` : 'the end';
  return `to ${place}${name ? ` in ${name}` : ''}`;
}
