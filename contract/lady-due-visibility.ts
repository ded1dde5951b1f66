import { ownImage } from '#contract/images.ts';
import { type Card, type CategoryTree, ShownMode, type TrackingMode } from '#contract/lady-due.ts';
import { withPublicImages } from '#contract/rich-text.ts';

/** A reason why the app does not show a card. */
export type HiddenBecause = 'inactive' | 'draft' | 'scheduled';

/** The fields of a card that decide whether the app shows it. */
export type VisibilityFields = Pick<Card, 'isActive' | 'publishStatus' | 'publishedAt'>;

/**
 * All reasons why the app does not show a card at a time (ISO 8601 in UTC, with milliseconds); empty when it does. For counts
 * the same rule exists in SQL: `server/lady-due/publish.ts`.
 */
export function hiddenBecause(card: VisibilityFields, at: string): HiddenBecause[] {
  const reasons: HiddenBecause[] = card.isActive ? [] : ['inactive'];
  if (card.publishStatus === 'draft' || card.publishedAt === null) return [...reasons, 'draft'];
  return card.publishStatus === 'scheduled' && card.publishedAt > at ? [...reasons, 'scheduled'] : reasons;
}

/**
 * The content of a mode that the app shows at a time: the active cards that are published by then, with their sections
 * and categories. With `publicUrl` the addresses of the desk's own images are absolute.
 */
export function contentShownAt(
  trackingMode: TrackingMode,
  categories: CategoryTree[],
  at: string,
  publicUrl = '',
): ShownMode {
  const withAddress = <R extends { headerImageUrl: string }>({ headerImageUrl: image, ...record }: R) => ({
    ...record,
    headerImageUrl: ownImage.test(image) ? `${publicUrl}${image}` : image,
  });
  const shownCard = (card: Card) => ({
    ...withAddress(card),
    richContent: withPublicImages(card.richContent, publicUrl),
  });
  const shownSection = (section: CategoryTree['sections'][number]) => ({
    ...section,
    cards: section.cards.filter((card) => hiddenBecause(card, at).length === 0).map(shownCard),
  });
  const shownCategory = (category: CategoryTree) => ({
    ...withAddress(category),
    sections: category.sections.map(shownSection).filter(({ cards }) => cards.length > 0),
  });
  const shown = categories.map(shownCategory).filter(({ sections }) => sections.length > 0);
  return ShownMode.parse({ trackingMode, categories: shown });
}
