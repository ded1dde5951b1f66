/** Something to do about it, and what it is called: `Undo`. */
type ToastAction = { label: string; run: () => void };

export type Toast = { id: number; message: string; action?: ToastAction | undefined };

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

/** Says for 8 seconds that something was done: `Deleted Ṣadé Awólọ́wọ̀`. At most three at a time. Never for failures. */
export function showToast(message: string, action?: ToastAction) {
  change([...toasts.slice(-2), { id: nextId, message, action }]);
  nextId += 1;
}
