import { createStore } from '#web/lib/store.ts';

/** The place of the saved views in the filter bar of the list on screen. */
export const viewsSlot = createStore<HTMLElement | null>(null);
