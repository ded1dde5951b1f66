import { type UserPage, usersApi as api } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { onSessionChange, sessionState } from '#web/api/session.ts';
import { filterOf, type UserSearch } from '#web/features/users/search.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { counted, fileSize } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { showToast } from '#web/ui/toast-store.ts';

export type ExportTask = {
  filter: ReturnType<typeof filterOf>;
  /** How many users it is of, as the list counted them: `1 user`, `10,000+ users`. */
  size: string;
};

/** The export that is under way, or the last one when it failed. One at a time, wherever in the desk one is. */
export type ExportState = {
  task: ExportTask;
  /** How much of the file has arrived: `1.2 MB`. */
  size: string;
  /** Why there is no file. Stays until it is tried again or dismissed. */
  failed?: ShownFailure;
};

const current = createStore<ExportState | null>(null);

/** Selects from the state of the export, which is null when there is none. It changes while the file grows. */
export const useExportState = <T>(select: (state: ExportState | null) => T) => useStore(current, select);

/** To export what this address of the list shows, on all its pages. Null where it shows nobody. */
export function taskOf(asked: UserSearch, { pagination }: UserPage): ExportTask | null {
  const { total, totalIsCapped } = pagination;
  return total === 0 ? null : { filter: filterOf(asked), size: counted(total, 'user', 'users', totalIsCapped) };
}

let running: AbortController | null = null;

// The next person at this computer does not get the export of the last one.
onSessionChange(() => {
  if (sessionState().status === 'out') cancelExport();
});

/** Ends what is under way; nothing is saved. Also takes away the failure of the last one. */
export function cancelExport() {
  running?.abort();
  running = null;
  current.set(null);
}

/** Exports what the filter finds, unless an export is under way, and lets the browser save the file at the end. */
export async function startExport(task: ExportTask) {
  if (running) return;
  const ending = new AbortController();
  running = ending;
  current.set({ task, size: fileSize(0) });
  try {
    const grown = (bytes: number) => {
      const size = fileSize(bytes);
      if (size !== current.get()?.size && running === ending) current.set({ task, size });
    };
    const { name, file } = await fetchFile(api.users.export, task.filter, ending, grown);
    if (running !== ending) return;
    current.set(null);
    saveFile(name, file);
    showToast(`Saved ${name}, ${fileSize(file.size)}`);
  } catch (error) {
    if (running !== ending) return;
    const { message, detail, requestId } = explain(error);
    current.set({ task, size: '', failed: { message, detail: `${detail} Nothing was saved.`, requestId } });
  } finally {
    if (running === ending) running = null;
  }
}
