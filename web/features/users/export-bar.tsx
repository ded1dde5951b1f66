import { ActionIcon, Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { cancelExport, startExport } from '#web/features/users/export.ts';
import { useExportState } from '#web/features/users/export-state.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

/** The progress of the user export, or why it failed, on every page of the desk. Empty when there is none. */
export function ExportBar() {
  const state = useExportState((now) => now);
  if (!state) return null;
  const { task, size, failed } = state;
  return (
    <Flex
      component="section"
      aria-label="Export of users"
      align="center"
      gap="md"
      mb={{ base: 'md', sm: 'lg' }}
      p="sm"
      pl={{ base: 'sm', sm: 'lg' }}
      bd="1px solid var(--awa-hairline)"
      bdrs="lg"
      bg="var(--awa-surface)"
      __vars={{ '--failed-padding': '0' }}
    >
      <Box flex={1} miw={0}>
        {failed ? (
          <FailedPanel failed={failed} onRetry={() => void startExport(task)} />
        ) : (
          <>
            <Group justify="space-between" gap="0 1rem" mb="xs">
              <Text fw={500}>Exporting {task.size}</Text>
              <Text c="dimmed" data-tabular>
                {size}
              </Text>
            </Group>
            <ProgressBar label="Export of users" part={undefined} text={size} />
          </>
        )}
      </Box>
      {failed ? (
        <ActionIcon aria-label="Dismiss" onClick={cancelExport}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button onClick={cancelExport}>Cancel</Button>
      )}
    </Flex>
  );
}
