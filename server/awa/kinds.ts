import { community as communityContract, secret as secretContract, topic as topicContract } from '#contract/awa.ts';
import { communities, secrets, topics } from '#server/awa/tables.ts';
import { entityKind } from '#server/records/kind.ts';

export const topic = entityKind(topicContract, topics, { label: ({ title }) => title });

export const secret = entityKind(secretContract, secrets, { label: ({ title }) => title });

export const community = entityKind(communityContract, communities, { label: ({ name }) => name });
