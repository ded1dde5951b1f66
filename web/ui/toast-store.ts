import type { ShownFailure } from '#web/lib/failure.ts';
import { createStore } from '#web/lib/store.ts';

export type ToastContent = {
  /** What was done: `Deleted the announcement`. */
  message: string;
  /** Id of the one thing that it tells of. */
  about?: string | undefined;
  /** Takes it back. Answers what the toast says then, also when that failed. */
  undo?: (() => Promise<ToastContent>) | undefined;
  /** Why it, or taking it back, failed. Stays until it is dismissed. */
  failed?: ShownFailure | undefined;
};

export type Toast = ToastContent & { id: number; undoing?: boolean };

let nextId = 1;

/** What is shown now, the oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

/** Makes something else of each of them. */
const change = (next: (shown: readonly Toast[]) => readonly Toast[]) => toasts.set(next(toasts.get()));

export const closeToast = (id: number) => change((shown) => shown.filter((toast) => toast.id !== id));

/** Takes away what was said to somebody who is not here any more. */
export const clearToasts = () => toasts.set([]);

/** Whether a toast goes by itself. One that is undoing or failed has something left to say. */
export const passes = ({ undoing, failed }: Toast) => !undoing && !failed;

/** What was done to this thing before cannot be taken back any more: it was deleted. */
export const withdrawUndo = (about: string) =>
  change((shown) =>
    shown.map((toast) => (toast.about === about && passes(toast) ? { ...toast, undo: undefined } : toast)),
  );

/** Says for 8 seconds that something was done, and offers to take it back. At most three at a time. */
export function showToast(message: string, { about, undo }: Pick<ToastContent, 'about' | 'undo'> = {}) {
  const passing = toasts.get().filter(passes);
  const oldest = passing.length > 2 ? passing[0] : undefined;
  add({ message, about, undo }, oldest);
}

/** Says until it is dismissed that something failed. Only for what has no place of its own any more: failures stand there. */
export const showFailure = (message: string, failed: ShownFailure) => add({ message, failed });

function add(content: ToastContent, instead?: Toast) {
  change((shown) => [...shown.filter((toast) => toast !== instead), { id: nextId, ...content }]);
  nextId += 1;
}

/** Takes back what this toast told of. What it says then stands in its place. */
export async function undoToast({ id, message, about, undo }: Toast) {
  if (!undo) return;
  const put = (next: Toast) => change((shown) => shown.map((toast) => (toast.id === id ? next : toast)));
  put({ id, message, about, undo, undoing: true });
  put({ id, about, ...(await undo()) });
}
