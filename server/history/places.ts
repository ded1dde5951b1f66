import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Operation } from '#contract/history.ts';
import { isoOf } from '#server/database/columns.ts';
import type { History } from '#server/history/history.ts';
import { shortenLabel } from '#server/log/label.ts';
import type { StoredOperation } from '#server/log/operation-queries.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import { findRows } from '#server/records/rows.ts';
import { type Snapshot, operations, revisions } from '#server/log/tables.ts';

/** The field with the time from which the app shows what was scheduled. */
const scheduledBy: Readonly<Partial<Record<Operation['action'], string>>> = {
  schedule: 'publishedAt',
  'schedule-changes': 'nextFrom',
};

/** The time for which an action scheduled a record or its changes. `state` is the record after it. */
export function scheduledTime(
  action: Operation['action'],
  state: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const at = state?.[scheduledBy[action] ?? ''];
  return typeof at === 'string' ? isoOf(at) : null;
}

/** Operations whose details say the new place. */
const isMove = ({ action, undoes }: StoredOperation) => ['move', 'reorder'].includes(undoes?.action ?? action);

type Found = { id: string; shared: string | null; publishedAt: string | null; nextFrom: string | null };

/**
 * The parent of the record of each operation as the operation left it, or as it was last when the operation did not
 * change it, and the scheduled times of the first record of an operation on several.
 */
async function findStates(db: NodePgDatabase, entity: EntityKind, listed: readonly StoredOperation[]) {
  const scope = entity.order?.scope;
  const times = listed.map(({ at }) => at).toSorted();
  const now = scope
    ? sql`(SELECT ${columnOf(entity, scope)}::text FROM ${entity.table} WHERE id = ${operations.entityId}),
        (SELECT coalesce(after, before) ->> ${scope} FROM ${revisions} WHERE kind = ${entity.kind}
          AND entity_id = ${operations.entityId} ORDER BY version DESC LIMIT 1)`
    : sql`NULL`;
  const { rows } = await db.execute<Found>(sql`
    SELECT ${operations.id} AS id, coalesce(one.state ->> ${scope ?? ''}, ${now}) AS shared,
      one.state ->> 'publishedAt' AS "publishedAt", one.state ->> 'nextFrom' AS "nextFrom"
    FROM ${operations} LEFT JOIN LATERAL (
      SELECT coalesce(after, before) AS state FROM ${revisions}
      WHERE operation_id = ${operations.id} AND at = ${operations.at} AND kind = ${entity.kind} AND moved IS NULL
        AND (${operations.entityId} IS NULL OR entity_id = ${operations.entityId})
      ORDER BY position LIMIT 1) AS one ON true
    WHERE ${operations.id} = ANY (${sql.param(listed.map(({ id }) => id))}::uuid[])
      AND ${operations.at} >= ${times[0]}::timestamptz AND ${operations.at} < ${times.at(-1)}::timestamptz + interval '1 second'`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The labels of records by id, also of deleted ones. */
async function findLabels(db: NodePgDatabase, entity: EntityKind, ids: readonly string[]) {
  const stored = await findRows(entity, db, ids);
  const gone = ids.filter((id) => !stored.some((row) => row.id === id));
  const deleted =
    gone.length === 0
      ? []
      : (
          await db.execute<{ state: Snapshot }>(sql`
            SELECT DISTINCT ON (entity_id) coalesce(after, before) AS state FROM ${revisions}
            WHERE kind = ${entity.kind} AND entity_id = ANY (${sql.param(gone)}::uuid[]) AND moved IS NULL
            ORDER BY entity_id, version DESC`)
        ).rows.map(({ state }) => state);
  return new Map([...stored, ...deleted].map((row) => [row.id, `“${shortenLabel(entity.label(row))}”`]));
}

/** The names of the parents, by the value that siblings share. */
async function findNames(
  history: History,
  db: NodePgDatabase,
  { parent, order }: EntityKind,
  shared: readonly string[],
) {
  if (order?.names) return new Map(Object.entries(order.names));
  if (!parent || parent.column !== order?.scope || shared.length === 0) return new Map<string, string>();
  return findLabels(db, history.kindOf(parent.kind), shared);
}

/** Operations with the place of their record and the time that they scheduled. */
export async function withPlaces(
  history: History,
  db: NodePgDatabase,
  listed: readonly StoredOperation[],
): Promise<Operation[]> {
  const found = new Map<string, Pick<Operation, 'place' | 'scheduledFor'>>();
  await Promise.all(
    history.kinds.map(async (entity) => {
      const own = listed.filter(({ kind }) => kind === entity.kind);
      const wanted = own.filter((one) => entity.order?.scope !== undefined || scheduledBy[one.action]);
      if (wanted.length === 0) return;
      const states = await findStates(db, entity, wanted);
      const shared = [...states.values()].flatMap((one) => one.shared ?? []);
      const names = await findNames(history, db, entity, [...new Set(shared)]);
      for (const one of wanted) {
        const state = states.get(one.id);
        const name = one.entityId === null || isMove(one) ? undefined : names.get(state?.shared ?? '');
        found.set(one.id, { place: name ? `in ${name}` : '', scheduledFor: scheduledTime(one.action, state) });
      }
    }),
  );
  return listed.map((one) => Object.assign({ place: '', scheduledFor: null }, one, found.get(one.id)));
}
