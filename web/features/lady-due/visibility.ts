import { type HiddenBecause, type VisibilityFields, hiddenBecause } from '#contract/lady-due-visibility.ts';
import { dateTime } from '#web/lib/dates.ts';

/** A change that makes the app show a card. */
type Remedy = { label: string; changes: Partial<VisibilityFields> };

const publish: Remedy = { label: 'Publish now', changes: { publishStatus: 'published' } };
const remedies: Record<HiddenBecause, Remedy> = {
  inactive: { label: 'Activate', changes: { isActive: true } },
  draft: publish,
  scheduled: publish,
  ended: { label: 'Show again', changes: { shownUntil: null } },
};

/** Whether the app shows a card at a time, and if not, each reason in words with the change that removes it. */
export function visibilityOf(card: VisibilityFields, at: Date) {
  const reasons = hiddenBecause(card, at.toISOString());
  const words: Record<HiddenBecause, string> = {
    inactive: 'inactive',
    draft: 'a draft',
    scheduled: card.publishedAt ? `scheduled for ${dateTime(card.publishedAt)}` : 'scheduled',
    ended: `shown until ${dateTime(card.shownUntil ?? at)}`,
  };
  const shown = reasons.length === 0;
  const end = shown && card.shownUntil !== null ? ` until ${dateTime(card.shownUntil)}` : '';
  const why = reasons.map((one) => words[one]).join(' and ');
  return {
    shown,
    /** `inactive and a draft`; `''` when the app shows the card. */
    why,
    subtitle: shown ? `In the app now${end}` : `Not in the app: ${why}`,
    /** The same for a card with unsaved changes. */
    afterSaving: `After saving: ${shown ? `in the app${end}` : `${why}, not in the app`}`,
    remedies: reasons.map((one) => remedies[one]),
  };
}
