import type { EditionState } from '#contract/editions.ts';
import { dateTime, shortDate } from '#web/lib/dates.ts';

/**
 * The words that the app shows of a record; undefined when these are the saved ones, without a publication of their own.
 * `hasTyped`: a form has changes that are not saved yet.
 */
export function editionWords({ shown, next, ...saved }: EditionState, hasTyped = false): string | undefined {
  if (!shown) return undefined;
  const hasChanges = saved.hasChanges || hasTyped;
  const since = `The app shows the words of ${shortDate(shown.since)}.`;
  if (next && hasChanges) {
    return `${since} Other words follow on ${dateTime(next.from)}. Your later changes are not shown yet.`;
  }
  if (next) return `${since} Yours follow on ${dateTime(next.from)}.`;
  if (hasChanges) return `${since} Changes not shown yet.`;
  return `The app shows these words since ${shortDate(shown.since)}${shown.by ? `, published by ${shown.by.name}` : ''}.`;
}
