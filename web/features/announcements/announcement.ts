import { announcement as contract } from '#contract/announcements.ts';
import { api } from '#contract/api.ts';
import { defineEntity } from '#web/entity/define-entity.ts';
import { excerpt } from '#web/lib/excerpt.ts';

export const announcement = defineEntity({
  kind: 'announcement',
  routes: api.announcements,
  contract,
  inForm: ['message'],
  shown: { enabled: { label: 'Status', format: (enabled) => (enabled ? 'Active' : 'Inactive') } },
  title: ({ message }) => `“${excerpt(message)}”`,
  afterDeletion: ({ enabled }) =>
    enabled ? 'People stop seeing it in the app.' : 'It is inactive, so nobody sees it now.',
});
