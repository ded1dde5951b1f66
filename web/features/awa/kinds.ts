import {
  answeredSecret,
  answeredTopic,
  awaApi as api,
  community as communityContract,
  topicColours,
} from '#contract/awa.ts';
import { images } from '#contract/images.ts';
import { imageUpload } from '#web/api/upload.ts';
import { defineEntity } from '#web/entity/define-entity.tsx';

/** The counts of each kind. */
const figures = api.awa.analytics;

/** A topic is listed with its secrets and communities. */
export const topic = defineEntity({
  contract: answeredTopic,
  routes: api.topics,
  shownBy: [api.secrets.list, api.communities.list, figures],
  title: ({ title }) => title,
  created: 'Added',
  layout: { inputs: { color: { swatches: topicColours } } },
});

const held = { parent: topic, scope: null, shownBy: [api.topics.list, figures], created: 'Added' };

export const secret = defineEntity({
  ...held,
  contract: answeredSecret,
  routes: api.secrets,
  title: ({ title }) => title,
  layout: {
    rows: [['title'], ['topicId'], ['groupMode'], ['imageUrl']],
    inputs: { imageUrl: { upload: imageUpload(images.uploadForSecret) } },
  },
});

export const community = defineEntity({
  ...held,
  contract: communityContract,
  routes: api.communities,
  title: ({ name }) => name,
  layout: { rows: [['name'], ['topicId'], ['description']] },
});
