import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { type Area, areasOf } from '#contract/areas.ts';
import { kinds } from '#contract/kinds.ts';
import { Opened, WrittenKind, beatSeconds, writtenKinds } from '#contract/live.ts';
import type { Role } from '#contract/roles.ts';
import type { LiveSession, SessionStore } from '#server/auth/sessions/store.ts';
import { batch } from '#server/database/driver/batch.ts';
import type { Database } from '#server/database/open.ts';
import { listen } from '#server/database/connect/listen.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import { isBroken, readMissed, readNew } from '#server/live/read-changes.ts';
import { openStreams } from '#server/live/streams.ts';
import { describeError } from '#server/database/reason.ts';

// One loop for each process: it reads new entries of the log and passes them to the open event streams.

/** The database channel on which processes wake each other. */
const channel = 'awa_desk';

/** Milliseconds between two polls of the log, for changes whose notification did not arrive. */
const lookEvery = 1000;
/**
 * Milliseconds between two checks that the sessions of the streams are live: some end without a notification, when
 * their time is over.
 */
const checkEvery = 2000;
/**
 * The payload that a database trigger sends when a session ends before its time, or an account is disabled or gets
 * another role.
 */
const sessionsChanged = 'sessions';
/** The minimum number of milliseconds between two notifications of this process. */
const tellEvery = 50;
/** The same for what the app has written. */
const tellWrittenEvery = 500;
/** Milliseconds for which a new stream gets what the app wrote before: its page was loaded earlier. */
const writtenWithin = 60_000;

/**
 * Sends a notification, separately from the change: transactions with notifications commit one after the other, each
 * waiting for the disk. A lost notification costs a second, after which every process polls the log anyway.
 */
const notify = (db: NodePgDatabase, payload: SQL) =>
  db.execute(sql`SELECT pg_notify(${channel}, ${payload}) WHERE ${asyncCommit}`);

const Written = z.object({ app: z.array(WrittenKind) });

