import type { ShownFailure } from '#web/lib/failure.ts';

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

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export const readToasts = () => toasts;

export function watchToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const closeToast = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Takes away what was said to somebody who is not here any more. */
export const clearToasts = () => change([]);

/** Whether a toast goes by itself. One that is undoing or failed has something left to say. */
export const passes = ({ undoing, failed }: Toast) => !undoing && !failed;

/** What was done to this thing before cannot be taken back any more: it was deleted. */
export const withdrawUndo = (about: string) =>
  change(toasts.map((toast) => (toast.about === about && passes(toast) ? { ...toast, undo: undefined } : toast)));

/** Says for 8 seconds that something was done, and offers to take it back. At most three at a time. */
export function showToast(message: string, { about, undo }: Pick<ToastContent, 'about' | 'undo'> = {}) {
  const passing = toasts.filter(passes);
  const oldest = passing.length > 2 ? passing[0] : undefined;
  add({ message, about, undo }, oldest);
}

/** Says until it is dismissed that something failed. Only for what has no place of its own any more: failures stand there. */
export const showFailure = (message: string, failed: ShownFailure) => add({ message, failed });

function add(content: ToastContent, instead?: Toast) {
  change([...toasts.filter((toast) => toast !== instead), { id: nextId, ...content }]);
  nextId += 1;
}

/** Takes back what this toast told of. What it says then stands in its place. */
export async function undoToast({ id, message, about, undo }: Toast) {
  if (!undo) return;
  const put = (next: Toast) => change(toasts.map((toast) => (toast.id === id ? next : toast)));
  put({ id, message, about, undo, undoing: true });
  put({ id, about, ...(await undo()) });
}
