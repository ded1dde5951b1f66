import { communityFields, secretFields, topicFields } from '#contract/awa.ts';
import { communities, secrets, topics } from '#server/awa/tables.ts';
import { entityKind } from '#server/records/kind.ts';

export const topicKind = entityKind(topicFields, topics, { label: ({ title }) => title });

export const secretKind = entityKind(secretFields, secrets, { label: ({ title }) => title });

export const communityKind = entityKind(communityFields, communities, { label: ({ name }) => name });
