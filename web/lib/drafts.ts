import { createStore, del, delMany, set, values, type UseStore } from 'idb-keyval';
import type { KeyedTry } from '#web/lib/idempotency-key.ts';
import { joinTabs, markWriting, tellTabs, unmarkWriting, writtenElsewhere, writtenHere } from '#web/lib/draft-tabs.ts';

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
const committed: UseStore = (mode, use) =>
  kept(mode, (store) => {
    const done = use(store);
    if (mode === 'readwrite') store.transaction.commit();
    return done;
  });

type State = {
  /** False until it is known what is kept and what other tabs are writing. */
  ready: boolean;
  drafts: readonly Draft[];
  here: ReadonlySet<string>;
  elsewhere: ReadonlySet<string>;
};

let state: State = { ready: false, drafts: [], here: new Set(), elsewhere: new Set() };
const listeners = new Set<() => void>();
let opened = false;

export const readDrafts = () => state;

/** Hears of each change of drafts, also of those of other tabs. */
export function watchDrafts(listener: () => void) {
  listeners.add(listener);
  if (!opened) {
    opened = true;
    void open();
  }
  return () => listeners.delete(listener);
}

function become(next: Partial<State>) {
  state = { ...state, here: writtenHere(), elsewhere: writtenElsewhere(), ...next };
  for (const listener of listeners) listener();
}

async function open() {
  await joinTabs(() => void read());
  await read();
  become({ ready: true });
}

/** Reads what is kept, and forgets what is too old. Storage that is off or broken holds nothing. */
async function read() {
  try {
    const all = await values<Draft>(committed);
    const [old, drafts] = [all.filter((draft) => isOld(draft)), all.filter((draft) => !isOld(draft))];
    become({ drafts: drafts.sort((one, other) => other.at - one.at) });
    if (old.length > 0) {
      await delMany(
        old.map(({ id }) => id),
        committed,
      );
    }
  } catch {
    become({});
  }
}

const isOld = ({ at }: Draft) => Date.now() - at > life;

/** Keeps a draft on this device and says to the other tabs that it is being written here. Rejects when it cannot. */
export async function keepDraft(draft: Draft) {
  await set(draft.id, draft, committed);
  const begun = markWriting(draft.id);
  become({ drafts: [draft, ...state.drafts.filter(({ id }) => id !== draft.id)] });
  if (begun) tellTabs();
}

/** It is taken up here: nobody else is to. */
export function claimDraft(id: string) {
  markWriting(id);
  become({});
}

/** Nobody writes on it here for now: it is offered. */
export function releaseDraft(id: string) {
  if (!unmarkWriting(id)) return;
  become({});
  tellTabs();
}

/** Saved or not wanted: it goes, here and in the other tabs. */
export async function dropDraft(id: string) {
  const forget = () => become({ drafts: state.drafts.filter((draft) => draft.id !== id) });
  forget();
  try {
    await del(id, committed);
  } catch {
    // Storage is off: what could not be kept need not go.
  }
  // Again: its last writing may have ended meanwhile.
  unmarkWriting(id);
  forget();
  tellTabs();
}
