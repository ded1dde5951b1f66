import { Box, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { counted } from '#web/lib/numbers.ts';
import { useNow } from '#web/lib/use-now.ts';

/** A red box beside the form, row or dialog that failed. It stays until the next attempt. */
export function InlineFailure({ failed }: { failed: ShownFailure }) {
  return (
    <Group
      role="alert"
      align="flex-start"
      wrap="nowrap"
      gap={10}
      px={14}
      py={10}
      bd="1px solid var(--awa-danger-edge)"
      bdrs="md"
      bg="var(--awa-danger-tint)"
      c="var(--awa-danger)"
    >
      <IconAlertCircle size={18} stroke={1.6} style={{ flex: 'none', marginTop: 1 }} aria-hidden="true" />
      <Box flex={1} miw={0}>
        <Text fw={500}>
          {failed.message}
          {failed.retryAt && <Wait until={failed.retryAt} />}
        </Text>
        {failed.detail && (
          <Text c="bright" textWrap="pretty">
            {failed.detail}
          </Text>
        )}
        {failed.requestId && (
          <Text size="xs" mt={4}>
            Request {failed.requestId}
          </Text>
        )}
      </Box>
    </Group>
  );
}

/** The minutes left until an attempt can succeed. */
function Wait({ until }: { until: Date }) {
  const minutes = Math.ceil((until.getTime() - useNow().getTime()) / 60_000);
  return minutes > 0 ? ` Try again in ${counted(minutes, 'minute')}.` : ' You can try again now.';
}
