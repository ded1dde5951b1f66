import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { type TestAdmin, addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let bola: TestAdmin;
let calls: Caller;
beforeAll(async () => {
  app = await testApp();
  bola = await addAdmin(app, undefined, 'Bọ́lá Adé', 'moderator');
  calls = caller(app.url, (await startSession(app, bola)).session.token);
});
afterAll(() => app.close());
beforeEach(() => sql('TRUNCATE users, posts CASCADE; DELETE FROM shifts'));

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const waiting = async () =>
  expectDone(await calls.get('/admin/moderation/crisis')) as Output<typeof api.crisis.waiting>;

async function addCase(minutes: number, { state = 'open', rank = 1 } = {}) {
  const [row] = await sql<{ id: string }>(
    `INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank, state, waiting_since)
     VALUES (gen_random_uuid(), 'person', gen_random_uuid(), $1, 'danger', $2, $3, now() - make_interval(mins => $4)) RETURNING id`,
    [await addPerson(app), rank, state, minutes],
  );
  return row?.id ?? '';
}
const addDecision = async (caseId: string, outcome: string | null, minutes = 0) => {
  const id = randomUUID();
  await sql(
    `INSERT INTO decisions (id, case_id, person_id, staff_id, at, verdict, crisis_outcome, rule, hide, hide_others, erase, sanction, reason,
       statement, language, case_reason, waited)
     SELECT $1, id, person_id, $2, now() - make_interval(mins => $3), 'needs_help', $4, '', false, false, false, 'none', '', '', 'english', reason, 0
     FROM cases WHERE id = $5`,
    [id, bola.id, minutes, outcome, caseId],
  );
  return id;
};

test('a desk without cases and without a rota says so', async () => {
  expect(await waiting()).toEqual({
    waiting: 0,
    first: null,
    looksDue: 0,
    hasRota: false,
    onDuty: [],
    clinician: null,
    mine: 0,
    pauseAfter: 10,
  });
});

test('open and escalated cases of the lane count, and no others; the first is the oldest that nobody is reading', async () => {
  await addCase(500, { rank: 5 });
  await addCase(400, { state: 'decided' });
  await addCase(300, { state: 'appealed' });
  const read = await addCase(60, { state: 'escalated' });
  const oldest = await addCase(50);
  await addCase(40, { state: 'escalated' });
  await sql('UPDATE cases SET claimed_by = $1, claimed_at = now() WHERE id = $2', [bola.id, read]);
  await sql("INSERT INTO reports (id, case_id, mark, reason) VALUES (gen_random_uuid(), $1, 'violence', 'danger')", [
    oldest,
  ]);
  expect(await waiting()).toMatchObject({ waiting: 3, first: { id: oldest, mark: 'violence' } });
  await sql('UPDATE cases SET claimed_by = $1, claimed_at = now()', [bola.id]);
  expect((await waiting()).first).toMatchObject({ id: read, mark: null });
  await sql("UPDATE cases SET claimed_at = now() - interval '181 seconds' WHERE id = $1", [oldest]);
  expect((await waiting()).first?.id).toBe(oldest);
});

test('looks that are due, and the decisions of the caller within a day, are counted', async () => {
  const id = await addCase(10);
  const decision = await addDecision(id, 'message_sent');
  await addDecision(id, 'no_danger', 23 * 60 + 59);
  await addDecision(id, 'no_danger', 24 * 60 + 1);
  await addDecision(id, null);
  const addLook = (due: string, done: string | null = null) =>
    sql(
      'INSERT INTO looks (id, case_id, decision_id, due_at, done_at) VALUES (gen_random_uuid(), $1, $2, now() + $3::interval, now() + $4::interval)',
      [id, decision, due, done],
    );
  await addLook('-1 minute');
  await addLook('1 minute');
  await addLook('-1 hour', '-1 minute');
  expect(await waiting()).toMatchObject({ looksDue: 1, mine: 2 });
  await sql('UPDATE decisions SET taken_back_at = now() WHERE id = $1', [decision]);
  expect(await waiting()).toMatchObject({ mine: 1 });
});

test('the accounts on duty have their names there', async () => {
  await sql('INSERT INTO shifts (id, staff_id, days, starts, ends) VALUES ($1, $2, $3, 0, 0)', [
    randomUUID(),
    bola.id,
    [1, 2, 3, 4, 5, 6, 7],
  ]);
  expect(await waiting()).toMatchObject({ hasRota: true, onDuty: [{ id: bola.id, name: 'Bọ́lá Adé' }] });
});
