import type pg from 'pg';

/** Tables whose rows are not backed up: after a restore everyone signs in again. */
export const withoutRows: ReadonlySet<string> = new Set(['sessions', 'bearers', 'challenges']);

export type Table = {
  name: string;
  /** The stored columns: all but the generated ones. */
  columns: string[];
  partitioned: boolean;
};

/** Every table of the desk, by name. A partitioned table stands for its partitions. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name, relkind = 'p' AS partitioned, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname, relkind ORDER BY relname`);
  return rows;
}

export const quoted = (names: readonly string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

/** The name of a file with part of a table's rows in a backup, and the table of such a file. */
export const partName = (table: string, part: number) => `database/${table}.copy.gz.${String(part).padStart(6, '0')}`;
export const tableOf = (file: string) => /^database\/(\w+)\.copy\.gz\.\d+$/.exec(file)?.[1];
