import { ruleFields, templateFields } from '#contract/moderation.ts';
import { rules, templates } from '#server/moderation/tables.ts';
import { entityKind } from '#server/records/kind.ts';

export const ruleKind = entityKind(ruleFields, rules, { label: ({ title }) => title });

export const templateKind = entityKind(templateFields, templates, { label: ({ title }) => title });
