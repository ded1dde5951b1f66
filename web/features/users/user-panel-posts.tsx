import { Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type Icon, IconEyeOff, IconHeart, IconMessageCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UserDetail } from '#contract/users.ts';
import { shortDate } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { Empty } from '#web/ui/empty.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

type Post = UserDetail['recentPosts'][number];
type Comment = UserDetail['recentComments'][number];

type RecentProps<Row> = {
  /** `Recent posts`. */
  title: string;
  /** The newest first; undefined while they are loading. */
  rows: Row[] | undefined;
  empty: { title: string; sentence: string };
  /** The content below the row's text. */
  about: (row: Row) => ReactNode;
};

/** The user's latest texts. */
function Recent<Row extends Pick<Post, 'id' | 'content' | 'hiddenAt'>>({
  title,
  rows,
  empty,
  about,
}: RecentProps<Row>) {
  return (
    <section aria-label={title}>
      <Text component="h3" size="md" fw={600}>
        {title}
      </Text>
      {!rows && <SkeletonRows label={`Loading ${title.toLowerCase()}`} shape="text" rows={3} />}
      {rows?.length === 0 && <Empty icon={IconMessageCircle} {...empty} />}
      <Box component="ul" p={0} mb="lg" style={{ listStyle: 'none' }}>
        {rows?.map((row, index) => (
          <Stack
            key={row.id}
            component="li"
            gap={6}
            py="sm"
            style={index === 0 ? undefined : { borderTop: '1px solid var(--awa-hairline)' }}
          >
            <Text c={row.content ? undefined : 'dimmed'} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {row.content || noWords}
            </Text>
            <Group gap="sm" wrap="nowrap" fz="xs" lh="xs" c="dimmed">
              {about(row)}
              {row.hiddenAt !== null && <StatusBadge state={{ word: 'Hidden', look: 'outlined', icon: IconEyeOff }} />}
            </Group>
          </Stack>
        ))}
      </Box>
    </section>
  );
}

const noWords = 'A picture without words';

const WrittenAt = ({ at, flex }: { at: string; flex: number | 'none' }) => (
  <Box component="time" flex={flex} dateTime={at}>
    {shortDate(at)}
  </Box>
);

/** The newest posts of a user, with their likes and comments. */
export const RecentPosts = ({ posts }: { posts: Post[] | undefined }) => (
  <Recent
    title="Recent posts"
    rows={posts}
    empty={{ title: 'No posts yet', sentence: 'Their posts appear here, with likes and comments.' }}
    about={({ createdAt, _count }) => (
      <>
        <WrittenAt at={createdAt} flex={1} />
        <Figure icon={IconHeart} count={_count.likes} one="like" />
        <Figure icon={IconMessageCircle} count={_count.comments} one="comment" />
      </>
    )}
  />
);

/** The newest comments of a user, with the posts that they are about. */
export const RecentComments = ({ comments }: { comments: Comment[] | undefined }) => (
  <Recent
    title="Recent comments"
    rows={comments}
    empty={{ title: 'No comments yet', sentence: 'Their comments appear here.' }}
    about={({ createdAt, post }) => (
      <>
        <WrittenAt at={createdAt} flex="none" />
        <Text span size="xs" truncate title={post.content}>
          on “{post.content || noWords}”
        </Text>
      </>
    )}
  />
);

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
