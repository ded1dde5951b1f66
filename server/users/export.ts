import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UserFilter } from '#contract/users.ts';
import { filtered, inParts, orderOf } from '#server/users/list-sql.ts';

/**
 * The number of users that one statement reads. With 1,000 it was no quicker and the process grew to 240 MB; with 200
 * it stays at 150.
 */
const maxPart = 200;

const head = ['ID', 'Name', 'Username', 'Email', 'Status', 'Joined (UTC)', 'Posts', 'Comments'];

type Row = { id: string; sortValue: string; cells: string[] };

/**
 * Reads the users after the last part. Each part is a separate statement, so that a slow caller occupies neither a
 * connection nor a snapshot; it starts in the index where the last part ended.
 */
async function readPart(db: NodePgDatabase, filter: UserFilter, last: Row | undefined) {
  const { column, by, within, afterOf } = orderOf(filter.sort);
  const part = (after: SQL) => sql`SELECT id FROM users WHERE ${filtered(filter)} AND ${after} ORDER BY ${within}`;
  const { rows } = await db.execute<Row>(sql`
    WITH part AS MATERIALIZED (${inParts(afterOf(last), sql.raw(String(maxPart)), part)})
    SELECT id, ${column}::text AS "sortValue", ARRAY[id::text, name, username, email,
      CASE WHEN is_verified THEN 'Verified' ELSE 'Unverified' END,
      to_char(users.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
      post_count::text, comment_count::text] AS cells
    FROM part JOIN users USING (id) ORDER BY ${by}`);
  return rows;
}

/** Spreadsheets treat a cell that begins like a formula as one; a quote in front keeps it text. */
const csv = (rows: string[][]) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });

async function* parts(db: NodePgDatabase, filter: UserFilter) {
  // The byte order mark with which spreadsheets recognise UTF-8.
  yield `\ufeff${csv([head])}`;
  for (let last: Row | undefined, more = true; more;) {
    const rows = await readPart(db, filter, last);
    if (rows.length > 0) yield csv(rows.map(({ cells }) => cells));
    last = rows.at(-1);
    more = rows.length === maxPart;
  }
}

/** A filter in words, for the log. The search term is left out, since it may be a person's name. */
export const describeFilter = ({ status, search, from, to }: UserFilter) =>
  [
    `${status === 'all' ? 'all' : `all ${status}`} users`,
    search && 'who match a search',
    from && `joined from ${from}`,
    to && `joined to ${to}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The users of a filter as CSV, read from the database no faster than the caller takes it. */
export const usersAsCsv = (db: NodePgDatabase, filter: UserFilter) =>
  Readable.from(parts(db, filter), { highWaterMark: 1 });
