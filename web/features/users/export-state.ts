import type { filterOf } from '#web/features/users/search.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { createStore, useStore } from '#web/lib/store.ts';

export type ExportTask = {
  filter: ReturnType<typeof filterOf>;
  /** How many users it is of, as the list counted them: `1 user`, `10,000+ users`. */
  size: string;
};

/** The export that is under way, or the last one when it failed. One at a time, wherever in the desk one is. */
type ExportState = {
  task: ExportTask;
  /** How much of the file has arrived: `1.2 MB`. */
  size: string;
  /** Why there is no file. Stays until it is tried again or dismissed. */
  failed?: ShownFailure;
};

export const exportState = createStore<ExportState | null>(null);

/** Selects from the state of the export, which is null when there is none. It changes while the file grows. */
export const useExportState = <T>(select: (state: ExportState | null) => T) => useStore(exportState, select);
