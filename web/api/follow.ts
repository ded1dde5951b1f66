import type { QueryClient } from '@tanstack/react-query';
import type { Area } from '#contract/kinds.ts';
import { type Change, type Opened, beatSeconds, live } from '#contract/live.ts';
import { CallError, type Transport, address, exchange } from '#web/api/call.ts';
import { isOwnChange } from '#web/api/change.ts';
import { following } from '#web/api/following.ts';
import { keyOf } from '#web/api/query.ts';
import { pauseAfter } from '#web/api/retry.ts';
import { keepPlace } from '#web/lib/keep-place.ts';
import { isInUse, watchUse } from '#web/lib/in-use.ts';

/** An event of the stream; without an id it does not say up to where it tells. */
type Event = { name: string; id: string; data: unknown };

/** The fewest milliseconds between two times that the page asks again because something was changed. */
const refreshEvery = 500;
/** Milliseconds between two looks whether somebody is there. */
const lookEvery = 1000;

/** Resolves early, and never rejects, when `signal` is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Resolves while somebody uses this page: one that is left alone must not keep its session alive. */
async function whenInUse(signal: AbortSignal) {
  while (!isInUse() && !signal.aborted) await pause(lookEvery, signal);
}

const ofArea = /^\/(?:admin|api)\/(awa|lady-due|cycle|doctors|announcements|users|metrics|staff)(?:\/|$)/;
const ofLog = /^\/admin\/(?:history\/|bin$|operations$)/;
/** People and what they wrote are shown together. */
const together: ReadonlySet<string | undefined> = new Set(['users', 'metrics', 'awa']);

/** Whether the answers of the call at this path may show a change in one of these areas. */
export function mayShow(path: string, areas: readonly Area[]) {
  // The list of posts stands still as it was opened: what is new is counted there.
  if (path === '/admin/awa/posts') return false;
  if (ofLog.test(path)) return true;
  const area = ofArea.exec(path)?.[1];
  return areas.some((one) => one === area || (together.has(area) && together.has(one)));
}

/** The events in what has come, and the beginning of the next one. */
export function eventsIn(text: string): { events: Event[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.map((block) => {
    const {
      event = '',
      id = '',
      data = 'null',
    } = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    ) as Record<string, string | undefined>;
    return { name: event, id, data: JSON.parse(data) as unknown };
  });
  return { events, rest };
}

/** Reads the stream until it ends or is lost. */
async function read(adminId: string, since: string, signal: AbortSignal, hear: (event: Event) => void) {
  const transport: Transport = (url, { method, headers, signal: ending }) => {
    headers.set('Accept', 'text/event-stream');
    if (since) headers.set('Last-Event-ID', since);
    return fetch(url, { method, headers, signal: ending });
  };
  const options = { adminId, signal, transport, file: true, signInAgain: false };
  const { response } = await exchange(live.events, address(live.events, {}), options);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const end = () => void reader.cancel().catch(() => undefined);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  let silence = setTimeout(end, 2000 * beatSeconds);
  try {
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(end, 2000 * beatSeconds);
      const { events, rest } = eventsIn(text + value);
      text = rest;
      events.forEach(hear);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
  }
}

/** Null where tabs cannot communicate. */
function openChannel(name: string) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Does `work` in one tab of this browser at a time that is in sight: browsers open six connections to a desk. Without locks, on a
 * page that is not served securely, each tab in sight has a stream.
 */
async function inOneTab(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>) {
  const turn = new AbortController();
  const end = () => turn.abort();
  const onHidden = () => document.visibilityState === 'hidden' && end();
  signal.addEventListener('abort', end);
  document.addEventListener('visibilitychange', onHidden);
  try {
    if (signal.aborted || document.visibilityState === 'hidden') return;
    // Some browsers have no locks.
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) await work(turn.signal);
    else await locks.request(name, { signal: turn.signal }, () => work(turn.signal));
  } catch (error) {
    if (!turn.signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', end);
    document.removeEventListener('visibilitychange', onHidden);
  }
}

/**
 * Asks again for what this page shows when a colleague changes it, without moving what has the focus or is read, until the returned
 * function is called. A stream that is lost is opened again, and goes on where it ended.
 */
export function follow(client: QueryClient, adminId: string) {
  const ending = new AbortController();
  const { signal } = ending;
  const name = `awa-desk-events-${adminId}`;
  const channel = openChannel(name);
  let last = '';
  let changed: Set<Area> | 'all' = new Set();
  let refreshing = false;

  /** Asks again for what shows the areas that were changed, once for all that came meanwhile. */
  async function refresh() {
    if (refreshing) return;
    refreshing = true;
    while (!signal.aborted && (changed === 'all' || changed.size > 0)) {
      await whenInUse(signal);
      const areas = changed;
      changed = new Set();
      if (signal.aborted) break;
      const all = areas === 'all';
      await keepPlace(() =>
        client.invalidateQueries({ predicate: ({ queryKey: [path] }) => all || mayShow(String(path), [...areas]) }),
      );
      await pause(refreshEvery, signal);
    }
    refreshing = false;
  }

  function hear({ name: event, id, data }: Event) {
    if (id) last = id;
    if (event === 'reset') changed = 'all';
    else if (event === 'changes') {
      const others = (data as Change[]).filter(({ operationId }) => !isOwnChange(operationId));
      if (changed !== 'all') for (const { area } of others) changed.add(area);
    } else if (event === 'opened') {
      const { kind, id: opened } = data as Opened;
      void client.invalidateQueries({ queryKey: [...keyOf(live.presence), { kind, id: opened }] });
    }
    following.set(true);
    void refresh();
  }

  async function run() {
    for (let failures = 0; !signal.aborted; failures += 1) {
      await whenInUse(signal);
      try {
        await inOneTab(name, signal, (turn) =>
          read(adminId, last, turn, (event) => {
            failures = 0;
            channel?.postMessage(event);
            hear(event);
          }),
        );
      } catch (error) {
        // The session is over. Whoever signs in again follows again.
        if (error instanceof CallError && [401, 403].includes(error.status)) break;
      }
      await pause(pauseAfter(failures, 0, Math.random()), signal);
    }
    following.set(false);
  }

  watchUse();
  channel?.addEventListener('message', ({ data }: MessageEvent<Event>) => hear(data));
  void run();
  return () => {
    ending.abort();
    channel?.close();
    following.set(false);
  };
}
