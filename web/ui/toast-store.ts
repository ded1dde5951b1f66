import type { ShownFailure } from '#web/lib/failure.ts';
import { createStore } from '#web/lib/store.ts';

export type ToastContent = {
  /** The completed change: `Deleted the announcement`. Its first word identifies the kind of change. */
  message: string;
  /** The id of the only record that the toast is about. */
  about?: string | undefined;
  /** Undoes the change. Resolves to the toast's next content, also after a failure. */
  undo?: (() => Promise<ToastContent>) | undefined;
  /** The failure of the action or of its Undo. The toast then stays until it is dismissed. */
  failed?: ShownFailure | undefined;
};

export type Toast = ToastContent & { id: number; undoing?: boolean };

/** The maximum number of toasts that close automatically. */
const maxPassing = 3;

let nextId = 1;

/** The open toasts, oldest first. The newest one is shown. */
export const toasts = createStore<readonly Toast[]>([]);

/** Replaces each toast. */
const change = (next: (shown: readonly Toast[]) => readonly Toast[]) => toasts.set(next(toasts.get()));

export const closeToast = (id: number) => change((shown) => shown.filter((toast) => toast.id !== id));

/** Removes all toasts, because they belong to an account that is no longer signed in. */
export const clearToasts = () => toasts.set([]);

/** Whether a toast closes automatically. One that failed or is being undone stays. */
export const passes = ({ undoing, failed }: Toast) => !undoing && !failed;

const kindOf = ({ message }: ToastContent) => message.split(' ', 1)[0];

/** Removes the Undo of earlier toasts about this record, because it was deleted. */
export const withdrawUndo = (about: string) =>
  change((shown) =>
    shown.map((toast) => (toast.about === about && passes(toast) ? { ...toast, undo: undefined } : toast)),
  );

/** Shows a completed change for 8 seconds, with Undo. It replaces an earlier toast of the same kind. */
export function showToast(message: string, { about, undo }: Pick<ToastContent, 'about' | 'undo'> = {}) {
  const content = { message, about, undo };
  const others = toasts.get().filter((toast) => passes(toast) && kindOf(toast) !== kindOf(content));
  const kept = new Set(others.slice(1 - maxPassing));
  change((shown) => shown.filter((toast) => !passes(toast) || kept.has(toast)));
  add(content);
}

/**
 * Shows a failure until it is dismissed. Only for an action whose component was removed; other failures are shown in
 * their component.
 */
export const showFailure = (message: string, failed: ShownFailure) => add({ message, failed });

function add(content: ToastContent) {
  change((shown) => [...shown, { id: nextId, ...content }]);
  nextId += 1;
}

/** Undoes the change of this toast. The result replaces the toast's message. */
export async function undoToast({ id, message, about, undo, undoing }: Toast) {
  if (!undo || undoing) return;
  const put = (next: Toast) => change((shown) => shown.map((toast) => (toast.id === id ? next : toast)));
  put({ id, message, about, undo, undoing: true });
  put({ id, about, ...(await undo()) });
}
