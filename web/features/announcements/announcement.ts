import { announcement as contract, announcementsApi as api } from '#contract/announcements.ts';
import { defineEntity } from '#web/entity/define-entity.tsx';
import { stateOf } from '#web/features/announcements/state.ts';
import { excerpt } from '#web/lib/excerpt.ts';

export const announcement = defineEntity({
  routes: api.announcements,
  contract,
  shown: { enabled: { label: 'Status' } },
  unseen: (thing) => {
    const state = stateOf(thing);
    return state === 'active' ? undefined : state;
  },
  title: ({ message }) => `“${excerpt(message)}”`,
});

/** The values of an announcement's form. */
export type Written = typeof announcement.blank;
