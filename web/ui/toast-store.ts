import type { ShownFailure } from '#web/lib/failure.ts';
import { createStore } from '#web/lib/store.ts';

export type ToastContent = {
  /** What was done: `Deleted the announcement`. Its first word says which kind of change it was. */
  message: string;
  /** The id of the one thing that the toast is about. */
  about?: string | undefined;
  /** Undoes it. Resolves to the next message of the toast, also after a failure. */
  undo?: (() => Promise<ToastContent>) | undefined;
  /** The failure of the action or of its undo. The toast then stays until it is dismissed. */
  failed?: ShownFailure | undefined;
};

export type Toast = ToastContent & { id: number; undoing?: boolean };

/** The most toasts that close by themselves. */
const maxPassing = 3;

let nextId = 1;

/** The toasts that are open now, the oldest first. People see the newest one. */
export const toasts = createStore<readonly Toast[]>([]);

/** Replaces each toast. */
const change = (next: (shown: readonly Toast[]) => readonly Toast[]) => toasts.set(next(toasts.get()));

export const closeToast = (id: number) => change((shown) => shown.filter((toast) => toast.id !== id));

/** Removes all toasts, because they were for somebody who has left. */
export const clearToasts = () => toasts.set([]);

/** Whether a toast closes by itself. One that is undoing or has failed stays. */
export const passes = ({ undoing, failed }: Toast) => !undoing && !failed;

const kindOf = ({ message }: ToastContent) => message.split(' ', 1)[0];

/** Removes the undo of earlier toasts about this thing, because it was deleted. */
export const withdrawUndo = (about: string) =>
  change((shown) =>
    shown.map((toast) => (toast.about === about && passes(toast) ? { ...toast, undo: undefined } : toast)),
  );

/** Shows for 8 seconds that something was done, and offers to undo it. It replaces an earlier toast of the same kind. */
export function showToast(message: string, { about, undo }: Pick<ToastContent, 'about' | 'undo'> = {}) {
  const content = { message, about, undo };
  const others = toasts.get().filter((toast) => passes(toast) && kindOf(toast) !== kindOf(content));
  const kept = new Set(others.slice(1 - maxPassing));
  change((shown) => shown.filter((toast) => !passes(toast) || kept.has(toast)));
  add(content);
}

/**
 * Shows a failure until it is dismissed. Only for an action whose place on the page is gone; other failures are shown
 * in their place.
 */
export const showFailure = (message: string, failed: ShownFailure) => add({ message, failed });

function add(content: ToastContent) {
  change((shown) => [...shown, { id: nextId, ...content }]);
  nextId += 1;
}

/** Undoes what this toast is about. The result replaces the toast's message. */
export async function undoToast({ id, message, about, undo, undoing }: Toast) {
  if (!undo || undoing) return;
  const put = (next: Toast) => change((shown) => shown.map((toast) => (toast.id === id ? next : toast)));
  put({ id, message, about, undo, undoing: true });
  put({ id, about, ...(await undo()) });
}
