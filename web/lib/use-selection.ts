import { useCallback, useState } from 'react';

type Keys = ReadonlySet<string>;

/** These selected too, up to `most` in all, or not any more. */
export function choose(before: Keys, some: readonly string[], on: boolean, most: number): Keys {
  const next = new Set(before);
  for (const key of some) {
    if (!on) next.delete(key);
    else if (next.size < most) next.add(key);
  }
  return next;
}

export type Selection = ReturnType<typeof useSelection>;

/** What is selected of a list, by its keys, in the order of selecting; `most` at once. It lives over the list's pages. */
export function useSelection(most: number) {
  const [keys, setKeys] = useState<Keys>(new Set());
  const select = useCallback(
    (some: readonly string[], on: boolean) => setKeys((before) => choose(before, some, on, most)),
    [most],
  );
  const clear = useCallback(() => setKeys(new Set()), []);
  return { keys, isFull: keys.size >= most, select, clear };
}
