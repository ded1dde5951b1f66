import { type SQL, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { staff } from '#server/auth/tables.ts';
import { isoText } from '#server/database/columns.ts';
import { listed } from '#server/database/driver/statements.ts';
import { editions } from '#server/records/tables.ts';

/** A kind, as far as its editions need to be known. */
type EditedKind = { table: PgTable; editions?: { frozen: readonly string[] } };

/** The columns of `editionColumns()`. */
export type EditionColumns = Record<'shown' | 'next' | 'nextFrom' | 'hasChanges', PgColumn>;

const now = sql`now()`;

/** The edition that the app shows at a time; null for the row itself. */
export const shownAt = ({ shown, next, nextFrom }: EditionColumns, at: SQL) =>
  sql`CASE WHEN ${nextFrom} <= ${at} THEN ${next} ELSE ${shown} END`;

/** The edition state of a row as it is read: see `contract/editions.ts`. */
export function editionState(columns: EditionColumns) {
  const { nextFrom } = columns;
  const by = sql`(SELECT row_to_json(author) FROM (
    SELECT ${staff.id} AS id, ${staff.name} AS name FROM ${staff} WHERE ${staff.id} = ${editions.createdBy}) AS author)`;
  return {
    shown: sql`(SELECT row_to_json(one) FROM (
      SELECT ${isoText(editions.showFrom)} AS since, ${by} AS by FROM ${editions}
      WHERE ${editions.id} = ${shownAt(columns, now)}) AS one)`,
    next: sql`CASE WHEN ${nextFrom} > now() THEN
      (SELECT row_to_json(one) FROM (SELECT ${isoText(nextFrom)} AS "from") AS one) END`,
  };
}

/**
 * The rows of a kind that match a condition, under the name of its table, with the words that the app shows, by default now. The
 * time of the last change of published words is the one from which the app shows them. Rows without an edition, in a
 * `direct` area nearly all, cost no more than those of the table.
 */
export function shownRows({ table, editions: own }: EditedKind, where: SQL = sql`true`, at: SQL = now): SQL {
  const columns = getTableColumns(table);
  const pins = columns as unknown as EditionColumns;
  const frozen = new Set(own?.frozen);
  const types = Object.entries(columns).flatMap(([name, column]) =>
    frozen.has(name) ? [sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`] : [],
  );
  const values = Object.entries(columns).map(([name, column]) => {
    if (name === 'updatedAt') return sql`${editions.showFrom}`;
    return frozen.has(name) ? sql`words.${sql.identifier(column.name)}` : sql`${column}`;
  });
  return sql`(
    SELECT ${listed(table)} FROM ${table} WHERE ${pins.shown} IS NULL AND ${where}
    UNION ALL
    SELECT ${sql.join(values, sql`, `)} FROM ${table}
    JOIN ${editions} ON ${editions.id} = ${shownAt(pins, at)}
    CROSS JOIN LATERAL jsonb_to_record(${editions.words}) AS words (${sql.join(types, sql`, `)})
    WHERE ${pins.shown} IS NOT NULL AND ${where}) AS ${table}`;
}
