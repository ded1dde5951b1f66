import { type SQLWrapper, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

export type ContentVersions = {
  /** The database's time, in milliseconds since 1970. */
  now: number;
  /** The versions by area, and by `area/part` in areas with parts. Content that was never changed has none. */
  versions: Record<string, string>;
};

/**
 * The versions of some areas with all their parts, as one column of any statement; `areas` is a list of text. Triggers
 * change the version in each transaction that changes the content, whatever its source.
 */
export const contentVersions = (areas: SQLWrapper) => sql<ContentVersions>`json_build_object(
  'now', extract(epoch FROM now()) * 1000,
  'versions', (
    SELECT coalesce(json_object_agg(area, version), '{}')
    FROM (
      SELECT area, string_agg(token::text, ' ' ORDER BY id) AS version FROM content_versions
      WHERE split_part(area, '/', 1) = ANY(${areas}::text[]) GROUP BY area
    ) AS raised
  )
)`;

/** Reads the versions of areas in a separate statement. */
export function contentVersionReader(db: NodePgDatabase) {
  const reading = db
    .select({ content: contentVersions(sql.placeholder('areas')) })
    .from(sql`(SELECT) AS once`)
    .prepare('content_versions');
  return async (areas: readonly string[]): Promise<ContentVersions> => {
    const [row] = await reading.execute({ areas });
    if (!row) throw new Error('A statement without a row');
    return row.content;
  };
}
