import { readStored, store } from '#web/lib/local-storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';

const name = 'awa-desk-shortcuts';
const shortcuts = createStore(readStored(name) !== 'off');

/** Whether single keys are shortcuts (WCAG 2.1.4: they can be switched off). Kept on this device. */
export const useShortcuts = () => useStore(shortcuts, (on) => on);

/** Switches shortcuts of single keys on or off, for all of this device. */
export function switchShortcuts(next: boolean) {
  store(name, next ? null : 'off');
  shortcuts.set(next);
}
