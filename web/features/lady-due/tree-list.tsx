import { VisuallyHidden } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Card } from '#contract/lady-due.ts';
import classes from '#web/features/lady-due/lady-due.module.css';
import { type Place, dropAt, placeOf } from '#web/features/lady-due/tree-places.ts';
import { levels, type TreeRowData, titleOf } from '#web/features/lady-due/tree-rows.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { DropLine, MoveHint, SortableRow } from '#web/ui/sortable-row.tsx';
import type { Drag } from '#web/ui/use-drag.ts';
import { useHeldRow, useSortableRows } from '#web/ui/use-sortable-rows.ts';

/** The height of a row of each kind, and the indent before its handle, in rem. */
const looks = {
  category: { height: 3.5, indent: 0 },
  section: { height: 3, indent: 0.75 },
  card: { height: 3.5, indent: 1.5 },
};

/** On a phone a title of more characters than this takes two lines. */
const maxTitle = 30;

/** The number of lines of a card's title. */
export const titleLines = (title: string, phone: boolean) => (phone && title.length > maxTitle ? 2 : 1);

/** Whether the app does not show the saved words of a card yet. */
export const isUnshown = ({ hasChanges, next }: Pick<Card, 'hasChanges' | 'next'>) => hasChanges || next !== null;

/**
 * The height of a row, in rem. On a phone the state of a card is below its title, and below a line for its search match or
 * for words that the app does not show yet.
 */
function heightOf({ kind, record }: TreeRowData, phone: boolean, searched: boolean) {
  if (!phone || kind !== 'card') return looks[kind].height;
  return (titleLines(record.title, phone) === 2 ? 5.5 : 4.25) + (searched || isUnshown(record) ? 1.25 : 0);
}

/** Milliseconds for which a row is highlighted. */
const litFor = 3_000;

type TreeListProps = {
  rows: readonly TreeRowData[];
  /** A search is active. */
  searched: boolean;
  isSelected: (id: string) => boolean;
  /** The record being opened, or open over the list. */
  current: string | undefined;
  /** The record to show: the list scrolls to it and highlights it briefly. */
  lit: string | undefined;
  onLit: () => void;
  /** Opens or closes a category or a section. Left out while all are open. */
  onToggle: ((id: string) => void) | undefined;
  /** Moves a row. Left out while some rows are hidden, and for a read-only role. */
  onMove: ((row: TreeRowData, place: Place) => void) | undefined;
  /** Says why rows cannot be moved now, for a role that can change the order. */
  whyFixed: string | undefined;
  children: (row: TreeRowData) => ReactNode;
};

/** The distance of the list from the top of the document, in pixels. */
function useTop(list: RefObject<HTMLUListElement | null>) {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/** The rows in view, and the row that is held. Scrolls to the row `lit`. */
function useVirtualRows(props: TreeListProps, top: number, { rem, options }: ReturnType<typeof useHeldRow>) {
  const { rows, searched, lit, onLit } = props;
  const phone = usePhone();
  // The app has no compiler that memoizes.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    ...options,
    estimateSize: (at) => heightOf(rows[at] as TreeRowData, phone, searched) * rem,
    scrollMargin: top,
    initialRect: { width: innerWidth, height: innerHeight },
    // Rows are rendered after the frame that scrolled, so that neither task is long.
    useFlushSync: false,
  });

  // Row heights change with the rows, the screen and the search.
  useEffect(() => virtual.measure(), [virtual, rows, phone, searched]);

  const litAt = lit === undefined ? -1 : rows.findIndex(({ record }) => record.id === lit);
  const isLit = litAt >= 0;
  useEffect(() => {
    if (!isLit) return undefined;
    virtual.scrollToIndex(litAt, { align: 'auto' });
    const end = setTimeout(onLit, litFor);
    return () => clearTimeout(end);
    // Only when the row appears, not when it moves later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [virtual, lit, isLit]);
  return virtual;
}

/** Dragging a row. `line` is the index of the row below the drop position. */
function useRowDrag(
  { rows, onMove }: TreeListProps,
  list: RefObject<HTMLUListElement | null>,
  virtual: ReturnType<typeof useVirtualRows>,
  setHeld: (id: string) => void,
) {
  const [line, setLine] = useState<number>();
  const top = virtual.options.scrollMargin;
  const dropOf = (id: string, middle: number) => {
    const dragged = rows.find(({ record }) => record.id === id);
    const start = list.current?.getBoundingClientRect().top ?? 0;
    if (!dragged) return undefined;
    const below = virtual.measurementsCache.findIndex((one) => one.start - top + one.size / 2 > middle - start);
    const drop = dropAt(rows, dragged, below < 0 ? rows.length : below);
    return drop && { ...drop, dragged };
  };
  const drag: Drag = {
    onStart: setHeld,
    onDrag: (id, middle) => setLine(dropOf(id, middle)?.line),
    onCancel: () => setLine(undefined),
    onDrop: (id, middle) => {
      const drop = dropOf(id, middle);
      setLine(undefined);
      if (drop) onMove?.(drop.dragged, drop.place);
    },
  };
  return { drag, line };
}

/**
 * The rows of the tree, from the top down, each with its level and its place in its parent. The arrow keys move between
 * rows, left and right close and open, and with Alt a row moves among its siblings. Dragging moves it anywhere.
 */
export function TreeList(props: TreeListProps) {
  const { rows, isSelected, current, lit, onToggle, onMove, whyFixed, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  const phone = usePhone();
  const ids = useMemo(() => rows.map(({ record }) => record.id), [rows]);
  const held = useHeldRow(ids);
  const virtual = useVirtualRows(props, top, held);
  const offsets = virtual.measurementsCache;
  const { said, listProps } = useSortableRows({
    list,
    ids,
    setHeld: held.setHeld,
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    rowAt: (index) => {
      const row = rows[index] as TreeRowData;
      return { ...row, title: titleOf(row), target: row.kind === 'card' ? 'input' : '[data-toggle]' };
    },
    onMove:
      onMove &&
      ((index, position) => {
        const row = rows[index] as TreeRowData;
        onMove(row, { ...placeOf(row), index: position - 1 });
      }),
    whyFixed,
    onOpen: (index, open) => {
      const row = rows[index];
      if (!row || row.kind === 'card') return false;
      if (row.open !== open) onToggle?.(row.record.id);
      return true;
    },
    shortcuts: onToggle ? [{ keys: ['ArrowLeft', 'ArrowRight'], does: 'Close or open the row' }] : [],
  });

  const { drag, line } = useRowDrag(props, list, virtual, held.setHeld);
  const total = virtual.getTotalSize();
  return (
    <>
      {/* The list handles the arrow keys for all of its rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} className={classes.rows} style={{ height: total }} aria-label="Content" {...listProps}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          const { kind, record, position, count } = row;
          return (
            <SortableRow
              key={record.id}
              id={record.id}
              title={titleOf(row)}
              top={start - top}
              height={size}
              indent={`${looks[kind].indent}rem`}
              data-kind={kind}
              selected={isSelected(record.id)}
              data-opened={record.id === current || undefined}
              data-lit={record.id === lit || undefined}
              movable={onMove !== undefined && !phone}
              drag={drag}
              aria-level={levels[kind]}
              aria-posinset={position}
              aria-setsize={count}
            >
              {children(row)}
            </SortableRow>
          );
        })}
        {line !== undefined && <DropLine top={(offsets[line]?.start ?? total + top) - top} />}
      </ul>
      <MoveHint />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
