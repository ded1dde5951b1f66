import { notReviewed } from '#contract/approval-lists.ts';
import { type Card, type CardState, type CategoryTree, ShownMode, type TrackingMode } from '#contract/lady-due.ts';

/** The status of a card, the time when it was or will be published, null for a draft, and when the app stops to show it. */
export type PublishState = Pick<Card, 'publishStatus' | 'publishedAt' | 'shownUntil'>;

type Start = Pick<Card, 'publishStatus' | 'publishedAt'>;

/**
 * Whether the time of a scheduled card has come by a time (ISO 8601 in UTC, with milliseconds). The card counts as
 * published then, without a job that changes it.
 */
export const isDue = ({ publishStatus, publishedAt }: Start, at: string) =>
  publishStatus === 'scheduled' && publishedAt !== null && publishedAt <= at;

/** Whether a scheduled card will be published after a time. */
export const isToCome = ({ publishStatus, publishedAt }: Start, at: string) =>
  publishStatus === 'scheduled' && publishedAt !== null && publishedAt > at;

/** The status of a card at a time. A card without a time keeps its stored status. */
export const statusAt = (card: Start, at: string) => (isDue(card, at) ? 'published' : card.publishStatus);

/** Whether the time of a card is over by a time, so that the app no longer shows it. */
export const isOver = ({ shownUntil }: Pick<Card, 'shownUntil'>, at: string) => shownUntil !== null && shownUntil <= at;

/** The state of a card at a time. */
export const stateAt = (card: PublishState, at: string): CardState => {
  const status = statusAt(card, at);
  return status === 'published' && isOver(card, at) ? 'ended' : status;
};

/** `isToCome` and `statusAt` in SQL, for the rows of `cards` and the database's time. */
export const toComeSql = "cards.publish_status = 'scheduled' AND cards.published_at > now()";
export const statusNowSql = `CASE WHEN cards.publish_status = 'scheduled' AND cards.published_at <= now()
  THEN 'published' ELSE cards.publish_status END`;

/** A reason why the app does not show a card. */
export type HiddenBecause = 'inactive' | Exclude<CardState, 'published'>;

/** The fields of a card that decide whether the app shows it. */
export type VisibilityFields = PublishState & Pick<Card, 'isActive'>;

/** All reasons why the app does not show a card at a time; empty when it does. */
export function hiddenBecause(card: VisibilityFields, at: string): HiddenBecause[] {
  const state = stateAt(card, at);
  return [...(card.isActive ? [] : ['inactive' as const]), ...(state === 'published' ? [] : [state])];
}

/**
 * The content of a mode that the app shows at a time: the active cards that are published by then, with their sections
 * and categories. Only the server knows their approvals.
 */
export function contentShownAt(trackingMode: TrackingMode, categories: CategoryTree[], at: string): ShownMode {
  const shownSection = (section: CategoryTree['sections'][number]) => ({
    ...section,
    cards: section.cards
      .filter((card) => hiddenBecause(card, at).length === 0)
      .map((card) => Object.assign({}, card, notReviewed)),
  });
  const shownCategory = (category: CategoryTree) => ({
    ...category,
    sections: category.sections.map(shownSection).filter(({ cards }) => cards.length > 0),
  });
  const shown = categories.map(shownCategory).filter(({ sections }) => sections.length > 0);
  return ShownMode.parse({ trackingMode, categories: shown });
}
