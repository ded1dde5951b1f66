import { useMounted } from '@mantine/hooks';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { giveFocus } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { type Shortcut, useShortcuts } from '#web/lib/shortcuts.ts';

/** Lists up to this length are rendered as a whole, after the rows in view; of longer ones, only these. */
const maxPlain = 100;

/** The row that stays rendered while the list scrolls, because it has the focus or is dragged. */
export function useHeldRow(ids: readonly string[]) {
  const [held, setHeld] = useState<string>();
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const isShown = useMounted();
  const heldAt = held === undefined ? -1 : ids.indexOf(held);
  return {
    heldAt,
    setHeld,
    /** In pixels. */
    rem,
    /** Options of the virtual list. */
    options: {
      count: ids.length,
      getItemKey: (at: number) => ids[at] ?? at,
      overscan: isShown && ids.length <= maxPlain ? maxPlain : 3,
      rangeExtractor: (range: Range) => {
        const seen = defaultRangeExtractor(range);
        return heldAt < 0 || seen.includes(heldAt) ? seen : [...seen, heldAt].sort((one, other) => one - other);
      },
    },
  };
}

type SortableRows = {
  list: RefObject<HTMLUListElement | null>;
  ids: readonly string[];
  setHeld: (id: string | undefined) => void;
  scrollTo: (index: number) => void;
  /** The title of a row, its place among its siblings from 1, their number, and the element that takes the focus. */
  rowAt: (index: number) => { title: string; position: number; count: number; target: string };
  /** Moves a row to a place from 1. Left out while the order cannot be changed. */
  onMove: ((index: number, position: number) => void) | undefined;
  /** Says why rows cannot be moved now, in a list whose order can be changed. */
  whyFixed: string | undefined;
  /** Opens or closes a row; false when the row has no children. */
  onOpen?: (index: number, open: boolean) => boolean;
  /** The keys of `onOpen`. */
  shortcuts?: readonly Shortcut[];
};

/** The arrow keys of a list: they move between rows, open and close them, and with Alt they move a row. */
export function useSortableRows(props: SortableRows) {
  const { list, ids, setHeld, scrollTo, rowAt, onMove, whyFixed, onOpen, shortcuts = [] } = props;
  const [said, setSaid] = useState('');
  useShortcuts([
    { keys: ['ArrowUp', 'ArrowDown'], does: 'Go to the row before or after' },
    ...shortcuts,
    ...(onMove ? [{ keys: ['alt+ArrowUp', 'alt+ArrowDown'], does: 'Move the row' }] : []),
  ]);
  const moveTo = (index: number, position: number) => {
    if (!onMove && whyFixed) setSaid(whyFixed);
    if (!onMove || !ids[index]) return;
    const { title, count } = rowAt(index);
    if (position < 1 || position > count) return;
    onMove(index, position);
    setSaid(`${title}, place ${formatInteger(position)} of ${formatInteger(count)}`);
  };
  const focusRow = (index: number) => {
    const id = ids[index];
    if (id === undefined) return;
    // The row must be rendered at once, or the next key would come from the previous row.
    flushSync(() => setHeld(id));
    giveFocus(list.current?.querySelector(`[data-row="${id}"] ${rowAt(index).target}`));
    scrollTo(index);
  };
  const idOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
  return {
    moveTo,
    /** Announced: the new place of a row, or why it cannot be moved. */
    said,
    listProps: {
      onFocus: ({ target }: FocusEvent) => setHeld(idOf(target)),
      onKeyDown: (event: KeyboardEvent) => {
        const index = ids.indexOf(idOf(event.target) ?? '');
        // In a menu, the arrow keys move through the items.
        const inMenu = (event.target as Element).closest('[role="menu"]') !== null;
        if (index < 0 || event.ctrlKey || event.metaKey || event.shiftKey || inMenu) return;
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const opens = { ArrowLeft: false, ArrowRight: true }[event.key];
        if (step !== undefined) {
          if (event.altKey) moveTo(index, rowAt(index).position + step);
          else focusRow(index + step);
        } else if (opens === undefined || event.altKey || !onOpen?.(index, opens)) return;
        event.preventDefault();
      },
    },
  };
}
