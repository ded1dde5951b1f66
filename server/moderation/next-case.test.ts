import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportReason } from '#contract/case-states.ts';
import { findNext } from '#server/moderation/queue.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

// The clock of the desk is that of Postgres: a shift of a time stands for one that passes.

let app: TestApp;
let ada: Caller;
let adaId: string;
let bolaId: string;
beforeAll(async () => {
  app = await testApp();
  const accountOf = async (name: string, role: 'moderator' | 'support') => {
    const admin = await addAdmin(app, undefined, name, role);
    return { ...admin, bearer: (await startSession(app, admin)).session.token };
  };
  const [one, other] = [await accountOf('Ada Obi', 'moderator'), await accountOf('Bọ́lá Adé', 'moderator')];
  await accountOf('Support', 'support');
  ada = caller(app.url, one.bearer);
  [adaId, bolaId] = [one.id, other.id];
});
afterAll(() => app.close());

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const next = async (query = '') =>
  (expectDone(await ada.get(`/admin/moderation/cases/next${query}`)) as { id: string | null }).id;

async function addCase(reason: ReportReason) {
  const { id } = await ada.make<{ id: string }>('/admin/moderation/cases', {
    kind: 'person',
    subjectId: await addPerson(app),
    reason,
  });
  return id;
}

/** A decision about a person in danger, as long ago as the next one is later. */
async function helped(staffId: string, takenBack = false) {
  const caseId = await addCase('self-harm');
  await sql("UPDATE cases SET state = 'decided' WHERE id = $1", [caseId]);
  await sql("UPDATE decisions SET at = at - interval '1 minute'");
  await sql(
    `INSERT INTO decisions (id, case_id, person_id, staff_id, verdict, crisis_outcome, rule, hide, hide_others, erase, sanction, reason,
       statement, language, case_reason, waited, taken_back_at)
     SELECT gen_random_uuid(), id, person_id, $2, 'needs_help', 'help_shown', '', false, false, false, 'none', '', '', 'english', reason, 0,
       CASE WHEN $3 THEN now() END
     FROM cases WHERE id = $1`,
    [caseId, staffId, takenBack],
  );
}

/** Lets minutes pass since the last call of a colleague. */
const leaves = (staffId: string, minutes: number) =>
  sql('UPDATE sessions SET used_at = now() - make_interval(mins => $2) WHERE staff_id = $1', [staffId, minutes]);

beforeEach(async () => {
  await sql('TRUNCATE users, cases CASCADE');
  await sql("UPDATE staff SET enabled = true, role = 'moderator' WHERE id = $1", [bolaId]);
  await sql("UPDATE sessions SET ends_at = now() + interval '1 hour'");
  await leaves(bolaId, 0);
});

describe('after a case of a person in danger', () => {
  test('the same account gets another case, while a colleague is at the desk', async () => {
    const [inDanger, spam] = [await addCase('danger'), await addCase('spam')];
    expect(await next()).toBe(inDanger);
    await helped(adaId);
    expect([await next(), await next(`?after=${spam}`)]).toEqual([spam, inDanger]);
    await helped(bolaId);
    expect(await next()).toBe(inDanger);
    await helped(adaId);
    expect(await next()).toBe(spam);
  });

  test('the same account gets the next one when no other case waits', async () => {
    const inDanger = await addCase('danger');
    await helped(adaId);
    expect(await next()).toBe(inDanger);
  });

  test('the same account gets the next one when it has waited for a quarter of an hour', async () => {
    const [inDanger, spam] = [await addCase('danger'), await addCase('spam')];
    await helped(adaId);
    await sql("UPDATE cases SET waiting_since = now() - interval '14 minutes' WHERE id = $1", [inDanger]);
    expect(await next()).toBe(spam);
    await sql("UPDATE cases SET waiting_since = now() - interval '15 minutes' WHERE id = $1", [inDanger]);
    expect(await next()).toBe(inDanger);
  });

  test('of the cases that are left out, none comes, not even a graver one', async () => {
    const [first, second, spam] = [await addCase('danger'), await addCase('danger'), await addCase('spam')];
    expect(await next(`?after=${first},${spam}`)).toBe(second);
    await helped(adaId);
    expect(await next(`?after=${spam}`)).toBe(first);
    expect(await next(`?after=${[first, second, spam].join(',')}`)).toBeNull();
  });

  test('a decision that was taken back does not count', async () => {
    const [inDanger] = [await addCase('danger'), await addCase('spam')];
    await helped(adaId, true);
    expect(await next()).toBe(inDanger);
  });
});

test.each([
  ['left five minutes ago', () => leaves(bolaId, 5)],
  ['may not decide', () => sql("UPDATE staff SET role = 'support' WHERE id = $1", [bolaId])],
  ['was disabled', () => sql('UPDATE staff SET enabled = false WHERE id = $1', [bolaId])],
  ['has only a session that ended', () => sql('UPDATE sessions SET ends_at = now() WHERE staff_id = $1', [bolaId])],
])('a colleague who %s is not at the desk', async (_, act) => {
  const [inDanger, spam] = [await addCase('danger'), await addCase('spam')];
  await helped(adaId);
  await leaves(bolaId, 4);
  expect(await next()).toBe(spam);
  await act();
  expect(await next()).toBe(inDanger);
});

test('the next case among many comes from the index of the queue', async () => {
  await sql(
    `WITH people AS (INSERT INTO users (id, email) SELECT gen_random_uuid(), 'p' || n || '@many.test' FROM generate_series(1, 4000) AS n RETURNING id)
     INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank)
     SELECT gen_random_uuid(), 'person', id, id, CASE WHEN n <= 2000 THEN 'danger' ELSE 'spam' END, CASE WHEN n <= 2000 THEN 1 ELSE 6 END
     FROM (SELECT id, row_number() OVER () AS n FROM people) AS numbered`,
  );
  await helped(adaId);
  await sql('ANALYZE cases');
  const asked: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) };
  await findNext(
    drizzle(app.database.pool, { logger }),
    { id: adaId, email: 'ada@awa.test', name: 'Ada Obi', role: 'moderator', qualification: '' },
    'open',
    [],
  );
  expect(asked).toHaveLength(3);
  const plans = await Promise.all(asked.map(({ query, params }) => sql(`EXPLAIN ${query}`, params)));
  const ofCases = plans.map((plan) => JSON.stringify(plan)).filter((plan) => plan.includes(' on cases'));
  expect(ofCases).toHaveLength(2);
  expect(ofCases.filter((plan) => !plan.includes('Index Scan using cases_') || plan.includes('Sort'))).toEqual([]);
});
