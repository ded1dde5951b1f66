import { createStore } from '#web/lib/store.ts';

/** The layers that any page may open: the command palette, the list of shortcuts, the question about the last change. */
export type ShellLayer = 'palette' | 'keys' | 'undo';

/** The layer that is open. */
export const shellLayer = createStore<ShellLayer | undefined>(undefined);
