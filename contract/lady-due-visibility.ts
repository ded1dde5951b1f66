import { type Card, type CategoryTree, type PublishStatus, ShownMode, type TrackingMode } from '#contract/lady-due.ts';

/** The status of a card, and the time when it was or will be published: null for a draft. */
export type PublishState = Pick<Card, 'publishStatus' | 'publishedAt'>;

/**
 * Whether the time of a scheduled card has come by a time (ISO 8601 in UTC, with milliseconds). The card counts as
 * published then, without a job that changes it.
 */
export const isDue = ({ publishStatus, publishedAt }: PublishState, at: string) =>
  publishStatus === 'scheduled' && publishedAt !== null && publishedAt <= at;

/** Whether a scheduled card will be published after a time. */
export const isToCome = ({ publishStatus, publishedAt }: PublishState, at: string) =>
  publishStatus === 'scheduled' && publishedAt !== null && publishedAt > at;

/** The status of a card at a time. A card without a time keeps its stored status. */
export const statusAt = (card: PublishState, at: string) => (isDue(card, at) ? 'published' : card.publishStatus);

/** `isToCome` and `statusAt` in SQL, for the rows of `cards` and the database's time. */
export const toComeSql = "cards.publish_status = 'scheduled' AND cards.published_at > now()";
export const statusNowSql = `CASE WHEN cards.publish_status = 'scheduled' AND cards.published_at <= now()
  THEN 'published' ELSE cards.publish_status END`;

/** A reason why the app does not show a card. */
export type HiddenBecause = 'inactive' | Exclude<PublishStatus, 'published'>;

/** The fields of a card that decide whether the app shows it. */
export type VisibilityFields = PublishState & Pick<Card, 'isActive'>;

/** All reasons why the app does not show a card at a time; empty when it does. */
export function hiddenBecause(card: VisibilityFields, at: string): HiddenBecause[] {
  const status = statusAt(card, at);
  return [...(card.isActive ? [] : ['inactive' as const]), ...(status === 'published' ? [] : [status])];
}

/**
 * The content of a mode that the app shows at a time: the active cards that are published by then, with their sections
 * and categories.
 */
export function contentShownAt(trackingMode: TrackingMode, categories: CategoryTree[], at: string): ShownMode {
  const shownSection = (section: CategoryTree['sections'][number]) => ({
    ...section,
    cards: section.cards.filter((card) => hiddenBecause(card, at).length === 0),
  });
  const shownCategory = (category: CategoryTree) => ({
    ...category,
    sections: category.sections.map(shownSection).filter(({ cards }) => cards.length > 0),
  });
  const shown = categories.map(shownCategory).filter(({ sections }) => sections.length > 0);
  return ShownMode.parse({ trackingMode, categories: shown });
}
