import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { TrackingMode } from '#contract/lady-due.ts';
import classes from '#web/features/lady-due/lady-due.module.css';
import { type Place, dropAt, placeOf } from '#web/features/lady-due/tree-places.ts';
import { type TreeRowData, titleOf } from '#web/features/lady-due/tree-rows.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { DropLine, MoveHint, SortableRow } from '#web/ui/sortable-row.tsx';
import type { Drag } from '#web/ui/use-drag.ts';

/** The heights of rows by level, in rem. */
const heights = [0, 3.5, 3, 3.5];

/** The indent before a row's handle by level, in rem. */
const indents = [0, 0, 0.75, 1.5];

/** On a phone a title of more characters than this takes two lines. */
const maxTitle = 30;

/** The number of lines of a card's title. */
export const titleLines = (title: string, phone: boolean) => (phone && title.length > maxTitle ? 2 : 1);

/** The height of a row, in rem. On a phone the state of a card is below its title and below its search match. */
function heightOf(row: TreeRowData | undefined, phone: boolean, searched: boolean) {
  if (phone && row?.level === 3)
    return (titleLines(row.record.title, phone) === 2 ? 5.5 : 4.25) + (searched ? 1.25 : 0);
  return heights[row?.level ?? 3] ?? 0;
}

/** Lists up to this length are rendered as a whole; of longer ones, only the rows in view. */
const maxPlain = 100;

/** Milliseconds for which a row is highlighted. */
const litFor = 3_000;

type TreeListProps = {
  mode: TrackingMode;
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

/**
 * The rows of the tree, from the top down, each with its level and its place in its parent. The arrow keys move between
 * rows, left and right close and open, and with Alt a row moves among its siblings. Dragging moves it anywhere.
 */
export function TreeList(props: TreeListProps) {
  const { mode, rows, searched, isSelected, current, lit, onLit, onToggle, onMove, whyFixed, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const [top, setTop] = useState(0);
  /** The row that stays rendered while scrolling, because it has the focus. */
  const [held, setHeld] = useState<string>();
  const [said, setSaid] = useState('');
  /** The index of the row below the drop position. */
  const [subtitle, setLine] = useState<number>();
  const phone = usePhone();
  useShortcuts([
    { keys: ['ArrowUp', 'ArrowDown'], does: 'Go to the row before or after' },
    ...(onToggle ? [{ keys: ['ArrowLeft', 'ArrowRight'], does: 'Close or open the row' }] : []),
    ...(onMove ? [{ keys: ['alt+ArrowUp', 'alt+ArrowDown'], does: 'Move the row' }] : []),
  ]);
  useEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const heldAt = held === undefined ? -1 : rows.findIndex(({ record }) => record.id === held);
  // The app has no compiler that memoizes.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (at) => heightOf(rows[at], phone, searched) * rem,
    getItemKey: (at) => rows[at]?.record.id ?? at,
    overscan: rows.length > maxPlain ? 3 : maxPlain,
    scrollMargin: top,
    // Rows are rendered after the frame that scrolled, so that neither task is long.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return heldAt < 0 || seen.includes(heldAt) ? seen : [...seen, heldAt].sort((one, other) => one - other);
    },
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

  const focusRow = (at: number) => {
    const next = rows[at];
    if (!next) return;
    // The row must be rendered at once, or the next key would come from the previous row.
    flushSync(() => setHeld(next.record.id));
    giveFocus(
      list.current?.querySelector(`[data-row="${next.record.id}"] ${next.level === 3 ? 'input' : '[data-toggle]'}`),
    );
    virtual.scrollToIndex(at, { align: 'auto' });
  };

  const moveRow = (row: TreeRowData, to: number) => {
    if (!onMove && whyFixed) setSaid(whyFixed);
    if (!onMove || to < 1 || to > row.count) return;
    onMove(row, { ...placeOf(row, mode), index: to - 1 });
    setSaid(`${titleOf(row)}, place ${formatInteger(to)} of ${formatInteger(row.count)}`);
  };

  const dropOf = (id: string, middle: number) => {
    const dragged = rows.find(({ record }) => record.id === id);
    const start = list.current?.getBoundingClientRect().top ?? 0;
    if (!dragged) return undefined;
    const offsets = virtual.measurementsCache;
    const below = offsets.findIndex((one) => one.start - top + one.size / 2 > middle - start);
    const drop = dropAt(rows, dragged, below < 0 ? rows.length : below, mode);
    return drop && { ...drop, dragged };
  };
  const drag: Drag = {
    onStart: setHeld,
    onDrag: (id, middle) => setLine(dropOf(id, middle)?.subtitle),
    onCancel: () => setLine(undefined),
    onDrop: (id, middle) => {
      const drop = dropOf(id, middle);
      setLine(undefined);
      if (drop) onMove?.(drop.dragged, drop.place);
    },
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const at = rows.findIndex(({ record }) => record.id === id);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey || target.closest('[role="menu"]')) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const opens = { ArrowLeft: false, ArrowRight: true }[event.key];
    if (step !== undefined) {
      if (event.altKey) moveRow(row, row.position + step);
      else focusRow(at + step);
    } else if (opens !== undefined && row.level !== 3 && !event.altKey) {
      if (row.open !== opens) onToggle?.(row.record.id);
    } else return;
    event.preventDefault();
  };

  const lineTop =
    subtitle === undefined ? undefined : (virtual.measurementsCache[subtitle]?.start ?? virtual.getTotalSize() + top);
  return (
    <>
      {/* The list handles the arrow keys for all of its rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={list}
        className={classes.rows}
        style={{ height: virtual.getTotalSize() }}
        aria-label="Content"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setHeld(target.closest<HTMLElement>('[data-row]')?.dataset.row)}
      >
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          return (
            row && (
              <SortableRow
                key={row.record.id}
                id={row.record.id}
                title={titleOf(row)}
                top={start - top}
                height={size}
                indent={`${indents[row.level]}rem`}
                data-level={row.level}
                selected={isSelected(row.record.id)}
                data-opened={row.record.id === current || undefined}
                data-lit={row.record.id === lit || undefined}
                movable={onMove !== undefined && !phone}
                drag={drag}
                aria-level={row.level}
                aria-posinset={row.position}
                aria-setsize={row.count}
              >
                {children(row)}
              </SortableRow>
            )
          );
        })}
        {lineTop !== undefined && <DropLine top={lineTop - top} />}
      </ul>
      <MoveHint />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
