import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { Problem } from '#contract/errors.ts';
import { operationOf } from '#tests/desk/caller.ts';
import { upload } from '#tests/records/pictures.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { until } from '#tests/desk/server-process.ts';
import { openStream } from '#tests/desk/stream.ts';

/**
 * A call to a process, with or without a response, and the milliseconds at which it began and ended
 * (`performance.now()`).
 */
export type Call = {
  work: string;
  url: string;
  began: number;
  ended: number;
  status: number;
  code: string;
  seconds?: string;
};

type Options = {
  /** The processes, among which the calls are distributed as by a load balancer. */
  urls: string[];
  bearer: string;
  password: string;
  picture: Buffer;
  /** Whether an open desk follows all changes, on any process. */
  isFollowed?: boolean;
};

type Ask = (url: string) => Promise<Answer>;

const reads = [
  '/admin/users',
  '/admin/users?search=ada',
  '/admin/metrics',
  '/api/doctors',
  '/admin/operations',
  '/readyz',
];
const contents = ['/content/v1/announcements', '/content/v1/doctors', '/content/v1/cycle'];

/** The number of types: changes, reads, content, uploads, pictures and sign-ins. */
const sorts = 6;

/** The milliseconds between writing a schedule and its time. */
const ahead = 1500;

/**
 * Simultaneous work of staff and the app, on several processes: each type makes one call after the other, and repeats a
 * call without a definite response on the next process, with the same key. `stop` ends it once each call has its
 * response.
 */
