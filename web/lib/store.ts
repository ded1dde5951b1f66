import { useSyncExternalStore } from 'react';

/** A value that lives outside of React, as long as the page does. `set` tells everybody who watches it. */
export function createStore<T>(value: T) {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: T) {
      value = next;
      for (const listener of listeners) listener();
    },
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What `select` makes of the value, which has to be the same each time while the value is. */
export const useStore = <T, Selected>(store: ReturnType<typeof createStore<T>>, select: (value: T) => Selected) =>
  useSyncExternalStore(store.watch, () => select(store.get()));
