import { z } from 'zod';
import { entity, entityRoutes } from '#contract/entity.ts';
import { failures } from '#contract/errors.ts';
import { flagField, textField } from '#contract/fields.ts';
import { route } from '#contract/route.ts';

/** The maximum length of a message, in characters. */
export const maxMessage = 2000;

export const announcement = entity({
  message: textField('Message', { min: 1, max: maxMessage }),
  enabled: flagField('Enabled', true),
});
const { Entity, Input } = announcement;
export type Announcement = z.infer<typeof Entity>;
export const AnnouncementInput = Input;

export const announcements = {
  list: route('GET /admin/announcements', {
    summary: 'All announcements, newest first.',
    output: z.object({ announcements: z.array(Entity) }),
    failure: failures.announcements.fetch,
  }),
  ...entityRoutes(
    '/admin/announcements',
    announcement,
    {
      create: 'Write an announcement. It is enabled unless it says otherwise.',
      update: 'Change the message, or enable or disable it.',
      remove: 'Delete an announcement.',
    },
    failures.announcements,
  ),
  published: route('GET /content/v1/announcements', {
    summary: 'What the app shows: the enabled announcements, newest first.',
    output: z.object({
      announcements: z.array(Entity.pick({ id: true, message: true, createdAt: true, updatedAt: true })),
    }),
    access: 'public',
    failure: failures.announcements.fetch,
  }),
};
