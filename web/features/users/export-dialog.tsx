import { startExport } from '#web/features/users/export-run.ts';
import { counted, type ExportTask } from '#web/features/users/export-state.ts';
import { Confirm } from '#web/ui/confirm.tsx';

type ExportDialogProps = { task: ExportTask; opened: boolean; onClose: () => void };

const orders = { newest: 'newest first', createdAt: 'oldest first', name: 'by name', '-name': 'by name, Z first' };

function contents({ search, status, sort }: ExportTask['filter']) {
  const who = status ? `Everyone ${status}` : 'Everyone';
  return `${who}${search ? ` whom “${search}” finds` : ''}, ${orders[sort ?? 'newest']}.`;
}

/** Asks before people's data leave the desk, and begins. */
export function ExportDialog({ task, opened, onClose }: ExportDialogProps) {
  return (
    <Confirm
      opened={opened}
      title={`Export ${counted(task, 'user', 'users')}?`}
      sentence={`This file will hold names and email addresses of ${counted(task, 'person', 'people')}. Keep it where only staff can open it.`}
      consequence={contents(task.filter)}
      action="Export"
      safe="Cancel"
      harmless
      onConfirm={() => {
        onClose();
        void startExport(task);
      }}
      onClose={onClose}
    />
  );
}
