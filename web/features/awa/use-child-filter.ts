import type { Community, Secret, TopicTree } from '#contract/awa.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { useEntityFilter } from '#web/entity/list/use-entity-filter.tsx';
import { filterChildren } from '#web/features/awa/filter-children.ts';

const topicChoice = (topics: readonly TopicTree[] | undefined) => ({
  name: 'topic' as const,
  label: 'Topic',
  otherwise: 'All topics',
  unknown: topics ? 'removed' : '…',
  options: (topics ?? []).map(({ id, title }) => ({ value: id, label: title })),
});

const groupChoice = {
  name: 'group' as const,
  label: 'Group',
  otherwise: 'All groups',
  options: Object.entries(trackingModes).map(([value, label]) => ({ value, label })),
};

const filterSecrets = filterChildren(({ title }: Secret) => [title]);
const filterCommunities = filterChildren(({ name, description }: Community) => [name, description]);

/** Search and filters of the secrets. */
export const useSecretFilter = (secrets: readonly Secret[] | undefined, topics: readonly TopicTree[] | undefined) =>
  useEntityFilter(secrets, {
    many: 'secrets',
    label: 'Search secrets',
    sentence: 'Search looks for any part of a title.',
    choices: [groupChoice, topicChoice(topics)],
    filter: filterSecrets,
  });

/** Search and filters of the communities. */
export const useCommunityFilter = (all: readonly Community[] | undefined, topics: readonly TopicTree[] | undefined) =>
  useEntityFilter(all, {
    many: 'communities',
    label: 'Search communities',
    sentence: 'Search looks for any part of a name or description.',
    choices: [topicChoice(topics)],
    filter: filterCommunities,
  });
