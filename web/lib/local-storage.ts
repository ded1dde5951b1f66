/**
 * Values that this device keeps from one visit to the next. Where storage is switched off or full, nothing is kept and
 * nothing breaks.
 */

/**
 * The value, or null when there is none under this name. Undefined when storage is switched off, so that it is not
 * known.
 */
export function readStored(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

/** Keeps a value under a name; null deletes it. */
export function store(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is off or full.
  }
}

/** All names under which something is kept. */
export function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
