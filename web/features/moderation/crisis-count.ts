import { createStore } from '#web/lib/store.ts';

/** The number of people who may be in danger, for the menu; 0 until it is known. The line at the top sets it. */
export const crisisCount = createStore(0);
