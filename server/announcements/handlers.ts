import { announcement as contract } from '#contract/announcements.ts';
import type { api } from '#contract/api.ts';
import { announcements } from '#server/announcements/tables.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import type { History } from '#server/history/history.ts';
import type { Handlers } from '#server/http/mount.ts';

export const announcement = entityKind(contract, announcements, { label: ({ message }) => message });

export const announcementHandlers = (
  history: History,
  settings: { publicUrl: string },
): Handlers<typeof api.announcements> => crud(history, announcement, settings);
