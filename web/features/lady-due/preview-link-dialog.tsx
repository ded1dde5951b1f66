import { Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ladyDuePreviewApi, previewLinkMinutes } from '#contract/lady-due-preview.ts';
import type { Input } from '#contract/route.ts';
import { call, explain } from '#web/api/call.ts';
import { clockTime } from '#web/lib/dates.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

type Asked = Input<typeof ladyDuePreviewApi.ladyDuePreview.createLink>;

type PreviewLinkDialogProps = { opened: boolean; input: Asked; onClose: () => void };

/** Creates a link to the preview, and shows it as a code to scan with a real phone. */
export const PreviewLinkDialog = ({ opened, input, onClose }: PreviewLinkDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Open on a phone" size="28rem">
    {opened && <LinkOf input={input} />}
  </Modal>
);

function LinkOf({ input }: { input: Asked }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (asked: Asked) => call(ladyDuePreviewApi.ladyDuePreview.createLink, asked),
  });
  const asked = JSON.stringify(input);
  useEffect(() => mutate(JSON.parse(asked) as Asked), [mutate, asked]);
  const address = data && new URL(data.path, window.location.origin).href;
  return (
    <Stack gap="lg">
      <Text>
        Scan the code with a phone, or open the link there. Anybody with it sees this preview
        {input.drafts && ', with the drafts'}, and nothing else, for {previewLinkMinutes} minutes.
      </Text>
      {error && (
        <>
          <InlineFailure failed={explain(error)} />
          <BusyButton busy={isPending} busyLabel="Creating" onClick={() => mutate(input)}>
            Retry
          </BusyButton>
        </>
      )}
      {address ? (
        <>
          <QrCode text={address} label="QR code of the link" />
          <Group gap="xs" wrap="nowrap">
            <Code flex={1} style={{ overflowWrap: 'anywhere' }}>
              {address}
            </Code>
            <CopyButton text={address} of="the link" />
          </Group>
          <Text size="xs" c="dimmed">
            Works until {clockTime(data.expiresAt)}
          </Text>
        </>
      ) : (
        !error && <SkeletonBox width="100%" height="14rem" />
      )}
    </Stack>
  );
}
