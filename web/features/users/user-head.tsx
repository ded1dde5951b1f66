import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { shownName } from '#web/features/users/use-users.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** The identity of a user: picture, name, username and email, with extra content below. */
export const UserHead = ({ user, children }: { user: User; children: ReactNode }) => (
  <Group align="flex-start" wrap="nowrap">
    <Avatar id={user.id} name={shownName(user)} image={user.profileImage} size={64} />
    <Stack gap={2} align="flex-start" miw={0}>
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
      <Box c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {user.username && <p>@{user.username}</p>}
        <p>{user.email}</p>
      </Box>
      {children}
    </Stack>
  </Group>
);
