import { type SQL, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { monthsKept } from '#server/log/partitions.ts';
import { revisions } from '#server/log/tables.ts';
import { listed } from '#server/database/driver/statements.ts';
import { invalid } from '#server/http/failure.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { editions } from '#server/records/tables.ts';

/** Throws 422 for a time before the months that the log is kept. Both are ISO 8601 in UTC. */
export function expectInLog(at: string, now: string) {
  const first = new Date(now);
  first.setUTCMonth(first.getUTCMonth() - monthsKept, 1);
  first.setUTCHours(0, 0, 0, 0);
  if (at < first.toISOString()) {
    throw invalid([{ path: 'at', message: `The log goes back ${monthsKept} months: choose a later time` }]);
  }
}

/** The value of a column in a snapshot of the log. A column that a migration added later has its default. */
function loggedValue(name: string, column: PgColumn): SQL {
  const type = sql.raw(column.getSQLType());
  const value = column.dataType === 'json' ? sql`before->${name}::text` : sql`(before->>${name}::text)::${type}`;
  return column.default === undefined ? value : sql`coalesce(${value}, ${column.default})`;
}

/**
 * The rows of a kind as they were at a time in the past, as a SELECT with the columns of its table. Each is the state
 * before its first logged change after that time, or the stored row. Two things are in no such state and are derived:
 * - of a record that was only moved, the log has the positions alone;
 * - a switch of the rule for publishing changes editions without a revision (see `released`).
 */
function pastRows({ kind, table, editions: own }: EntityKind, at: SQL): SQL {
  const columns = Object.entries(getTableColumns(table));
  const replaced: Record<string, SQL> = {
    displayOrder: sql`coalesce(first.place, stored.display_order)`,
    updatedAt: sql`CASE WHEN first.place IS NULL THEN stored.updated_at ELSE coalesce(
      (SELECT max(at) FROM ${revisions} WHERE kind = ${kind} AND at <= ${at}
        AND (entity_id = stored.id OR moved @> ARRAY[stored.id])), stored.created_at) END`,
    ...(own && {
      shown: sql`coalesce((SELECT id FROM ${editions} WHERE id = stored.shown AND created_at <= ${at}), (
        SELECT id FROM ${editions} WHERE entity_id = stored.id AND created_at <= ${at} AND show_from <= ${at}
          AND EXISTS (SELECT FROM unnest(released) AS end_at WHERE end_at > ${at} AND (changed.at IS NULL OR end_at <= changed.at))
        ORDER BY show_from DESC, created_at DESC LIMIT 1))`,
    }),
  };
  const values = columns.map(([name, column]) => {
    const as = sql.identifier(column.name);
    return sql`${replaced[name] ?? sql`stored.${as}`} AS ${as}`;
  });
  const before = columns.map(([name, column]) => loggedValue(name, column));
  return sql`
    WITH later AS (
      SELECT entity_id AS id, version, at, false AS is_move, NULL::integer AS place FROM ${revisions}
      WHERE kind = ${kind} AND moved IS NULL AND at > ${at}
      UNION ALL
      SELECT one.id, one.version, at, true, one.place
      FROM ${revisions}, unnest(moved, moved_versions, moved_from) AS one (id, version, place)
      WHERE kind = ${kind} AND moved IS NOT NULL AND at > ${at}
    ), first AS (
      SELECT DISTINCT ON (id) id, place FROM later ORDER BY id, version
    ), changed AS (
      SELECT DISTINCT ON (id) id, version, at FROM later WHERE NOT is_move ORDER BY id, version
    ), stored AS (
      SELECT ${listed(table)} FROM ${table} WHERE NOT EXISTS (SELECT FROM changed WHERE changed.id = ${table.id})
      UNION ALL
      SELECT ${sql.join(before, sql`, `)} FROM changed
      JOIN ${revisions} ON kind = ${kind} AND entity_id = changed.id AND ${revisions.version} = changed.version
        AND ${revisions.at} = changed.at
      WHERE before IS NOT NULL
    )
    SELECT ${sql.join(values, sql`, `)} FROM stored LEFT JOIN first USING (id) LEFT JOIN changed USING (id)
    WHERE stored.created_at <= ${at}`;
}

/**
 * A WITH clause in which the tables of these kinds have their rows of a time in the past: a statement with it in front
 * reads the past.
 */
export const pastTables = (kinds: readonly EntityKind[], at: SQL): SQL =>
  sql`WITH ${sql.join(
    kinds.map((entity) => sql`${entity.table} AS MATERIALIZED (${pastRows(entity, at)})`),
    sql`, `,
  )} `;
