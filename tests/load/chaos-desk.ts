import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect } from 'vitest';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { flakyDatabase, flakyServer } from '#tests/load/flaky-proxy.ts';
import { findFaketime } from '#tests/desk/fake-clock.ts';
import { expectWhole } from '#tests/database/log.ts';
import { type Call, type MixedLoad, mixedLoad } from '#tests/load/mixed-load.ts';
import { objectStore } from '#tests/desk/object-store.ts';
import { noisyPicture } from '#tests/records/pictures.ts';
import { postgresPair } from '#tests/database/postgres-pair.ts';
import { send } from '#tests/desk/send.ts';
import { smallDisk } from '#tests/load/small-disk.ts';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

/**
 * The part of the chaos tests in `npm test`: it needs no small disk and no other clocks, and passes on a slow machine
 * too.
 */
export const isShort = process.env.CHAOS === 'short';
/** Milliseconds after the end of a fault by which everything must be served again. */
const again = isShort ? 30_000 : 5000;
/** The megabytes of the disk for the first Postgres and the folders of the processes. */
const diskSize = 400;
const plenty = '1000000';

/** The environment of a process whose clock is ahead by this many seconds, or behind when negative. */
const clockAt = (seconds: number): Record<string, string> =>
  seconds === 0
    ? {}
    : {
        LD_PRELOAD: findFaketime(),
        FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };

/** The seconds by which the clock of each process is wrong. */
const clocks = isShort ? [0, 0, 0] : [0, 300, -300];