/** Undefined for a payload of another version of the desk that is not understood. */
function readPayload(payload: string) {
  try {
    return z.union([Opened, Written]).parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** The kinds that a role may see, of those that the app has written. */
function seenOf(kinds: Iterable<WrittenKind>, areas: readonly Area[]) {
  const seen = [...kinds].filter((kind) => areas.includes(writtenKinds[kind]));
  return seen.length > 0 ? seen : undefined;
}

type Parts = {
  db: NodePgDatabase;
  /** The connection that listens. */
  direct: Database['direct'];
  sessions: Pick<SessionStore, 'liveRoles'>;
  limits: Parameters<typeof openStreams>[0];
  log: FastifyBaseLogger;
};

/**
 * Sends the changes of staff to the open desks of this process, whichever process made them. The log is the source: a
 * notification of the database only triggers reading it.
 */
export function followLog({ db, direct, sessions, limits, log }: Parts) {
  const streams = openStreams(limits);
  /** The event up to which the streams have the log. */
  let eventId: string | undefined;
  let failing = false;
  let timers: NodeJS.Timeout[] = [];
  let unlisten: ReturnType<typeof listen> | undefined;
  /** When this process last heard that the app had written each kind, by `performance.now()`. */
  const written = new Map<WrittenKind, number>();
  /** What the app has written here since the last notification. */
  const untold = new Set<WrittenKind>();
  let telling = false;

  /** Reads the new entries of the log and sends them. */
  const look = batch(1, async (asked: null[]) => {
    const before = eventId;
    const read = await readNew(db, before);
    ({ eventId } = read);
    if (before !== undefined && isBroken(before, eventId)) streams.send({ name: 'reset', eventId }, () => ({}));
    else if (read.changes.length > 0) {
      streams.send({ name: 'changes', eventId }, (areas) => {
        const seen = read.changes.filter(({ area }) => areas.includes(area));
        return seen.length > 0 ? seen : undefined;
      });
    }
    return asked;
  });

  /** Runs work for the streams, if there are any. Failed work is retried soon; the log gets one line. */
  async function tend(work: () => Promise<unknown>) {
    if (streams.size === 0) return;
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ error: describeError(error) }, 'open desks do not get what changes');
      failing = true;
    }
  }

  function heard(payload: string) {
    if (payload === '') return void tend(() => look(null));
    if (payload === sessionsChanged) return void tend(() => streams.endOver(sessions.liveRoles));
    const news = readPayload(payload);
    if (!news) return undefined;
    if ('app' in news) {
      for (const kind of news.app) written.set(kind, performance.now());
      return streams.send({ name: 'app' }, (areas) => seenOf(news.app, areas));
    }
    const area: Area = kinds[news.kind].area;
    return streams.send({ name: 'opened' }, (areas) => (areas.includes(area) ? news : undefined));
  }

  /** What a new stream may have missed: everything if it was cut off, else what was written lately. */
  function missedOf(role: Role, since: string | undefined) {
    const from = performance.now() - writtenWithin;
    const lately = WrittenKind.options.filter((kind) => (written.get(kind) ?? -Infinity) > from);
    return seenOf(since === undefined ? lately : WrittenKind.options, areasOf(role, 'look'));
  }

  function start() {
    if (unlisten) return;
    unlisten = listen(direct, channel, heard);
    const every = (milliseconds: number, work: () => Promise<unknown>) =>
      setInterval(() => void tend(work), milliseconds).unref();
    timers = [
      every(lookEvery, () => look(null)),
      every(checkEvery, () => streams.endOver(sessions.liveRoles)),
      every(beatSeconds * 1000, async () => streams.send({ name: 'beat', eventId }, () => ({}))),
    ];
  }

  const tell = batch(1, async (asked: null[]) => {
    await notify(db, sql`''`);
    await pause(tellEvery, undefined, { ref: false });
    return asked;
  });

  /** Notifies all processes of what the app has written, now and then every half second while it goes on writing. */
  async function tellWritten(kinds: readonly WrittenKind[]) {
    for (const kind of kinds) untold.add(kind);
    if (telling) return;
    telling = true;
    while (untold.size > 0) {
      const told = [...untold];
      untold.clear();
      await notify(db, sql`${JSON.stringify({ app: told })}`).catch(() => undefined);
      await pause(tellWrittenEvery, undefined, { ref: false });
    }
    telling = false;
  }

  return {
    /** Notifies all processes of a change. */
    tell: () => void tell(null).catch(() => undefined),

    /** Notifies all processes of what the app has written. A lost notification is made up for by the next. */
    tellWritten: (kinds: readonly WrittenKind[]) => void tellWritten(kinds),

    /** Notifies all processes that a record was opened. */
    tellOpened: ({ kind, id }: Opened) => notify(db, sql`${JSON.stringify({ kind, id })}`),

    /** Opens a stream, which begins with the changes since `since`. Throws 503 when there are too many. */
    async open(session: LiveSession, address: string, since: string | undefined) {
      // Without streams, earlier changes are of no interest.
      if (streams.size === 0) eventId = undefined;
      const stream = streams.add(session, address);
      try {
        start();
        // After this the process is at least as up to date as any process that the desk was connected to.
        await look(null);
        stream.join();
        const until = eventId ?? '';
        const missed = await readMissed(db, since, until);
        if (missed === undefined) stream.begin('reset', {}, until);
        else {
          const areas = new Set(areasOf(session.admin.role, 'look'));
          stream.begin(
            'changes',
            missed.filter(({ area }) => areas.has(area)),
            until,
          );
        }
        const seen = missedOf(session.admin.role, since);
        if (seen) stream.tell('app', seen);
        return stream.body;
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
    },

    /** Ends all streams. */
    async close() {
      for (const timer of timers) clearInterval(timer);
      streams.endAll();
      await unlisten?.();
    },
  };
}

export type LogFollower = ReturnType<typeof followLog>;
