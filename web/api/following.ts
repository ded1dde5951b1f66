import { createStore, useStore } from '#web/lib/store.ts';

/** Whether this page hears what others change, by its own stream or by that of another tab. */
export const following = createStore(false);

export const useFollowing = () => useStore(following, (on) => on);
