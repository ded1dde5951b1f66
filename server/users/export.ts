import { Readable } from 'node:stream';
import { type Input, stringify } from 'csv-stringify/sync';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UserFilter } from '#contract/users.ts';
import { findUsers } from '#server/users/queries.ts';

const columns = ['ID', 'Name', 'Username', 'Email', 'Status', 'Joined', 'Posts', 'Comments'];

/** Spreadsheets take a cell that begins like a formula for one; a quote in front keeps it text. */
const csv = (rows: Input) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });

async function* lines(db: NodePgDatabase, filter: UserFilter) {
  // The mark by which spreadsheets know UTF-8.
  yield `\ufeff${csv([columns])}`;
  for (let page = 1; ; page += 1) {
    const { users } = await findUsers(db, filter, page, 100);
    if (users.length === 0) return;
    yield csv(
      users.map(({ id, name, username, email, isVerified, createdAt, stats }) => [
        id,
        name,
        username,
        email,
        isVerified ? 'Verified' : 'Unverified',
        createdAt,
        stats.posts,
        stats.comments,
      ]),
    );
  }
}

/** The users of a filter as CSV, made as it is read. */
export const usersAsCsv = (db: NodePgDatabase, filter: UserFilter) => Readable.from(lines(db, filter));
