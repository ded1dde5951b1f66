import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationHours, type WithLink } from '#contract/staff.ts';
import { dateTime } from '#web/lib/dates.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** Shows a new link, once only, to pass on. */
export function LinkDialog({ made: { account, link }, onClose }: { made: WithLink; onClose: () => void }) {
  // In the fragment, so that it appears in no server log.
  const address = `${location.origin}/admin/desk/invitation#${link.token}`;
  const [isTaken, setTaken] = useState(link.sent === true);
  const [asking, setAsking] = useState(false);
  const copy = useMutation({
    mutationFn: () => navigator.clipboard.writeText(address),
    onSuccess: () => {
      setTaken(true);
      showToast('Copied the link');
    },
  });
  // It is shown only here: closing without it means making a new link.
  const close = () => (isTaken ? onClose() : setAsking(true));
  return (
    <Modal
      opened
      onClose={close}
      size="38rem"
      title={account.state === 'invited' ? `Invitation for ${account.name}` : `A link for ${account.name}`}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>
          {link.sent === false && `It could not be sent to ${account.email}. `}
          {link.sent ? `It was sent to ${account.email}. You can also` : 'Copy this link and'} give it to {account.name}{' '}
          yourself. It is shown only now and works once, until {dateTime(link.expiresAt)} ({invitationHours} hours).
        </Text>
        <TextInput
          label="Link"
          readOnly
          data-autofocus
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onCopy={() => setTaken(true)}
        />
        {copy.error && (
          <InlineFailure
            failed={{
              message: 'Failed to copy the link',
              detail: 'Your browser did not allow it. Copy it from the field.',
            }}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button onClick={close}>Done</Button>
          <Button
            variant="filled"
            leftSection={<IconCopy size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => copy.mutate()}
          >
            Copy link
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asking}
        harmless
        title="Not copied yet. Close?"
        sentence="The link is shown only now, and to nobody else. Without it you have to make another one."
        safe="Go back"
        action="Close without the link"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </Modal>
  );
}
