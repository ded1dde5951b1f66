import { z } from 'zod';
import { Id, Instant } from '#contract/common.ts';
import { invalid } from '#server/http/failure.ts';

/** The database knows no year 0. */
const Place = z.tuple([Instant.refine((at) => !at.startsWith('0000')), Id]);

/** Where a list that is sorted by a moment and then an id ends. */
export type Place = { at: string; id: string };

/** A place as the text that callers hand back. */
const cursorOf = ({ at, id }: Place) => Buffer.from(`${at} ${id}`).toString('base64url');

/** The place of a cursor; undefined without one. Throws 422 for what is none of ours. */
export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const read = Place.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (!read.success) throw invalid([{ path: 'cursor', message: 'This is no cursor of this list' }]);
  const [at, id] = read.data;
  return { at, id };
}

/** A page made of one row more than it holds: that one says whether the list goes on. */
export function pageOf<Row extends Place>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? cursorOf(last) : null };
}
