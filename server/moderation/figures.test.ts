import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { ReportReason } from '#contract/case-states.ts';
import type { Input, Output } from '#contract/route.ts';
import { minutesWithin, monthsUpTo } from '#server/moderation/figures.ts';
import { tellDecisions } from '#server/moderation/tell.ts';
import { posts } from '#server/users/tables.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

describe('the minutes within which a share was decided', () => {
  const within = (waited: [number, number][], percent: number) => minutesWithin(new Map(waited), percent);

  test.each<[name: string, waited: [number, number][], p50: number | null, p90: number | null]>([
    ['none', [], null, null],
    ['one, within a minute', [[0, 1]], 1, 1],
    ['all in one step', [[5, 7]], 32, 32],
    // In any order.
    ['half and half', [[8, 1], [2, 1]], 4, 256],
    ['exactly nine of ten in the first step', [[3, 9], [10, 1]], 8, 8],
    ['one less than nine of ten', [[3, 89], [10, 11]], 8, 1024],
    ['seventy, of which 63 are nine of ten', [[1, 63], [4, 7]], 2, 2],
    ['steps without cases, after decisions were taken back', [[1, 0], [6, 3]], 64, 64],
  ])('%s', (_, waited, p50, p90) => {
    expect([within(waited, 50), within(waited, 90)]).toEqual([p50, p90]);
  }); // prettier-ignore
});

