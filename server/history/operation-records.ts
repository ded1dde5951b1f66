import { labelsOf } from '#contract/entity.ts';
import { type OperationRecord, maxOperationRecords } from '#contract/history.ts';
import type { History } from '#server/history/history.ts';
import { shortenLabel } from '#server/log/label.ts';
import { type Touched, listFirstTouched } from '#server/log/operation-queries.ts';
import { differing } from '#server/log/snapshot.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { findRows } from '#server/records/rows.ts';

type Change = Pick<Touched, 'kind' | 'entityId' | 'before' | 'after'>;

/** For a move the log has only the position, so that the label is that of the stored record. */
const isMove = ({ before, after }: Change) => before !== null && after !== null && !('id' in after);

function changeOf(change: Change): Pick<OperationRecord, 'change' | 'changedLabels'> {
  const { kind, before, after } = change;
  if (before === null) return { change: 'created', changedLabels: [] };
  if (after === null) return { change: 'deleted', changedLabels: [] };
  const changed = isMove(change) ? [] : differing(before, after);
  const labels = Object.entries(labelsOf(kind)).filter(([name]) => changed.includes(name));
  const isMoved = changed.every((name) => name === 'displayOrder');
  return { change: isMoved ? 'moved' : 'changed', changedLabels: isMoved ? [] : labels.map(([, label]) => label) };
}

/** The stored rows of the moved records, by id. */
async function movedRows(history: History, touched: readonly Change[]) {
  const moved = touched.filter(isMove);
  const found: Snapshot[] = [];
  for (const kind of new Set(moved.map((one) => one.kind))) {
    const ids = moved.filter((one) => one.kind === kind).map(({ entityId }) => entityId);
    found.push(...(await findRows(history.kindOf(kind), history.db, ids)));
  }
  return new Map(found.map((row) => [row.id, row]));
}

/** The first records that an operation changed, and the number of all. */
export async function operationRecords(history: History, id: string) {
  const { touched, total } = await listFirstTouched(history.db, id, maxOperationRecords);
  const stored = await movedRows(history, touched);
  const records = touched.map((one): OperationRecord => {
    const { kind, entityId, version, before, after } = one;
    const row = isMove(one) ? stored.get(entityId) : (after ?? before);
    const label = row ? shortenLabel(history.kindOf(kind).label(row)) : '';
    return Object.assign({ kind, id: entityId, version, label }, changeOf(one));
  });
  return { records, total };
}
