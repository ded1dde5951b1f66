import { type SQL, sql } from 'drizzle-orm';
import type { PublishStatus } from '#contract/lady-due.ts';
import { type PublishState, isOver, statusAt, statusNowSql, toComeSql } from '#contract/lady-due-visibility.ts';
import { invalid } from '#server/http/failure.ts';

export const asDraft = { publishStatus: 'draft', publishedAt: null, shownUntil: null } satisfies PublishState;

/** The status of a card now. */
export const statusNow = sql.raw(statusNowSql) as SQL<PublishStatus>;

/** The condition that a card will be published later. */
export const toCome = sql.raw(toComeSql);

const wrongTime = (message: string, path: keyof PublishState = 'publishedAt') => invalid([{ path, message }]);

type Start = Omit<PublishState, 'shownUntil'>;
const noStart: Start = { publishStatus: 'draft', publishedAt: null };
type ReadNow = () => string | Promise<string>;

/**
 * The end to store for a card that starts as `start` says. A stored end before a new start is dropped. Throws 422 for a
 * new end that is over, or not after the start.
 */
async function endOf({ shownUntil: sent }: Partial<PublishState>, row: PublishState, start: Start, readNow: ReadNow) {
  const shownUntil = sent === undefined ? row.shownUntil : sent;
  const isOverAt = (time: string | null) => time !== null && isOver({ shownUntil }, time);
  if (shownUntil === row.shownUntil)
    return start.publishedAt !== row.publishedAt && isOverAt(start.publishedAt) ? null : shownUntil;
  if (isOverAt(start.publishedAt)) throw wrongTime('Choose a time after it is published', 'shownUntil');
  if (shownUntil !== null && isOverAt(await readNow())) throw wrongTime('Choose a time in the future', 'shownUntil');
  return shownUntil;
}

async function startOf({ publishStatus, publishedAt }: Partial<Start>, row: Start, readNow: ReadNow): Promise<Start> {
  if (publishStatus === 'draft') return noStart;
  // Only these fields of the row, because others would replace sent values.
  const stored = { publishStatus: row.publishStatus, publishedAt: row.publishedAt };
  const isStatusAsStored = publishStatus === undefined || publishStatus === stored.publishStatus;
  const isTimeAsStored = publishedAt === stored.publishedAt || (publishStatus ?? publishedAt) === undefined;
  if (isStatusAsStored && isTimeAsStored) return stored;
  const now = await readNow();
  const current = statusAt(stored, now);
  const status = publishStatus ?? current;
  if (status === 'draft') return noStart;
  if (status === 'published') {
    if (publishedAt && publishedAt > now) throw wrongTime('This time is in the future: schedule the card instead');
    return current === 'published' ? stored : { publishStatus: 'published', publishedAt: now };
  }
  const time = publishedAt ?? stored.publishedAt;
  if (time === null || time <= now) throw wrongTime('Choose a time in the future');
  return { publishStatus: 'scheduled', publishedAt: time };
}

/**
 * The status to store when this is sent. `published` means now, and a card that is already published keeps its time; a
 * draft has none; `scheduled` needs a time in the future. Throws 422.
 */
export async function publishStateOf(
  sent: Partial<PublishState>,
  row: PublishState,
  readNow: ReadNow,
): Promise<PublishState> {
  const start = await startOf(sent, row, readNow);
  return { ...start, shownUntil: await endOf(sent, row, start, readNow) };
}