/** A disk for the first Postgres and the folders of the processes. */
function openDisk() {
  if (!isShort) return smallDisk(diskSize);
  const folder = newFolder();
  const none = () => {
    throw new Error('There is no small disk here');
  };
  return { folder, fill: none, free: none, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Three processes whose clocks are up to ten minutes apart, on a Postgres with a replica and an object store, each
 * behind a proxy that a test can cut and slow down.
 */
export async function chaosDesk() {
  const folder = newFolder();
  const disk = openDisk();
  const pair = await postgresPair(disk.folder, folder);
  const database = await flakyDatabase(pair.url());
  const reads = await flakyDatabase(pair.replica().url);
  const store = await objectStore();
  const s3 = await flakyServer(store.s3?.endpoint ?? '');
  const start = (index: number, port = '0') => {
    const dataDir = path.join(disk.folder, `desk-${index}`);
    mkdirSync(dataDir, { recursive: true });
    return startServer(built.main, {
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: reads.url,
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY: store.s3?.accessKey ?? '',
      S3_SECRET_KEY: store.s3?.secretKey ?? '',
      DEMO_USERS: '100',
      DISK_RESERVE_MB: '64',
      SIGN_IN_LIMIT_ACCOUNT_ADDRESS: plenty,
      SIGN_IN_LIMIT_ADDRESS: plenty,
      SIGN_IN_LIMIT_ACCOUNT: plenty,
      UPLOADS_PER_DAY: plenty,
      ...clockAt(clocks[index] ?? 0),
    });
  };
  const first = await start(0);
  const processes = [first, ...(await Promise.all([start(1), start(2)]))];
  const urls = processes.map(({ url }) => url);
  const { url, password = '' } = first;
  const bearer = await signIn(url, password);
  const picture = await noisyPicture('png', 200, 200);
  const pool = () => new pg.Pool({ connectionString: pair.url() });

  return {
    disk,
    pair,
    database,
    /** Leads to the replica, from which content is read. */
    reads,
    s3,
    urls,
    load: () => mixedLoad({ urls, bearer, password, picture, isFollowed: true }),
    kill: async (index: number) => {
      processes[index]?.child.kill('SIGKILL');
      await processes[index]?.ended;
    },
    /** Starts a killed process again, at the same address. */
    restart: async (index: number) => {
      processes[index] = await start(index, new URL(urls[index] ?? '').port);
    },
    /** The faults that the processes logged. */
    faults: () =>
      processes.flatMap(({ output }) =>
        output()
          .split('\n')
          .filter((line) => line.includes('"fault"')),
      ),
    pool,
    async close() {
      for (const { child, ended } of processes) {
        child.kill('SIGTERM');
        await ended;
      }
      await database.close();
      await reads.close();
      await s3.close();
      await store.close();
      await pair.close();
      disk.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ChaosDesk = Awaited<ReturnType<typeof chaosDesk>>;

/** A fault with its time: the calls that may fail, and when it began and ended. */
export type Fault = {
  began: number;
  ended: number;
  /** Whether a call may fail at all. By default every call may. */
  hits?: (call: Call) => boolean;
};

const isClear = ({ status, code, seconds }: Call) =>
  code !== '' && (status === 507 || (status === 503 && seconds !== undefined));

/** Calls without the expected response. */
export const failed = ({ calls }: MixedLoad) => calls.filter(({ code }) => code !== '');

const inWords = ({ work, url, status, code, began, ended }: Call, fault: Fault) =>
  `${work} on ${url}: ${status} ${code}, from ${Math.round(began - fault.began)} to ${Math.round(ended - fault.began)} ms`;

/**
 * Expects that calls failed only during the fault and at most 5 s longer, each with a clear 503 or 507, or without a
 * response when its process was killed, and that each process serves changes and reads again 5 s after the end.
 */
export async function expectMended(desk: ChaosDesk, load: MixedLoad, fault: Fault, killed?: string) {
  const isBack = (url: string, work: string) =>
    load.calls.some((call) => call.url === url && call.work === work && call.code === '' && call.began > fault.ended);
  await until(
    'serving again',
    () =>
      load.wrong.length > 0 ||
      desk.urls.every((url) => ['change', 'read', 'sign-in', 'upload', 'content'].every((work) => isBack(url, work))),
  );
  expect(load.wrong).toEqual([]);
  const failures = failed(load);
  const words = (calls: Call[]) => [...new Set(calls.map((call) => inWords(call, fault)))].slice(0, 10);
  expect(words(failures.filter((call) => call.ended < fault.began || call.ended > fault.ended + again))).toEqual([]);
  expect(words(failures.filter((call) => !isClear(call) && !(call.status === 0 && call.url === killed)))).toEqual([]);
  expect(words(failures.filter((call) => fault.hits && !fault.hits(call)))).toEqual([]);
  expect(desk.faults()).toEqual([]);
  for (const url of desk.urls) {
    for (const work of ['change', 'read']) {
      const soon = load.calls.filter(
        (call) => call.url === url && call.work === work && call.code === '' && call.ended > fault.ended,
      );
      expect([url, work, Math.min(...soon.map(({ ended }) => ended)) - fault.ended < again]).toEqual([url, work, true]);
    }
  }
}

type Rows = { id: string; text: string }[];

/**
 * Expects that the database has exactly the acknowledged changes, that the log matches them and its seals, that an open
 * desk received each change once, and that every picture and session exists. A `crash` of Postgres may have lost
 * sessions that began in the second before.
 */
export async function expectKept(desk: Pick<ChaosDesk, 'pool' | 'urls'>, load: MixedLoad, crash?: Fault) {
  const pool = desk.pool();
  try {
    const byId = (rows: Rows) => Object.fromEntries(rows.map(({ id, text }) => [id, text]));
    const written = await pool.query<Rows[number]>(
      'SELECT id, message AS text FROM announcements WHERE created_by IS NOT NULL',
    );
    expect(byId(written.rows)).toEqual(Object.fromEntries(load.announcements));
    const added = await pool.query<Rows[number]>('SELECT id, name AS text FROM doctors WHERE created_by IS NOT NULL');
    expect(byId(added.rows)).toEqual(Object.fromEntries(load.doctors));
    await expectWhole(pool, { announcement: 'announcements', doctor: 'doctors' });
    const seals = await until('the seals', async () => {
      const check = await checkSeals(drizzle(pool));
      return check.waiting === 0 ? check : undefined;
    });
    expect(seals.fault).toBeNull();
  } finally {
    await pool.end();
  }
  expect(load.wrong).toEqual([]);
  expect(load.followed.length).toBe(new Set(load.followed).size);
  for (const url of desk.urls) {
    for (const image of load.images) expect([image, (await send(url, image)).status]).toEqual([image, 200]);
    const sure = load.bearers.filter(({ at }) => !crash || at < crash.began - 1000 || at > crash.ended);
    for (const { token } of sure) expect((await send(url, '/auth/session', { bearer: token })).status).toBe(200);
  }
}

/** The number of calls of each type that succeeded, were refused or lost. */
export function countsOf({ calls }: MixedLoad) {
  const counts: Record<string, number> = {};
  for (const { work, status, code } of calls) {
    const name = [work, status, code].filter(Boolean).join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
