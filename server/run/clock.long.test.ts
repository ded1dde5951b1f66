import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { isAhead, pulledBack } from '#server/run/clock.ts';
import { findBinaries } from '#server/database/embedded/binaries.ts';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { built } from '#tests/desk/built-server.ts';
import { expectDone, operationOf } from '#tests/desk/caller.ts';
import { fakeClock } from '#tests/desk/fake-clock.ts';
import { expectWhole } from '#tests/database/log.ts';
import { plainPicture, upload } from '#tests/records/pictures.ts';
import { postgresAlone } from '#tests/database/postgres-pair.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { newFolder, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const hour = 3600;
const jumps = [hour, -hour, 25 * hour, -25 * hour, 40 * 24 * hour, -40 * 24 * hour];
const pollsEach = 30;
const announcementsPath = '/admin/announcements';
const plenty = '1000000';

const folder = newFolder();
const clocks = { desk: fakeClock(folder, 'desk'), postgres: fakeClock(folder, 'postgres') };
let postgres: Awaited<ReturnType<typeof postgresAlone>>;
let desk: Awaited<ReturnType<typeof startServer>>;
let pool: pg.Pool;
let bearer = '';
let password = '';

const startDesk = () =>
  startServer(built.main, {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: postgres.url,
    SIGN_IN_LIMIT_ADDRESS: plenty,
    ...clocks.desk.environment,
  });

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const binaries = await findBinaries();
  const own = path.join(folder, 'postgres-by-its-clock');
  const set = Object.entries(clocks.postgres.environment).map(([name, value]) => `export ${name}='${value}'`);
  writeFileSync(own, `#!/bin/sh\n${set.join('\n')}\nexec '${binaries.postgres}' "$@"\n`, { mode: 0o755 });
  postgres = await postgresAlone(newFolder(), {}, { ...binaries, postgres: own });
  desk = await startDesk();
  pool = new pg.Pool({ connectionString: postgres.url });
  // Its idle connections end when Postgres is stopped.
  pool.on('error', () => undefined);
  password = desk.password ?? '';
  bearer = await signIn(desk.url, password);
});
afterAll(async () => {
  desk.child.kill('SIGTERM');
  await desk.ended;
  await pool.end();
  await postgres.end('SIGINT');
  for (const one of [folder, postgres.folder]) rmSync(one, { recursive: true, force: true });
});

/** Repeats a call until the desk gives a final response, and signs in again when the session has ended. */
async function certain(
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  for (;;) {
    // There is no response while the desk restarts.
    const answer = await send(desk.url, address, { method, bearer, body, headers }).catch(() => undefined);
    const isOver = answer?.status === 401 || answer?.status === 403;
    if (isOver) bearer = await signIn(desk.url, password).catch(() => bearer);
    else if (answer && answer.status !== 503) return answer;
    await pause(20);
  }
}

const create = async (address: string, body: object, key = randomUUID()) => {
  const answer = await certain('POST', address, body, { 'idempotency-key': key });
  return { made: expectDone(answer) as { id: string }, operation: operationOf(answer), key };
};

/**
 * Two writers that add announcements until `stop`, and change each once. Collects the last acknowledged message of
 * each, by id.
 */
function write() {
  const acknowledged = new Map<string, string>();
  let isStopped = false;
  const writer = async () => {
    while (!isStopped) {
      const { made } = await create(announcementsPath, { message: randomUUID(), enabled: false });
      const message = randomUUID();
      expectDone(
        await certain('PUT', `${announcementsPath}/${made.id}`, { message }, { 'idempotency-key': randomUUID() }),
      );
      acknowledged.set(made.id, message);
      await pause(20);
    }
  };
  const writing = Promise.all([writer(), writer()]);
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await writing;
    },
  };
}

const databaseNow = async () =>
  Number((await pool.query<{ now: string }>('SELECT extract(epoch FROM now()) * 1000 AS now')).rows[0]?.now);

