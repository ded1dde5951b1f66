import type { z } from 'zod';
import { entity } from '#contract/entity.ts';
import { entityRoutes, publishedRoute } from '#contract/entity-routes.ts';
import { activeField, textField } from '#contract/fields.ts';

/** The maximum length of a message, in characters. */
export const maxMessage = 2000;

export const announcement = entity('announcement', {
  message: textField('Message', { min: 1, max: maxMessage }),
  enabled: activeField('Enabled'),
});
export type Announcement = z.infer<typeof announcement.Entity>;

export const announcements = {
  ...entityRoutes('/admin/announcements', announcement, {
    create: 'Write an announcement. It is enabled unless it says otherwise.',
    update: 'Change the message, or enable or disable it.',
  }),
  published: publishedRoute(announcement),
};

export const announcementsApi = { announcements };
