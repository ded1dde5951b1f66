/** The draft that a tab writes on has a lock of this name. The browser frees it with the tab, however that ends. */
const prefix = 'awa-desk-draft ';

/** By draft, what ends its writing in this tab. */
const writing = new Map<string, () => void>();
/** Drafts of other tabs that this one waits for. */
const awaited = new Set<string>();

/** Null where the page is not served securely: then no tab knows what another one writes. */
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
    // A browser that refuses locks has none.
    (locks?.request(prefix + id, hold) ?? Promise.resolve()).then(seen, seen);
  });
}

/** True when the draft was being written in this tab. */
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
    .filter((id) => !writing.has(id));
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
