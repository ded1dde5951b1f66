import { Column, type SQL, getTableColumns, is, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/** The columns of a result, in order, by name: those of tables, or values as the driver reads them. */
type Columns = Record<string, PgColumn | SQL>;

/** Reads rows of these columns. The library looks at what a column is for each value anew, which takes eight times as long. */
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

/**
 * A prepared statement whose text is built once, at its first use, and not at each call: building costs a third of what
 * a save takes. `build` writes `sql.placeholder(…)` for what each call brings. Rows come as `columns` say.
 */
export function keptStatement<Row>(name: string, columns: Columns, build: () => SQL) {
  const read = rowReader(columns);
  let query: ReturnType<PgDialect['sqlToQuery']> | undefined;
  const prepared = memoized((session: NodePgDatabase['_']['session']) => {
    query ??= dialect.sqlToQuery(build());
    return session.prepareQuery(query, undefined, name, true, read);
  });
  return async (db: NodePgDatabase, values: Record<string, unknown>) =>
    (await prepared(db._.session).execute(values)) as Row[];
}

/** Keeps one value for each key, made when it is first asked for. */
export function memoized<Key extends object, T>(make: (key: Key) => T) {
  const made = new WeakMap<Key, T>();
  return (key: Key): T => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** The columns of a table as a list, for SELECT and RETURNING. `readAs` has what is selected in the place of some. */
export const listed = (table: PgTable, readAs: Readonly<Record<string, SQL>> = {}) =>
  sql.join(
    Object.entries(getTableColumns(table)).map(([name, column]) => readAs[name] ?? sql`${column}`),
    sql`, `,
  );

/** A row under the names that its columns have in the database. */
export function columnValues(table: PgTable, row: Record<string, unknown>) {
  const columns = getTableColumns(table);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name]?.name ?? name, value]));
}
