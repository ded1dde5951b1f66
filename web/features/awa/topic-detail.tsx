import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type TopicTree, awaApi } from '#contract/awa.ts';
import { addressOf, capital, kinds } from '#contract/kinds.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { usePermission } from '#web/api/permissions.ts';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import type { RecordProps } from '#web/entity/list/use-entity-page.ts';
import type { topicEntity } from '#web/features/awa/kinds.ts';
import { TopicTile } from '#web/features/awa/topic-tile.tsx';
import { counted } from '#web/lib/numbers.ts';
import { LinkTiles } from '#web/ui/link-tiles.tsx';

/** A link to the posts of a topic, a secret or a community. */
export const PostsOf = ({ kind, id }: { kind: 'topic' | 'secret' | 'community'; id: string }) => (
  <LinkTiles
    label="Posts"
    links={[
      {
        to: addressOf('post'),
        search: { [kind]: id },
        icon: IconMessages,
        title: 'Posts',
        subtitle: `Read what people wrote in this ${kind}`,
      },
    ]}
  />
);

type TopicDetailProps = RecordProps<TopicTree, typeof topicEntity.blank>;

/** A topic with its secrets and communities. */
export function TopicDetail({ page, record }: TopicDetailProps) {
  const { id, title, description, color, secrets, communities } = record;
  return (
    <EntityDetail
      page={page}
      record={record}
      picture={<TopicTile colour={color} title={title} size={88} />}
      subtitle={description}
      facts={['color']}
    >
      <Held
        kind="secret"
        topic={id}
        records={secrets.map((one) => ({
          id: one.id,
          name: one.title,
          note: `${trackingModes[one.groupMode]}, ${counted(one.members, 'member')}`,
        }))}
      />
      <Held
        kind="community"
        topic={id}
        records={communities.map((one) => ({ id: one.id, name: one.name, note: one.description }))}
      />
      <PostsOf kind="topic" id={id} />
    </EntityDetail>
  );
}

type HeldProps = {
  kind: 'secret' | 'community';
  /** The id of the topic. */
  topic: string;
  records: readonly { id: string; name: string; note: string }[];
};

/** The children of a topic of one kind, each with its link, and a link to the form of a new one. */
function Held({ kind, topic: of, records }: HeldProps) {
  const { one, many } = kinds[kind];
  const name = capital(many);
  const to = addressOf(kind) as '.';
  const mayAdd = usePermission()({ secret: awaApi.secrets, community: awaApi.communities }[kind].create);
  return (
    <section aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text component="h3" fw={600}>
          {name} ({records.length})
        </Text>
        {mayAdd && (
          <Button
            component={Link}
            variant="subtle"
            mr="-0.875rem"
            leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}
            to={to}
            search={{ topic: of, form: 'new' } as never}
          >
            Add {one}
          </Button>
        )}
      </Group>
      <ul aria-label={name}>
        {records.map((record) => (
          <Group component="li" key={record.id} gap="xs" wrap="nowrap">
            <Anchor
              component={Link}
              to={to}
              search={{ topic: of, [kind]: record.id } as never}
              fz="sm"
              fw={500}
              underline="hover"
              lh={{ base: '2.75rem', sm: '2rem' }}
              miw="2.75rem"
              truncate
              title={record.name}
            >
              {record.name}
            </Anchor>
            <Text size="xs" c="dimmed" truncate flex="1 1 30%" title={record.note}>
              {record.note}
            </Text>
          </Group>
        ))}
      </ul>
    </section>
  );
}
