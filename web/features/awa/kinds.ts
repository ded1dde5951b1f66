import { answeredSecret, answeredTopic, awaApi, communityFields, topicColours } from '#contract/awa.ts';
import { imageRoutes } from '#contract/images.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';

/** The counts of each kind. */
const figures = awaApi.awa.analytics;

/** A topic is listed with its secrets and communities. */
export const topicEntity = defineEntity({
  contract: answeredTopic,
  routes: awaApi.topics,
  dependentRoutes: [awaApi.secrets.list, awaApi.communities.list, figures],
  title: ({ title }) => title,
  created: 'Added',
  layout: { inputs: { color: { swatches: topicColours } } },
});

const childOfTopic = {
  parent: topicEntity,
  scope: null,
  dependentRoutes: [awaApi.topics.list, figures],
  created: 'Added',
};

export const secretEntity = defineEntity({
  ...childOfTopic,
  contract: answeredSecret,
  routes: awaApi.secrets,
  title: ({ title }) => title,
  layout: {
    rows: [['title'], ['topicId'], ['groupMode'], ['imageUrl']],
    inputs: { imageUrl: { upload: imageRoutes.uploadForSecret } },
  },
});

export const communityEntity = defineEntity({
  ...childOfTopic,
  contract: communityFields,
  routes: awaApi.communities,
  title: ({ name }) => name,
  layout: { rows: [['name'], ['topicId'], ['description']] },
});
