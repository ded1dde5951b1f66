import { type SQL, and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type BinItem, maxCountedInBin, maxFoundInBin } from '#contract/bin.ts';
import type { Kind } from '#contract/kinds.ts';
import { isoOf } from '#server/database/columns.ts';
import { hasTerm } from '#server/database/folded.ts';
import type { Cursor } from '#server/http/cursor.ts';
import { isBefore, isRecent, withActor } from '#server/log/operation-queries.ts';
import { isOneOf } from '#server/records/rows.ts';
import { type Snapshot, operations, revisions } from '#server/log/tables.ts';

/** The condition for a recent deletion of the record itself, not as part of its parent's deletion. */
const isDeletion = (listed: readonly Kind[], cursor?: Cursor): SQL | undefined =>
  and(
    isNull(revisions.after),
    isNull(revisions.withinId),
    isRecent(revisions.at),
    inArray(revisions.kind, [...listed]),
    isBefore(revisions.at, revisions.entityId, cursor),
  );

/** The condition that the name of a deleted record matches the search term. */
const isNamed = (term: string) => hasTerm(sql`deleted_name(${revisions.kind}, ${revisions.before})`, term);

/**
 * The condition that nothing came after a deletion. The version decides the order, because a change may have an earlier
 * time after the clock stepped back. As a value instead of NOT EXISTS, it is evaluated row by row, so that the cost of
 * a page of the newest is that of its own rows.
 */
const isLast = (
  deletion: SQL,
) => sql`(SELECT later.version FROM ${revisions} AS later WHERE later.kind = ${deletion}.kind
  AND later.entity_id = ${deletion}.entity_id AND later.version > ${deletion}.version LIMIT 1) IS NULL`;

type BinRow = Pick<BinItem, 'kind' | 'id' | 'contains'> & {
  at: string;
  before: Snapshot | null;
  actorId: string | null;
  actorName: string;
};

const newestFirst = sql`ORDER BY at DESC, entity_id DESC`;

/**
 * The number of newest deletions that are searched first: a common name fills a page from these alone, and no index
 * shows how common it is.
 */
const searchedFirst = 1000;

/** The newest of these deletions whose records are in the bin. */
async function readPage(db: NodePgDatabase, deletions: SQL, limit: number) {
  const { rows } = await db.execute<BinRow>(sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${deletions}) AS deletion WHERE ${isLast(sql`deletion`)} ${newestFirst} LIMIT ${limit}
    )
    SELECT page.kind, page.entity_id AS id, page.at, page.before, operation.actor_id AS "actorId",
      operation.actor_name AS "actorName", coalesce((
        SELECT json_agg(json_build_object('kind', held.kind, 'count', held.count) ORDER BY held.first)
        FROM (SELECT taken.kind, count(*) AS count, min(taken.position) AS first FROM ${revisions} AS taken
          WHERE taken.operation_id = page.operation_id AND taken.within_id = page.entity_id GROUP BY taken.kind) AS held
      ), '[]') AS contains
    FROM page JOIN ${operations} AS operation ON operation.id = page.operation_id AND operation.at = page.at
    ORDER BY page.at DESC, page.entity_id DESC`);
  return rows.map(({ at, ...row }) => withActor({ ...row, at: isoOf(at) }));
}

/**
 * The records of these kinds in the bin after a cursor, newest first. Returns one more than `limit` when there are
 * more.
 */
export async function listBin(
  db: NodePgDatabase,
  listed: readonly Kind[],
  search: string,
  cursor: Cursor | undefined,
  limit: number,
) {
  const deletions = sql`SELECT kind, entity_id, version, at, operation_id, before FROM ${revisions}
    WHERE ${isDeletion(listed, cursor)}`;
  // OFFSET 0 keeps the order of the inner query, so that only the rows of the page are read.
  if (search === '') return readPage(db, sql`${deletions} ${newestFirst} OFFSET 0`, limit + 1);
  const newest = sql`SELECT * FROM (${deletions} ${newestFirst} LIMIT ${searchedFirst}) AS revisions WHERE ${isNamed(search)}`;
  const found = await readPage(db, newest, limit + 1);
  return found.length > limit ? found : readPage(db, sql`${deletions} AND ${isNamed(search)}`, limit + 1);
}

/** The number of records of these kinds in the bin, up to a limit. */
export async function countBin(db: NodePgDatabase, listed: readonly Kind[], search: string) {
  const most = search === '' ? maxCountedInBin : maxFoundInBin;
  const condition = and(isDeletion(listed), search === '' ? undefined : isNamed(search), isLast(sql`${revisions}`));
  const { rows } = await db.execute<{ n: number }>(
    sql`SELECT count(*)::integer AS n FROM (SELECT FROM ${revisions} WHERE ${condition} LIMIT ${most + 1}) AS found`,
  );
  const n = rows[0]?.n ?? 0;
  return { total: Math.min(n, most), totalIsCapped: n > most };
}

/** The last change of each of these records, other than a move: possibly its deletion. */
export const listLastChanges = (tx: NodePgDatabase, kind: Kind, ids: readonly string[]) =>
  tx
    .selectDistinctOn([revisions.entityId])
    .from(revisions)
    .where(and(eq(revisions.kind, kind), isOneOf(revisions.entityId, ids)))
    .orderBy(asc(revisions.entityId), desc(revisions.version));

/**
 * Locks operations until the transaction ends, always in the same order, and returns the ids of the recent ones. When
 * two people restore from one operation, the second waits.
 */
export async function lockRecent(tx: NodePgDatabase, ids: readonly string[]) {
  const rows = await tx
    .select({ id: operations.id, recent: isRecent(operations.at) })
    .from(operations)
    .where(isOneOf(operations.id, ids))
    .orderBy(asc(operations.id))
    .for('update');
  return new Set(rows.filter(({ recent }) => recent).map(({ id }) => id));
}

/** The records that these deletions removed: the records themselves, and their descendants. */
export const listDeleted = (tx: NodePgDatabase, operationIds: readonly string[], ids: readonly string[]) =>
  tx
    .select()
    .from(revisions)
    .where(
      and(
        isOneOf(revisions.operationId, operationIds),
        isNull(revisions.after),
        or(isOneOf(revisions.entityId, ids), isOneOf(revisions.withinId, ids)),
      ),
    )
    .orderBy(asc(revisions.operationId), asc(revisions.position));
