import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { withClient } from '#server/database/pool.ts';
import { createLog } from '#server/http/log.ts';
import { countsOf, failed } from '#server/testing/chaos-desk.ts';
import { mixedLoad } from '#server/testing/mixed-load.ts';
import { noisyPicture } from '#server/testing/pictures.ts';
import { send } from '#server/testing/send.ts';
import { built } from '#server/testing/built.ts';
import { buildOfCommit, newFolder, startServer, until } from '#server/testing/start.ts';
import { signIn } from '#server/testing/writes.ts';

const journal = 'server/database/migrations/meta/_journal.json';
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The last commit without the newest migration. */
const beforeNewestMigration = () =>
  git('status', '--porcelain', '--', journal) === '' ? `${git('log', '-1', '--format=%H', '--', journal)}~1` : 'HEAD';

/** The number of migrations of this version. */
const shipped = () => (JSON.parse(readFileSync(journal, 'utf8')) as { entries: unknown[] }).entries.length;

/** Servers that share one empty Postgres and one folder, and end with the test. */
async function sharedDesk() {
  const dataDir = newFolder();
  const postgres = await openEmbedded({ dataDir, maxConnections: 200 }, createLog('silent'));
  const running: Awaited<ReturnType<typeof startServer>>[] = [];
  onTestFinished(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    await postgres.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    query: <T extends object>(sql: string) =>
      withClient(postgres.target, async (client) => (await client.query<T>(sql)).rows),
    async start(main: string) {
      const server = await startServer(main, {
        DATABASE_URL: `postgres://awa@localhost/postgres?host=${encodeURIComponent(dataDir)}`,
        DATA_DIR: `${dataDir}/desk`,
        DEMO_USERS: '2000',
        SIGN_IN_LIMIT_ACCOUNT_ADDRESS: '1000000',
        SIGN_IN_LIMIT_ADDRESS: '1000000',
        SIGN_IN_LIMIT_ACCOUNT: '1000000',
        UPLOADS_PER_DAY: '1000000',
      });
      running.push(server);
      return server;
    },
  };
}

type Desk = Awaited<ReturnType<typeof sharedDesk>>;
const applied = async (desk: Desk) =>
  (await desk.query<{ count: number }>('SELECT count(*)::int FROM drizzle.__drizzle_migrations'))[0]?.count;

test('five processes that start together on an empty database migrate and fill it once', async () => {
  const desk = await sharedDesk();
  const servers = await Promise.all(Array.from({ length: 5 }, () => desk.start(built.main)));
  const passwords = servers.flatMap(({ password }) => password ?? []);
  expect(passwords).toHaveLength(1);
  for (const { url } of servers) {
    expect((await send(url, '/readyz')).status).toBe(200);
    await signIn(url, passwords[0] ?? '');
  }
  expect(
    await desk.query(
      `SELECT count(*)::int AS migrations, count(DISTINCT hash)::int AS different,
         (SELECT count(*)::int FROM staff) AS staff, (SELECT count(*)::int FROM users) AS users
       FROM drizzle.__drizzle_migrations`,
    ),
  ).toEqual([{ migrations: shipped(), different: shipped(), staff: 1, users: 2000 }]);
});

test('three processes are replaced one by one by the next version, which migrates: under mixed load no call fails', async () => {
  const commit = beforeNewestMigration();
  const before = await buildOfCommit(commit);
  onTestFinished(() => before.remove());
  const desk = await sharedDesk();
  const first = await desk.start(before.main);
  const servers = [first, await desk.start(before.main), await desk.start(before.main)];
  expect(await applied(desk)).toBeLessThan(shipped());

  const urls = servers.map(({ url }) => url);
  const { password = '' } = first;
  const load = mixedLoad({
    urls,
    bearer: await signIn(first.url, password),
    password,
    picture: await noisyPicture('png', 200, 200),
  });
  const everyWork = (url: string) =>
    until('all work', () => {
      const works = new Set(load.calls.filter((call) => call.url === url).map(({ work }) => work));
      return works.size === 6 || load.wrong.length > 0;
    });
  for (const url of urls) await everyWork(url);
  for (const [index, old] of servers.entries()) {
    const next = await desk.start(built.main);
    // A load balancer sends nothing more to the process that is to end, and that one answers what it has taken.
    urls[index] = next.url;
    old.child.kill('SIGTERM');
    expect(await old.ended).toBe(0);
    await everyWork(next.url);
  }
  await load.stop();
  console.log(`from ${commit}:`, countsOf(load));
  expect([load.wrong, failed(load)]).toEqual([[], []]);
  expect(await applied(desk)).toBe(shipped());
});
