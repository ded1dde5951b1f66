import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ownImage } from '#contract/images.ts';
import { invalid } from '#server/http/failure.ts';

/** The names of all pictures whose addresses are in a text, as rows of one column `name`. */
const namesIn = (text: SQL, from: SQL) => sql`
  SELECT (regexp_matches(${text}, '/images/[a-z-]+/([0-9a-f]{32}\\.webp)', 'g'))[1] AS name
  FROM ${from}`;

/** The names of all referenced pictures: in these columns, and in revisions that can still be restored. */
export function referencedNames(columns: readonly PgColumn[], restorableDays: number) {
  const inColumns = columns.map(
    (column) => sql`${namesIn(sql`${column}::text`, sql`${column.table}`)} WHERE ${column}::text LIKE '%/images/%'`,
  );
  const inLog = ['before', 'after'].map((side) => {
    const snapshot = sql`${sql.identifier(side)}::text`;
    return sql`${namesIn(snapshot, sql`revisions`)}
      WHERE at > now() - make_interval(days => ${restorableDays}) AND ${snapshot} LIKE '%/images/%'`;
  });
  return sql.join([...inColumns, ...inLog], sql` UNION ALL `);
}

/**
 * Protects the pictures in fields being saved: neither a sweep nor an erasure removes them before the transaction ends.
 * Throws 422 at each field with a picture of this desk that no longer exists. Other values pass.
 */
export async function lockImages(
  tx: NodePgDatabase,
  fields: [path: string, value: unknown][],
  message = 'This image no longer exists. Upload it again.',
): Promise<void> {
  const named = fields.flatMap(([path, value]) => {
    const name = typeof value === 'string' ? ownImage.exec(value)?.[2] : undefined;
    return name === undefined ? [] : [{ path, name }];
  });
  if (named.length === 0) return;
  // The sweep deletes rows that have not been used for long. This waits for a row that the sweep has locked; the sweep
  // skips rows that are locked here.
  const { rows } = await tx.execute<{ name: string }>(sql`
    UPDATE images SET used_at = now(), unused_since = NULL WHERE name IN (
      SELECT name FROM images WHERE name = ANY (${sql.param(named.map(({ name }) => name))}::text[])
      ORDER BY name FOR UPDATE
    ) RETURNING name`);
  const there = new Set(rows.map(({ name }) => name));
  const gone = new Set(named.filter(({ name }) => !there.has(name)).map(({ path }) => path));
  if (gone.size === 0) return;
  throw invalid([...gone].map((path) => ({ path, message })));
}
