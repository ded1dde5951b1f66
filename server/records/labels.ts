import { type SQL, getTableColumns, sql } from 'drizzle-orm';
import type { EntityKind } from '#server/records/kind.ts';

/** The characters of a text from which a label is made. */
const maxLabel = 200;

/** The short columns of a row as JSON, from which `EntityKind.label` makes its label. */
export function labelColumns({ table }: EntityKind): SQL {
  const values = Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    const key = sql.raw(`'${name}'`);
    if (column.columnType === 'PgText') return [sql`${key}, left(${column}, ${sql.raw(String(maxLabel))})`];
    return column.columnType === 'PgInteger' ? [sql`${key}, ${column}`] : [];
  });
  return sql`jsonb_build_object(${sql.join(values, sql`, `)})`;
}

/** The columns for the label of a record of one of these kinds, by `id` and `kind` of the row `one`. */
export const labelById = (entities: readonly EntityKind[]) =>
  sql`CASE kind ${sql.join(
    entities.map(
      (entity) => sql`WHEN ${sql.raw(`'${entity.kind}'`)} THEN
      (SELECT ${labelColumns(entity)} FROM ${entity.table} WHERE ${entity.table.id} = one.id)`,
    ),
    sql` `,
  )} END`;
