import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { openDatabase } from '#server/database/open.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type Caller, caller, doneBy } from '#tests/desk/caller.ts';
import { testDatabase } from '#tests/database/database.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, disableAccount, giveNewPassword, newBearer, startSession } from '#tests/desk/staff.ts';
import { type Stream, openStream } from '#tests/desk/stream.ts';

/** Two servers on one database, each with its own connections, like two processes. */
let a: TestApp;
let b: TestApp;
let bearer: string;
let onA: Caller;
let end: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  const second = await openDatabase({ ...(a = await testApp({ database })).settings }, createLog('silent'));
  b = await testApp({ database: { ...database, ...second } });
  bearer = await newBearer(a);
  onA = caller(a.url, bearer);
  end = async () => {
    await a.close();
    await b.close();
    await second.close();
    await database.close();
  };
});
afterAll(() => end());

const opened: Stream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

/** Opens a stream and waits for its beginning. */
async function follow({ url }: TestApp, by = bearer, since?: string) {
  const stream = await openStream(url, by, since);
  opened.push(stream);
  await stream.until('the first event', () => stream.events.length > 0);
  return stream;
}

const announce = (by: Caller = onA) => doneBy(by.post('/admin/announcements', { message: 'Hello' }));

/** Writes an entry to the log as the shell of the server does, without a notification. */
const event = (id: string, area = 'staff', action = 'disable'): [statement: string, values: string[]] => [
  `SELECT log_event($1, NULL, '', $3, $2, 'account', NULL, 'x', '', 1)`,
  [id, area, action],
];

const got = (stream: Stream, id: string) => stream.until('its event', () => stream.operations().includes(id));

/**
 * Expects a stream to get a change sooner than the poll of the log once a second would bring it: right after one poll,
 * the next is a second away. A busy machine may delay some of the changes.
 */
async function expectNotified(stream: Stream) {
  await got(stream, await announce());
  const arrival = async () => {
    const operation = await announce();
    const from = performance.now();
    await got(stream, operation);
    return performance.now() - from;
  };
  await expect.poll(arrival).toBeLessThan(500);
}

describe('a stream', () => {
  test('on another process has a change within a second, and a change of thousands as one event', async () => {
    const stream = await follow(b);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    await expectNotified(stream);
    const operation = await announce();
    await got(stream, operation);
    const event = stream.events.findLast(({ name }) => name === 'changes');
    expect(event?.data).toEqual([
      { operationId: operation, area: 'announcements', kind: 'announcement', entityId: expect.any(String) },
    ]);
    const many = await Promise.all(
      Array.from({ length: 5 }, () => onA.make<{ id: string }>('/api/doctors', { name: 'Ada', specialty: 'x' })),
    );
    const bulk = await doneBy(onA.post('/api/doctors/bulk', { ids: many.map(({ id }) => id), action: 'deactivate' }));
    await got(stream, bulk);
    expect(stream.operations().filter((id) => id === bulk)).toHaveLength(1);
  });

  test('has changes from the shell of the server within a second, and no sign-ins and views', async () => {
    const stream = await follow(b);
    const [signIn, changed] = [randomUUID(), randomUUID()];
    await a.database.pool.query(...event(signIn, 'staff', 'sign-in'));
    await a.database.pool.query(...event(changed));
    await got(stream, changed);
    expect(stream.operations()).not.toContain(signIn);
  });

  test('has only the areas that the role may look at', async () => {
    const editor = await follow(b, await newBearer(a, 'editor'));
    const moderator = await follow(b, await newBearer(a, 'moderator'));
    const about = announce();
    const users = randomUUID();
    await a.database.pool.query(...event(users, 'users'));
    await got(editor, await about);
    await got(moderator, users);
    const last = await announce();
    await got(editor, last);
    expect(editor.operations()).not.toContain(users);
    expect(moderator.operations()).not.toContain(last);
  });

  test('begins with the last minute, which the page may have been read before', async () => {
    const operation = await announce();
    const stream = await follow(b);
    expect(stream.operations()).toContain(operation);
  });

  test('goes on where the connection that listens was lost', async () => {
    const stream = await follow(b);
    await a.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await expectNotified(stream);
  });
});

