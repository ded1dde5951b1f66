import type pg from 'pg';

/** Omitted tables: sessions, whose use every call records, and versions, which both a change and its undo raise. */
const ignoredTables = ['sessions', 'bearers', 'content_versions'];

/** All rows of all tables, table by table, in a fixed order, as text that can be compared and searched. */
export async function dump(pool: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1) ORDER BY relname`,
    [ignoredTables],
  );
  const each = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM "${name}" t`,
  );
  // For so many tables Postgres would plan parallel workers, whose start takes much longer than reading a few rows.
  const alone = 'BEGIN; SET LOCAL max_parallel_workers_per_gather = 0';
  const results = await pool.query(`${alone}; ${each.join(' UNION ALL ')}; COMMIT`);
  const { rows } = (results as unknown as pg.QueryResult<{ name: string; text: string }>[])[2] ?? { rows: [] };
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}
