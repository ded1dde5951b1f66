import { type SQL, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import { type Writer, pinned } from '#server/records/pins.ts';
import { withConstraintFailures } from '#server/records/failures.ts';
import { jsonPortions } from '#server/database/json-portions.ts';
import { columnValues, keptStatement, listed, memoized } from '#server/database/driver/statements.ts';
import type { Snapshot } from '#server/log/tables.ts';

/** The ids are one parameter, because a statement accepts at most 65,535. */
export const isOneOf = (column: PgColumn, ids: readonly string[]) => sql`${column} = ANY (${sql.param(ids)}::uuid[])`;

export async function findRow({ table }: EntityKind, db: NodePgDatabase, id: string) {
  const rows = await db.select().from(table).where(eq(table.id, id));
  return rows[0] as Snapshot | undefined;
}

/** The rows with these ids that exist. */
export const findRows = ({ table }: EntityKind, db: NodePgDatabase, ids: readonly string[]) =>
  db.select().from(table).where(isOneOf(table.id, ids)) as unknown as Promise<Snapshot[]>;

const lockOne = memoized((entity: EntityKind) => {
  const { kind, table } = entity;
  return keptStatement<Snapshot>(
    `lock_${kind}`,
    getTableColumns(table),
    () => sql`SELECT ${listed(table)} FROM ${table} WHERE ${table.id} = ${sql.placeholder('id')} FOR UPDATE`,
  );
});

/** Locks a row until the transaction ends, and returns it. */
export async function lockRow(entity: EntityKind, tx: NodePgDatabase, id: string) {
  return (await lockOne(entity)(tx, { id }))[0];
}

/** Locks several rows, in the order that every change uses. */
export const lockRows = (entity: EntityKind, tx: NodePgDatabase, ids: readonly string[]) =>
  lockAll(entity, tx, isOneOf(entity.table.id, ids));

/** Locks the rows that match a condition, or all rows. */
export async function lockAll({ table }: EntityKind, tx: NodePgDatabase, condition: SQL | undefined) {
  const rows = await tx.select().from(table).where(condition).orderBy(asc(table.id)).for('update');
  return rows as Snapshot[];
}

/** Locks all descendants of these rows, kind by kind from the top down, and returns them. */
export async function lockDescendants(
  kinds: readonly EntityKind[],
  tx: NodePgDatabase,
  entity: EntityKind,
  rows: Snapshot[],
) {
  const found: { of: EntityKind; rows: Snapshot[] }[] = [];
  if (rows.length === 0) return found;
  const ids = rows.map(({ id }) => id);
  for (const child of kinds) {
    if (child.parent?.kind !== entity.kind) continue;
    const children = await lockAll(child, tx, isOneOf(columnOf(child, child.parent.column), ids));
    if (children.length > 0)
      found.push({ of: child, rows: children }, ...(await lockDescendants(kinds, tx, child, children)));
  }
  return found;
}

/** Locks these rows against deletion until the transaction ends. Returns how many of them exist. */
export async function lockForShare({ table }: EntityKind, tx: NodePgDatabase, ids: string[]) {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(isOneOf(table.id, ids))
    .orderBy(asc(table.id))
    .for('key share');
  return rows.length;
}

/** The value of a column of a new row. The author's account may no longer exist. */
function insertedValue(name: string, column: PgColumn) {
  const sent = sql`sent.${sql.identifier(column.name)}`;
  if (name === 'createdBy') return sql`(SELECT id FROM staff WHERE id = ${sent})`;
  if (name === 'updatedAt') return sql`now()`;
  return column.default === undefined ? sent : sql`coalesce(${sent}, ${column.default})`;
}

const insert = memoized(({ kind, table }: EntityKind) => {
  const columns = Object.entries(getTableColumns(table));
  return keptStatement<Snapshot>(`insert_${kind}`, getTableColumns(table), () => {
    const names = columns.map(([, column]) => sql.identifier(column.name));
    const values = columns.map(([name, column]) => insertedValue(name, column));
    return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(values, sql`, `)}
      FROM jsonb_populate_recordset(NULL::${table}, ${sql.placeholder('rows')}::jsonb) sent RETURNING ${listed(table)}`;
  });
});

/**
 * Inserts rows: new ones without an id, or deleted ones unchanged. Returns them in the same order. Throws 409 when a
 * unique value is taken or the parent no longer exists.
 */
export async function insertRows(entity: EntityKind, writer: Writer, values: Record<string, unknown>[]) {
  const { tx } = writer;
  const rows = values.map((row) => ({ fields: { id: uuidv7(), ...row } }));
  const sent = await pinned(writer, entity, rows);
  const byId = new Map<string, Snapshot>();
  for (const portion of jsonPortions(sent.map((row) => columnValues(entity.table, row)))) {
    const inserted = await withConstraintFailures(entity, () => insert(entity)(tx, { rows: portion }));
    for (const row of inserted) byId.set(row.id, row);
  }
  return sent.map(({ id }) => written(entity, byId.get(String(id))));
}

function written({ kind }: EntityKind, row: Snapshot | undefined) {
  if (!row) throw new Error(`The ${kind} was not written`);
  return row;
}

/** A stored row, and its new field values. */
export type RowChange = { stored: Snapshot; fields: Record<string, unknown> };

const updateOf = (entity: EntityKind, fields: string[]) =>
  keptStatement<Snapshot>(
    // Most updates have one or two fields. Larger sets are too numerous to prepare a statement for each.
    fields.length > 2 ? '' : ['update', entity.kind, ...fields].join('_'),
    getTableColumns(entity.table),
    () => {
      const { table } = entity;
      const set = fields.map((field) => {
        const column = columnOf(entity, field);
        return sql`${sql.identifier(column.name)} = ${sql.param(sql.placeholder(field), column)}`;
      });
      return sql`UPDATE ${table} SET ${sql.join(set, sql`, `)}, version = ${sql.placeholder('version')}, updated_at = now()
        WHERE ${table.id} = ${sql.placeholder('id')} RETURNING ${listed(table)}`;
    },
  );

const prepared = memoized<EntityKind, Map<string, ReturnType<typeof updateOf>>>(() => new Map());

/** Changes a row, as its next version. Throws 409 like `insertRows`. */
export async function updateRow(entity: EntityKind, writer: Writer, { stored, fields: changed }: RowChange) {
  const [fields = changed] = await pinned(writer, entity, [{ stored, fields: changed }]);
  const names = Object.keys(fields).toSorted();
  const key = names.join(' ');
  const statement = prepared(entity).get(key) ?? updateOf(entity, names);
  if (names.length <= 2) prepared(entity).set(key, statement);
  const values = { ...fields, id: stored.id, version: stored.version + 1 };
  const [row] = await withConstraintFailures(entity, () => statement(writer.tx, values));
  return written(entity, row);
}

const updateMany = memoized(({ kind, table }: EntityKind) =>
  keptStatement<Snapshot>(`update_many_${kind}`, getTableColumns(table), () => {
    const set = Object.entries(getTableColumns(table))
      .filter(([field]) => !['id', 'version', 'createdAt', 'updatedAt', 'createdBy'].includes(field))
      .map(([, column]) => {
        const name = sql.identifier(column.name);
        return sql`${name} = CASE WHEN sent.fields ? ${sql.raw(`'${column.name}'`)} THEN next.${name} ELSE ${column} END`;
      });
    return sql`UPDATE ${table} SET ${sql.join(set, sql`, `)}, version = ${table.version} + 1, updated_at = now()
      FROM jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) AS sent (row_id uuid, fields jsonb),
        jsonb_populate_record(NULL::${table}, sent.fields) AS next
      WHERE ${table.id} = sent.row_id RETURNING ${listed(table)}`;
  }),
);

/**
 * Changes rows, each to its own values, as their next versions, in one statement or a few. Rows with a changed unique
 * field are updated one at a time, so that a value can pass from one row to the next. Throws 409 like `insertRows`.
 */
export async function updateRows(entity: EntityKind, writer: Writer, rows: RowChange[]) {
  const { table, unique = [] } = entity;
  if (rows.length < 2 || rows.some(({ fields }) => unique.some((field) => field in fields))) {
    const inTurn: Snapshot[] = [];
    for (const row of rows) inTurn.push(await updateRow(entity, writer, row));
    return inTurn;
  }
  const changes = await pinned(writer, entity, rows);
  const sent = rows.map(({ stored: { id } }, index) => ({
    row_id: id,
    fields: columnValues(table, changes[index] ?? {}),
  }));
  const updated: Snapshot[] = [];
  for (const portion of jsonPortions(sent)) {
    updated.push(...(await withConstraintFailures(entity, () => updateMany(entity)(writer.tx, { rows: portion }))));
  }
  return updated;
}

export async function deleteRows({ table }: EntityKind, tx: NodePgDatabase, ids: string[]) {
  await tx.delete(table).where(isOneOf(table.id, ids));
}
