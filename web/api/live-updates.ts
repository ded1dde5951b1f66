import type { QueryClient } from '@tanstack/react-query';
import { type Area, areaNames, reviewedAreas } from '#contract/areas.ts';
import { contentKinds, kinds } from '#contract/kinds.ts';
import { type LoggedChange, type Opened, type WrittenKind, beatSeconds, liveRoutes } from '#contract/live.ts';
import { CallError, type Transport, address, exchange } from '#web/api/call.ts';
import { isOwnChange } from '#web/api/change.ts';
import { liveConnection } from '#web/api/live-connection.ts';
import { keyOf } from '#web/api/query.ts';
import { pauseAfter } from '#web/api/retry.ts';
import { keepPlace } from '#web/lib/keep-place.ts';
import { isInUse, watchUse } from '#web/lib/in-use.ts';

/** An event of the stream; without an id it is no position to continue from. */
type StreamEvent = { name: string; id: string; data: unknown };

/** The minimum milliseconds between two reloads for changes. */
const refreshEvery = 500;
/** Milliseconds between checks whether the page is in use. */
const lookEvery = 1000;

/** Resolves early, and never rejects, when `signal` is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Resolves while the page is in use: an abandoned page must not keep its session alive. */
async function whenInUse(signal: AbortSignal) {
  while (!isInUse() && !signal.aborted) await pause(lookEvery, signal);
}

const ofArea = new RegExp(`^/(?:admin|api)/(${areaNames.join('|')}|metrics|sources|review)(?:/|$)`);
const ofLog = /^\/admin\/(?:history\/|bin$|home$|calendar$|search$|views$|operations$)/;
/** Users, their posts and the cases about them are shown together. */
const together: ReadonlySet<string | undefined> = new Set(['users', 'metrics', 'awa', 'moderation']);
/** The areas of the content that cases are about, and the calls that show these cases. */
const ofContent: ReadonlySet<Area> = new Set(contentKinds.map((kind) => kinds[kind].area));
const ofReview: ReadonlySet<Area> = new Set(reviewedAreas);
const ofCases = /^\/admin\/(moderation\/(cases|crisis|looks|decisions|figures|subjects)|home)(\/|$)/;

/** Whether the response of this path may show a change in one of these areas. */
export function mayShow(path: string, areas: readonly Area[]) {
  // The list of posts stays as it was opened; new posts are only counted there.
  if (path === '/admin/awa/posts' || areas.length === 0) return false;
  if (ofLog.test(path)) return true;
  if (ofCases.test(path) && areas.some((area) => ofContent.has(area))) return true;
  const area = ofArea.exec(path)?.[1];
  if (area === 'review' && areas.some((one) => ofReview.has(one))) return true;
  // The texts that cite a source.
  if (area === 'sources' && areas.some((one) => ofContent.has(one))) return true;
  return areas.some((one) => one === area || (together.has(area) && together.has(one)));
}

/** The calls whose responses show what the app has written. The list of posts stays as it was opened. */
const showing: Record<WrittenKind, RegExp> = {
  posts: /^\/admin\/(users|metrics|awa\/(posts\/new|posts\/[^/]+\/comments|analytics))(\/|$)/,
  users: /^\/admin\/(users|metrics|awa\/analytics)(\/|$)/,
  members: /^\/admin\/awa\/(topics|secrets)(\/|$)/,
  reports: ofCases,
  'content-reports': ofCases,
};

/** Whether the response of this path may show one of the kinds that the app has written. */
export const mayShowWritten = (path: string, kinds: readonly WrittenKind[]) =>
  kinds.some((kind) => showing[kind].test(path));

/** The complete events in the text received, and the start of the next one. */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
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
async function read(adminId: string, since: string, signal: AbortSignal, hear: (event: StreamEvent) => void) {
  const transport: Transport = (url, { method, headers, signal: ending }) => {
    headers.set('Accept', 'text/event-stream');
    if (since) headers.set('Last-Event-ID', since);
    return fetch(url, { method, headers, signal: ending });
  };
  const options = { adminId, signal, transport, file: true, signInAgain: false };
  const { response } = await exchange(liveRoutes.events, address(liveRoutes.events, {}), options);
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

/** Null if the browser does not let tabs communicate. */
function openChannel(name: string) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Runs `work` in one visible tab of this browser at a time, because browsers open only six connections to a desk.
 * Without locks, on a page that is not served securely, each visible tab has a stream.
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
 * Reloads the data of this page when a colleague changes it, without moving the content that has the focus or is being
 * read, until the returned function is called. A lost stream is reopened and continues where it ended.
 */
export function startLiveUpdates(client: QueryClient, adminId: string) {
  const ending = new AbortController();
  const { signal } = ending;
  const name = `awa-desk-events-${adminId}`;
  const channel = openChannel(name);
  let last = '';
  let changed: Set<Area> | 'all' = new Set();
  let written = new Set<WrittenKind>();
  let refreshing = false;

  /** Reloads the queries that show the changed areas, once for all events received in the meantime. */
  async function refresh() {
    if (refreshing) return;
    refreshing = true;
    while (!signal.aborted && (changed === 'all' || changed.size > 0 || written.size > 0)) {
      await whenInUse(signal);
      const [areas, kinds] = [changed, [...written]];
      [changed, written] = [new Set(), new Set()];
      if (signal.aborted) break;
      const isStale = (path: string) => areas === 'all' || mayShow(path, [...areas]) || mayShowWritten(path, kinds);
      await keepPlace(() => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => isStale(String(path)) }));
      await pause(refreshEvery, signal);
    }
    refreshing = false;
  }

  function hear({ name: event, id, data }: StreamEvent) {
    if (id) last = id;
    if (event === 'reset') changed = 'all';
    else if (event === 'changes') {
      const others = (data as LoggedChange[]).filter(({ operationId }) => !isOwnChange(operationId));
      if (changed !== 'all') for (const { area } of others) changed.add(area);
    } else if (event === 'app') {
      for (const kind of data as WrittenKind[]) written.add(kind);
    } else if (event === 'opened') {
      const { kind, id: opened } = data as Opened;
      void client.invalidateQueries({ queryKey: [...keyOf(liveRoutes.presence), { kind, id: opened }] });
    }
    liveConnection.set(true);
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
        // The session has ended; the next sign-in starts a new stream.
        if (error instanceof CallError && [401, 403].includes(error.status)) break;
      }
      await pause(pauseAfter(failures, 0, Math.random()), signal);
    }
    liveConnection.set(false);
  }

  watchUse();
  channel?.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => hear(data));
  void run();
  return () => {
    ending.abort();
    channel?.close();
    liveConnection.set(false);
  };
}
