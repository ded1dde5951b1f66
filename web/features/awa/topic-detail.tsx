import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type TopicTree, awaApi as api } from '#contract/awa.ts';
import { addressOf, capital, kinds } from '#contract/kinds.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { useMay } from '#web/api/may.ts';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import type { topic } from '#web/features/awa/kinds.ts';
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
        line: `Read what people wrote in this ${kind}`,
      },
    ]}
  />
);

type TopicDetailProps = { page: EntityPageParts<TopicTree, typeof topic.blank>; thing: TopicTree };

/** A topic with its secrets and communities. */
export function TopicDetail({ page, thing }: TopicDetailProps) {
  const { id, title, description, color, secrets, communities } = thing;
  return (
    <EntityDetail
      page={page}
      thing={thing}
      picture={<TopicTile colour={color} title={title} size={88} />}
      line={description}
      facts={['color']}
    >
      <Held
        kind="secret"
        topic={id}
        things={secrets.map((one) => ({
          id: one.id,
          name: one.title,
          note: `${trackingModes[one.groupMode]}, ${counted(one.members, 'member')}`,
        }))}
      />
      <Held
        kind="community"
        topic={id}
        things={communities.map((one) => ({ id: one.id, name: one.name, note: one.description }))}
      />
      <PostsOf kind="topic" id={id} />
    </EntityDetail>
  );
}

type HeldProps = {
  kind: 'secret' | 'community';
  /** The id of the topic. */
  topic: string;
  things: readonly { id: string; name: string; note: string }[];
};

/** The children of a topic of one kind, each with its link, and a link to the form of a new one. */
function Held({ kind, topic: of, things }: HeldProps) {
  const { one, many } = kinds[kind];
  const name = capital(many);
  const to = addressOf(kind) as '.';
  const mayAdd = useMay()({ secret: api.secrets, community: api.communities }[kind].create);
  return (
    <section aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text component="h3" fw={600}>
          {name} ({things.length})
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
        {things.map((thing) => (
          <Group component="li" key={thing.id} gap="xs" wrap="nowrap">
            <Anchor
              component={Link}
              to={to}
              search={{ topic: of, [kind]: thing.id } as never}
              fz="sm"
              fw={500}
              underline="hover"
              lh={{ base: '2.75rem', sm: '2rem' }}
              miw="2.75rem"
              truncate
              title={thing.name}
            >
              {thing.name}
            </Anchor>
            <Text size="xs" c="dimmed" truncate flex="1 1 30%" title={thing.note}>
              {thing.note}
            </Text>
          </Group>
        ))}
      </ul>
    </section>
  );
}
