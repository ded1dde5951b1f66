import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { AppChange, Feed } from '#contract/app-backend.ts';
import { allScopes } from '#contract/app-scopes.ts';
import { makeAppKey } from '#server/auth/app-keys/store.ts';
import { type Random, seededRandom } from '#server/database/seeded-random.ts';
import { postgresAlone } from '#tests/database/postgres-pair.ts';
import { built } from '#tests/desk/built-server.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { freePort, newFolder, startServer, until } from '#tests/desk/server-process.ts';
import { flakyServer } from '#tests/load/flaky-proxy.ts';

const wanted = 10_000;
const writers = 8;
/** A process or Postgres is killed after this many changes. */
const killEvery = 400;
const plenty = '1000000000';

/** Two processes on one Postgres, each behind a proxy that loses answers. All can be killed. */
async function fragileDesk() {
  const folder = newFolder();
  // A crash loses the commits of the last second that did not wait for the disk.
  const postgres = await postgresAlone(folder, { wal_writer_delay: '1s' });
  const start = (index: number, port: number) =>
    startServer(built.main, {
      PORT: String(port),
      DATA_DIR: `${folder}/desk-${index}`,
      DATABASE_URL: postgres.url,
      APP_CALLS_PER_MINUTE: plenty,
    });
  const ports = [await freePort(), await freePort()];
  const processes = [await start(0, ports[0] ?? 0), await start(1, ports[1] ?? 0)];
  const proxies = await Promise.all(processes.map(({ url }) => flakyServer(url)));
  const pool = new pg.Pool({ connectionString: postgres.url, max: 20 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  onTestFinished(async () => {
    for (const { child, ended } of processes) {
      child.kill('SIGTERM');
      await ended;
    }
    for (const proxy of proxies) await proxy.close();
    await pool.end();
    await postgres.end('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  });
  const made = { name: 'Backend', scopes: allScopes, networks: [], days: 1, by: null };
  return {
    pool,
    proxies,
    urls: processes.map(({ url }) => url),
    key: (await drizzle(pool).transaction((tx) => makeAppKey(tx, made))).secret,
    /** Kills Postgres, one of the processes or both, and starts them again. */
    async kill({ isPostgres, index }: { isPostgres: boolean; index: number | undefined }) {
      if (index !== undefined) processes[index]?.child.kill('SIGKILL');
      if (isPostgres) {
        await postgres.end('SIGKILL');
        await postgres.start();
      }
      if (index === undefined) return;
      await processes[index]?.ended;
      processes[index] = await start(index, ports[index] ?? 0);
    },
  };
}

type Desk = Awaited<ReturnType<typeof fragileDesk>>;

/** The rows that the writers share, and the certain parts of their changes. */
const newTruth = () => ({
  /** The people and posts that were certainly added. */
  people: [] as string[],
  posts: [] as string[],
  /** Those whose call got no answer: the desk may have them. */
  maybe: [] as string[],
  /** The changes of content: certain ones, and those whose commit got no answer. */
  content: 0,
  maybeContent: 0,
  /** The calls and commits with an answer, and those without. */
  answered: 0,
  unanswered: 0,
});

type Truth = ReturnType<typeof newTruth>;

/** One writer: calls with the key, and transactions by SQL. */
function writer({ pool, urls, key }: Desk, truth: Truth, random: Random) {
  /** An answer of the desk, or undefined when the outcome of the call is unknown. */
  async function call(method: string, path: string, body?: unknown): Promise<Answer | undefined> {
    try {
      const answer = await send(random.pick(urls), path, { method, bearer: key, body });
      if (answer.status >= 500) return undefined;
      return answer;
    } catch {
      // The process is gone.
      await pause(20);
      return undefined;
    }
  }
  const count = (isAnswered: boolean) => (truth[isAnswered ? 'answered' : 'unanswered'] += 1);

  async function change(method: string, path: string, body?: unknown) {
    const answer = await call(method, path, body);
    count(answer !== undefined);
    if (answer) expect([200, 204, 404], answer.text).toContain(answer.status);
    return answer;
  }

  const any = (ids: string[]) => (ids.length > 0 ? random.pick(ids.slice(-200)) : randomUUID());

  async function add(what: 'people' | 'posts', rows: { id: string }[]) {
    const answer = await change('POST', `/app/v1/${what}`, { [what]: rows });
    const refused = ((answer?.json ?? {}) as { refused?: { id: string; code: string }[] }).refused ?? [];
    expect(refused.filter(({ code }) => code !== 'person_unknown')).toEqual([]);
    const ids = rows.map(({ id }) => id).filter((id) => !refused.some((one) => one.id === id));
    (answer ? truth[what] : truth.maybe).push(...ids);
  }

  /** A transaction by SQL, of which one in ten is rolled back. Returns whether it is committed; undefined if unknown. */
  async function transact(...statements: [sql: string, values: unknown[]][]) {
    let client: pg.PoolClient | undefined;
    let isCommitting = false;
    try {
      client = await pool.connect();
      await client.query('BEGIN');
      for (const [sql, values] of statements) {
        await client.query(sql, values);
        await pause(random.next() * 3);
      }
      if (random.chance(0.1)) {
        await client.query('ROLLBACK');
        client.release();
        return false;
      }
      isCommitting = true;
      await client.query('COMMIT');
      client.release();
      count(true);
      return true;
    } catch {
      client?.release(true);
      await pause(20);
      if (isCommitting) count(false);
      // A connection that is lost during COMMIT leaves the outcome open.
      return isCommitting ? undefined : false;
    }
  }
  const pieces = [
    () =>
      add(
        'people',
        Array.from({ length: 5 }, () => ({ id: randomUUID(), email: 'ada@example.org' })),
      ),
    () => {
      const personId = any(truth.people);
      return add(
        'posts',
        Array.from({ length: 5 }, () => ({ id: randomUUID(), personId, content: 'Hello' })),
      );
    },
    () => change('DELETE', `/app/v1/people/${any(truth.people)}`),
    () => change('DELETE', `/app/v1/posts/${any(truth.posts)}`),
    () => change('PUT', `/app/v1/people/${any(truth.people)}`, { isVerified: random.chance(0.5) }),
    () => {
      const ids = Array.from({ length: 3 }, () => any(truth.posts));
      return transact(['DELETE FROM posts WHERE id = ANY ($1)', [ids]]);
    },
    () => transact(['DELETE FROM users WHERE id = $1', [any(truth.people)]]),
    () => {
      const ids = Array.from({ length: 4 }, () => any(truth.people));
      return transact(['UPDATE users SET is_verified = NOT is_verified WHERE id = ANY ($1)', [ids]]);
    },
    async () => {
      const area = random.pick(['doctors', 'announcements', 'lady-due/PCOS']);
      const isCommitted = await transact(['SELECT raise_content_version($1)', [area]]);
      if (isCommitted) truth.content += 1;
      if (isCommitted === undefined) truth.maybeContent += 1;
    },
  ];
  return async (isEnough: () => boolean) => {
    while (!isEnough()) await random.pick<() => Promise<unknown>>(pieces)();
  };
}

/**
 * Follows the feed over connections that are cut. Each answer is a page of another size. `end` lets it read to the end
 * and returns all changes.
 */
function follow({ proxies, key }: Desk, random: Random, start: string) {
  const found: AppChange[] = [];
  const counts = { read: 0, lost: 0 };
  let isEnding = false;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const reading = (async () => {
    let after = start;
    while (!isOver) {
      const isLast = isEnding;
      const proxy = random.pick(proxies);
      // The desk has answered, and the answer is lost on its way.
      if (random.chance(0.2)) proxy.swallowAnswerOf('/app/v1/changes');
      const path = `/app/v1/changes?after=${after}&limit=${1 + Math.floor(random.next() * 60)}`;
      const answer = await fetch(`${proxy.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer?.status !== 200) {
        if (answer) expect(answer.status, answer.text).toBe(503);
        counts.lost += 1;
        await pause(10);
        continue;
      }
      const feed = JSON.parse(answer.text) as Feed;
      found.push(...feed.changes);
      ({ after } = feed);
      counts.read += 1;
      if (isLast && !feed.more) return;
    }
  })();
  const cutting = (async () => {
    while (!isEnding && !isOver) {
      await pause(random.next() * 200);
      random.pick(proxies).drop();
    }
  })();
  return {
    found,
    counts,
    async end() {
      isEnding = true;
      await Promise.all([reading, cutting]);
    },
  };
}

/** Expects that the changes are exactly those that the rows of the database tell of. */
async function expectTrue({ pool }: Desk, truth: Truth, found: AppChange[]) {
  const timesOf = (type: string) => {
    const times = new Map<string, number>();
    for (const one of found) if (one.type === type) times.set(one.subject, (times.get(one.subject) ?? 0) + 1);
    return times;
  };
  for (const [table, type, certain] of [
    ['users', 'person.erased', truth.people],
    ['posts', 'post.erased', truth.posts],
  ] as const) {
    const { rows } = await pool.query<{ id: string }>(`SELECT id FROM ${table}`);
    const there = new Set(rows.map(({ id }) => id));
    const times = timesOf(type);
    expect(certain.filter((id) => (times.get(id) ?? 0) !== (there.has(id) ? 0 : 1))).toEqual([]);
    // A row whose call got no answer may never have been there.
    const known = new Set([...certain, ...truth.maybe]);
    expect([...there].filter((id) => !known.has(id) || times.has(id))).toEqual([]);
    expect([...times].filter(([id, count]) => !known.has(id) || count > 1)).toEqual([]);
  }
  const verified = timesOf('person.verified');
  const { rows: people } = await pool.query<{ id: string; is_verified: boolean }>('SELECT id, is_verified FROM users');
  // Each change turns it over.
  expect(people.filter((one) => (verified.get(one.id) ?? 0) % 2 !== (one.is_verified ? 1 : 0))).toEqual([]);
  const content = found.filter(({ type }) => type === 'content.changed').length;
  expect(content).toBeGreaterThanOrEqual(truth.content);
  expect(content).toBeLessThanOrEqual(truth.content + truth.maybeContent);
}

test(`${wanted} changes by ${writers} writers, with kills: a reader gets each once and in order, and misses none`, async () => {
  const desk = await fragileDesk();
  const began = performance.now();
  const { json } = await send(desk.urls[0] ?? '', '/app/v1/changes', { bearer: desk.key });
  const { after } = json as Feed;
  const truth = newTruth();
  const reader = follow(desk, seededRandom('feed reader'), after);
  const isEnough = () => reader.found.length >= wanted;
  let isWriting = true;
  const writing = Array.from({ length: writers }, (_, index) =>
    writer(desk, truth, seededRandom(`feed ${index}`))(isEnough),
  );
  const written = Promise.all(writing).finally(() => (isWriting = false));
  written.catch(() => undefined);
  const random = seededRandom('feed kills');
  const kills = { processes: 0, postgres: 0 };
  for (let next = killEvery; next < wanted && isWriting; next += killEvery) {
    await until('more changes', () => reader.found.length >= next || !isWriting, 300_000);
    await pause(random.next() * 50);
    const isPostgres = random.chance(0.4);
    const index = !isPostgres || random.chance(0.3) ? Math.floor(random.next() * 2) : undefined;
    await desk.kill({ isPostgres, index });
    if (isPostgres) kills.postgres += 1;
    if (index !== undefined) kills.processes += 1;
  }
  await written;
  await reader.end();
  const { found } = reader;
  await expectTrue(desk, truth, found);
  const first = Number(after.split('-')[0]);
  const numbers = found.map(({ id }) => Number(id.split('-')[0]));
  expect(numbers.filter((number, index) => number !== first + index + 1).slice(0, 10)).toEqual([]);
  const { rows } = await desk.pool.query('SELECT FROM app_changes WHERE number IS NULL OR number > $1', [first]);
  expect(rows.length).toBe(found.length);
  const counts: Record<string, number> = {};
  for (const { type } of found) counts[type] = (counts[type] ?? 0) + 1;
  console.log(
    `${found.length} changes in ${Math.round((performance.now() - began) / 1000)} s, ${truth.answered} calls and commits with an answer, ${truth.unanswered} without`,
    { ...counts, ...kills, answers: reader.counts },
  );
});