export function mixedLoad({ urls, bearer, password, picture, isFollowed = false }: Options) {
  const calls: Call[] = [];
  const wrong: unknown[] = [];
  /** The final content that the database must have: the messages of announcements and the names of doctors, by id. */
  const announcements = new Map<string, string>();
  const doctors = new Map<string, string>();
  const images: string[] = [];
  const bearers: { token: string; at: number }[] = [];
  /** The acknowledged operations, with the times when their calls began. */
  const operations: { id: string; began: number }[] = [];
  /** The operations received by the desk that follows all changes. */
  const followed: string[] = [];
  /** The times when that desk was told to reload everything: it then has all earlier changes. */
  const readAgain: number[] = [];
  let followUntil = Infinity;
  let stopped = false;
  let turn = 0;

  /**
   * Calls one process. Undefined without a definite response: no response, 503, 507, or the first try is still running.
   */
  async function once(work: string, url: string, ask: Ask, accepted: number[]) {
    const began = performance.now();
    const note = (status: number, code: string, seconds?: string) => {
      calls.push({ work, url, began, ended: performance.now(), status, code, ...(seconds ? { seconds } : {}) });
    };
    let answer: Answer;
    try {
      answer = await ask(url);
    } catch (error) {
      note(0, (error as NodeJS.ErrnoException).code ?? String(error));
      return undefined;
    }
    const { code = '' } = (answer.json ?? {}) as Partial<Problem>;
    if (answer.status === 409 && code === 'in_progress') return undefined;
    note(answer.status, accepted.includes(answer.status) ? '' : code, answer.headers['retry-after']);
    if (accepted.includes(answer.status)) return answer;
    if (answer.status === 503 || answer.status === 507) return undefined;
    throw new Error(`${work}: ${answer.status} ${answer.text}`);
  }

  /** Calls one process after the other until one gives a definite response. */
  async function certain(work: string, ask: Ask, ...accepted: number[]) {
    for (;;) {
      const url = urls[turn++ % urls.length] ?? '';
      const answer = await once(work, url, ask, accepted);
      if (answer) return answer;
      await pause(50);
    }
  }

  /** A change, whose repetitions have the same key. */
  async function change(
    method: string,
    address: string,
    body: unknown,
    headers: Record<string, string>,
    ...accepted: number[]
  ) {
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    const began = performance.now();
    const ask: Ask = (url) => send(url, address, { method, bearer, body, headers: keyed });
    const answer = await certain('change', ask, ...accepted);
    const id = operationOf(answer);
    if (id) operations.push({ id, began });
    return answer;
  }

  /** The changes that a desk should have received and has not. */
  const missed = () =>
    operations.filter(({ id, began }) => began > (readAgain.at(-1) ?? -Infinity) && !followed.includes(id));
  const isFollowing = () => performance.now() < followUntil && (!stopped || missed().length > 0);

  /** A desk that is always open: when its stream of changes ends, it continues at the next process. */
  async function follow() {
    let since: string | undefined;
    while (isFollowing()) {
      const stream = await openStream(urls[turn++ % urls.length] ?? '', bearer, since).catch(() => undefined);
      const before = followed.length;
      const resets = () => stream?.events.filter(({ name }) => name === 'reset').length ?? 0;
      let known = 0;
      while (stream?.status === 200 && !stream.isOver() && isFollowing()) {
        await pause(20);
        followed.splice(before, Infinity, ...stream.operations());
        if (resets() > known) readAgain.push(performance.now());
        known = resets();
      }
      since = stream?.lastId() || since;
      stream?.close();
      await pause(50);
    }
    expect(missed()).toEqual([]);
  }

  const look = (work: string, address: string, asked: Parameters<typeof send>[2] = { bearer }) =>
    certain(work, (url) => send(url, address, asked), 200);

  const created = async (body: object) =>
    (await change('POST', '/admin/announcements', body, {}, 201)).json as Announcement;

  const works = {
    write: async () => {
      const { id, version, message } = await created({ message: randomUUID() });
      const address = `/admin/announcements/${id}`;
      announcements.set(id, message);
      const next = randomUUID();
      const changed = await change('PUT', address, { message: next }, { 'if-match': `"${version}"` }, 200);
      announcements.set(id, next);
      const listed = (await look('read', '/admin/announcements')).text;
      if (!listed.includes(next)) throw new Error(`What was just saved is missing in the answer of another process`);
      const fate = Math.random();
      if (fate < 0.2) {
        await change('POST', `/admin/operations/${operationOf(changed)}/undo`, undefined, {}, 200);
        announcements.set(id, message);
      } else if (fate < 0.9) {
        const removed = await change('DELETE', address, undefined, {}, 204);
        announcements.delete(id);
        if (fate > 0.7) {
          await change('POST', `/admin/operations/${operationOf(removed)}/undo`, undefined, {}, 200);
          announcements.set(id, next);
        }
      }
    },
    store: async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const stored = await certain('upload', (url) => upload({ url }, bearer, picture, { headers }), 201);
      const { imageUrl } = stored.json as { imageUrl: string };
      images.push(imageUrl);
      const doctor = { name: `Ada ${randomUUID()}`, specialty: 'Gynaecology', profileImage: imageUrl };
      const { id } = (await change('POST', '/api/doctors', doctor, {}, 201)).json as { id: string };
      doctors.set(id, doctor.name);
      await look('picture', imageUrl, {});
    },
    enter: async () => {
      const asked = { method: 'POST', body: { email: 'admin@awa.local', password } };
      const { json } = await look('sign-in', '/auth/login', asked);
      bearers.push({ token: (json as { token: string }).token, at: performance.now() });
      await pause(300);
    },
    read: async () => {
      for (const address of reads) await look('read', address);
    },
    open: async () => {
      for (const address of contents) await look('content', address, {});
    },
    /** Scheduled content appears on every process at its time, by the clock of the database. */
    schedule: async () => {
      const moment = Date.now() + ahead;
      const { id, message } = await created({ message: randomUUID(), startsAt: new Date(moment).toISOString() });
      announcements.set(id, message);
      for (;;) {
        const over = Date.now() > moment + 20;
        for (const url of urls) {
          const ask: Ask = (each) => send(each, '/content/v1/announcements');
          const answer = await once('content', url, ask, [200]);
          const early = answer && Date.now() < moment - 20 && answer.text.includes(message);
          const late = answer && over && !answer.text.includes(message);
          if (early || late) throw new Error(`What is scheduled is ${early ? 'early' : 'late'}`);
        }
        if (over) break;
        await pause(200);
      }
      await change('DELETE', `/admin/announcements/${id}`, undefined, {}, 204);
      announcements.delete(id);
    },
  };

  const repeat = async (work: () => Promise<void>) => {
    try {
      while (!stopped) await work();
    } catch (error) {
      wrong.push(error);
    }
  };
  const { write, store, enter, read, open, schedule } = works;
  const working = Promise.all(
    [write, write, write, write, store, store, enter, read, read, open, schedule].map(repeat),
  );

  const following = isFollowed ? follow().catch((error: unknown) => wrong.push(error)) : undefined;

  return {
    calls,
    wrong,
    announcements,
    doctors,
    images,
    bearers,
    followed,
    readAgain,
    /** Resolves when a process has served each type of work, or something is wrong. */
    everyWork: (url: string) =>
      until(
        'all work',
        () => {
          const done = new Set(calls.filter((call) => call.url === url).map(({ work }) => work));
          return done.size === sorts || wrong.length > 0;
        },
        600_000,
      ),
    stop: async () => {
      stopped = true;
      await working;
      followUntil = performance.now() + 60_000;
      await following;
    },
  };
}

export type MixedLoad = ReturnType<typeof mixedLoad>;
