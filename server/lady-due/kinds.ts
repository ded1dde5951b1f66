import { cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { entityKind } from '#server/records/kind.ts';
import { asDraft, publishStateOf, statusNow } from '#server/lady-due/publish.ts';
import { cards, categories, sections } from '#server/lady-due/tables.ts';

export const categoryKind = entityKind(categoryFields, categories, { label: ({ name }) => name });

export const sectionKind = entityKind(sectionFields, sections, { label: ({ title }) => title });

/** The action in the log for a change of the status alone. */
const statusActions = { published: 'publish', draft: 'draft', scheduled: 'schedule' } as const;

const publishFields: ('publishStatus' | 'publishedAt' | 'shownUntil')[] = [
  'publishStatus',
  'publishedAt',
  'shownUntil',
];

export const cardKind = entityKind(cardFields, cards, {
  label: ({ title }) => title,
  mergeGroups: [publishFields],
  derive: (sent, stored, now) => publishStateOf(sent, stored ?? asDraft, now),
  readAs: { fields: { publishStatus: statusNow }, when: ({ publishStatus }) => publishStatus === 'scheduled' },
  actionOf: (changed, { publishStatus }) =>
    changed.some((field) => field !== 'shownUntil') && changed.every((field) => publishFields.includes(field as never))
      ? statusActions[publishStatus]
      : undefined,
});
