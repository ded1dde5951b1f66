/**
 * What this device keeps from one visit to the next. Where storage is switched off or full, nothing is kept and
 * nothing breaks.
 */

/** Null when nothing is kept under this name. Undefined when storage is switched off, so that it is not known. */
export function readStored(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

/** Null forgets it. */
export function store(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is off or full.
  }
}
