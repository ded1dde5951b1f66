import { type SQL, sql } from 'drizzle-orm';
import type { PublishStatus } from '#contract/lady-due.ts';
import { invalid } from '#server/http/failure.ts';
import { cards } from '#server/lady-due/tables.ts';

/** The status of a card, and the time when it was or will be published: null for a draft. */
export type PublishState = { publishStatus: PublishStatus; publishedAt: string | null };

export const asDraft: PublishState = { publishStatus: 'draft', publishedAt: null };

/** The status of a card now: a scheduled one is published once its time has passed. */
export const statusNow: SQL<PublishStatus> = sql`CASE WHEN ${cards.publishStatus} = 'scheduled' AND ${cards.publishedAt} <= now()
  THEN 'published' ELSE ${cards.publishStatus} END`;

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
  const isAsStored = publishStatus === undefined || publishStatus === stored.publishStatus;
  if (isAsStored && publishedAt === stored.publishedAt) return stored;
  const now = await readNow();
  const { publishedAt: at } = stored;
  const isPublished = stored.publishStatus === 'published' || (at !== null && at <= now);
  const status = publishStatus ?? (isPublished ? 'published' : stored.publishStatus);
  if (status === 'draft') return asDraft;
  if (status === 'published') {
    if (publishedAt && publishedAt > now) throw wrongTime('This time is in the future: schedule the card instead');
    return isPublished ? stored : { publishStatus: 'published', publishedAt: now };
  }
  const time = publishedAt ?? at;
  if (time === null || time <= now) throw wrongTime('Choose a time in the future');
  return time === at && stored.publishStatus === 'scheduled'
    ? stored
    : { publishStatus: 'scheduled', publishedAt: time };
}
