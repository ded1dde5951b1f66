import { z } from 'zod';
import { Id, Instant } from '#contract/common.ts';
import { invalid } from '#server/http/failure.ts';

/** The database has no year 0. */
const Cursor = z.tuple([
  Instant.refine((at) => !at.startsWith('0000')),
  Id,
  z.stringFormat('rank', /^\d$/).transform(Number).optional(),
]);

/**
 * The last row of a page. The list is sorted by a rank of one digit, if there are ranks, then by a time, then by an id.
 */
export type Cursor = { at: string; id: string; rank?: number | undefined };

/** The highest possible id: a cursor with it comes before all rows of its time. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A cursor as text, which callers send to get the next page. */
export const formatCursor = ({ at, id, rank }: Cursor) =>
  Buffer.from([at, id, ...(rank === undefined ? [] : [rank])].join(' ')).toString('base64url');

/** Parses a cursor. Throws 422, at `path`, for text that this server never created. */
export function readCursor(cursor: string, path: string): Cursor {
  const read = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (!read.success) throw invalid([{ path, message: 'This is no cursor of this list' }]);
  const [at, id, rank] = read.data;
  return { at, id, rank };
}

/** Parses the cursor of a page; undefined without one. Throws 422 like `readCursor`. */
export const parseCursor = (cursor: string | undefined) =>
  cursor === undefined ? undefined : readCursor(cursor, 'cursor');

/** A page of at most `limit` rows, and its cursor. `rows` has one more when the list goes on. */
export function pageOf<Row extends Cursor>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? formatCursor(last) : null };
}
