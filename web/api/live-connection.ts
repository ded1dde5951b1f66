import { createStore, useStore } from '#web/lib/store.ts';

/** Whether this page receives others' changes, by its own stream or another tab's. */
export const liveConnection = createStore(false);

export const useIsLive = () => useStore(liveConnection, (on) => on);
