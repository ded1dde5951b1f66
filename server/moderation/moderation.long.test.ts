import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#contract/errors.ts';
import { testDatabase } from '#tests/database/database.ts';
import { built } from '#tests/desk/built-server.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newFolder, startServer } from '#tests/desk/server-process.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { testApp } from '#tests/desk/test-app.ts';

/** The number of pairs of decisions, how many run at once, and the milliseconds between the two. */
const [pairs, atOnce, apart] = [1000, 10, 50];

const folder = newFolder();
let database: Awaited<ReturnType<typeof testDatabase>>;
const servers: Awaited<ReturnType<typeof startServer>>[] = [];
let bearers: string[];
beforeAll(async () => {
  database = await testDatabase();
  const app = await testApp({ database });
  const bearerOf = async (name: string) =>
    (await startSession(app, await addAdmin(app, undefined, name, 'moderator'))).session.token;
  bearers = [await bearerOf('Ngọzi Eze'), await bearerOf('Bọ́lá Adé')];
  await app.drain();
  const settings = { DATABASE_URL: database.url, DATA_DIR: `${folder}/data` };
  servers.push(await startServer(built.main, settings), await startServer(built.main, settings));
});
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The calls of the two moderators, each on a process of their own. */
function callers() {
  const [first, second] = servers.map(({ url }, index) => caller(url, bearers[index] ?? ''));
  if (!first || !second) throw new Error('The servers were not started');
  return [first, second] as const;
}

async function addCases(count: number) {
  const { rows } = await database.pool.query<{ id: string }>(
    `WITH people AS (INSERT INTO users (id, email) SELECT gen_random_uuid(), 'p' || n || '@' || $2 || '.test' FROM generate_series(1, $1) AS n RETURNING id)
    INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank) SELECT gen_random_uuid(), 'person', id, id, 'spam', 9 FROM people
    RETURNING id`,
    [count, randomUUID()],
  );
  return rows.map(({ id }) => id);
}

test('of 1,000 pairs of decisions over two processes one wins each; the other names it', async () => {
  const [first, second] = callers();
  const ids = await addCases(pairs);
  const answers: [number, number, Problem][] = [];
  async function decideBoth(id: string, index: number) {
    const path = `/admin/moderation/cases/${id}/decide`;
    const [early, late] = index % 2 === 0 ? [first, second] : [second, first];
    const one = early.post(path, { version: 1, verdict: 'within_rules' });
    await pause(apart);
    const other = late.post(path, { version: 1, verdict: 'cannot_tell' });
    const [won, lost] = await Promise.all([one, other]);
    answers.push([won.status, lost.status, problemOf(lost.status === 409 ? lost : won)]);
  }
  const waiting = ids.entries();
  const work = async () => {
    for (const [index, id] of waiting) await decideBoth(id, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const statuses = answers.map(([one, other]) => [one, other].toSorted().join());
  expect(statuses.filter((pair) => pair !== '200,409')).toEqual([]);
  const problems = answers.map(([, , problem]) => problem);
  expect(problems.filter((problem) => problem.code !== 'decided_already')).toEqual([]);
  const sentence = /^(Ngọzi Eze|Bọ́lá Adé) has decided this case: (within the rules|cannot tell)\.$/;
  expect(problems.filter((problem) => !sentence.test(problem.detail))).toEqual([]);
  const { rows } = await database.pool.query<{ n: number }>('SELECT count(DISTINCT case_id)::int AS n FROM decisions');
  expect([rows[0]?.n, answers.length]).toEqual([pairs, pairs]);
});

test('the claim of a killed process blocks no colleague, and ends after three minutes', async () => {
  const [first, second] = callers();
  const [id = ''] = await addCases(1);
  expectDone(await first.post(`/admin/moderation/cases/${id}/claim`));
  const [killed] = servers.splice(0, 1);
  killed?.child.kill('SIGKILL');
  if (killed?.child.exitCode === null) await once(killed.child, 'exit');
  const next = async () => (expectDone(await second.get('/admin/moderation/cases/next')) as { id: string | null }).id;
  expect(await next()).toBeNull();
  // Two minutes and 59 seconds later it is still claimed, three minutes and a second later it is free.
  const pass = (seconds: number) =>
    database.pool.query('UPDATE cases SET claimed_at = claimed_at - make_interval(secs => $1) WHERE id = $2', [
      seconds,
      id,
    ]);
  await pass(170);
  expect(await next()).toBeNull();
  await pass(11);
  expect(await next()).toBe(id);
  expectDone(await second.post(`/admin/moderation/cases/${id}/decide`, { version: 1, verdict: 'within_rules' }));
});
