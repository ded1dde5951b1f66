/**
 * The prefix of the lock that a tab holds while it writes a draft. The browser releases the lock when the tab ends, for
 * any reason.
 */
const prefix = 'awa-desk-draft ';

/** By draft id: a function that ends the writing in this tab. */
const writing = new Map<string, () => void>();
/**
 * The drafts whose lock this tab has, or had until just now: the browser releases a lock shortly after the writing has
 * ended.
 */
const locked = new Set<string>();
/** Drafts of other tabs whose locks this tab waits for. */
const awaited = new Set<string>();

/** Null if the page is not served securely. Then tabs do not know which drafts other tabs write. */
const locks = 'locks' in navigator ? navigator.locks : null;

/** The drafts that are being written in this tab. */
export const writtenHere = (): ReadonlySet<string> => new Set(writing.keys());

/** Marks a draft as being written in this tab. Settles when the other tabs can see it. */
export function startWriting(id: string) {
  return new Promise<void>((seen) => {
    const ended = new Promise<void>((end) => writing.set(id, end));
    const hold = () => {
      seen();
      return ended;
    };
    locked.add(id);
    const end = () => {
      locked.delete(id);
      seen();
    };
    // A browser that refuses locks counts as having none.
    (locks?.request(prefix + id, hold) ?? Promise.resolve()).then(end, end);
  });
}

/** Ends the writing of a draft in this tab. Returns whether it was being written here. */
export function stopWriting(id: string) {
  writing.get(id)?.();
  return writing.delete(id);
}

/** The drafts that other tabs are writing now. `onFree` is called when one of them stops. */
export async function writtenElsewhere(onFree: () => void): Promise<ReadonlySet<string>> {
  const held = (await locks?.query().catch(() => null))?.held ?? [];
  const ids = held
    .filter(({ name, mode }) => mode === 'exclusive' && name?.startsWith(prefix))
    .map(({ name = '' }) => name.slice(prefix.length))
    .filter((id) => !locked.has(id));
  for (const id of ids.filter((one) => !awaited.has(one))) {
    awaited.add(id);
    const free = () => {
      awaited.delete(id);
      onFree();
    };
    void locks?.request(prefix + id, { mode: 'shared' }, free).catch(free);
  }
  return new Set(ids);
}