describe('after a cut', () => {
  test('nothing is missed and nothing comes twice, also where transactions end in another order', async () => {
    const first = await follow(a);
    const [early, late] = [await a.database.pool.connect(), await a.database.pool.connect()];
    const [ofEarly, ofLate] = [randomUUID(), randomUUID()];
    await early.query('BEGIN');
    await early.query(...event(ofEarly));
    await late.query('BEGIN');
    await late.query(...event(ofLate));
    const between = await announce();
    await late.query('COMMIT');
    await got(first, between);
    await got(first, ofLate);
    expect(first.operations()).not.toContain(ofEarly);
    first.close();
    await early.query('COMMIT');
    early.release();
    late.release();
    const away = [await announce(), await announce()];
    const second = await follow(b, bearer, first.lastId());
    expect(second.operations().toSorted()).toEqual([ofEarly, ...away].toSorted());
  });

  test('of what was missed, a stream has only the areas that the role may look at', async () => {
    const [editor, moderator] = [await newBearer(a, 'editor'), await newBearer(a, 'moderator')];
    const first = await follow(a);
    const since = first.lastId();
    first.close();
    const announced = await announce();
    const users = randomUUID();
    await a.database.pool.query(...event(users, 'users'));
    expect((await follow(b, editor, since)).operations()).toEqual([announced]);
    expect((await follow(b, moderator, since)).operations()).toEqual([users]);
    expect((await follow(b, bearer, since)).operations().toSorted()).toEqual([announced, users].toSorted());
  });

  test('of 300 changes by eight at once, read over many cuts on both processes, each comes once', async () => {
    const random = seededRandom('cuts of a stream');
    const done: string[] = [];
    let stream = await follow(a);
    const before = new Set(stream.operations());
    const seen: string[] = [];
    let writing = true;
    const write = async (by: Caller, count: number) => {
      for (let index = 0; index < count; index += 1) done.push(await announce(by));
    };
    /** Each transaction ends at a random time after its entry was written. */
    const writeLate = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const id = randomUUID();
        const client = await b.database.pool.connect();
        await client.query('BEGIN');
        await client.query(...event(id));
        await pause(random.next() * 40);
        await client.query('COMMIT');
        client.release();
        done.push(id);
      }
    };
    const onB = caller(b.url, bearer);
    const writers = Promise.all([
      ...[onA, onA, onB, onB].map((by) => write(by, 45)),
      ...Array.from({ length: 4 }, () => writeLate(30)),
    ]).finally(() => (writing = false));
    let cuts = 0;
    for (let last = false; !last; cuts += 1) {
      await pause(random.next() * 150);
      last = !writing;
      const since = stream.lastId();
      stream.close();
      seen.push(...stream.operations());
      stream = await follow(random.chance(0.5) ? a : b, bearer, since);
    }
    await writers;
    seen.push(...stream.operations());
    expect(cuts).toBeGreaterThan(5);
    const own = seen.filter((id) => !before.has(id));
    expect(own.toSorted()).toEqual(done.toSorted());
  });

  test('an id that this database cannot have given asks for everything again', async () => {
    const [since = '', snapshot = ''] = (await follow(a)).lastId().split('/');
    const snapshots = ['', 'x', '5:3:', '1:2:9,4', '1:99999999999999999:', `1:2:${'1,'.repeat(3000)}1`];
    for (const id of [...snapshots.map((one) => `${since}/${one}`), '', snapshot, `1${since}/${snapshot}`]) {
      const stream = await follow(a, bearer, id);
      expect(stream.events[0], id).toMatchObject({ name: 'reset', data: {} });
      stream.close();
      expect((await follow(a, bearer, stream.lastId())).events[0]).toMatchObject({ name: 'changes', data: [] });
    }
  });
});

