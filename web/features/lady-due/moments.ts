import type { CategoryTree, ShownMode } from '#contract/lady-due.ts';

/** The moments after `from` at which the app begins to show a card of a tree, the next one first. ISO 8601 in UTC. */
export function momentsAfter(categories: readonly CategoryTree[], from: string): string[] {
  const cards = categories.flatMap(({ sections }) => sections.flatMap((section) => section.cards));
  const moments = cards.flatMap(({ isActive, publishStatus, publishedAt }) =>
    isActive && publishStatus === 'scheduled' && publishedAt !== null && publishedAt > from ? [publishedAt] : [],
  );
  return [...new Set(moments)].sort();
}

const cardsOf = ({ categories }: ShownMode) =>
  categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards.map(({ id }) => id)));

/** The ids of the cards that the app shows later and not yet. */
export function addedBy(later: ShownMode, now: ShownMode): ReadonlySet<string> {
  const shown = new Set(cardsOf(now));
  return new Set(cardsOf(later).filter((id) => !shown.has(id)));
}
