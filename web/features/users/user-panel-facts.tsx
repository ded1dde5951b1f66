import { Box, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { calledName, shownName, statusOf } from '#web/features/users/use-users.ts';
import { clockTime, dayName, shortDate } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

type UserFactsProps = {
  /** Undefined while loading. */
  user: User | undefined;
  /** Null when the user was never active. Undefined while or where it is not known. */
  lastActiveAt: string | null | undefined;
  loading: boolean;
};

/** Shows who the user is and four facts: joined, last active, posts, comments. */
export function UserFacts({ user, lastActiveAt, loading }: UserFactsProps) {
  return (
    <>
      {/* A screen reader hears the name when the arrow keys go to another user. */}
      <VisuallyHidden role="status">{user ? calledName(user) : 'Loading the user'}</VisuallyHidden>
      <Group align="flex-start" wrap="nowrap">
        {user ? (
          <Avatar id={user.id} name={shownName(user)} image={user.profileImage} size={64} />
        ) : (
          <SkeletonBox width="4rem" height="4rem" round />
        )}
        <Stack gap={2} align="flex-start" miw={0}>
          {user ? (
            <>
              <Text
                component="h3"
                size="lg"
                fw={600}
                lts="-0.01em"
                c={shownName(user) ? undefined : 'dimmed'}
                style={{ overflowWrap: 'anywhere' }}
              >
                {shownName(user) ?? 'No name'}
              </Text>
              <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {user.username && `@${user.username} · `}
                {user.email}
              </Text>
              <Flex mt={6}>
                <StatusBadge state={statusOf(user)} />
              </Flex>
            </>
          ) : (
            <>
              <SkeletonBox width="11rem" height="1.5rem" />
              <SkeletonBox width="15rem" height="1rem" />
              <SkeletonBox width="5rem" height="1.75rem" />
            </>
          )}
        </Stack>
      </Group>
      <Group
        component="dl"
        justify="space-between"
        gap="0.75rem 1rem"
        mt="lg"
        mb={24}
        py="sm"
        style={{ borderBlock: '1px solid var(--awa-hairline)' }}
        data-tabular
      >
        <Fact name="Joined">{user && <Day at={user.createdAt} />}</Fact>
        {(loading || lastActiveAt !== undefined) && (
          <Fact name="Last active">
            {lastActiveAt === null ? 'Never' : lastActiveAt && <Day at={lastActiveAt} timed />}
          </Fact>
        )}
        <Fact name="Posts">{user && formatInteger(user.stats.posts)}</Fact>
        <Fact name="Comments">{user && formatInteger(user.stats.comments)}</Fact>
      </Group>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    // The facts stand in one line, on phones in two.
    <Box flex={{ base: '1 1 40%', sm: 'none' }}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" fw={500} mih="1.25rem">
        {children ?? <SkeletonBox width="3rem" height="0.875rem" />}
      </Text>
    </Box>
  );
}

/** A date. With `timed` the last two days have their names and the time: `Today, 9:12 am`, `Yesterday, 9:40 pm`. */
function Day({ at, timed = false }: { at: string; timed?: boolean }) {
  const day = timed ? dayName(at) : shortDate(at);
  return <time dateTime={at}>{day === shortDate(at) ? day : `${day}, ${clockTime(at)}`}</time>;
}
