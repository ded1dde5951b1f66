import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from '#web/features/users/export-bar.module.css';
import { cancelExport, startExport } from '#web/features/users/export-run.ts';
import { counted, useExportState, type ExportState } from '#web/features/users/export-state.ts';
import { useFocusNext } from '#web/lib/focus.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

/** How far the export of users has come, or why it failed, on every page of the desk. Nothing while there is none. */
export function ExportBar() {
  const state = useExportState((now) => now);
  return state && <Bar {...state} />;
}

function Bar({ task, size, failed }: ExportState) {
  const bar = useRef<HTMLElement>(null);
  useFocusNext(bar, '#export-users');
  return (
    <section ref={bar} className={classes.bar} aria-label="Export of users">
      <div className={classes.state}>
        {failed ? (
          <FailedPanel failed={failed} onRetry={() => void startExport(task)} />
        ) : (
          <>
            <p className={classes.words}>
              <strong>Exporting {counted(task, 'user', 'users')}</strong> <span className={classes.size}>{size}</span>
            </p>
            <ProgressBar label="Export of users" part={undefined} text={size} />
          </>
        )}
      </div>
      {failed ? (
        <ActionIcon aria-label="Dismiss" onClick={cancelExport}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button onClick={cancelExport}>Cancel</Button>
      )}
    </section>
  );
}
