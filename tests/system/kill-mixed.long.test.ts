import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { runningAt } from '#server/database/embedded/lock.ts';
import { expectWhole } from '#tests/database/log.ts';
import { noisyPicture, upload } from '#tests/records/pictures.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { built } from '#tests/desk/built-server.ts';
import { endServer, gone, newFolder, postgresOf, startServer, until } from '#tests/desk/server-process.ts';
import { type Caller, caller, operationOf } from '#tests/desk/caller.ts';
import { signIn } from '#tests/desk/writes.ts';

const rounds = 12;
const demoUsers = 2000;
const plenty = '1000000';

/** The acknowledged work: changes by the id of their operation, images by their address, sign-ins by their bearer. */
type Acknowledged = { operations: string[]; images: string[]; bearers: string[]; exports: number };

/**
 * Each type of work that people do at the same time. Each throws when the server is gone, or gives a wrong response.
 */
function workOn(url: string, bearer: string, password: string, picture: Buffer, acknowledged: Acknowledged) {
  const staff: Caller = caller(url, bearer);
  const operations: string[] = [];
  const note = (answer: Answer, ...accepted: number[]) => {
    expect([answer.status, answer.text]).toEqual([
      expect.toSatisfy((status: number) => accepted.includes(status)),
      answer.text,
    ]);
    const operation = operationOf(answer);
    if (!operation) return;
    operations.push(operation);
    acknowledged.operations.push(operation);
  };
  return {
    write: async () => {
      const made = await staff.post('/admin/announcements', { message: randomUUID() });
      note(made, 201);
      const address = `/admin/announcements/${(made.json as Announcement).id}`;
      note(await staff.put(address, { message: randomUUID() }), 200, 404);
      if (Math.random() < 0.3) note(await staff.remove(address), 204, 404);
    },
    undo: async () => {
      const operation = operations[Math.floor(Math.random() * operations.length)];
      if (operation) note(await staff.undo(operation), 200, 409, 412);
      else await pause(5);
    },
    store: async () => {
      const stored = await upload({ url }, bearer, picture);
      expect(stored.status).toBe(201);
      const { imageUrl } = stored.json as { imageUrl: string };
      acknowledged.images.push(imageUrl);
      const doctor = { name: `Ada ${randomUUID()}`, specialty: 'Gynaecology', profileImage: imageUrl };
      note(await staff.post('/api/doctors', doctor), 201);
    },
    exportUsers: async () => {
      const { status, text } = await staff.get('/admin/users/export');
      expect([status, text.trimEnd().split('\n').length]).toEqual([200, demoUsers + 1]);
      acknowledged.exports += 1;
    },
    enter: async () => {
      acknowledged.bearers.push(await signIn(url, password));
    },
  };
}

test(`kill -9 under writes, undos, uploads, exports and sign-ins, ${rounds} times: nothing acknowledged is lost`, async () => {
  const dataDir = newFolder();
  const settings = {
    DATA_DIR: dataDir,
    DEMO_USERS: String(demoUsers),
    SIGN_IN_LIMIT_ACCOUNT_ADDRESS: plenty,
    SIGN_IN_LIMIT_ADDRESS: plenty,
    SIGN_IN_LIMIT_ACCOUNT: plenty,
    UPLOADS_PER_DAY: plenty,
  };
  const picture = await noisyPicture('png', 300, 300);
  const all: Acknowledged = { operations: [], images: [], bearers: [], exports: 0 };
  let server = await startServer(built.main, settings);
  onTestFinished(async () => {
    await endServer(server, dataDir);
  });
  const { password = '' } = server;
  for (let round = 1; round <= rounds; round += 1) {
    const { url, child, ended } = server;
    const here: Acknowledged = { operations: [], images: [], bearers: [], exports: 0 };
    const wrong: unknown[] = [];
    const repeat = async (piece: () => Promise<void>) => {
      try {
        for (;;) await piece();
      } catch (error) {
        // Only the end of the server may end the work.
        if (!child.killed) wrong.push(error);
      }
    };
    const { write, undo, store, exportUsers, enter } = workOn(
      url,
      await signIn(url, password),
      password,
      picture,
      here,
    );
    const working = [write, write, write, write, undo, undo, store, store, exportUsers, enter].map(repeat);
    await until(
      'all of it',
      () => wrong.length > 0 || (here.images.length > 3 && here.bearers.length > 3 && here.exports > 0),
    );
    await pause(Math.random() * 1000);
    const postgres = postgresOf(dataDir);
    // Every third time Postgres is killed too, without a chance to write anything more.
    if (round % 3 === 0) process.kill(postgres, 'SIGKILL');
    child.kill('SIGKILL');
    await Promise.all([...working, ended]);
    expect(wrong).toEqual([]);
    // Every other time the next start meets a Postgres that is still stopping.
    if (round % 2 === 0) await gone(postgres);

    server = await startServer(built.main, settings);
    const { target } = (await runningAt(dataDir)) ?? {};
    const pool = new pg.Pool(target);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM operations');
    const logged = new Set(rows.map(({ id }) => id));
    expect(here.operations.filter((id) => !logged.has(id))).toEqual([]);
    await expectWhole(pool, { announcement: 'announcements', doctor: 'doctors' });
    await pool.end();
    for (const image of here.images) expect([image, (await send(server.url, image)).status]).toEqual([image, 200]);
    for (const bearer of here.bearers) expect((await send(server.url, '/auth/session', { bearer })).status).toBe(200);
    all.operations.push(...here.operations);
    all.images.push(...here.images);
    all.bearers.push(...here.bearers);
    all.exports += here.exports;
  }
  const counts = Object.entries(all).map(([what, one]) => `${Array.isArray(one) ? one.length : one} ${what}`);
  console.log(`${rounds} kills: ${counts.join(', ')} acknowledged`);
});
