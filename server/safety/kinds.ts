import { helpLineFields, playbookFields } from '#contract/safety.ts';
import { entityKind } from '#server/records/kind.ts';
import { helpLines, playbooks } from '#server/safety/tables.ts';

export const playbookKind = entityKind(playbookFields, playbooks, { label: ({ title }) => title });

export const helpLineKind = entityKind(helpLineFields, helpLines, { label: ({ name }) => name });
