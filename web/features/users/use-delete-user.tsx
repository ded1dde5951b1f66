import { useQueryClient } from '@tanstack/react-query';
import { Box, Text } from '@mantine/core';
import { type User, usersApi } from '#contract/users.ts';
import { change } from '#web/api/change.ts';
import { query } from '#web/api/query.ts';
import { useConfirmedDeletion } from '#web/entity/list/use-confirmed-deletion.tsx';
import { UserHead } from '#web/features/users/user-head.tsx';
import { calledName, deletionKey, useRefreshUsers } from '#web/features/users/use-users.ts';
import { shortDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/toast-store.ts';

const consequence = ({ stats: { posts, comments } }: User) =>
  posts + comments === 0
    ? 'They have written no posts or comments.'
    : `Their ${[counted(posts, 'post', 'posts'), counted(comments, 'comment', 'comments')].filter((part) => !part.startsWith('0 ')).join(' and ')} will be deleted too.`;

/** Erases a user after a question. `question` belongs at the end of the page. */
export function useDeleteUser(onDeleted: (user: User) => void) {
  const client = useQueryClient();
  return useConfirmedDeletion<User>({
    mutationKey: deletionKey,
    send: ({ id }) => change(usersApi.users.remove, { userId: id }),
    called: calledName,
    onDeleted: (user, message) => {
      showToast(message);
      onDeleted(user);
      client.removeQueries(query(usersApi.users.get, { userId: user.id }));
    },
    refresh: useRefreshUsers(),
    texts: (user) => ({
      title: `Delete ${calledName(user)}?`,
      // Several users can have the same name.
      about: (
        <Box mt="sm" mb="md">
          <UserHead user={user}>
            <Text c="dimmed">Joined {shortDate(user.createdAt)}</Text>
          </UserHead>
        </Box>
      ),
      sentence: 'Are you sure you want to delete this user? This action cannot be undone.',
      consequence: consequence(user),
      action: 'Delete user',
      safe: 'Cancel',
    }),
  });
}
