export type Toast = { id: number; message: string };

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

/** Says for 8 seconds that something was done: `Deleted Ṣadé Awólọ́wọ̀`. At most three at a time. Never for failures. */
export function showToast(message: string) {
  change([...toasts.slice(-2), { id: nextId, message }]);
  nextId += 1;
}
