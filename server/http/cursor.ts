import { z } from 'zod';
import { Id, Instant } from '#contract/common.ts';
import { invalid } from '#server/http/failure.ts';

/** The database knows no year 0. */
const Cursor = z.tuple([Instant.refine((at) => !at.startsWith('0000')), Id]);

/** Where a list that is sorted by a moment and then an id ends. */
export type Cursor = { at: string; id: string };

/** A place as the text that callers hand back. */
const formatCursor = ({ at, id }: Cursor) => Buffer.from(`${at} ${id}`).toString('base64url');

/** The place of a cursor; undefined without one. Throws 422 for what is none of ours. */
export function parseCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const read = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (!read.success) throw invalid([{ path: 'cursor', message: 'This is no cursor of this list' }]);
  const [at, id] = read.data;
  return { at, id };
}

/** A page made of one row more than it holds: that one says whether the list goes on. */
export function pageOf<Row extends Cursor>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? formatCursor(last) : null };
}