test('with more than a thousand entries of the log nothing is read again, whatever id is sent', async () => {
  // A database with its own log, because a long transaction in any database of this Postgres makes the entries before
  // it count too.
  const app = await testApp();
  const own = await newBearer(app);
  const first = await follow(app, own);
  const since = first.lastId();
  first.close();
  const missed = await announce(caller(app.url, own));
  const write = "SELECT log_event(gen_random_uuid(), NULL, '', 'sign-in', 'staff', 'account', NULL, 'x', '', 1)";
  await app.database.pool.query(`${write} FROM generate_series(1, 900)`);
  expect((await follow(app, own, since)).operations()).toEqual([missed]);
  await app.database.pool.query(`${write} FROM generate_series(1, 150)`);
  for (const id of [since, since.replace(/\/.*/, '/1:1:')])
    expect((await follow(app, own, id)).events[0]).toMatchObject({ name: 'reset' });
  await app.close();
});

describe('a stream ends', () => {
  test('within seconds of a sign-out, another role, and a disabled account', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => addAdmin(a)));
    const streams = await Promise.all(
      accounts.map(async (account) => {
        const { session } = await startSession(a, account);
        return { account, token: session.token, stream: await follow(b, session.token) };
      }),
    );
    const other = await follow(b);
    const [first, second, third] = streams;
    await send(a.url, '/auth/logout', { method: 'POST', bearer: first?.token ?? '' });
    await a.database.pool.query("UPDATE staff SET role = 'support' WHERE id = $1", [second?.account.id]);
    await disableAccount(a, third?.account.email ?? '');
    for (const { stream } of streams) await stream.until('the end', () => stream.isOver(), 60_000);
    expect(other.isOver()).toBe(false);
  });

  test('at once, when a process is notified, whatever ended the session', async () => {
    // This process runs no timers.
    const timers = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined, 0));
    const deaf = await testApp({ database: b.database });
    const accounts = await Promise.all(Array.from({ length: 4 }, () => addAdmin(a)));
    const tokens = await Promise.all(accounts.map(async (account) => (await startSession(a, account)).session.token));
    const streams = await Promise.all(tokens.map((token) => follow(deaf, token)));
    const other = await follow(deaf);
    expect(timers.mock.calls.length).toBeGreaterThan(2);
    timers.mockRestore();
    const [, second, third] = accounts.map(({ id }) => id);
    await send(a.url, '/auth/logout', { method: 'POST', bearer: tokens[0] ?? '' });
    await a.database.pool.query("UPDATE staff SET role = 'support' WHERE id = $1", [second]);
    await a.database.pool.query('UPDATE staff SET enabled = false WHERE id = $1', [third]);
    await giveNewPassword(a, accounts[3]?.email ?? '');
    for (const stream of streams) await stream.until('the end', () => stream.isOver());
    // A silent stream is cut off after minutes, but not ended.
    expect(streams.map(({ answer }) => answer.complete)).toEqual(streams.map(() => true));
    expect(other.isOver()).toBe(false);
    await deaf.drain();
  });

  test('that is the oldest of seven of one session', async () => {
    const streams: Stream[] = [];
    const own = await newBearer(a);
    for (let count = 0; count < 7; count += 1) streams.push(await follow(a, own));
    await streams[0]?.until('the end', () => streams[0]?.isOver());
    expect(streams.filter((one) => one.isOver())).toHaveLength(1);
  });

  test('as soon as the process is asked to stop', async () => {
    const stopping = await testApp({ database: a.database });
    const stream = await follow(stopping);
    await stopping.drain();
    await stream.until('the end', () => stream.isOver());
  });
});

test('an endless response is only for callers that ask for an event stream', async () => {
  const answer = await send(a.url, '/admin/events', { bearer });
  expect([answer.status, problemOf(answer).code]).toEqual([406, 'not_acceptable']);
});

