import type { EditionState } from '#contract/editions.ts';
import { shortDate } from '#web/lib/dates.ts';
import { dayAndTime } from '#web/lib/moments.ts';

/** In a form, for a record whose saved words are those of the app. */
export const changesAtOnce = 'Saved changes are in the app at once. They can also be scheduled.';

/** When a card that is scheduled comes into the app; null for every other record. */
const comesAt = ({ publishStatus, publishedAt }: Shown, now: Date) =>
  publishStatus === 'scheduled' && typeof publishedAt === 'string' && publishedAt > now.toISOString()
    ? publishedAt
    : null;

type Shown = EditionState & { publishStatus?: unknown; publishedAt?: unknown };

/**
 * The words that the app shows of a record; undefined when these are the saved ones, without a publication of their own.
 * `hasTyped`: a form has changes that are not saved yet.
 */
export function editionWords(record: Shown, now: Date, hasTyped = false): string | undefined {
  const { shown, next } = record;
  if (!shown) return undefined;
  const hasChanges = record.hasChanges || hasTyped;
  const from = comesAt(record, now);
  if (from !== null) {
    const words = hasChanges ? ` with the words of ${shortDate(shown.since)}. Changes do not come with it.` : '.';
    return `Not in the app yet: it comes on ${dayAndTime(from, now)}${words}`;
  }
  const since = `The app shows the words of ${shortDate(shown.since)}.`;
  if (next && hasChanges) {
    return `${since} Other words follow on ${dayAndTime(next.from, now)}. Your later changes are not shown yet.`;
  }
  if (next) return `${since} Yours follow on ${dayAndTime(next.from, now)}.`;
  if (hasChanges) return `${since} Changes not shown yet.`;
  return `The app shows these words since ${shortDate(shown.since)}${shown.by ? `, published by ${shown.by.name}` : ''}.`;
}
