import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { maxBulk } from '#contract/common.ts';

type Keys = ReadonlySet<string>;

/** Adds these keys, up to `max` in all, or removes them. */
export function choose(before: Keys, some: readonly string[], on: boolean, max: number): Keys {
  const next = new Set(before);
  for (const key of some) {
    if (!on) next.delete(key);
    else if (next.size < max) next.add(key);
  }
  return next;
}

/** The keys of a list between two keys, in either order; only `to` if `from` is not in the list. */
export function between(list: readonly string[], from: string | undefined, to: string) {
  const [start, end] = [from === undefined ? -1 : list.indexOf(from), list.indexOf(to)];
  return start < 0 || end < 0 ? [to] : list.slice(Math.min(start, end), Math.max(start, end) + 1);
}

type SelectionOptions = {
  /** The keys of the rows that pass search and filters, or of the current page. */
  shown: readonly string[];
  /** The keys of the rows on screen, from the top down, when closed rows hide some of `shown`. */
  rows?: readonly string[];
  /** Only these keys can be selected. Left out: a key stays selected when its row is on another page. */
  existing?: readonly string[];
  /** All rows are deselected when this value changes. */
  clearedBy?: unknown;
  /** The most keys that can be selected. */
  max?: number;
};

export type Selection = ReturnType<typeof useSelection>;

const none: Keys = new Set();

/** The selected rows of a list, by their keys. */
export function useSelection({ shown, rows = shown, existing, clearedBy, max = maxBulk }: SelectionOptions) {
  const [stored, setKeys] = useState(none);
  const [reason, setReason] = useState(clearedBy);
  const last = useRef<string>(undefined);
  const list = useRef(rows);
  useEffect(() => {
    list.current = rows;
  }, [rows]);
  if (reason !== clearedBy) {
    setReason(clearedBy);
    setKeys(none);
  }
  const keys = useMemo(
    () => (existing && stored.size > 0 ? new Set(existing.filter((key) => stored.has(key))) : stored),
    [existing, stored],
  );
  const select = useCallback(
    (some: readonly string[], on: boolean) => setKeys((before) => choose(before, some, on, max)),
    [max],
  );
  const selectedIn = (some: readonly string[]) =>
    keys.size === 0 ? 0 : some.reduce((count, key) => count + (keys.has(key) ? 1 : 0), 0);
  /** Whether all of several rows are selected; `mixed`: some are. */
  const checkedOf = (some: readonly string[]): boolean | 'mixed' => {
    const count = selectedIn(some);
    return count > 0 && (count === some.length || 'mixed');
  };
  return {
    /** In the order of `existing`, or else in the order in which they were selected. */
    keys,
    shown,
    /** The number of selected rows that are not shown. */
    hidden: keys.size - selectedIn(shown),
    /** No more rows can be selected. */
    isFull: stored.size >= max,
    select,
    /** Selects by a checkbox; `range`: with all rows since the last clicked one. Stable, so that rows are not rendered again. */
    selectRange: useCallback(
      (key: string, on: boolean, range: boolean) => {
        select(range ? between(list.current, last.current, key) : [key], on);
        last.current = key;
      },
      [select],
    ),
    clear: useCallback(() => setKeys(none), []),
    checkedOf,
    /** The checkbox for all rows that are shown. */
    all: { checked: checkedOf(shown), onChange: (on: boolean) => select(shown, on) },
  };
}
