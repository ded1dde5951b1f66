import { Column, type SQL, getTableColumns, is, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { isPlain } from '#server/database/driver/plain.ts';

const dialect = new PgDialect();

/** The columns of a result, in order, by name: those of tables, or values as the driver reads them. */
type Columns = Record<string, PgColumn | SQL>;

/**
 * Reads rows of these columns. The library determines the type of a column for each value, which takes eight times as
 * long.
 */
function rowReader(columns: Columns) {
  const fields = Object.entries(columns).map(([name, field]) => ({
    name,
    column: is(field, Column) ? field : undefined,
  }));
  return (rows: unknown[][]) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {};
      let index = 0;
      for (const { name, column } of fields) {
        const value = values[index++];
        row[name] = column && value !== null ? column.mapFromDriverValue(value) : value;
      }
      return row;
    });
}

/** The longest name of a statement that Postgres keeps apart from others, in characters. */
const maxName = 63;

/**
 * A prepared statement whose text is built once, at its first use, and not at each call: building takes a third of the
 * time of a save. `build` uses `sql.placeholder(…)` for the values of each call. Rows have the shape of `columns`.
 */
export function keptStatement<Row>(name: string, columns: Columns, build: () => SQL) {
  if (name.length > maxName) throw new Error(`A name of a statement has ${name.length} characters: ${name}`);
  const read = rowReader(columns);
  let query: ReturnType<PgDialect['sqlToQuery']> | undefined;
  const prepare = (session: NodePgDatabase['_']['session']) => {
    if (isPlain()) return session.prepareQuery(dialect.sqlToQuery(build()), undefined, undefined, true, read);
    query ??= dialect.sqlToQuery(build());
    return session.prepareQuery(query, undefined, name, true, read);
  };
  const prepared = memoized(prepare);
  return async (db: NodePgDatabase, values: Record<string, unknown>) =>
    (await (isPlain() ? prepare : prepared)(db._.session).execute(values)) as Row[];
}

/** Caches one value for each key, created at its first use. */
export function memoized<Key extends object, T>(make: (key: Key) => T) {
  const made = new WeakMap<Key, T>();
  return (key: Key): T => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** The columns of a table as a list, for SELECT and RETURNING. `readAs` replaces some of them. */
export const listed = (table: PgTable, readAs: Readonly<Record<string, SQL>> = {}) =>
  sql.join(
    Object.entries(getTableColumns(table)).map(([name, column]) => readAs[name] ?? sql`${column}`),
    sql`, `,
  );

/** A row with its keys replaced by the column names in the database. */
export function columnValues(table: PgTable, row: Record<string, unknown>) {
  const columns = getTableColumns(table);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name]?.name ?? name, value]));
}
