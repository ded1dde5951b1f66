import { z } from 'zod';
import { Actor, Id, Instant, Version, changes, text } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** Most characters of a message. */
export const maxMessage = 2000;

const fields = {
  message: text({ min: 1, max: maxMessage, name: 'Message' }),
  enabled: z.boolean({ error: 'Enabled must be true or false' }),
};

export const Announcement = z.object({
  id: Id,
  version: Version,
  message: z.string(),
  enabled: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Null when the account that wrote it is gone, or for demo content. */
  createdBy: Actor.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

export const AnnouncementInput = z.strictObject({ ...fields, enabled: fields.enabled.default(true) });
const AnnouncementChanges = changes(fields);

export const announcements = {
  list: route('GET /admin/announcements', {
    summary: 'All announcements, newest first.',
    output: z.object({ announcements: z.array(Announcement) }),
    failure: failures.announcements.fetch,
  }),
  create: route('POST /admin/announcements', {
    summary: 'Write an announcement. It is enabled unless it says otherwise.',
    input: AnnouncementInput,
    output: Announcement,
    status: 201,
    failure: failures.announcements.create,
  }),
  update: route('PUT /admin/announcements/{id}', {
    summary: 'Change the message, or enable or disable it.',
    input: AnnouncementChanges,
    output: Announcement,
    versioned: true,
    failure: failures.announcements.update,
  }),
  remove: route('DELETE /admin/announcements/{id}', {
    summary: 'Delete an announcement.',
    input: z.strictObject({ id: Id }),
    versioned: true,
    failure: failures.announcements.remove,
  }),
  published: route('GET /content/v1/announcements', {
    summary: 'What the app shows: the enabled announcements, newest first.',
    output: z.object({
      announcements: z.array(z.object({ id: Id, message: z.string(), createdAt: Instant, updatedAt: Instant })),
    }),
    access: 'public',
    failure: failures.announcements.fetch,
  }),
};
