import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, groupsOf, homeGroupNames, isTrouble } from '#contract/home.ts';
import { type Role, everyRole } from '#contract/roles.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addAdmin, newBearer, startSession } from '#tests/desk/staff.ts';
import type { TestApp } from '#tests/desk/test-app.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { compareHome, fillHome, shuffle, smallLimits } from '#tests/records/home-states.ts';

const homeOf = async (calls: Caller) => expectDone(await calls.get('/admin/home')) as Home;

/** The groups of a home page that count a record. */
const counted = ({ groups }: Home) => groups.flatMap(({ name, count }) => (count > 0 ? [name] : []));

test('each count equals its list, for each role, in random states', async () => {
  const desk = await testDesk({ settings: smallLimits });
  const calls = await fillHome(desk);
  const random = seededRandom('home');
  const seen = new Set<string>();
  for (let state = 0; state < 8; state += 1) {
    await shuffle(desk, random);
    for (const name of await compareHome(calls)) seen.add(name);
  }
  expect([...seen].toSorted()).toEqual(homeGroupNames.toSorted());
  await desk.close();
});

test('each role has the groups of its own lists', () => {
  const texts = ['mine', 'remarks', 'overdue', 'due'];
  const people = ['crisis', 'looks', 'appealed'];
  const expected: Record<Role, string[]> = {
    administrator: homeGroupNames,
    editor: ['open', 'mine', 'returned', ...texts.slice(1), 'unshown', 'scheduled', 'announcements', 'doctors'],
    reviewer: texts,
    moderator: [...people, 'open', 'helpLines'],
    support: ['announcements'],
  };
  for (const role of everyRole) expect(groupsOf(role)).toEqual(expected[role]);
});

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk({ settings: smallLimits });
});
afterAll(() => desk.close());

const as = async (role: Role, on: TestApp = desk) => caller(on.url, await newBearer(on, role));

test('rows name records of the role’s areas alone; a case is named by its reason, never by words of a person', async () => {
  const other = await testDesk();
  await fillHome(other);
  await other.database.pool.query(
    "INSERT INTO snapshots (id, case_id, content) SELECT gen_random_uuid(), id, 'my secret words' FROM cases",
  );
  for (const role of everyRole) {
    const { text } = await (await as(role, other)).get('/admin/home');
    expect(text).not.toContain('secret words');
    const { groups } = JSON.parse(text) as Home;
    const kinds = new Set(groups.flatMap(({ rows }) => rows.map(({ kind }) => kind)));
    if (role === 'moderator') expect([...kinds].toSorted()).toEqual(['case', 'help-line', 'person', 'post']);
    if (role === 'editor') expect([...kinds].toSorted()).toEqual(['card', 'doctor']);
    if (role === 'reviewer' || role === 'support') expect([...kinds]).toEqual([]);
    const labels = groups.find(({ name }) => name === 'open')?.rows.map(({ label }) => label) ?? [];
    if (role === 'moderator') expect(new Set(labels)).toEqual(new Set(['In danger now']));
    if (role === 'editor') expect(new Set(labels)).toEqual(new Set(['This is wrong']));
  }
  await other.close();
});

test('without work every count is 0, and only administrators get checks and first steps', async () => {
  const editor = await homeOf(await as('editor'));
  expect(counted(editor)).toEqual([]);
  expect(editor.groups.every(({ rows }) => rows.length === 0)).toBe(true);
  expect(editor).toMatchObject({ checks: [], steps: [] });
  const { checks, steps } = await homeOf(desk.staff);
  expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'mail off',
    'push off',
    'log never',
    'backup off',
  ]);
  expect(steps.map(({ name, isDone }) => [name, isDone])).toEqual([
    ['factor', false],
    ['announcement', false],
    ['colleague', true],
    ['content', false],
    ['backup', true],
  ]);
});

test('a query is refused, and so is a stranger', async () => {
  expect((await desk.staff.get('/admin/home?role=administrator')).status).toBe(422);
  expect((await caller(desk.url, 'none').get('/admin/home')).status).toBe(401);
  const { headers } = await desk.staff.get('/admin/home');
  expect(headers['cache-control']).toBe('no-store');
});

test('the first steps go once all of them are done', async () => {
  const other = await testDesk();
  const admin = await addAdmin(other);
  const calls = caller(other.url, (await startSession(other, admin)).session.token);
  await calls.make('/admin/announcements', { message: 'The clinic is open on Saturday' });
  expectDone(await calls.post('/admin/lady-due/default-content', { trackingMode: 'PCOS' }));
  expect((await homeOf(calls)).steps.filter(({ isDone }) => !isDone)).toEqual([{ name: 'factor', isDone: false }]);
  await other.database.pool.query(
    "INSERT INTO authenticator_apps (id, staff_id, secret, last_step) VALUES (gen_random_uuid(), $1, 'x', 0)",
    [admin.id],
  );
  expect((await homeOf(calls)).steps).toEqual([]);
  await other.close();
});

test('late mails, refused news, late seals and a fault of the log need an administrator', async () => {
  const appWebhook = { url: 'https://backend.awa.test/news', secret: 'whsec_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' };
  const other = await testDesk({ settings: { appWebhook, smtpUrl: 'smtp://127.0.0.1:1' } });
  const stateOf = async () =>
    (await homeOf(other.staff)).checks.map((check) => `${check.name} ${check.state}${isTrouble(check) ? '!' : ''}`);
  const sql = (text: string) => other.database.pool.query(text);
  expect(await stateOf()).toEqual(['mail good', 'push never', 'log never', 'backup off']);
  await sql('UPDATE app_feed SET pushed_at = now()');
  await sql(`INSERT INTO log_checks (run, total, found) VALUES (gen_random_uuid(), 0, '{"fault": null}')`);
  expect(await stateOf()).toEqual(['mail good', 'push good', 'log good', 'backup off']);
  await sql('UPDATE app_feed SET push_failures = 1, push_failed_at = now()');
  await sql("INSERT INTO unsealed (operation_id, at) VALUES (gen_random_uuid(), now() - interval '11 minutes')");
  await sql(`WITH person AS (INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'chi@awa.test') RETURNING id),
    waiting AS (INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank)
      SELECT gen_random_uuid(), 'person', id, id, 'danger', 1 FROM person RETURNING id)
    INSERT INTO alerts (id, case_id, step, staff_id, at)
    SELECT gen_random_uuid(), waiting.id, 15, staff.id, now() - interval '3 minutes' FROM waiting, staff`);
  expect(await stateOf()).toEqual(['mail late!', 'push failed!', 'log late!', 'backup off']);
  await sql(`UPDATE log_checks SET found = '{"fault": {"what": "changed"}}'`);
  expect((await stateOf())[2]).toBe('log failed!');
  await other.close();
});
