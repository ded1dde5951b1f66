import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '#contract/api.ts';
import type { User } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { query } from '#web/api/query.ts';
import { calledName, deletionKey, useRefreshUsers } from '#web/features/users/use-users.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const Confirm = lazyComponent(async () => (await import('#web/ui/confirm.tsx')).Confirm);

function consequence({ stats: { posts, comments } }: User) {
  if (posts + comments === 0) return 'They have written no posts or comments.';
  return `Posts that go with them: ${formatInteger(posts)}. Comments: ${formatInteger(comments)}.`;
}

/** Erases a user after asking. `question` belongs at the end of the page. */
export function useDeleteUser(onDeleted: (user: User) => void) {
  const client = useQueryClient();
  const refresh = useRefreshUsers();
  const [user, setUser] = useState<User>();
  const [opened, setOpened] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationKey: deletionKey,
    mutationFn: ({ id }: User) => change(api.users.remove, { userId: id }),
    onSuccess: ({ gone }, deleted) => {
      showToast(gone ? `${calledName(deleted)} was deleted already` : `Deleted ${calledName(deleted)}`);
      setOpened(false);
      onDeleted(deleted);
      client.removeQueries(query(api.users.get, { userId: deleted.id }));
      return refresh();
    },
    onError: () => void refresh(),
  });
  const ask = useCallback(
    (asked: User) => {
      reset();
      setUser(asked);
      setOpened(true);
    },
    [reset],
  );
  return {
    ask,
    question: user && (
      <Confirm
        opened={opened}
        title={`Delete ${calledName(user)}?`}
        sentence="Are you sure you want to delete this user? This action cannot be undone."
        consequence={consequence(user)}
        action="Delete user"
        actionBusy="Deleting"
        busy={isPending}
        failed={error ? explain(error) : undefined}
        onConfirm={() => mutate(user)}
        onClose={() => setOpened(false)}
      />
    ),
  };
}
