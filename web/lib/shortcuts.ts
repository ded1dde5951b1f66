import { useSyncExternalStore } from 'react';
import { readStored, store } from '#web/lib/local-storage.ts';

const name = 'awa-desk-shortcuts';
let on = readStored(name) !== 'off';
const listeners = new Set<() => void>();

function watch(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a single key may do something (WCAG 2.1.4: it can be switched off). Kept on this device. */
export const useShortcuts = () => useSyncExternalStore(watch, () => on);

export function switchShortcuts(next: boolean) {
  on = next;
  store(name, next ? null : 'off');
  for (const listener of listeners) listener();
}
