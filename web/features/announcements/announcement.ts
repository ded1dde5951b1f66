import { api } from '#contract/api.ts';
import { AnnouncementInput, maxMessage } from '#contract/announcements.ts';
import { defineEntity } from '#web/entity/define-entity.ts';
import { excerpt } from '#web/lib/excerpt.ts';

export const announcement = defineEntity({
  kind: 'announcement',
  routes: api.announcements,
  title: ({ message }) => `“${excerpt(message)}”`,
  afterDeletion: ({ enabled }) =>
    enabled ? 'People stop seeing it in the app.' : 'It is inactive, so nobody sees it now.',
  fields: {
    message: { label: 'Message', max: maxMessage },
    enabled: { label: 'Status', format: (enabled) => (enabled ? 'Active' : 'Inactive') },
  },
  schema: AnnouncementInput.pick({ message: true }),
  blank: { message: '' },
});
