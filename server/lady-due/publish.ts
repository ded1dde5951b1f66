import { type SQL, sql } from 'drizzle-orm';
import type { PublishStatus } from '#contract/lady-due.ts';
import { type PublishState, statusAt, statusNowSql, toComeSql } from '#contract/lady-due-visibility.ts';
import { invalid } from '#server/http/failure.ts';

export const asDraft: PublishState = { publishStatus: 'draft', publishedAt: null };

/** The status of a card now. */
export const statusNow = sql.raw(statusNowSql) as SQL<PublishStatus>;

/** The condition that a card will be published later. */
export const toCome = sql.raw(toComeSql);

const wrongTime = (message: string) => invalid([{ path: 'publishedAt', message }]);

/**
 * The status to store when this is sent. `published` means now, and a card that is already published keeps its time; a
 * draft has none; `scheduled` needs a time in the future. Throws 422.
 */
export async function publishStateOf(
  { publishStatus, publishedAt }: Partial<PublishState>,
  row: PublishState,
  readNow: () => string | Promise<string>,
): Promise<PublishState> {
  if (publishStatus === 'draft') return asDraft;
  // Only these fields of the row, because others would replace sent values.
  const stored = { publishStatus: row.publishStatus, publishedAt: row.publishedAt };
  const isStatusAsStored = publishStatus === undefined || publishStatus === stored.publishStatus;
  const isTimeAsStored = publishedAt === stored.publishedAt || (publishStatus ?? publishedAt) === undefined;
  if (isStatusAsStored && isTimeAsStored) return stored;
  const now = await readNow();
  const current = statusAt(stored, now);
  const status = publishStatus ?? current;
  if (status === 'draft') return asDraft;
  if (status === 'published') {
    if (publishedAt && publishedAt > now) throw wrongTime('This time is in the future: schedule the card instead');
    return current === 'published' ? stored : { publishStatus: 'published', publishedAt: now };
  }
  const time = publishedAt ?? stored.publishedAt;
  if (time === null || time <= now) throw wrongTime('Choose a time in the future');
  return { publishStatus: 'scheduled', publishedAt: time };
}
