import { createStore, del, delMany, set, values, type UseStore } from 'idb-keyval';
import { startWriting, stopWriting, writtenElsewhere, writtenHere } from '#web/drafts/draft-locks.ts';
import type { KeyedTry } from '#web/lib/idempotency-key.ts';

/** What is typed and not saved yet, of one form for as long as it was open. */
export type Draft = {
  id: string;
  /** Whose text it is. Nobody else sees it. */
  account: string;
  /** What it is about: `announcement`; `entityId` is null for a new one. */
  kind: string;
  entityId: string | null;
  /** The state that it was typed over; null for a new one. */
  version: number | null;
  base: Record<string, unknown>;
  /** The form's fields as typed. */
  values: Record<string, unknown>;
  /** What was written between two versions that clash, by field. */
  edits: Record<string, string>;
  /** How it was sent to be created, while nobody knows what became of it. */
  attempt: KeyedTry | null;
  /** By this device's clock, in milliseconds. */
  at: number;
};

/** Milliseconds for which a draft is offered: 30 days. */
const life = 30 * 24 * 60 * 60_000;

// IndexedDB, because local storage reaches the disk only seconds later. Each change is committed at once: a page that
// is just going has no time to hear that the first step went well.
const kept = createStore('awa-desk-drafts', 'drafts');
const committed: UseStore = async (mode, use) =>
  kept(mode, (store) => {
    const done = use(store);
    if (mode === 'readwrite') store.transaction.commit();
    return done;
  });

type State = {
  /** False until it is known what is kept and what other tabs are writing. */
  ready: boolean;
  /** Newest first. */
  drafts: readonly Draft[];
  here: ReadonlySet<string>;
  elsewhere: ReadonlySet<string>;
};

let state: State = { ready: false, drafts: [], here: new Set(), elsewhere: new Set() };
const listeners = new Set<() => void>();
let reads = 0;
/** Tells the other tabs to read again. Null where the browser does not let tabs talk, as with storage switched off. */
let channel: BroadcastChannel | null | undefined;

export const readDrafts = () => state;

/** Hears of each change of drafts, also of those of other tabs. */
export function watchDrafts(listener: () => void) {
  listeners.add(listener);
  if (channel === undefined) {
    try {
      channel = new BroadcastChannel('awa-desk-drafts');
      channel.addEventListener('message', () => void read());
    } catch {
      channel = null;
    }
    void read();
  }
  return () => listeners.delete(listener);
}

const tellTabs = () => channel?.postMessage('changed');

function become(next: Partial<State>) {
  state = { ...state, here: writtenHere(), ...next };
  for (const listener of listeners) listener();
}

/** Reads what is kept, and deletes what is too old. Storage that is off or broken holds nothing. */
async function read() {
  reads += 1;
  const own = reads;
  const [all, elsewhere] = await Promise.all([
    values<Draft>(committed).catch(() => []),
    writtenElsewhere(() => void read()),
  ]);
  // What was read later is newer, whichever ends first.
  if (own < reads) return;
  const old = all.filter(({ at }) => Date.now() - at > life);
  const drafts = all.filter((draft) => !old.includes(draft)).sort((one, other) => other.at - one.at);
  become({ ready: true, drafts, elsewhere });
  if (old.length > 0) {
    const ids = old.map(({ id }) => id);
    await delMany(ids, committed).catch(() => undefined);
  }
}

/** Keeps a draft on this device, as one that is being written here. Rejects when it cannot be kept. */
export async function keepDraft(draft: Draft) {
  const seen = writtenHere().has(draft.id) ? null : startWriting(draft.id);
  await set(draft.id, draft, committed);
  become({ drafts: [draft, ...state.drafts.filter(({ id }) => id !== draft.id)] });
  await seen?.then(tellTabs);
}

/** It is taken up here: no other form offers it. */
export function claimDraft(id: string) {
  void startWriting(id);
  become({});
}

/** Nobody writes on it here for now: it is offered. */
export function releaseDraft(id: string) {
  if (!stopWriting(id)) return;
  become({});
  void read();
  tellTabs();
}

/** It is saved or not wanted: it goes, here and in the other tabs. */
export async function dropDraft(id: string) {
  const forget = () => become({ drafts: state.drafts.filter((draft) => draft.id !== id) });
  forget();
  // Where storage is off, nothing was kept.
  await del(id, committed).catch(() => undefined);
  // Again: its last writing may have ended meanwhile.
  stopWriting(id);
  forget();
  tellTabs();
}
