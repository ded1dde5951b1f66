import { Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type Icon, IconHeart, IconMessageCircle } from '@tabler/icons-react';
import type { UserDetail } from '#contract/users.ts';
import { shortDate } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { Empty } from '#web/ui/empty.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type Post = UserDetail['recentPosts'][number];

/** The newest posts of a user. `posts` is undefined while they are loading. */
export function RecentPosts({ posts }: { posts: Post[] | undefined }) {
  return (
    <section aria-label="Recent posts">
      <Text component="h3" size="md" fw={600}>
        Recent posts
      </Text>
      {!posts && <SkeletonRows label="Loading recent posts" shape="text" rows={3} />}
      {posts?.length === 0 && (
        <Empty
          icon={IconMessageCircle}
          title="No posts yet"
          sentence="What they write in the app appears here, with its likes and comments."
        />
      )}
      <Box component="ul" p={0} style={{ listStyle: 'none' }}>
        {posts?.map((post, index) => (
          <PostRow key={post.id} post={post} first={index === 0} />
        ))}
      </Box>
    </section>
  );
}

function PostRow({ post: { content, createdAt, _count }, first }: { post: Post; first: boolean }) {
  return (
    <Stack component="li" gap={6} py="sm" style={first ? undefined : { borderTop: '1px solid var(--awa-hairline)' }}>
      <Text c={content ? undefined : 'dimmed'} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {content || 'A picture without words'}
      </Text>
      <Group gap="sm" fz="xs" lh="xs" c="dimmed" data-tabular>
        <Box component="time" flex={1} dateTime={createdAt}>
          {shortDate(createdAt)}
        </Box>
        <Figure icon={IconHeart} count={_count.likes} one="like" />
        <Figure icon={IconMessageCircle} count={_count.comments} one="comment" />
      </Group>
    </Stack>
  );
}

/** A count with its icon; `one` is the noun that a screen reader hears. */
function Figure({ icon: FigureIcon, count, one }: { icon: Icon; count: number; one: string }) {
  return (
    <Group gap={4}>
      <FigureIcon size={14} stroke={2} aria-hidden="true" />
      {formatInteger(count)}
      <VisuallyHidden> {count === 1 ? one : `${one}s`}</VisuallyHidden>
    </Group>
  );
}
