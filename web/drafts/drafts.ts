import { createStore, del, delMany, promisifyRequest, update, values, type UseStore } from 'idb-keyval';
import { startWriting, stopWriting, writtenElsewhere, writtenHere } from '#web/drafts/draft-locks.ts';
import type { KeyedTry } from '#web/lib/idempotency-key.ts';
import { readStored, store as storeLocally, storedNames } from '#web/lib/local-storage.ts';
import type { QueuedCall } from '#web/lib/queued-call.ts';
import { surelyNow } from '#web/lib/server-clock.ts';
import { createStore as createState } from '#web/lib/store.ts';

/** `done` is the text of the toast after sending: `Saved the announcement`. */
export type QueuedSave = QueuedCall & { done: string };

/** The unsaved values of one form, for one period in which it was open. */
export type Draft = {
  id: string;
  /** The account that typed it. No other account sees the draft. */
  account: string;
  /** The kind of the record: `announcement`. `entityId` is null for a new record. */
  kind: string;
  entityId: string | null;
  /** The stored state that the form started from; null for a new record. */
  version: number | null;
  base: Record<string, unknown>;
  /** The form's fields as typed. */
  values: Record<string, unknown>;
  /** Texts merged by hand from two versions in conflict, by field. */
  edits: Record<string, string>;
  /** The attempt to create the record, while its outcome is unknown. */
  attempt: KeyedTry | null;
  /** The save that waits for the connection. Drafts of earlier versions do not have this field. */
  queued?: QueuedSave | null;
  /** By this device's clock, in milliseconds. */
  at: number;
};

/** Milliseconds for which a draft is offered: 30 days. */
const life = 30 * 24 * 60 * 60_000;

// IndexedDB, because local storage reaches the disk only seconds later. Each transaction is committed at once, because
// a closing page cannot wait for its first step. If a page is closed during an uncommitted transaction, WebKit's
// IndexedDB completes no more transactions until the browser is restarted.
const kept = createStore('awa-desk-drafts', 'drafts');
const committed: UseStore = async (mode, use) =>
  kept(mode, (store) => {
    const done = use(store);
    store.transaction.commit();
    return done;
  });

/** The local storage key of a draft whose page closed before IndexedDB stored it: this prefix and the draft's id. */
const leftPrefix = 'awa-desk-draft ';

/** Moves a draft that a page left in local storage to IndexedDB, unless a later version of it is already there. */
async function takeIn(name: string) {
  const left = readStored(name);
  if (!left) return;
  const draft = JSON.parse(left) as Draft;
  await update<Draft>(draft.id, (stored) => (stored && stored.at >= draft.at ? stored : draft), kept);
  storeLocally(name, null);
}

type State = {
  /** False until the stored drafts and those that other tabs write are known. */
  ready: boolean;
  /** Newest first. */
  drafts: readonly Draft[];
  here: ReadonlySet<string>;
  elsewhere: ReadonlySet<string>;
};

const state = createState<State>({ ready: false, drafts: [], here: new Set(), elsewhere: new Set() });
let reads = 0;
/**
 * Tells the other tabs to read again. Null if the browser does not let tabs communicate, for example with storage
 * disabled.
 */
let channel: BroadcastChannel | null | undefined;

export const readDrafts = state.get;

/** Calls `listener` on each change of drafts, in other tabs too. */
export function watchDrafts(listener: () => void) {
  if (channel === undefined) {
    try {
      channel = new BroadcastChannel('awa-desk-drafts');
      channel.addEventListener('message', () => void read());
    } catch {
      channel = null;
    }
    void read();
  }
  return state.watch(listener);
}

const tellTabs = () => channel?.postMessage('changed');

const become = (next: Partial<State>) => state.set({ ...state.get(), here: writtenHere(), ...next });

/** Reads the stored drafts, and deletes those that are too old. Disabled or broken storage counts as empty. */
async function read() {
  reads += 1;
  const own = reads;
  const left = storedNames().filter((name) => name.startsWith(leftPrefix));
  await Promise.all(left.map((name) => takeIn(name).catch(() => undefined)));
  const [all, elsewhere] = await Promise.all([
    values<Draft>(committed).catch(() => []),
    writtenElsewhere(() => void read()),
  ]);
  // A later read is newer, whichever ends first.
  if (own < reads) return;
  const old = all.filter(({ at }) => surelyNow() - at > life);
  const drafts = all.filter((draft) => !old.includes(draft)).sort((one, other) => other.at - one.at);
  become({ ready: true, drafts, elsewhere });
  if (old.length > 0) {
    const ids = old.map(({ id }) => id);
    await delMany(ids, committed).catch(() => undefined);
  }
}

/**
 * Leaves a draft in local storage, for the next page that reads drafts, and returns whether it is there. A page that
 * closes while IndexedDB does not respond has no time for more.
 */
export function leaveDraft(draft: Draft): boolean {
  const [name, text] = [leftPrefix + draft.id, JSON.stringify(draft)];
  storeLocally(name, text);
  return readStored(name) === text;
}

/**
 * Stores a draft on this device, as one that this tab is writing. The draft `replaced` is deleted in the same
 * transaction. Rejects when the draft cannot be stored; the other one then stays.
 */
export async function keepDraft(draft: Draft, replaced?: string) {
  const seen = writtenHere().has(draft.id) ? null : startWriting(draft.id);
  await committed('readwrite', (store) => {
    store.put(draft, draft.id);
    if (replaced !== undefined) store.delete(replaced);
    return promisifyRequest(store.transaction);
  });
  if (replaced !== undefined) {
    storeLocally(leftPrefix + replaced, null);
    stopWriting(replaced);
    tellTabs();
  }
  become({ drafts: [draft, ...state.get().drafts.filter(({ id }) => id !== draft.id && id !== replaced)] });
  await seen?.then(tellTabs);
}

/** Marks the draft as taken over in this tab, so that no other form offers it. */
export function claimDraft(id: string) {
  void startWriting(id);
  become({});
}

/** Marks the draft as no longer written in this tab, so that it is offered. */
export function releaseDraft(id: string) {
  if (!stopWriting(id)) return;
  become({});
  void read();
  tellTabs();
}

/** Deletes a saved or discarded draft, here and in the other tabs. */
export async function dropDraft(id: string) {
  const forget = () => become({ drafts: state.get().drafts.filter((draft) => draft.id !== id) });
  forget();
  storeLocally(leftPrefix + id, null);
  // If storage is disabled, nothing was stored.
  await del(id, committed).catch(() => undefined);
  // The draft is removed from the list again, because its last write may have ended in the meantime.
  stopWriting(id);
  forget();
  tellTabs();
}
