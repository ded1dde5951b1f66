import type { filterOf } from '#web/features/users/search.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { createStore, useStore } from '#web/lib/store.ts';

export type ExportTask = {
  filter: ReturnType<typeof filterOf>;
  /** How many users it includes, as counted by the list: `1 user`, `10,000+ users`. */
  size: string;
};

/** The running export, or the last one if it failed. There is only one at a time in the whole desk. */
type ExportState = {
  task: ExportTask;
  /** How much of the file has arrived: `1.2 MB`. */
  size: string;
  /** Why there is no file. It stays until a retry or until it is dismissed. */
  failed?: ShownFailure;
};

export const exportState = createStore<ExportState | null>(null);

/** Selects from the state of the export, which is null when there is none. It changes while the file downloads. */
export const useExportState = <T>(select: (state: ExportState | null) => T) => useStore(exportState, select);
