import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { giveFocus } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import classes from '#web/ui/sortable-list.module.css';
import { DropLine, MoveHint, SortableRow } from '#web/ui/sortable-row.tsx';
import type { Drag } from '#web/ui/use-drag.ts';

/** Lists up to this length are rendered as a whole; of longer ones, only the rows in view. */
const maxPlain = 100;

type Place = {
  /** Counted from 0, unlike a position in an order. */
  index: number;
  count: number;
};

type SortableListProps<Item extends { id: string }> = {
  /** The name of the list: `Doctors`. */
  label: string;
  items: readonly Item[];
  titleOf: (item: Item) => string;
  /** The id of the item shown beside the list. */
  current: string | undefined;
  selected?: ReadonlySet<string>;
  /** The height of a row, in rem. */
  rowHeight: number;
  /** Moves an item to another index, from 0. Left out while the order cannot be changed. */
  onMove?: ((id: string, index: number) => void) | undefined;
  /** Says why rows cannot be moved now, in a list whose order can be changed. */
  whyFixed?: string | undefined;
  /** The content of a row; `move` is for a menu, on devices without dragging. */
  children: (item: Item, at: Place, move: ((index: number) => void) | undefined) => ReactNode;
};

/**
 * A list in an order set by staff. The arrow keys move between rows; with Alt they move a row, as dragging does. All
 * rows have the same height.
 */
export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { label, items, titleOf, current, selected, onMove, whyFixed, children } = props;
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const rowHeight = props.rowHeight * rem;
  /** The row that stays rendered while the list scrolls, because it has the focus or is dragged. */
  const [held, setHeld] = useState<string>();
  const [target, setTarget] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  useShortcuts([
    { keys: ['ArrowUp', 'ArrowDown'], does: 'Go to the row before or after' },
    ...(onMove ? [{ keys: ['alt+ArrowUp', 'alt+ArrowDown'], does: 'Move the row' }] : []),
  ]);
  const heldAt = held === undefined ? -1 : items.findIndex(({ id }) => id === held);
  // The app has no compiler that memoizes.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => items[at]?.id ?? at,
    overscan: items.length > maxPlain ? 3 : maxPlain,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return heldAt < 0 || seen.includes(heldAt) ? seen : [...seen, heldAt].sort((one, other) => one - other);
    },
  });

  // When the list appears or another item is chosen, anywhere, the chosen row scrolls into view.
  const currentAt = useRef(-1);
  useEffect(() => {
    currentAt.current = items.findIndex(({ id }) => id === current);
  });
  useEffect(() => {
    if (currentAt.current >= 0) virtual.scrollToIndex(currentAt.current, { align: 'auto' });
  }, [current, virtual]);

  const moveTo = (id: string, to: number) => {
    const item = items.find((one) => one.id === id);
    if (!onMove && whyFixed) setSaid(whyFixed);
    if (!item || !onMove || to < 0 || to >= items.length) return;
    setHeld(id);
    onMove(id, to);
    virtual.scrollToIndex(to, { align: 'auto' });
    setSaid(`${titleOf(item)}, place ${formatInteger(to + 1)} of ${formatInteger(items.length)}`);
  };

  const focusRow = (at: number) => {
    const next = items[at];
    if (!next) return;
    // The row must be rendered at once, or the next key would come from the previous row.
    flushSync(() => setHeld(next.id));
    giveFocus(list.current?.querySelector(`[data-row="${next.id}"] a`));
    virtual.scrollToIndex(at, { align: 'auto' });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const at = items.findIndex(({ id }) => id === row?.dataset.row);
    if (at < 0 || event.ctrlKey || event.metaKey || event.shiftKey || inMenu(event.target)) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (!event.altKey) focusRow(at + step);
    else if (row?.dataset.row) moveTo(row.dataset.row, at + step);
  };

  const indexOf = (middle: number) => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    return Math.max(0, Math.min(Math.floor((middle - top) / rowHeight), items.length - 1));
  };
  const line = target === null || heldAt < 0 ? null : target > heldAt ? target + 1 : target;

  const drag: Drag = {
    onStart: setHeld,
    onDrag: (_, middle) => setTarget(indexOf(middle)),
    onCancel: () => setTarget(null),
    onDrop: (id, middle) => {
      setTarget(null);
      moveTo(id, indexOf(middle));
    },
  };

  return (
    <>
      <div ref={scroller} className={classes.scroller}>
        {/* The list handles the arrow keys for all of its rows. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          ref={list}
          className={classes.rows}
          style={{ height: virtual.getTotalSize() }}
          aria-label={label}
          onKeyDown={onKeyDown}
          onFocus={({ target: focused }) => setHeld(focused.closest<HTMLElement>('[data-row]')?.dataset.row)}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            const at = { index, count: items.length };
            return (
              item && (
                <SortableRow
                  key={item.id}
                  id={item.id}
                  title={titleOf(item)}
                  top={start}
                  height={rowHeight}
                  aria-current={item.id === current || undefined}
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                  selected={selected?.has(item.id)}
                  movable={Boolean(onMove) && !phone}
                  drag={drag}
                >
                  {children(item, at, onMove && ((to) => moveTo(item.id, to)))}
                </SortableRow>
              )
            );
          })}
          {line !== null && <DropLine top={line * rowHeight} />}
        </ul>
      </div>
      <MoveHint />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

/** In a menu, the arrow keys move through the items. */
const inMenu = (target: EventTarget) => target instanceof Element && target.closest('[role="menu"]') !== null;
