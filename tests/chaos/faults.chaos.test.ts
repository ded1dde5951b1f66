import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ChaosDesk,
  type Fault,
  chaosDesk,
  countsOf,
  expectKept,
  expectMended,
  failed,
  isShort,
} from '#tests/load/chaos-desk.ts';
import type { Call, MixedLoad } from '#tests/load/mixed-load.ts';
import { send } from '#tests/desk/send.ts';
import { until } from '#tests/desk/server-process.ts';

const rounds = isShort ? 1 : Number(process.env.CHAOS_ROUNDS ?? 3);
/** The duration of a fault, in milliseconds. */
const lasting = 4000;

describe.each(Array.from({ length: rounds }, (_, index) => index + 1))('round %d, under mixed load', (round) => {
  let desk: ChaosDesk;
  /** The records written by all loads together. */
  const before: { announcements: Map<string, string>; doctors: Map<string, string> } = {
    announcements: new Map(),
    doctors: new Map(),
  };
  beforeAll(async () => {
    desk = await chaosDesk();
  });
  afterAll(() => desk.close());

  /** Runs the load of users, causes a fault, and checks the conditions during and after it. */
  async function meet(
    name: string,
    make: (load: MixedLoad) => Promise<unknown>,
    { hits, killed, crash = false }: { hits?: Fault['hits']; killed?: string; crash?: boolean } = {},
  ) {
    const load = desk.load();
    await until(
      'work',
      () => load.wrong.length > 0 || (load.images.length > 2 && load.bearers.length > 2 && load.announcements.size > 0),
    );
    expect(failed(load)).toEqual([]);
    await pause(Math.random() * 500);
    const began = performance.now();
    await make(load);
    const fault: Fault = { began, ended: performance.now(), ...(hits ? { hits } : {}) };
    try {
      await expectMended(desk, load, fault, killed);
    } finally {
      await load.stop();
      console.log(
        `${name}, ${Math.round(fault.ended - began)} ms:`,
        countsOf(load),
        `followed ${load.followed.length}, all read again ${load.readAgain.length}`,
      );
    }
    for (const [id, text] of before.announcements) load.announcements.set(id, text);
    for (const [id, text] of before.doctors) load.doctors.set(id, text);
    await expectKept(desk, load, crash ? fault : undefined);
    before.announcements = load.announcements;
    before.doctors = load.doctors;
  }

  test('no fault but clocks that are five minutes before and behind: no call fails', async () => {
    const dates = desk.urls.map(async (url) => Date.parse((await send(url, '/healthz')).headers.date ?? ''));
    const minutes = (await Promise.all(dates)).map((date) => String(Math.round((date - Date.now()) / 60_000)));
    expect(minutes).toEqual(['0', '5', '-5']);
    await meet('clocks', () => pause(lasting), { hits: () => false });
  });

  test('kill -9 of a process: the others answer every call', async () => {
    const index = round % 3;
    const killed = desk.urls[index] ?? '';
    await meet(
      'kill -9',
      async () => {
        await desk.kill(index);
        await pause(500);
        await desk.restart(index);
      },
      { hits: ({ url }) => url === killed, killed },
    );
  });

  test('Postgres is stopped and started', () =>
    meet('restart of Postgres', async () => {
      await desk.pair.end('SIGINT');
      await pause(1000);
      await desk.pair.start();
    }));

  test('Postgres is killed and recovers', () =>
    meet(
      'kill -9 of Postgres',
      async () => {
        await desk.pair.end('SIGKILL');
        await desk.pair.start();
      },
      { crash: true },
    ));

  test('the object store is away: only pictures wait', () =>
    meet(
      'the object store away',
      async () => {
        desk.s3.cut();
        await pause(lasting);
        desk.s3.mend();
      },
      { hits: ({ work }) => work === 'upload' || work === 'picture' },
    ));

  test('the replica cannot be read: no call fails', () =>
    meet(
      'no reads from the replica',
      async () => {
        desk.reads.cut();
        await pause(lasting / 2);
        desk.reads.mend();
        desk.reads.slow(60_000);
        await pause(lasting);
        desk.reads.mend();
      },
      { hits: () => false },
    ));

  test('the network is slow', () =>
    meet('a slow network', async () => {
      desk.database.slow(100);
      desk.s3.slow(100);
      await pause(2 * lasting);
      desk.database.mend();
      desk.s3.mend();
    }));

  test('the disk is full: reads go on', () =>
    meet(
      'a full disk',
      async () => {
        const end = performance.now() + lasting;
        while (performance.now() < end) {
          desk.disk.fill();
          await pause(100);
        }
        desk.disk.free();
      },
      { hits: ({ status, work }: Call) => status === 507 && work !== 'read' && work !== 'content' },
    ));

  test('Postgres is gone and its replica takes over: nothing that was acknowledged is lost', async () => {
    await meet(
      'fail-over',
      async () => {
        await desk.pair.failOver();
        desk.database.pointTo(desk.pair.url());
      },
      { crash: true },
    );
    await desk.pair.addReplica();
    desk.reads.pointTo(desk.pair.replica().url);
  });
});
