import { useSyncExternalStore } from 'react';
import type { UserPage } from '#contract/users.ts';
import type { UserSearch } from '#web/features/users/search.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { formatInteger } from '#web/lib/numbers.ts';

export type ExportTask = {
  filter: Pick<UserSearch, 'search' | 'status' | 'sort'>;
  /** Users, as the list counted them when it began. */
  total: number;
  totalIsCapped: boolean;
};

/** The export that is under way, or the last one when it failed. One at a time, wherever in the desk one is. */
export type ExportState = {
  task: ExportTask;
  /** How much of the file has arrived: `1.2 MB`. */
  size: string;
  /** Why there is no file. Stays until it is tried again or dismissed. */
  failed?: ShownFailure;
};

let current: ExportState | null = null;
const listeners = new Set<() => void>();

export const exportState = () => current;

export function setExportState(next: ExportState | null) {
  current = next;
  for (const listener of listeners) listener();
}

function watch(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Selects from the state of the export, which is null when there is none. It changes while the file grows. */
export const useExportState = <T>(select: (state: ExportState | null) => T) =>
  useSyncExternalStore(watch, () => select(current));

/** To export what this address of the list shows, on all its pages. */
export const taskOf = ({ search, status, sort }: UserSearch, { pagination }: UserPage): ExportTask => ({
  filter: { search, status, sort },
  total: pagination.total,
  totalIsCapped: pagination.totalIsCapped,
});

/** `1 user`, `48,216 users`, or `10,000+ users` where the list did not count further. */
export const counted = ({ total, totalIsCapped }: ExportTask, one: string, many: string) =>
  `${formatInteger(total)}${totalIsCapped ? '+' : ''} ${total === 1 ? one : many}`;
