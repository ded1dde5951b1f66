import { Button, Group, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { User } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { calledName, isGone, useStatusFailure, useToggleVerified } from '#web/features/users/use-users.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

/** What can be done with the user of the panel. */
export function UserActions({ user, onDelete }: { user: User; onDelete: () => void }) {
  const { toggle, busy } = useToggleVerified(user, 'panel');
  const failure = useStatusFailure(user, 'panel');
  const label = user.isVerified ? 'Unverify' : 'Verify';
  return (
    <Stack gap="sm">
      {failure && !isGone(failure) && <InlineFailure failed={explain(failure)} />}
      <Group justify="space-between" gap="xs">
        <BusyButton
          busy={busy}
          busyLabel={user.isVerified ? 'Unverifying' : 'Verifying'}
          aria-label={busy ? undefined : `${label} ${calledName(user)}`}
          onClick={toggle}
        >
          {label}
        </BusyButton>
        <Button
          variant="subtle"
          c="var(--awa-danger)"
          leftSection={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
          aria-label={`Delete ${calledName(user)}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
