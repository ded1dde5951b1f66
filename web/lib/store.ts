import { useSyncExternalStore } from 'react';

/** A value outside React that lives as long as the page. `set` notifies all listeners. */
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

/** The result of `select`, which must be stable while the value is. */
export const useStore = <T, Selected>(store: ReturnType<typeof createStore<T>>, select: (value: T) => Selected) =>
  useSyncExternalStore(
    store.watch,
    () => select(store.get()),
    () => select(store.get()),
  );
