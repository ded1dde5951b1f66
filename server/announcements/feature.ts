import { announcementFields } from '#contract/announcements.ts';
import type { api } from '#contract/api.ts';
import { announcementRows } from '#server/announcements/demo.ts';
import { published } from '#server/announcements/published.ts';
import { announcements } from '#server/announcements/tables.ts';
import { copyDemoRecords } from '#server/records/demo-records.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/records/kind.ts';
import type { Feature } from '#server/feature.ts';

const announcementKind = entityKind(announcementFields, announcements, {
  label: ({ message }) => message,
  mergeGroups: [['startsAt', 'endsAt']],
});

export const announcementsFeature: Feature<typeof api> = {
  kinds: [announcementKind],
  handlers: ({ history, publicUrl }) => ({
    announcements: {
      ...crud(history, announcementKind, { publicUrl }),
      published: published(history.db, announcementKind),
    },
  }),
  demo: (client, demo) => copyDemoRecords(client, announcementKind, announcementRows(demo), demo),
};
