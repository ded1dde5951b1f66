import { randomId } from '#web/lib/random.ts';

/** Milliseconds in which a tab that lives answers: messages reach tabs in the background too. */
const patience = 150;
/** Milliseconds after which it is asked whether the tabs that were writing still live. A crash says no goodbye. */
const round = 3_000;

/** What the tabs of this browser tell each other: which drafts are being written here; or they ask for that. */
type News = { from: string; writing: string[] } | { from: string; asks: true };

const self = randomId();
const channel = openChannel();
const own = new Set<string>();
/** By tab, the drafts that are being written there. */
const others = new Map<string, string[]>();
const answered = new Set<string>();
let onNews = () => {};

/** Null where the browser does not let tabs talk, as with storage switched off. */
function openChannel() {
  try {
    return new BroadcastChannel('awa-desk-drafts');
  } catch {
    return null;
  }
}

const tell = (news: News) => channel?.postMessage(news);

/** Says which drafts are being written here, and with that, that something about drafts has changed. */
export const tellTabs = () => tell({ from: self, writing: [...own] });

/** Marks a draft as being written in this tab. True when it was not. */
export function markWriting(id: string) {
  if (own.has(id)) return false;
  own.add(id);
  return true;
}

export const unmarkWriting = (id: string) => own.delete(id);

/** The drafts that are being written: in this tab, and in others that live. */
export const writtenHere = (): ReadonlySet<string> => new Set(own);
export const writtenElsewhere = (): ReadonlySet<string> => new Set([...others.values()].flat());

/** Asks the other tabs what they are writing. Settles when those that live have answered. */
async function askTabs() {
  if (!channel) return;
  answered.clear();
  tell({ from: self, asks: true });
  await new Promise((resolve) => setTimeout(resolve, patience));
  const dead = [...others.keys()].filter((tab) => !answered.has(tab));
  for (const tab of dead) others.delete(tab);
  if (dead.length > 0) onNews();
}

/** Listens to the other tabs from now on. Settles when it is known what is being written there. */
export async function joinTabs(listener: () => void) {
  onNews = listener;
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if ('asks' in data) {
      if (own.size > 0) tellTabs();
      return;
    }
    answered.add(data.from);
    if (data.writing.length > 0) others.set(data.from, data.writing);
    else others.delete(data.from);
    onNews();
  });
  setInterval(() => {
    if (others.size > 0) void askTabs();
  }, round);
  await askTabs();
}
