import type { CategoryTree, ShownMode } from '#contract/lady-due.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';

/** The moments after `from` at which the app begins to show a card of a tree, the next one first. ISO 8601 in UTC. */
export function momentsAfter(categories: readonly CategoryTree[], from: string): string[] {
  const moments = cardsIn(categories).flatMap(({ isActive, publishStatus, publishedAt }) =>
    isActive && publishStatus === 'scheduled' && publishedAt !== null && publishedAt > from ? [publishedAt] : [],
  );
  return [...new Set(moments)].sort();
}

/** Whether a card is scheduled for a moment that has passed: the tree was read before that. `now` is ISO 8601 in UTC. */
export const isOutdated = (categories: readonly CategoryTree[], now: string) =>
  cardsIn(categories).some(
    ({ publishStatus, publishedAt }) => publishStatus === 'scheduled' && publishedAt !== null && publishedAt <= now,
  );

const cardsOf = ({ categories }: ShownMode) =>
  categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards.map(({ id }) => id)));

/** The ids of the cards that the app shows later and not yet. */
export function addedBy(later: ShownMode, now: ShownMode): ReadonlySet<string> {
  const shown = new Set(cardsOf(now));
  return new Set(cardsOf(later).filter((id) => !shown.has(id)));
}
