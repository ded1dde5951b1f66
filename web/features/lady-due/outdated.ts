import type { CategoryTree } from '#contract/lady-due.ts';
import { isDue } from '#contract/lady-due-visibility.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';

/**
 * Whether a card, or new words of one, were scheduled for a time that has passed, so the tree was loaded before it.
 * `now` is ISO 8601 in UTC.
 */
export const isOutdated = (categories: readonly CategoryTree[], now: string) =>
  cardsIn(categories).some((card) => isDue(card, now) || (card.next !== null && card.next.from <= now));
