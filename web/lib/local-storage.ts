/**
 * Values that this device keeps between visits. If storage is switched off or full, nothing is kept and nothing breaks.
 */

/** The value, or null if there is none under this name. Undefined if storage is switched off, so that it is unknown. */
export function readStored(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

/** Stores a value under a name; null deletes it. */
export function store(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is off or full.
  }
}

/** All names in storage. */
export function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
