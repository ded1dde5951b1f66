import { Box, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ShownFailure } from '#web/lib/failure.ts';

/** A red box beside what failed: a form, a row or a dialog. It stays until the next try. */
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
        <Text fw={500}>{failed.message}</Text>
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
