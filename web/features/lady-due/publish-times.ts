import type { CategoryTree, ShownMode } from '#contract/lady-due.ts';
import { isDue, isToCome } from '#contract/lady-due-visibility.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';

/** The times after `from` at which the app starts to show a card of a tree, the next one first. ISO 8601 in UTC. */
export function publishTimesAfter(categories: readonly CategoryTree[], from: string): string[] {
  const toCome = cardsIn(categories).filter((card) => card.isActive && isToCome(card, from));
  const moments = toCome.flatMap(({ publishedAt }) => publishedAt ?? []);
  return [...new Set(moments)].sort();
}

/**
 * Whether a card is scheduled for a time that has passed, so the tree was loaded before it. `now` is ISO 8601 in UTC.
 */
export const isOutdated = (categories: readonly CategoryTree[], now: string) =>
  cardsIn(categories).some((card) => isDue(card, now));

/** The ids of the cards that the app shows. */
export const shownIds = ({ categories }: ShownMode) =>
  categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards.map(({ id }) => id)));

/** The ids of the cards that the app shows later, but not now. */
export function addedBy(later: ShownMode, now: ShownMode): ReadonlySet<string> {
  const shown = new Set(shownIds(now));
  return new Set(shownIds(later).filter((id) => !shown.has(id)));
}

/** A tree with its drafts published, and their ids. Inactive records stay hidden, as in the app. */
export function withDrafts(categories: readonly CategoryTree[], at: string) {
  const drafts = new Set<string>();
  const tree = categories.map((category) => ({
    ...category,
    sections: category.sections.map((section) => ({
      ...section,
      cards: section.cards.map((card) => {
        if (card.publishStatus !== 'draft' || !card.isActive) return card;
        drafts.add(card.id);
        return { ...card, publishStatus: 'published' as const, publishedAt: at };
      }),
    })),
  }));
  return { tree, drafts: drafts as ReadonlySet<string> };
}
