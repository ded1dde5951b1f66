import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { startExport } from '#web/features/users/export.ts';
import { type ExportTask, useExportState } from '#web/features/users/export-state.ts';
import { shownDays } from '#web/lib/dates.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const Confirm = lazyComponent(async () => (await import('#web/ui/confirm.tsx')).Confirm);

const orders = {
  newest: 'newest first',
  createdAt: 'oldest first',
  name: 'by name',
  '-name': 'by name, Z first',
  '-lastActiveAt': 'last active first',
  '-activity': 'most active first',
};

function contents({ search, status, sort, from, to }: ExportTask['filter']) {
  const days = shownDays({ from, to });
  const who = status ? `Everyone ${status}` : 'Everyone';
  return `${who}${search ? ` matching “${search}”` : ''}${days ? ` who joined ${days}` : ''}, ${orders[sort ?? 'newest']}.`;
}

type ExportButtonProps = {
  /** Undefined while the list is loading: the last task stays until then. Null when the list is empty. */
  task: ExportTask | null | undefined;
};

/** `Export CSV` for the users in the list; without effect while it is empty, busy during an export. */
export function ExportButton({ task: next }: ExportButtonProps) {
  const phone = usePhone();
  const [task, setTask] = useState(next);
  if (next !== undefined && JSON.stringify(next) !== JSON.stringify(task)) setTask(next);
  // The question keeps its task, even if the list behind it changes.
  const [asked, setAsked] = useState<ExportTask>();
  const [asking, setAsking] = useState(false);
  const busy = useExportState((state) => state !== null && !state.failed);
  const off = !task;
  const ask = () => {
    if (off || busy) return;
    setAsked(task);
    setAsking(true);
  };
  const icon = <IconDownload size={18} stroke={1.6} aria-hidden="true" />;
  return (
    <>
      {phone ? (
        <ActionIcon
          aria-label={busy ? 'Exporting CSV' : 'Export CSV'}
          aria-busy={busy || undefined}
          aria-disabled={busy || off || undefined}
          data-disabled={off || undefined}
          onClick={ask}
        >
          {busy ? <Spinner /> : icon}
        </ActionIcon>
      ) : (
        <BusyButton leftSection={icon} busy={busy} busyLabel="Exporting CSV" off={off} onClick={ask}>
          Export CSV
        </BusyButton>
      )}
      {asked && (
        // Personal data leaves the desk.
        <Confirm
          opened={asking}
          title={`Export ${asked.size}?`}
          sentence={`The file contains the names and email addresses of ${asked.size}. Keep it where only staff can open it.`}
          consequence={contents(asked.filter)}
          action="Export"
          safe="Cancel"
          harmless
          onConfirm={() => {
            setAsking(false);
            void startExport(asked);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
