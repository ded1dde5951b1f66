import type { ReviewRequest } from '#contract/review-requests.ts';
import { calendarDay, shortDate } from '#web/lib/dates.ts';

/** `Bola Ige asked any clinician for a review on Nov 29, 2026, by Dec 3: “For Monday”` */
export function requestWords({ state, by, of, dueOn, note, at, isChanged }: ReviewRequest) {
  const name = by?.name ?? 'A former colleague';
  const asked = state === 'open' ? `asked ${of?.name ?? 'any clinician'} for a review` : 'asked for changes';
  const until = state === 'open' && dueOn !== null ? `, by ${calendarDay(dueOn)}` : '';
  const words = note === '' ? '' : `: “${note}”`;
  return `${name} ${asked} on ${shortDate(at)}${until}${words}${isChanged ? '. The words have changed since' : ''}`;
}

/** `Dr Ngozi Eze asked for changes on Nov 28, 2026: “Name the source”` */
export const changesWords = ({ by, at, note }: NonNullable<ReviewRequest['changes']>) =>
  `${by?.name ?? 'A former colleague'} asked for changes on ${shortDate(at)}: “${note}”`;
