import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { UserHead } from '#web/features/users/user-head.tsx';
import { calledName, statusOf } from '#web/features/users/use-users.ts';
import { clockTime, dayName, shortDate } from '#web/lib/dates.ts';
import { isOwnImage } from '#web/lib/image-address.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

type UserFactsProps = {
  /** Undefined while loading. */
  user: User | undefined;
  onCopy: (copy: { what: 'email' | 'ID'; text: string }) => void;
};

/** The identity of the user and four facts: joined, last active, posts, comments. */
export function UserFacts({ user, onCopy }: UserFactsProps) {
  return (
    <>
      {/* A screen reader hears the name when the arrow keys go to another user. */}
      <VisuallyHidden role="status">{user ? calledName(user) : 'Loading the user'}</VisuallyHidden>
      {user ? (
        <UserHead user={user}>
          <Group mt={6} gap="0 0.5rem">
            <Box flex={{ base: '1 0 100%', sm: 'none' }}>
              <StatusBadge state={statusOf(user)} />
            </Box>
            <Button
              size="xs"
              variant="subtle"
              ml={{ base: '-0.625rem', sm: 0 }}
              onClick={() => onCopy({ what: 'email', text: user.email })}
            >
              Copy email
            </Button>
            <Button size="xs" variant="subtle" onClick={() => onCopy({ what: 'ID', text: user.id })}>
              Copy ID
            </Button>
          </Group>
        </UserHead>
      ) : (
        <Group align="flex-start" wrap="nowrap">
          <SkeletonBox width="4rem" height="4rem" round />
          <Stack gap={2} align="flex-start" miw={0}>
            <SkeletonBox width="11rem" height="1.5rem" />
            <SkeletonBox width="15rem" height="1rem" />
            <SkeletonBox width="5rem" height="2.375rem" />
          </Stack>
        </Group>
      )}
      {user?.profileImage && !isOwnImage(user.profileImage) && (
        <Box mt="lg">
          <ForeignImage address={user.profileImage} />
        </Box>
      )}
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
        <Fact name="Last active">
          {user && (user.lastActiveAt === null ? 'Never' : <Day at={user.lastActiveAt} timed />)}
        </Fact>
        <Fact name="Posts">{user && formatInteger(user.stats.posts)}</Fact>
        <Fact name="Comments">{user && formatInteger(user.stats.comments)}</Fact>
      </Group>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    // The facts are in one line, on phones in two.
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

/** A date. With `timed`, the last two days are named and have the time: `Today, 9:12`, `Yesterday, 21:40`. */
function Day({ at, timed = false }: { at: string; timed?: boolean }) {
  const day = timed ? dayName(at) : shortDate(at);
  return <time dateTime={at}>{day === shortDate(at) ? day : `${day}, ${clockTime(at)}`}</time>;
}
