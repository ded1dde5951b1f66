import { announcement as contract } from '#contract/announcements.ts';
import { api } from '#contract/api.ts';
import { defineEntity } from '#web/entity/define-entity.tsx';
import { excerpt } from '#web/lib/excerpt.ts';

export const announcement = defineEntity({
  routes: api.announcements,
  contract,
  inForm: ['message'],
  shown: { enabled: { label: 'Status' } },
  title: ({ message }) => `“${excerpt(message)}”`,
});
