import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from '#web/features/users/export-bar.module.css';
import { cancelExport, startExport } from '#web/features/users/export-run.ts';
import { totalOf, useExportState, type ExportState } from '#web/features/users/export-state.ts';
import { useFocusNext } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

/** How far the export of users has come, or why it failed, on every page of the desk. Nothing while there is none. */
export function ExportBar() {
  const state = useExportState((now) => now);
  return state && <Bar state={state} />;
}

function Bar({ state }: { state: ExportState }) {
  const bar = useRef<HTMLElement>(null);
  useFocusNext(bar, '#export-users');
  const { task, failed, rows } = state;
  const { total, totalIsCapped } = task;
  const text = `${formatInteger(rows)} of ${totalOf(task)} ${total === 1 ? 'user' : 'users'}`;
  return (
    <section ref={bar} className={classes.bar} aria-label="Export of users">
      {failed ? (
        <>
          <div className={classes.failed}>
            <FailedPanel failed={failed} onRetry={() => void startExport(task)} />
          </div>
          <ActionIcon aria-label="Dismiss" onClick={cancelExport}>
            <IconX size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </>
      ) : (
        <>
          <div className={classes.progress}>
            <p className={classes.words}>
              <strong>Exporting users</strong> <span className={classes.count}>{text}</span>
            </p>
            <ProgressBar label="Export of users" part={totalIsCapped ? undefined : rows / total} text={text} />
          </div>
          <Button onClick={cancelExport}>Cancel</Button>
        </>
      )}
    </section>
  );
}
