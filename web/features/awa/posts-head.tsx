import { Box, Group, Text } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type PostSettings, PostSettingsButton } from '#web/features/awa/posts-settings.tsx';
import classes from '#web/features/awa/posts.module.css';
import type { useNewPosts } from '#web/features/awa/use-new-posts.ts';
import type { PostList } from '#web/features/awa/use-posts.ts';
import { counted } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

type PostsHeadProps = {
  list: PostList | undefined;
  news: ReturnType<typeof useNewPosts>;
  settings: PostSettings;
  /** The list is loading. */
  busy: boolean;
  onShowNew: () => void;
};

/** The count of posts, the count of new ones, and the display settings. It stays in view. */
export function PostsHead({
  list,
  news: { sinceOpened, sinceVisit, failure },
  settings,
  busy,
  onShowNew,
}: PostsHeadProps) {
  const { total = 0, totalIsCapped } = list?.answer.pagination ?? {};
  const order = list?.filter.marks === 'serious' ? 'most serious first' : 'newest first';
  const text = `${counted(total - (list?.out.size ?? 0), 'post', 'posts', totalIsCapped)}, ${order}`;
  return (
    <div className={classes.head} data-bar>
      <Group
        justify="space-between"
        gap="xs"
        wrap="nowrap"
        mih="2.75rem"
        pl={{ base: 'md', sm: 'lg' }}
        pr={{ base: 4, sm: 'sm' }}
      >
        <Group gap="0 0.75rem">
          <Text component="h2" size="xs" fw={500} c="dimmed" tabIndex={-1} data-tabular>
            {list ? text : 'Posts'}
          </Text>
          {sinceVisit && sinceVisit.count > 0 && (
            <Text size="xs" c="dimmed">
              {counted(sinceVisit.count, 'post', 'posts', sinceVisit.countIsCapped)} since you were here
            </Text>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Box role="status">
            {sinceOpened && sinceOpened.count > 0 && (
              <BusyButton
                variant="subtle"
                size="xs"
                c="var(--awa-link)"
                leftSection={<IconArrowUp size={16} stroke={2} aria-hidden="true" />}
                busy={busy}
                busyLabel="Loading"
                onClick={onShowNew}
              >
                {counted(sinceOpened.count, 'new post', 'new posts', sinceOpened.countIsCapped)}
              </BusyButton>
            )}
          </Box>
          <PostSettingsButton {...settings} />
        </Group>
      </Group>
      {failure && <FailedPanel {...failure} />}
    </div>
  );
}