test('jumps of the clocks of the desk and of Postgres, together and alone, under writes', async () => {
  const began = Date.now();
  const at = (seconds: number) => new Date(began + seconds * 1000).toISOString();
  const planned = [
    { message: 'for now', startsAt: at(-2 * hour), endsAt: at(hour / 2) },
    { message: 'in half an hour', startsAt: at(hour / 2) },
    { message: 'in 20 days', startsAt: at(20 * 24 * hour) },
  ];
  for (const one of planned) await create(announcementsPath, one);
  const picture = async () =>
    (expectDone(await upload({ url: desk.url }, bearer, await plainPicture('png'))) as { imageUrl: string }).imageUrl;
  const [binned, earlier] = [await picture(), await picture()];
  const doctor = async (profileImage: string) =>
    (await create('/api/doctors', { name: 'Ada', specialty: 'x', profileImage })).made.id;
  const inBin = await doctor(binned);
  expectDone(await certain('DELETE', `/api/doctors/${inBin}`));
  const changed = await doctor(earlier);
  expectDone(await certain('PUT', `/api/doctors/${changed}`, { profileImage: '' }));

  const polls = { asked: 0, wrong: [] as unknown[] };
  let etag = '';
  let shown: string[] = [];
  /**
   * Polls as the app does, and expects the content for the time of the Postgres clock. A second at each edge is left
   * out.
   */
  const poll = async (words: string) => {
    for (let count = 0; count < pollsEach; count += 1) {
      const now = await databaseNow();
      const answer = await send(desk.url, '/content/v1/announcements', {
        headers: etag ? { 'if-none-match': etag } : {},
      });
      polls.asked += 1;
      const right = planned
        .filter(({ startsAt, endsAt }) => Date.parse(startsAt) <= now && !(endsAt && Date.parse(endsAt) <= now))
        .map(({ message }) => message);
      if (answer.status === 200)
        shown = (answer.json as { announcements: Announcement[] }).announcements.map(({ message }) => message);
      if (answer.headers.etag) ({ etag } = answer.headers);
      if (shown.toSorted().join() !== right.toSorted().join())
        polls.wrong.push({ words, count, status: answer.status, shown, right });
    }
  };

  const limits = Object.entries(pulledBack({ most: 12, bearer: 15 }));
  const findAhead = async () => {
    const db = drizzle(pool);
    const found: string[] = [];
    for (const [table, columns] of limits) {
      const { rowCount } = await db.execute(sql`SELECT FROM ${sql.identifier(table)} WHERE ${isAhead(columns)}`);
      if (rowCount) found.push(table);
    }
    return found;
  };

  const writing = write();
  const waits: number[] = [];
  for (const who of ['together', 'desk', 'postgres'] as const) {
    for (const seconds of jumps) {
      const words = `${who} ${seconds / hour} h`;
      const set = (by: number) => {
        if (who !== 'postgres') clocks.desk.set(by);
        if (who !== 'desk') clocks.postgres.set(by);
      };
      const body = { message: `once ${words}`, enabled: false };
      const before = await create(announcementsPath, body);
      set(seconds);
      const ahead = ((await databaseNow()) - Date.now()) / 1000;
      expect(Math.abs(ahead - (who === 'desk' ? 0 : seconds)), words).toBeLessThan(30);
      await poll(`${words}, jumped`);
      const during = await create(announcementsPath, { ...body, message: `during ${words}` });
      const email = `${randomUUID()}@example.org`;
      expectDone(await certain('POST', '/admin/staff/invitations', { email, name: 'Ife', role: 'editor' }));
      for (let tries = 0; tries < 11; tries += 1) {
        await send(desk.url, '/auth/login', { method: 'POST', body: { email, password: 'wrong' } });
      }
      if (who === 'together' && seconds === 40 * 24 * hour) {
        // A start sweeps pictures.
        desk.child.kill('SIGTERM');
        const { ended } = desk;
        await ended;
        desk = await startDesk();
      }
      set(0);
      await poll(`${words}, put right`);
      const right = performance.now();
      await until('what lies ahead is pulled back', async () => (await findAhead()).length === 0, 60_000);
      waits.push(Math.round((performance.now() - right) / 1000));
      const login = await send(desk.url, '/auth/login', { method: 'POST', body: { email, password: 'wrong' } });
      expect([words, Number(login.headers['retry-after'] ?? 0) <= 15 * 60]).toEqual([words, true]);
      const again = await create(announcementsPath, body, before.key);
      expect([words, again.made.id, again.operation]).toEqual([words, before.made.id, before.operation]);
      const second = await create(announcementsPath, { ...body, message: `during ${words}` }, during.key);
      expect([words, second.made.id]).toEqual([words, during.made.id]);
      for (const image of [binned, earlier])
        expect([words, (await send(desk.url, image)).status]).toEqual([words, 200]);
      console.log(
        `${words}: ${polls.asked} polls, ${polls.wrong.length} wrong, ${writing.acknowledged.size} writes, ${waits.at(-1)} s`,
      );
    }
  }
  await writing.stop();
  expect(polls.wrong).toEqual([]);
  expect(polls.asked).toBeGreaterThanOrEqual(1000);
  const { rows } = await pool.query<{ id: string; message: string; version: number }>(
    'SELECT id, message, version FROM announcements WHERE id = ANY ($1)',
    [[...writing.acknowledged.keys()]],
  );
  expect(Object.fromEntries(rows.map(({ id, message }) => [id, message]))).toEqual(
    Object.fromEntries(writing.acknowledged),
  );
  expect(rows.filter(({ version }) => version !== 2)).toEqual([]);
  const { rows: doubled } = await pool.query('SELECT message FROM announcements GROUP BY message HAVING count(*) > 1');
  expect(doubled).toEqual([]);
  await expectWhole(pool, { announcement: 'announcements', doctor: 'doctors' });
  const seals = await until('the seals', async () => {
    const check = await checkSeals(drizzle(pool));
    return check.waiting === 0 ? check : undefined;
  });
  expect(seals.fault).toBeNull();
  expectDone(await certain('POST', `/admin/bin/doctor/${inBin}/restore`));
  expectDone(await certain('POST', `/admin/history/doctor/${changed}/restore`, { version: 1 }));
  for (const image of [binned, earlier]) expect((await send(desk.url, image)).status).toBe(200);
});
