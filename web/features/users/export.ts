import { type UserPage, usersApi } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { onSessionChange, sessionState } from '#web/api/session.ts';
import { type ExportTask, exportState } from '#web/features/users/export-state.ts';
import { filterOf, type UserSearch } from '#web/features/users/search.ts';
import { counted, fileSize } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/ui/toast-store.ts';

/** The task to export all pages of the list at this address. Null when the list is empty. */
export function taskOf(asked: UserSearch, { pagination }: UserPage): ExportTask | null {
  const { total, totalIsCapped } = pagination;
  return total === 0 ? null : { filter: filterOf(asked), size: counted(total, 'user', 'users', totalIsCapped) };
}

let running: AbortController | null = null;

// The next person at this computer does not get the export of the last one.
onSessionChange(() => {
  if (sessionState().status === 'out') cancelExport();
});

/** Aborts the running export; no file is saved. Also clears the failure of the last one. */
export function cancelExport() {
  running?.abort();
  running = null;
  exportState.set(null);
}

/**
 * Exports the users that match the filter, unless an export is running, and saves the file through the browser at the
 * end.
 */
export async function startExport(task: ExportTask) {
  if (running) return;
  const ending = new AbortController();
  running = ending;
  exportState.set({ task, size: fileSize(0) });
  try {
    const grown = (bytes: number) => {
      const size = fileSize(bytes);
      if (size !== exportState.get()?.size && running === ending) exportState.set({ task, size });
    };
    const { name, file } = await fetchFile(usersApi.users.export, task.filter, ending, grown);
    if (running !== ending) return;
    exportState.set(null);
    saveFile(name, file);
    showToast(`Saved ${name}, ${fileSize(file.size)}`);
  } catch (error) {
    if (running !== ending) return;
    const { message, detail, requestId } = explain(error);
    exportState.set({ task, size: '', failed: { message, detail: `${detail} Nothing was saved.`, requestId } });
  } finally {
    if (running === ending) running = null;
  }
}
