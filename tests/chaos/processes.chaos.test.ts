import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { countsOf, failed } from '#tests/load/chaos-desk.ts';
import { mixedLoad } from '#tests/load/mixed-load.ts';
import { noisyPicture } from '#tests/records/pictures.ts';
import { send } from '#tests/desk/send.ts';
import { built } from '#tests/desk/built-server.ts';
import { serversOnOneDatabase } from '#tests/desk/servers-on-one-database.ts';
import { buildOfCommit } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const journal = 'server/database/migrations/meta/_journal.json';
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The last commit without the newest migration. */
const beforeNewestMigration = () =>
  git('status', '--porcelain', '--', journal) === '' ? `${git('log', '-1', '--format=%H', '--', journal)}~1` : 'HEAD';

/** The number of migrations of this version. */
const shipped = () => (JSON.parse(readFileSync(journal, 'utf8')) as { entries: unknown[] }).entries.length;

test('five processes that start together on an empty database migrate and fill it once', async () => {
  const desk = await serversOnOneDatabase();
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
  const desk = await serversOnOneDatabase();
  const first = await desk.start(before.main);
  const servers = [first, await desk.start(before.main), await desk.start(before.main)];
  expect(await desk.applied()).toBeLessThan(shipped());

  const urls = servers.map(({ url }) => url);
  const { password = '' } = first;
  const load = mixedLoad({
    urls,
    bearer: await signIn(first.url, password),
    password,
    picture: await noisyPicture('png', 200, 200),
  });
  for (const url of urls) await load.everyWork(url);
  for (const [index, old] of servers.entries()) {
    const next = await desk.start(built.main);
    // A load balancer stops sending requests to the process that is to end, and the process completes those that it has
    // accepted.
    urls[index] = next.url;
    old.child.kill('SIGTERM');
    expect(await old.ended).toBe(0);
    await load.everyWork(next.url);
  }
  await load.stop();
  console.log(`from ${commit}:`, countsOf(load));
  expect([load.wrong, failed(load)]).toEqual([[], []]);
  expect(await desk.applied()).toBe(shipped());
});
