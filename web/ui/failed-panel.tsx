import { Box, Group, Text } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';

type FailedPanelProps = {
  /** The panel is not rendered without a failure. */
  failed: ShownFailure | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
};

/** Replaces content that could not be loaded: the message, what it means, the request id, and Retry. */
export const FailedPanel = ({ failed, ...props }: FailedPanelProps) => failed && <Panel failed={failed} {...props} />;

function Panel({ failed, onRetry, retrying = false }: FailedPanelProps & { failed: ShownFailure }) {
  return (
    <Group
      role="alert"
      align="flex-start"
      gap="0.75rem 0.875rem"
      p={{ base: 'var(--failed-padding, 1rem)', sm: 'var(--failed-padding, 1.125rem 1.25rem)' }}
    >
      <IconCloudOff size={24} stroke={1.6} color="var(--awa-danger)" aria-hidden="true" />
      <Box flex="1 1 9rem" miw={0}>
        <Text fw={600} pt={2}>
          {failed.message}
        </Text>
        {failed.detail && (
          <Text c="dimmed" maw="38rem" mt={2} textWrap="pretty">
            {failed.detail}
          </Text>
        )}
        {failed.requestId && (
          <Text size="xs" c="dimmed" mt="xs">
            Request {failed.requestId}
          </Text>
        )}
      </Box>
      {onRetry && (
        <BusyButton
          flex={{ base: '1 0 100%', sm: 'none' }}
          leftSection={<IconRefresh size={18} stroke={1.6} aria-hidden="true" />}
          busy={retrying}
          busyLabel="Retrying"
          onClick={onRetry}
        >
          Retry
        </BusyButton>
      )}
    </Group>
  );
}
