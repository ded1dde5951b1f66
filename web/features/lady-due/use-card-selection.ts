import { useEffect, useMemo } from 'react';
import { maxBulk } from '#contract/common.ts';
import type { Card } from '#contract/lady-due.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import { useRangeSelect, useSelection } from '#web/lib/use-selection.ts';

/** Whether all, some or none of several cards are selected. */
export type CheckedState = boolean | 'some';

/** The selected cards of the mode in the address. */
export function useCardSelection({ mode, tree, shown, rows }: Tree) {
  const { keys, ...chosen } = useSelection(maxBulk);
  const { clear, select } = chosen;
  // Only cards of this mode that still exist can be changed with the selection.
  useEffect(clear, [mode, clear]);
  const cards = useMemo(
    () => (keys.size > 0 && tree ? cardsIn(tree).filter(({ id }) => keys.has(id)) : []),
    [tree, keys],
  );
  const ids = useMemo(() => new Set(cards.map(({ id }) => id)), [cards]);
  const inSight = useMemo(() => cardsIn(shown ?? []), [shown]);
  const selectRange = useRangeSelect(
    useMemo(() => rows?.flatMap((row) => (row.level === 3 ? [row.record.id] : [])) ?? [], [rows]),
    select,
  );
  return {
    ...chosen,
    keys: ids,
    cards,
    /** How many of them are hidden by search and filters. */
    hidden: cards.length - (cards.length > 0 ? inSight.filter(({ id }) => ids.has(id)).length : 0),
    /** All cards that pass search and filters. */
    inSight,
    selectRange,
    /** Whether the cards of a parent are selected. */
    chosenOf: (children: readonly Card[]): CheckedState => {
      if (ids.size === 0 || children.length === 0) return false;
      const count = children.reduce((sum, { id }) => sum + (ids.has(id) ? 1 : 0), 0);
      return count === children.length || (count > 0 && 'some');
    },
  };
}

export type CardSelectionParts = ReturnType<typeof useCardSelection>;
