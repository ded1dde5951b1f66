import { announcementFields, announcementsApi } from '#contract/announcements.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import { stateOf } from '#web/features/announcements/state.ts';
import { excerpt } from '#web/lib/excerpt.ts';

export const announcementEntity = defineEntity({
  routes: announcementsApi.announcements,
  contract: announcementFields,
  fieldDisplay: { enabled: { label: 'Status' } },
  whyHidden: (record) => {
    const state = stateOf(record);
    return state === 'active' ? undefined : state;
  },
  title: ({ message }) => `“${excerpt(message)}”`,
});

/** The values of an announcement's form. */
export type AnnouncementValues = typeof announcementEntity.blank;
