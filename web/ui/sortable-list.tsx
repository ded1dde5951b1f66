import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { usePhone } from '#web/lib/use-phone.ts';
import classes from '#web/ui/sortable-list.module.css';
import { DropLine, MoveHint, SortableRow } from '#web/ui/sortable-row.tsx';
import type { Drag } from '#web/ui/use-drag.ts';
import { useHeldRow, useSortableRows } from '#web/ui/use-sortable-rows.ts';

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
  const ids = items.map(({ id }) => id);
  const { heldAt, setHeld, rem, options } = useHeldRow(ids);
  const rowHeight = props.rowHeight * rem;
  const [target, setTarget] = useState<number | null>(null);
  // The app has no compiler that memoizes.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    ...options,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const scrollTo = (index: number) => virtual.scrollToIndex(index, { align: 'auto' });

  // When the list appears or another item is chosen, anywhere, the chosen row scrolls into view.
  const currentAt = useRef(-1);
  useEffect(() => {
    currentAt.current = items.findIndex(({ id }) => id === current);
  });
  useEffect(() => {
    if (currentAt.current >= 0) virtual.scrollToIndex(currentAt.current, { align: 'auto' });
  }, [current, virtual]);

  const { moveTo, said, listProps } = useSortableRows({
    list,
    ids,
    setHeld,
    scrollTo,
    rowAt: (index) => ({
      title: titleOf(items[index] as Item),
      position: index + 1,
      count: items.length,
      target: 'a',
    }),
    onMove:
      onMove &&
      ((index, position) => {
        const id = ids[index] as string;
        setHeld(id);
        onMove(id, position - 1);
        scrollTo(position - 1);
      }),
    whyFixed,
  });

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
      moveTo(ids.indexOf(id), indexOf(middle) + 1);
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
          {...listProps}
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
                  {children(item, at, onMove && ((to) => moveTo(index, to + 1)))}
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