test('half of the connections of an address are for calls', async () => {
  const small = await testApp({ database: a.database, settings: { maxConnectionsPerAddress: 8 } });
  const bearers = await Promise.all(Array.from({ length: 5 }, () => newBearer(a)));
  for (const one of bearers.slice(0, 4)) await follow(small, one);
  const refused = await openStream(small.url, bearers[4] ?? '');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  await small.drain();
});

describe('who else has a record open', () => {
  const presence = (by: Caller, kind: string, id: string) => by.get(`/admin/presence/${kind}/${id}`);

  test('is said by name, on every process, until they have left it for seconds', async () => {
    const { id } = await onA.make<Announcement>('/admin/announcements', { message: 'Open' });
    const bola = await addAdmin(a, undefined, 'Bola Ige', 'editor');
    const onB = caller(b.url, (await startSession(b, bola)).session.token);
    const stream = await follow(a);
    expect((await presence(onA, 'announcement', id)).json).toEqual({ others: [] });
    const { json } = await presence(onB, 'announcement', id);
    expect(json).toEqual({ others: [{ id: expect.any(String), name: 'Ada Obi' }] });
    await stream.until('the event', () =>
      stream.events.some(({ name, data }) => name === 'opened' && (data as { id: string }).id === id),
    );
    expect((await presence(onA, 'announcement', id)).json).toEqual({ others: [{ id: bola.id, name: 'Bola Ige' }] });
    await a.database.pool.query("UPDATE presence SET until = now() - interval '1 second' WHERE staff_id = $1", [
      bola.id,
    ]);
    expect((await presence(onA, 'announcement', id)).json).toEqual({ others: [] });
    // A colleague leaves the record, and the others are notified.
    await presence(onB, 'announcement', id);
    const heard = () =>
      stream.events.filter(({ name, data }) => name === 'opened' && (data as { id: string }).id === id);
    const before = heard().length;
    expect((await onB.get(`/admin/presence/announcement/${id}?leaving=true`)).status).toBe(200);
    await stream.until('the event', () => heard().length > before);
    expect((await presence(onA, 'announcement', id)).json).toEqual({ others: [] });
    expect((await onB.get(`/admin/presence/announcement/${id}?leaving=no`)).status).toBe(422);
  });

  test('is recorded for at most a hundred records of one account, and expires without any followers', async () => {
    const { id, session } = await (async () => {
      const account = await addAdmin(a);
      return { id: account.id, ...(await startSession(a, account)) };
    })();
    const by = caller(a.url, session.token);
    const rows = async () =>
      (await a.database.pool.query('SELECT FROM presence WHERE staff_id = $1', [id])).rowCount ?? 0;
    const open = (many: number) =>
      Promise.all(Array.from({ length: many }, () => presence(by, 'announcement', randomUUID())));
    await open(99);
    const own = randomUUID();
    await presence(by, 'announcement', own);
    expect((await open(5)).every(({ status }) => status === 200)).toBe(true);
    expect(await rows()).toBe(100);
    // The recorded presences stay, and others see them.
    await presence(by, 'announcement', own);
    expect((await presence(onA, 'announcement', own)).json).toEqual({ others: [{ id, name: 'Ada Obi' }] });
    await a.database.pool.query("UPDATE presence SET until = now() - interval '1 second' WHERE staff_id = $1", [id]);
    for (let calls = 0; calls < 5; calls += 1) await presence(onA, 'announcement', randomUUID());
    expect(await rows()).toBe(0);
    await presence(by, 'announcement', own);
    expect(await rows()).toBe(1);
  });

  test('is said only to those whose role may look at it', async () => {
    const editor = caller(a.url, await newBearer(a, 'editor'));
    const id = randomUUID();
    expect((await presence(editor, 'user', id)).status).toBe(403);
    const ofEditor = await follow(b, await newBearer(a, 'editor'));
    const ofModerator = await follow(b, await newBearer(a, 'moderator'));
    await presence(onA, 'user', id);
    await ofModerator.until('the event', () => ofModerator.events.some(({ name }) => name === 'opened'));
    expect(ofEditor.events.filter(({ data }) => (data as { id?: string }).id === id)).toEqual([]);
  });
});
