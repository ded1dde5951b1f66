import type pg from 'pg';

/** What every call writes down about its session, whether it changes anything or not. */
const ofSessions = ['sessions', 'bearers'];

/** All rows of all tables, in a fixed order, as text that can be compared and searched. */
export async function dump(pool: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1) ORDER BY relname`,
    [ofSessions],
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ all: string | null }>(
      `SELECT string_agg(t::text, E'\\n' ORDER BY t::text) AS all FROM "${name}" t`,
    );
    found[name] = rows[0]?.all ?? '';
  }
  return found;
}
