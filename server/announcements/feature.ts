import { announcement as contract } from '#contract/announcements.ts';
import type { api } from '#contract/api.ts';
import { announcementRows } from '#server/announcements/demo.ts';
import { published } from '#server/announcements/published.ts';
import { announcements } from '#server/announcements/tables.ts';
import { copyEntities } from '#server/records/demo.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/records/kind.ts';
import type { Feature } from '#server/feature.ts';

const announcement = entityKind(contract, announcements, {
  label: ({ message }) => message,
  mergeGroups: [['startsAt', 'endsAt']],
});

export const announcementsFeature: Feature<typeof api> = {
  kinds: [announcement],
  handlers: ({ history, publicUrl }) => ({
    announcements: { ...crud(history, announcement, { publicUrl }), published: published(history.db, announcement) },
  }),
  demo: (client, demo) => copyEntities(client, announcement, announcementRows(demo), demo),
};
