import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import classes from '#web/features/lady-due/lady-due.module.css';
import { type Place, dropAt, placeOf } from '#web/features/lady-due/tree-places.ts';
import { levels, type TreeRowData, titleOf } from '#web/features/lady-due/tree-rows.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { DropLine, MoveHint, SortableRow } from '#web/ui/sortable-row.tsx';
import type { Drag } from '#web/ui/use-drag.ts';

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

/** The height of a row, in rem. On a phone the state of a card is below its title and below its search match. */
function heightOf({ kind, record }: TreeRowData, phone: boolean, searched: boolean) {
  if (!phone || kind !== 'card') return looks[kind].height;
  return (titleLines(record.title, phone) === 2 ? 5.5 : 4.25) + (searched ? 1.25 : 0);
}

/** Lists up to this length are rendered as a whole; of longer ones, only the rows in view. */
const maxPlain = 100;

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

const indexOf = (rows: readonly TreeRowData[], id: string | undefined) =>
  id === undefined ? -1 : rows.findIndex(({ record }) => record.id === id);

/** The rows in view, and the row `held`, which stays rendered while scrolling. Scrolls to the row `lit`. */
function useVirtualRows({ rows, searched, lit, onLit }: TreeListProps, top: number, held: string | undefined) {
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const phone = usePhone();
  const heldAt = indexOf(rows, held);
  // The app has no compiler that memoizes.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (at) => heightOf(rows[at] as TreeRowData, phone, searched) * rem,
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

  const litAt = indexOf(rows, lit);
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

/** The arrow keys of the list. */
function useRowKeys({ rows, onToggle, onMove, whyFixed }: TreeListProps, focusRow: (at: number) => void) {
  const [said, setSaid] = useState('');
  useShortcuts([
    { keys: ['ArrowUp', 'ArrowDown'], does: 'Go to the row before or after' },
    ...(onToggle ? [{ keys: ['ArrowLeft', 'ArrowRight'], does: 'Close or open the row' }] : []),
    ...(onMove ? [{ keys: ['alt+ArrowUp', 'alt+ArrowDown'], does: 'Move the row' }] : []),
  ]);
  const moveRow = (row: TreeRowData, to: number) => {
    if (!onMove && whyFixed) setSaid(whyFixed);
    if (!onMove || to < 1 || to > row.count) return;
    onMove(row, { ...placeOf(row), index: to - 1 });
    setSaid(`${titleOf(row)}, place ${formatInteger(to)} of ${formatInteger(row.count)}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element;
    const at = indexOf(rows, target.closest<HTMLElement>('[data-row]')?.dataset.row);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey || target.closest('[role="menu"]')) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const opens = { ArrowLeft: false, ArrowRight: true }[event.key];
    if (step !== undefined) {
      if (event.altKey) moveRow(row, row.position + step);
      else focusRow(at + step);
    } else if (opens !== undefined && row.kind !== 'card' && !event.altKey) {
      if (row.open !== opens) onToggle?.(row.record.id);
    } else return;
    event.preventDefault();
  };
  /** `said` is announced: the new place of a row, or why it cannot be moved. */
  return { onKeyDown, said };
}

/**
 * The rows of the tree, from the top down, each with its level and its place in its parent. The arrow keys move between
 * rows, left and right close and open, and with Alt a row moves among its siblings. Dragging moves it anywhere.
 */
export function TreeList(props: TreeListProps) {
  const { rows, isSelected, current, lit, onMove, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  /** The row with the focus. */
  const [held, setHeld] = useState<string>();
  /** The index of the row below the drop position. */
  const [line, setLine] = useState<number>();
  const phone = usePhone();
  const virtual = useVirtualRows(props, top, held);
  const offsets = virtual.measurementsCache;

  const { onKeyDown, said } = useRowKeys(props, (at) => {
    const next = rows[at];
    if (!next) return;
    const { id } = next.record;
    // The row must be rendered at once, or the next key would come from the previous row.
    flushSync(() => setHeld(id));
    const target = next.kind === 'card' ? 'input' : '[data-toggle]';
    giveFocus(list.current?.querySelector(`[data-row="${id}"] ${target}`));
    virtual.scrollToIndex(at, { align: 'auto' });
  });

  const dropOf = (id: string, middle: number) => {
    const dragged = rows.find(({ record }) => record.id === id);
    const start = list.current?.getBoundingClientRect().top ?? 0;
    if (!dragged) return undefined;
    const below = offsets.findIndex((one) => one.start - top + one.size / 2 > middle - start);
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
  const total = virtual.getTotalSize();
  return (
    <>
      {/* The list handles the arrow keys for all of its rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={list}
        className={classes.rows}
        style={{ height: total }}
        aria-label="Content"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setHeld(target.closest<HTMLElement>('[data-row]')?.dataset.row)}
      >
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
