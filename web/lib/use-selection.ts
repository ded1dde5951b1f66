import { useCallback, useEffect, useRef, useState } from 'react';

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

export type Selection = ReturnType<typeof useSelection>;

/**
 * The selected keys of a list, in the order in which they were selected, at most `max`. The selection survives a change
 * of page.
 */
export function useSelection(max: number) {
  const [keys, setKeys] = useState<Keys>(new Set());
  const select = useCallback(
    (some: readonly string[], on: boolean) => setKeys((before) => choose(before, some, on, max)),
    [max],
  );
  const clear = useCallback(() => setKeys(new Set()), []);
  return { keys, isFull: keys.size >= max, select, clear };
}

/** Selects by checkboxes: with Shift, all rows of `list` since the last clicked one. */
export function useRangeSelect(list: readonly string[], select: Selection['select']) {
  const last = useRef<string>(undefined);
  const shown = useRef(list);
  useEffect(() => {
    shown.current = list;
  }, [list]);
  // The callback is stable, so that rows with it are not rendered again.
  return useCallback(
    (key: string, on: boolean, range: boolean) => {
      select(range ? between(shown.current, last.current, key) : [key], on);
      last.current = key;
    },
    [select],
  );
}
