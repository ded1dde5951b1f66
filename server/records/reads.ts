import { type SQL, type SQLWrapper, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '#contract/common.ts';
import type { Review } from '#contract/approval-lists.ts';
import type { EditionState } from '#contract/editions.ts';
import type { Kind } from '#contract/kinds.ts';
import { staff } from '#server/auth/tables.ts';
import { isoOf } from '#server/database/columns.ts';
import { reviewOf } from '#server/records/approved.ts';
import { shownRows } from '#server/records/shown.ts';
import { type EntityKind, type KeptTable, type KindOf, columnOf } from '#server/records/kind.ts';
import { keptStatement, listed, memoized } from '#server/database/driver/statements.ts';
import type { Snapshot } from '#server/log/tables.ts';

/** A row as the API shows it: with its author, null when that account was deleted, and with its edition state. */
export type Readable<T extends KeptTable> = Omit<T['$inferSelect'], 'createdBy' | 'shown' | 'next'> & {
  createdBy: Actor | null;
} & ('shown' extends keyof T['$inferSelect'] ? Pick<EditionState, 'shown' | 'next'> : unknown);

const find = memoized(({ kind, table, readAs }: EntityKind) =>
  keptStatement<Snapshot & { author: string | null }>(
    `find_${kind}`,
    { ...getTableColumns(table), author: staff.name },
    () => sql`SELECT ${listed(table, readAs?.fields)}, ${staff.name} FROM ${table} LEFT JOIN ${staff} ON ${staff.id} = ${table.createdBy}
      WHERE ${table.id} = ${sql.placeholder('id')}`,
  ),
);

/** One record as the API shows it; undefined when it does not exist. */
export async function readEntity(entity: EntityKind, db: NodePgDatabase, id: string): Promise<unknown> {
  const [found] = await find(entity)(db, { id });
  if (!found) return undefined;
  const { author, ...row } = found;
  return { ...row, createdBy: author === null ? null : { id: row.createdBy, name: author } };
}

/**
 * A record as a change left it. Its author is usually the acting account, or unknown, and then it is only read again
 * when it changes with time.
 */
export async function readChanged<T extends KeptTable>(
  { tx, staff: { id, name } }: { tx: NodePgDatabase; staff: Actor },
  entity: KindOf<T>,
  row: Snapshot,
) {
  const { createdBy } = row;
  const isWhole = !entity.readAs?.when(row) && (createdBy === null || createdBy === id);
  const read = isWhole ? { ...row, createdBy: createdBy && { id, name } } : await readEntity(entity, tx, row.id);
  return read as Readable<T>;
}

/**
 * The sort order of a list: by the `sortedBy` field of its kind; else in the order of staff, where records with the
 * same position are in the order in which they were added; else newest first.
 */
export function sorting(entity: EntityKind): SQL[] {
  const { table, order, sortedBy } = entity;
  if (sortedBy) return [asc(columnOf(entity, sortedBy)), asc(table.id)];
  if (!order) return [desc(table.createdAt), desc(table.id)];
  return [asc(sql`nullif(${columnOf(entity, 'displayOrder')}, 0)`), asc(table.createdAt), asc(table.id)];
}

/**
 * All records of a kind, or those that match a condition, as the API shows them, in the order of lists: sorted first by
 * `ancestors`, the kinds above it (`history.ancestorsOf`).
 */
export const listEntities = <T extends KeptTable>(
  db: NodePgDatabase,
  entity: KindOf<T>,
  condition?: SQL,
  ancestors: readonly EntityKind[] = [],
) => listFrom(db, entity, entity.table, condition, ancestors);

/** The same, with the words that the app shows, of a kind with editions, and what it may say about their approval. */
export const listShown = <T extends KeptTable>(db: NodePgDatabase, entity: KindOf<T>, condition: SQL) =>
  listFrom<T, Readable<T> & Review>(db, entity, shownRows(entity, condition), undefined, [], reviewOf(entity));

/** The next time when the app shows other words of one of these kinds; null when none are scheduled. */
export async function findNextWords(db: NodePgDatabase, kinds: readonly EntityKind[]): Promise<string | null> {
  const times = kinds.map((entity) => {
    const nextFrom = columnOf(entity, 'nextFrom');
    return sql`SELECT min(${nextFrom}) AS next FROM ${entity.table} WHERE ${nextFrom} > now()`;
  });
  const { rows } = await db.execute<{ next: string | null }>(
    sql`SELECT min(next) AS next FROM (${sql.join(times, sql` UNION ALL `)}) AS one`,
  );
  const [row] = rows;
  return row?.next ? isoOf(row.next) : null;
}

function listFrom<T extends KeptTable, Read = Readable<T>>(
  db: NodePgDatabase,
  entity: KindOf<T>,
  source: KeptTable | SQL,
  condition: SQL | undefined,
  ancestors: readonly EntityKind[],
  joined?: ReturnType<typeof reviewOf>,
) {
  const table: KeptTable = entity.table;
  // Drizzle refuses the columns of a table that a subquery stands for.
  const columns = Object.fromEntries(
    Object.entries<PgColumn>(getTableColumns(table)).map(([name, column]) => [name, sql`${column}`.mapWith(column)]),
  );
  const query = db
    .select({
      ...columns,
      ...entity.readAs?.fields,
      ...joined?.values,
      createdBy: { id: staff.id, name: staff.name },
    })
    .from(source)
    .leftJoin(staff, eq(staff.id, table.createdBy))
    .$dynamic();
  if (joined) query.leftJoin(joined.join, sql`true`);
  for (const [index, parent] of ancestors.entries()) {
    const child = ancestors[index - 1] ?? entity;
    query.innerJoin(parent.table, eq(columnOf(child, child.parent?.column ?? ''), parent.table.id));
  }
  const order = [...ancestors.toReversed(), entity].flatMap(sorting);
  return query.where(condition).orderBy(...order) as unknown as PromiseLike<Read[]> & SQLWrapper;
}

type Registered = { db: NodePgDatabase; kinds: readonly EntityKind[] };

/** The number of descendants of the records with these `ids`, kind by kind from the top down, without zeros. */
export async function countChildren({ db, kinds }: Registered, entity: EntityKind, ids: SQL) {
  const found: { kind: Kind; count: number }[] = [];
  for (const child of kinds) {
    if (child.parent?.kind !== entity.kind) continue;
    const condition = sql`${columnOf(child, child.parent.column)} IN (${ids})`;
    const count = await db.$count(child.table, condition);
    if (count === 0) continue;
    const within = sql`SELECT ${child.table.id} FROM ${child.table} WHERE ${condition}`;
    found.push({ kind: child.kind, count }, ...(await countChildren({ db, kinds }, child, within)));
  }
  return found;
}