test('the months of the figures are those of UTC, over the turn of a year', () => {
  expect(monthsUpTo('2026-02-28T23:59:59Z', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsUpTo('2026-03-31T23:30:00-01:00', 2)).toEqual(['2026-03', '2026-04']);
});

let app: TestApp;
let accounts: Caller[];
let backend: Caller;
let ruleId: string;
beforeAll(async () => {
  app = await testApp();
  const accountOf = async (name: string, role: 'administrator' | 'moderator') =>
    caller(app.url, (await startSession(app, await addAdmin(app, undefined, name, role))).session.token);
  accounts = [await accountOf('Ada Obi', 'moderator'), await accountOf('Chidi Eze', 'administrator')];
  backend = caller(app.url, await newAppKey(app));
  ruleId = (await chidi().make<{ id: string }>('/admin/moderation/rules', { title: 'Be kind', english: 'Be kind.' }))
    .id;
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query("TRUNCATE users, posts CASCADE; DELETE FROM figures WHERE name = 'cases'"));

const account = (at: number) => () => {
  const one = accounts[at];
  if (!one) throw new Error('The accounts are made before the tests');
  return one;
};
const [ada, chidi] = [account(0), account(1)];

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const figures = async (query = '') =>
  expectDone(await ada().get(`/admin/moderation/figures${query}`)) as Output<typeof api.moderationFigures.read>;

async function addPost(content = 'Buy my tea') {
  const userId = await addPerson(app);
  const [post] = await app.database.db.insert(posts).values({ content, userId }).returning({ id: posts.id });
  return { id: post?.id ?? '', author: userId };
}

/** A case that has waited for these minutes. */
async function addCase(reason: ReportReason, minutes = 0) {
  const post = await addPost();
  const { id } = await ada().make<{ id: string }>('/admin/moderation/cases', {
    kind: 'post',
    subjectId: post.id,
    reason,
  });
  await sql(
    'UPDATE cases SET waiting_since = waiting_since - make_interval(mins => $2), opened_at = opened_at - make_interval(mins => $2) WHERE id = $1',
    [id, minutes],
  );
  return { id, author: post.author, post: post.id };
}

type Verdict = Input<typeof api.cases.decide>['verdict'];

async function decide(id: string, verdict: Verdict) {
  const { version, lane, text } = expectDone(await ada().get(`/admin/moderation/cases/${id}`)) as Output<
    typeof api.cases.get
  >;
  const breaks = verdict === 'breaks_rules' && { ruleId, hide: true, statement: 'We hid your text: {rule}' };
  const outcome = verdict === 'needs_help' ? 'help_shown' : 'no_danger';
  const ends = lane === 'crisis' && { crisisOutcome: outcome, reason: 'She quotes a song' };
  const sent = { version, seen: text?.seen, verdict, ...breaks, ...ends };
  return (await ada().make<{ decisionId: string }>(`/admin/moderation/cases/${id}/decide`, sent)).decisionId;
}

const thisMonth = async () =>
  (await sql<{ month: string }>("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month"))[0]?.month ?? '';

describe('the figures', () => {
  test('of a new desk are empty: six months without a case', async () => {
    const none = { count: 0, oldest: null };
    const { waiting, months, times, reasons, marks } = await figures();
    expect(waiting).toEqual({ crisis: none, ordinary: none, content: null, appeals: none });
    expect(months).toHaveLength(6);
    expect(months.at(-1)).toEqual({ month: await thisMonth(), opened: 0, decided: 0, appeals: 0, overturned: 0 });
    expect(times).toEqual([5, 4, 3, 2, 1].map((severity) => ({ severity, decided: 0, p50: null, p90: null })));
    expect([reasons, marks]).toEqual([[], []]);
  });

  test('count the cases that wait by lane, with the oldest; those of an administrator too', async () => {
    await addCase('self-harm', 3);
    const old = await addCase('emergency', 90);
    await addCase('personal-data', 5);
    const passed = await addCase('spam', 700);
    const { version } = expectDone(await ada().get(`/admin/moderation/cases/${passed.id}`)) as { version: number };
    expectDone(await ada().post(`/admin/moderation/cases/${passed.id}/escalate`, { version }));
    const since = async (id: string) =>
      (expectDone(await ada().get(`/admin/moderation/cases/${id}`)) as Output<typeof api.cases.get>).waitingSince;
    expect((await figures()).waiting).toEqual({
      crisis: { count: 2, oldest: await since(old.id) },
      ordinary: { count: 2, oldest: await since(passed.id) },
      content: null,
      appeals: { count: 0, oldest: null },
    });
  });

  test('count decisions by reason and time, without those that were taken back', async () => {
    await decide((await addCase('spam', 20)).id, 'breaks_rules');
    await decide((await addCase('spam', 3)).id, 'within_rules');
    await decide((await addCase('spam', 1000)).id, 'cannot_tell');
    await decide((await addCase('self-harm', 3)).id, 'needs_help');
    const slip = await decide((await addCase('spam', 5000)).id, 'breaks_rules');
    expectDone(await ada().post(`/admin/moderation/decisions/${slip}/take-back`));
    const { months, reasons, times, waiting } = await figures();
    expect(months.at(-1)).toMatchObject({ opened: 5, decided: 4 });
    expect(reasons).toEqual([
      { reason: 'self-harm', decided: 1, upheld: 1 },
      { reason: 'spam', decided: 3, upheld: 1 },
    ]);
    expect(times.filter(({ decided }) => decided > 0)).toEqual([
      { severity: 5, decided: 1, p50: 4, p90: 4 },
      { severity: 1, decided: 3, p50: 32, p90: 1024 },
    ]);
    expect(waiting.ordinary.count).toBe(1);
  });

  test('count appeals and those that were overturned, and stay when the person is erased', async () => {
    const cases = [await addCase('hate'), await addCase('hate'), await addCase('hate')];
    for (const { id, author } of cases) {
      const decision = await decide(id, 'breaks_rules');
      await sql("UPDATE decisions SET at = at - interval '61 seconds'");
      await tellDecisions(app.database.db);
      expectDone(await backend.post(`/app/v1/decisions/${decision}/appeals`, { personId: author, text: 'I did not' }));
    }
    expect((await figures()).waiting).toMatchObject({ ordinary: { count: 0 }, appeals: { count: 3 } });
    for (const [at, outcome] of (['overturned', 'upheld'] as const).entries()) {
      const id = cases[at]?.id ?? '';
      const { version } = expectDone(await chidi().get(`/admin/moderation/cases/${id}`)) as { version: number };
      expectDone(
        await chidi().post(`/admin/moderation/cases/${id}/appeal`, { version, outcome, answer: 'We looked again' }),
      );
    }
    const counted = (await figures()).months;
    expect(counted.at(-1)).toMatchObject({ opened: 3, decided: 3, appeals: 2, overturned: 1 });
    await sql('TRUNCATE users CASCADE');
    const after = await figures();
    expect([after.months, after.waiting.appeals.count]).toEqual([counted, 0]);
  });

  test('say how often each mark was right: a case that a mark opened or joined was not within the rules', async () => {
    const marked = async (...marks: string[]) => {
      const { id } = await addPost('I want to end it all');
      await sql('UPDATE posts SET marks = $2 WHERE id = $1', [id, marks]);
      const [found] = await sql<{ id: string }>('SELECT id FROM cases WHERE subject_id = $1', [id]);
      return found?.id ?? '';
    };
    await decide(await marked('self-harm'), 'needs_help');
    await decide(await marked('self-harm', 'violence'), 'within_rules');
    await decide(await marked('self-harm'), 'cannot_tell');
    const slip = await decide(await marked('violence'), 'needs_help');
    expectDone(await ada().post(`/admin/moderation/decisions/${slip}/take-back`));
    expect((await figures()).marks).toEqual([
      { mark: 'self-harm', decided: 3, right: 2 },
      { mark: 'violence', decided: 1, right: 0 },
    ]);
  });

  test('are those of the asked months only, 24 at most', async () => {
    const months = monthsUpTo(new Date().toISOString(), 24);
    for (const month of months) await sql("SELECT add_to_figure('cases', 'opened', $1, 1)", [`${month} spam`]);
    const opened = async (query: string) => (await figures(query)).months.map((row) => row.opened);
    expect(await opened('?months=1')).toEqual([1]);
    expect(await opened('?months=24')).toEqual(months.map(() => 1));
    for (const wrong of ['0', '25', 'x']) {
      expect((await ada().get(`/admin/moderation/figures?months=${wrong}`)).status).toBe(422);
    }
  });

  test('name no colleague', async () => {
    await decide((await addCase('spam')).id, 'breaks_rules');
    expect(JSON.stringify(await figures())).not.toMatch(/Ada|Chidi/);
  });
});

describe('the export of the figures', () => {
  test('has a row for each month and reason, and stands in the log', async () => {
    await decide((await addCase('hate', 20)).id, 'breaks_rules');
    await decide((await addCase('hate', 100)).id, 'needs_help');
    await decide((await addCase('hate', 3)).id, 'within_rules');
    await addCase('spam');
    const answer = await ada().get('/admin/moderation/figures/export?months=2');
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="awa-moderation-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head, ...rows] = answer.text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(head).toBe(
      'Month (UTC),Reason,Opened,Decided,Breaks the rules,Within the rules,Needs help,Corrected,Nothing is wrong,Cannot tell,Share upheld,p50 minutes,p90 minutes',
    );
    expect(rows).toHaveLength(28);
    const month = await thisMonth();
    expect(rows).toContain(`${month},Hate,3,3,1,1,1,0,0,0,0.667,32,128`);
    expect(rows).toContain(`${month},Spam,1,0,0,0,0,0,0,0,,,`);
    expect(answer.text).not.toMatch(/Ada|Chidi/);
    const [logged] = (await ada().operations('?show=access&kind=case')).operations;
    expect(logged).toMatchObject({
      action: 'export',
      entityId: null,
      details: 'counts by month and reason, last 2 months',
    });
  });
});
