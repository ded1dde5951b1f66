import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCloudOff, IconCopy, IconRefresh } from '@tabler/icons-react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';

type FailedPanelProps = {
  /** The panel is not rendered without a failure. */
  failed: ShownFailure | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
};

/** Replaces content that failed to load: the message, its meaning, the request id, and Retry. */
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
      {failed.debug && <DebugInfo facts={failed.debug} />}
    </Group>
  );
}

/** Details to find the cause, which can be copied into a message. */
function DebugInfo({ facts }: { facts: NonNullable<ShownFailure['debug']> }) {
  const { copied, copy } = useClipboard();
  const CopyIcon = copied ? IconCheck : IconCopy;
  return (
    <Box component="section" aria-label="Debug info" flex="1 0 100%" p="sm" bdrs="md" bg="var(--awa-sunken)">
      <Group justify="space-between" gap="xs">
        <Text size="xs" fw={600}>
          Debug info
        </Text>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<CopyIcon size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => copy(facts.map(([label, value]) => `${label}: ${value}`).join('\n'))}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <dl>
        {facts.map(([label, value]) => (
          <Flex key={label} gap="xs" fz="xs">
            <Text component="dt" fz="xs" c="dimmed" flex="none" w="3.5rem">
              {label}
            </Text>
            <dd>{value}</dd>
          </Flex>
        ))}
      </dl>
    </Box>
  );
}
