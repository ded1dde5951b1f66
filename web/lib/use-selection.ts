import { useCallback, useState } from 'react';

type Keys = ReadonlySet<string>;

/** Selects these as well, up to `max` in all, or deselects them. */
export function choose(before: Keys, some: readonly string[], on: boolean, max: number): Keys {
  const next = new Set(before);
  for (const key of some) {
    if (!on) next.delete(key);
    else if (next.size < max) next.add(key);
  }
  return next;
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
