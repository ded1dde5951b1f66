import type { z } from 'zod';
import { entity } from '#contract/entity.ts';
import { entityRoutes, publishedRoute } from '#contract/entity-routes.ts';
import { activeField, momentField, textField } from '#contract/fields.ts';

/** The maximum length of a message, in characters. */
export const maxMessage = 2000;

export const announcementFields = entity(
  'announcement',
  {
    message: textField('Message', { min: 1, max: maxMessage }),
    enabled: activeField('Enabled'),
    startsAt: momentField('Show from'),
    endsAt: momentField('Show until'),
  },
  ({ startsAt, endsAt }) =>
    startsAt && endsAt && endsAt <= startsAt ? { endsAt: 'Show until must be later than Show from' } : {},
);
export type Announcement = z.infer<typeof announcementFields.Entity>;

export const announcementRoutes = {
  ...entityRoutes(announcementFields, {
    create: 'Write an announcement. It is enabled unless it says otherwise, and has no end unless it says one.',
    update: 'Change the message or when it is shown, or enable or disable it.',
  }),
  published: publishedRoute(announcementFields, ['startsAt', 'endsAt']),
};

export const announcementsApi = { announcements: announcementRoutes };
