import type { User } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { calledName, useDeleteUser } from '#web/features/users/use-users.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { Confirm } from '#web/ui/confirm.tsx';

type DeleteUserProps = {
  /** Who is about to go. */
  user: User;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

function consequence({ stats: { posts, comments } }: User) {
  if (posts + comments === 0) return 'They have written no posts or comments.';
  return `Posts that go with them: ${formatInteger(posts)}. Comments: ${formatInteger(comments)}.`;
}

/** Asks before a user is erased. */
export function DeleteUser({ user, opened, onClose, onDeleted }: DeleteUserProps) {
  const remove = useDeleteUser(user, onDeleted);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Confirm
      opened={opened}
      title={`Delete ${calledName(user)}?`}
      sentence="Are you sure you want to delete this user? This action cannot be undone."
      consequence={consequence(user)}
      action="Delete user"
      actionBusy="Deleting"
      busy={remove.isPending}
      failed={remove.error ? explain(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={close}
    />
  );
}
