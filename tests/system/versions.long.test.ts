import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { built } from '#tests/desk/built-server.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { countsOf, expectKept, failed } from '#tests/load/chaos-desk.ts';
import { mixedLoad } from '#tests/load/mixed-load.ts';
import { noisyPicture } from '#tests/records/pictures.ts';
import { serversOnOneDatabase } from '#tests/desk/servers-on-one-database.ts';
import { buildOfCommit, until } from '#tests/desk/server-process.ts';
import { migrationsOf } from '#tests/database/upgrade.ts';
import { signIn } from '#tests/desk/writes.ts';

const day = '2026-11-22';
/** The last commit of that day. */
const commit = execFileSync('git', ['rev-list', '-1', `--before=${day}T23:59:59Z`, 'HEAD'], {
  encoding: 'utf8',
}).trim();
/** The number of calls to each version after the newer one starts. */
const callsEach = 500;

test(`the version of ${day} serves beside this one, while this one migrates and afterwards: no call fails`, async () => {
  const before = await buildOfCommit(commit);
  onTestFinished(() => before.remove());
  const desk = await serversOnOneDatabase();
  const old = await desk.start(before.main);
  expect(await desk.applied()).toBe(migrationsOf[day]);

  const { password = '' } = old;
  const urls = [old.url];
  const bearer = await signIn(old.url, password);
  const picture = await noisyPicture('png', 200, 200);
  const load = mixedLoad({ urls, bearer, password, picture, isFollowed: true });
  await load.everyWork(old.url);
  const earlier = load.calls.length;
  const next = await desk.start(built.main);
  expect(await desk.applied()).toBeGreaterThan(migrationsOf[day]);
  urls.push(next.url);
  await load.everyWork(next.url);
  const countOf = (url: string) => load.calls.slice(earlier).filter((call) => call.url === url).length;
  await until('the calls', () => load.wrong.length > 0 || urls.every((url) => countOf(url) >= callsEach), 600_000);
  await load.stop();
  console.log(`${commit.slice(0, 7)} beside this version:`, countsOf(load), load.announcements.size, 'announcements');
  expect([load.wrong, failed(load)]).toEqual([[], []]);
  await expectKept({ ...desk, urls }, load);

  // A change that the older version made is not repeated when the same call reaches the newer one.
  const key = randomUUID();
  const announce = async (url: string) =>
    expectDone(await caller(url, bearer).post('/admin/announcements', { message: 'Once' }, { key })) as Announcement;
  const { id } = await announce(old.url);
  expect((await announce(next.url)).id).toBe(id);
});
