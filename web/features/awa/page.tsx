import { IconLock, IconMessages, IconUsersGroup } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TopicTree } from '#contract/awa.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityList } from '#web/entity/define/use-entity-list.ts';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { AwaHead, TopicsFailure, awaTitle } from '#web/features/awa/awa-head.tsx';
import { communityEntity, secretEntity, topicEntity } from '#web/features/awa/kinds.ts';
import { Overview } from '#web/features/awa/overview.tsx';
import { PostsOf, TopicDetail } from '#web/features/awa/topic-detail.tsx';
import { TopicTile } from '#web/features/awa/topic-tile.tsx';
import { useCommunityFilter, useSecretFilter } from '#web/features/awa/use-child-filter.ts';
import { isOwnImage } from '#web/lib/image-address.ts';
import { counted } from '#web/lib/numbers.ts';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const secretsRoute = getRouteApi('/admin/desk/awa/secrets');
const communitiesRoute = getRouteApi('/admin/desk/awa/communities');

/** The head of every tab. */
const head = { ...awaTitle, below: <AwaHead /> };

/** The head of a tab whose records belong to topics. */
const headWith = (topics: UseQueryResult) => ({
  ...awaTitle,
  below: (
    <>
      <AwaHead />
      <TopicsFailure topics={topics} />
    </>
  ),
});

/** The fields of deleted records in the bin. */
export const fields = { topic: topicEntity.fields, secret: secretEntity.fields, community: communityEntity.fields };

export function OverviewPage() {
  return (
    <>
      <title>Awa Secrets - Awa Desk</title>
      <PageHead {...awaTitle} />
      {head.below}
      <Overview />
    </>
  );
}

/** The most secrets that a row of a topic names. */
const maxNamed = 3;

/** `Late periods, First trimester, Losses and 4 more`; empty for none. */
function named(secrets: TopicTree['secrets']) {
  const names = secrets.slice(0, maxNamed).map(({ title }) => title);
  const more = secrets.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function TopicsPage() {
  const page = useEntityPage(topicEntity);
  return (
    <EntityPage
      {...head}
      page={page}
      icon={IconMessages}
      empty="Add the first one. It holds secrets and communities, in which people write."
      row={({ title, description, color, secrets, communities }) => ({
        picture: <TopicTile colour={color} title={title} />,
        lines: [
          [named(secrets) || description],
          [counted(secrets.length, 'secret'), counted(communities.length, 'community', 'communities')],
        ],
      })}
      detail={(record) => <TopicDetail page={page} record={record} />}
    />
  );
}

/** Without any topic, no record that belongs to one can be added. */
const withoutTopics = (topics: readonly TopicTree[] | undefined, many: string) =>
  topics?.length === 0 && { add: null, empty: `Add a topic first. Each of the ${many} belongs to one.` };

export function SecretsPage() {
  const page = useEntityPage(secretEntity);
  const list = useEntityList(topicEntity);
  const { data: topics } = list;
  const { topic: chosen, group } = secretsRoute.useSearch();
  const filter = useSecretFilter(page.records, topics);
  const topicOf = (id: string) => topics?.find((one) => one.id === id);
  return (
    <EntityPage
      {...headWith(list)}
      page={page}
      filter={filter}
      icon={IconLock}
      empty="Add the first one, and people who track this way can join it."
      given={{ ...(chosen && { topicId: chosen }), ...(group && { groupMode: group }) }}
      row={({ title, imageUrl, topicId, groupMode, members }) => ({
        picture: <TopicTile colour={topicOf(topicId)?.color ?? ''} title={title} image={imageUrl} />,
        lines: [[topicOf(topicId)?.title], [trackingModes[groupMode], counted(members, 'member')]],
      })}
      detail={(record) => (
        <EntityDetail
          page={page}
          record={record}
          picture={
            <TopicTile
              colour={topicOf(record.topicId)?.color ?? ''}
              title={record.title}
              image={record.imageUrl}
              size={88}
            />
          }
          figures={['groupMode', ['Members', counted(record.members, 'member')]]}
          facts={['topicId']}
        >
          {record.imageUrl && !isOwnImage(record.imageUrl) && <ForeignImage address={record.imageUrl} />}
          <PostsOf kind="secret" id={record.id} />
        </EntityDetail>
      )}
      {...withoutTopics(topics, 'secrets')}
    />
  );
}

export function CommunitiesPage() {
  const page = useEntityPage(communityEntity);
  const list = useEntityList(topicEntity);
  const { data: topics } = list;
  const { topic: chosen } = communitiesRoute.useSearch();
  const filter = useCommunityFilter(page.records, topics);
  const topicOf = (id: string) => topics?.find((one) => one.id === id);
  return (
    <EntityPage
      {...headWith(list)}
      page={page}
      filter={filter}
      icon={IconUsersGroup}
      empty="Add the first one, and people can write in it."
      given={chosen ? { topicId: chosen } : undefined}
      row={({ name, description, topicId }) => ({
        picture: <TopicTile colour={topicOf(topicId)?.color ?? ''} title={name} />,
        lines: [[topicOf(topicId)?.title], [description]],
      })}
      detail={(record) => (
        <EntityDetail
          page={page}
          record={record}
          picture={<TopicTile colour={topicOf(record.topicId)?.color ?? ''} title={record.name} size={88} />}
          subtitle={record.description}
          facts={['topicId']}
        >
          <PostsOf kind="community" id={record.id} />
        </EntityDetail>
      )}
      {...withoutTopics(topics, 'communities')}
    />
  );
}
