import { Box, Text } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFocusNext } from '#web/lib/focus.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import classes from '#web/ui/failed-panel.module.css';

type FailedPanelProps = {
  /** The panel is not rendered without a failure. */
  failed: ShownFailure | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
};

/** Replaces content that could not be loaded: the message, what it means, the request id, and Retry. */
export const FailedPanel = ({ failed, ...props }: FailedPanelProps) => failed && <Panel failed={failed} {...props} />;

function Panel({ failed, onRetry, retrying = false }: FailedPanelProps & { failed: ShownFailure }) {
  const panel = useRef<HTMLDivElement>(null);
  useFocusNext(panel);
  return (
    <div ref={panel} role="alert" className={classes.panel}>
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
          <Text size="xs" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
            Request {failed.requestId}
          </Text>
        )}
      </Box>
      {onRetry && (
        <BusyButton
          className={classes.retry}
          leftSection={<IconRefresh size={18} stroke={1.6} aria-hidden="true" />}
          busy={retrying}
          busyLabel="Retrying"
          onClick={onRetry}
        >
          Retry
        </BusyButton>
      )}
    </div>
  );
}
