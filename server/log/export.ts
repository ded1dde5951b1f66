import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Days, isOn } from '#server/log/operation-queries.ts';
import { operations, seals } from '#server/log/tables.ts';

/** The number of entries that one statement reads. */
const maxPart = 500;

type Line = { at: string; id: string; line: string };

/** Reads the entries after the last part. Each part is a separate statement, so that a slow caller blocks nothing. */
async function readPart(db: NodePgDatabase, days: Days, last: Line | undefined) {
  const { rows } = await db.execute<Line>(sql`
    SELECT ${operations.at}, id, json_build_object(
      'id', id, 'at', to_char(${operations.at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', CASE WHEN actor_id IS NOT NULL THEN json_build_object('id', actor_id, 'name', actor_name) END,
      'action', action, 'area', area, 'kind', kind, 'entityId', entity_id, 'label', label, 'details', details, 'count', count,
      'undoes', undoes, 'position', ${seals.position}, 'seal', encode(${seals.seal}, 'hex'))::text AS line
    FROM ${operations} LEFT JOIN ${seals} ON ${seals.operationId} = id AND ${seals.at} = ${operations.at}
    WHERE ${isOn(days) ?? sql`true`}
      AND ${last ? sql`(${operations.at}, id) > (${last.at}::timestamptz, ${last.id}::uuid)` : sql`true`}
    ORDER BY ${operations.at}, id LIMIT ${maxPart}`);
  return rows;
}

async function* parts(db: NodePgDatabase, days: Days) {
  for (let last: Line | undefined, more = true; more;) {
    const rows = await readPart(db, days, last);
    if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('');
    last = rows.at(-1);
    more = rows.length === maxPart;
  }
}

/** The log of these days as JSON lines, oldest first, read from the database no faster than the caller takes it. */
export const logAsLines = (db: NodePgDatabase, days: Days) => Readable.from(parts(db, days), { highWaterMark: 1 });
