import { expect, onTestFinished, test } from 'vitest';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { testDatabase } from '#tests/database/database.ts';
import { testPassword } from '#tests/desk/staff.ts';
import { built } from '#tests/desk/built-server.ts';
import { endServer, newFolder, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const changes = 10_000;
/** People at each server. */
const people = 8;

test(`${changes} changes by three processes at once, of which one is killed, are sealed once each`, async () => {
  const database = await testDatabase();
  const start = async () => {
    const dataDir = newFolder();
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO_USERS: '0',
      ADMIN_PASSWORD: testPassword,
      ADMIN_EMAIL: 'admin@awa.local',
    };
    const server = await startServer(built.main, settings);
    return { ...server, end: () => endServer(server, dataDir) };
  };
  const servers = [await start(), ...(await Promise.all([start(), start()]))];
  onTestFinished(async () => {
    for (const { end } of servers) await end();
    await database.close();
  });

  let begun = 0;
  let made = 0;
  const killed = servers[2];
  const work = async ({ url }: { url: string }, bearer: string) => {
    const staff = caller(url, bearer);
    const { id } = await staff.make<{ id: string }>('/admin/announcements', { message: 'Before' });
    while (begun < changes) {
      begun += 1;
      expectDone(await staff.put(`/admin/announcements/${id}`, { message: `Change ${begun}` }));
      made += 1;
      if (made === changes / 2) killed?.child.kill('SIGKILL');
    }
  };
  await Promise.all(
    servers.map(async (server) => {
      const bearer = await signIn(server.url, testPassword);
      await Promise.all(
        Array.from({ length: people }, () =>
          work(server, bearer).catch((error: unknown) => {
            if (server !== killed) throw error;
          }),
        ),
      );
    }),
  );
  expect(made).toBeGreaterThanOrEqual(changes - people);
  const count = async () =>
    (await database.pool.query<{ n: number }>('SELECT count(*) AS n FROM unsealed')).rows[0]?.n ?? 0;
  const waiting = await count();
  await until('the last seal', async () => (await count()) === 0, 5000);

  const began = performance.now();
  const { fault, months } = await checkSeals(database.db);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${made} changes; ${waiting} waited for their seal at the end; checked in ${seconds} s\n`);
  const { rows } = await database.pool.query<{ n: number; sealed: number; first: number; last: number }>(
    `SELECT (SELECT count(*) FROM operations) AS n, count(DISTINCT operation_id) AS sealed, min(position) AS first,
       max(position) AS last FROM seals`,
  );
  expect(fault).toBeNull();
  expect(rows[0]).toEqual({ n: rows[0]?.n, sealed: rows[0]?.n, first: 1, last: rows[0]?.n });
  expect(months).toMatchObject([{ entries: rows[0]?.n }]);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(made);
});
