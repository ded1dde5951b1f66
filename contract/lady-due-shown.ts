import { ownImage } from '#contract/images.ts';
import { type Card, type CategoryTree, ShownMode, type TrackingMode } from '#contract/lady-due.ts';
import { withPublicImages } from '#contract/rich-text.ts';

/** Why the app does not show a card. */
export type HiddenBecause = 'inactive' | 'draft' | 'scheduled';

/** What of a card decides whether the app shows it. */
export type Publishing = Pick<Card, 'isActive' | 'publishStatus' | 'publishedAt'>;

/** Every reason why the app does not show a card at a moment (ISO 8601 in UTC, with milliseconds); none when it does. */
export function hiddenBecause(card: Publishing, at: string): HiddenBecause[] {
  const reasons: HiddenBecause[] = card.isActive ? [] : ['inactive'];
  if (card.publishStatus === 'draft' || card.publishedAt === null) return [...reasons, 'draft'];
  return card.publishStatus === 'scheduled' && card.publishedAt > at ? [...reasons, 'scheduled'] : reasons;
}

/**
 * What the app shows of a mode at a moment: the active cards that are published by then, and the sections and categories
 * that hold one. With `publicUrl` the addresses of own images are absolute.
 */
export function shownAt(trackingMode: TrackingMode, categories: CategoryTree[], at: string, publicUrl = ''): ShownMode {
  const withAddress = <Thing extends { headerImageUrl: string }>({ headerImageUrl: image, ...thing }: Thing) => ({
    ...thing,
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
