import { createStore, useStore } from '#web/lib/store.ts';

/** Whether this page receives others' changes, by its own stream or another tab's. */
export const following = createStore(false);

export const useFollowing = () => useStore(following, (on) => on);
