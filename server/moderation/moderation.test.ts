import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appModerationApi } from '#contract/app-moderation.ts';
import { caseTextsApi } from '#contract/case-texts.ts';
import { moderationApi } from '#contract/moderation.ts';
import type { api } from '#contract/api.ts';
import { type ReportReason, caseRank, reasonOfMark, reportReasons } from '#contract/case-states.ts';
import type { Input, Output } from '#contract/route.ts';
import { eraseHidden } from '#server/awa/hide.ts';
import { jsonSchema } from '#server/http/openapi.ts';
import { imageEraser } from '#server/images/erase.ts';
import { tellDecisions } from '#server/moderation/tell.ts';
import { templateTexts } from '#server/moderation/texts.ts';
import { comments, posts } from '#server/users/tables.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf } from '#tests/desk/send.ts';
import { addAdmin, newBearer, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let [ada, bola, chidi]: Caller[] = [];
let backend: Caller;
let ruleId: string;
beforeAll(async () => {
  app = await testApp();
  const accountOf = async (name: string, role: 'administrator' | 'moderator') =>
    caller(app.url, (await startSession(app, await addAdmin(app, undefined, name, role))).session.token);
  ada = await accountOf('Ada Obi', 'moderator');
  bola = await accountOf('Bọ́lá Adé', 'moderator');
  chidi = await accountOf('Chidi Eze', 'administrator');
  backend = caller(app.url, await newAppKey(app));
  const rule = await chidi.make<{ id: string }>('/admin/moderation/rules', {
    title: 'No selling',
    english: 'Do not sell here.',
    yoruba: 'Má ta ọjà níbí.',
  });
  ruleId = rule.id;
});
afterAll(() => app.close());
beforeEach(() =>
  app.database.pool.query(
    "TRUNCATE users, posts CASCADE; DELETE FROM app_changes; DELETE FROM figures WHERE name = 'cases'",
  ),
);

const by = (one: Caller | undefined) => {
  if (!one) throw new Error('The accounts are made before the tests');
  return one;
};
const [adaCalls, bolaCalls, chidiCalls] = [() => by(ada), () => by(bola), () => by(chidi)];

type Case = Output<typeof api.cases.get>;
type List = Output<typeof api.cases.list>;
type Reason = ReportReason;

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const list = async (query = '', as = adaCalls()) => expectDone(await as.get(`/admin/moderation/cases${query}`)) as List;
const read = async (id: string, as = adaCalls()) => expectDone(await as.get(`/admin/moderation/cases/${id}`)) as Case;
const changes = async () =>
  (await sql<{ type: string; subject: string }>('SELECT type, subject FROM app_changes ORDER BY id')).map(
    ({ type, subject }) => `${type} ${subject}`,
  );
const wrong = async () => [
  ...(await sql('SELECT name, per, bucket FROM wrong_figures()')),
  ...(await sql('SELECT id FROM wrong_users() UNION ALL SELECT id FROM wrong_posts()')),
];
const ago = (table: 'decisions' | 'cases', column: string, seconds: number) =>
  sql(`UPDATE ${table} SET ${column} = ${column} - make_interval(secs => $1)`, [seconds]);
/** Lets a minute pass for all decisions, and tells the app of them. */
async function tell() {
  await ago('decisions', 'at', 61);
  await ago('cases', 'waiting_since', 3600);
  await sql("UPDATE reports SET at = at - interval '1 hour'");
  await tellDecisions(app.database.db);
}
const standing = async (id: string) => expectDone(await backend.get(`/app/v1/people/${id}/standing`));

async function addPost(content: string, userId?: string, more: Partial<typeof posts.$inferInsert> = {}) {
  const author = userId ?? (await addPerson(app, { username: 'moonchild', email: `${randomUUID()}@secret.test` }));
  const [post] = await app.database.db
    .insert(posts)
    .values({ ...more, content, userId: author })
    .returning({ id: posts.id });
  return { id: post?.id ?? '', author };
}

async function addComment(postId: string, content: string, userId?: string) {
  const author = userId ?? (await addPerson(app, { username: 'kind_reader' }));
  const [comment] = await app.database.db.insert(comments).values({ postId, userId: author, content }).returning();
  return { id: comment?.id ?? '', author };
}

type Reported = Partial<{
  id: string;
  kind: string;
  subjectId: string;
  personId: string;
  reason: Reason;
  note: string;
}>;

async function report(subjectId: string, more: Reported = {}) {
  const personId = more.personId ?? (await addPerson(app));
  const sent = { id: randomUUID(), kind: 'post', reason: 'spam', ...more, subjectId, personId };
  expectDone(await backend.post('/app/v1/reports', sent));
  const [row] = await sql<{ caseId: string }>(
    'SELECT case_id AS "caseId" FROM reports WHERE person_id = $1 ORDER BY at DESC',
    [personId],
  );
  return { id: sent.id, personId, caseId: row?.caseId ?? '' };
}

type Sent = Partial<Input<typeof api.cases.decide>>;

/** A decision about the case as it is now: by default the text breaks a rule, and is hidden. */
async function decide(id: string, more: Sent = {}, as = adaCalls()) {
  const { version, text } = await read(id, as);
  const usual = { verdict: 'breaks_rules', ruleId, hide: true, statement: 'We hid your text: {rule}' };
  return as.post(`/admin/moderation/cases/${id}/decide`, { version, seen: text?.seen ?? '', ...usual, ...more });
}
const decided = async (...given: Parameters<typeof decide>) =>
  (expectDone(await decide(...given)) as Output<typeof api.cases.decide>).decisionId;
const within = { verdict: 'within_rules', ruleId: null, hide: false, statement: '' } as const;

async function caseOf(content = 'Buy my tea', reason: Reason = 'selling') {
  const post = await addPost(content);
  return { ...post, ...(await report(post.id, { reason })), post: post.id };
}

describe('the texts that come with the desk', () => {
  const add = (kind: string, as = adaCalls()) => as.post('/admin/moderation/default-texts', { kind });
  const listOf = async (name: 'rules' | 'templates') =>
    (expectDone(await adaCalls().get(`/admin/moderation/${name}`)) as Record<string, { title: string }[]>)[name] ?? [];

  test('are added to an empty list, as one operation with Undo, and by two at once only once', async () => {
    const answers = await Promise.all([add('template'), add('template', bolaCalls())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const done = answers.find(({ status }) => status === 201);
    const texts = await listOf('templates');
    expect(done?.json).toEqual({ count: texts.length });
    expect(texts.map(({ title }) => title)).toEqual(templateTexts.map(({ title }) => title));
    const id = String(done?.headers['operation-id']);
    expect(await sql('SELECT action, kind, count FROM operations WHERE id = $1', [id])).toEqual([
      { action: 'create', kind: 'template', count: texts.length },
    ]);
    await adaCalls().undo(id);
    expect(await listOf('templates')).toEqual([]);
  });

  test('are refused beside a rule that is there', async () => {
    expect(problemOf(await add('rule'))).toMatchObject({ code: 'already_exists' });
    expect(await listOf('rules')).toHaveLength(1);
    expect((await add('case')).status).toBe(422);
  });
});

describe('a report', () => {
  test('opens one case for a subject; a person counts once, and a graver reason moves it up', async () => {
    const post = await addPost('Buy my tea');
    const first = await report(post.id, { reason: 'spam', note: 'Look' });
    await report(post.id, { reason: 'scam' });
    await report(post.id, { personId: first.personId, reason: 'threat' });
    const { cases, counts, pagination } = await list();
    expect([cases.length, counts.open, pagination.total]).toEqual([1, 1, 1]);
    expect(cases[0]).toMatchObject({
      subject: { kind: 'post', id: post.id },
      reason: 'scam',
      severity: 2,
      lane: 'ordinary',
      reports: 2,
      excerpt: 'Buy my tea',
      claimedBy: null,
    });
    const { reasons, notes } = await read(first.caseId);
    expect(reasons).toEqual([
      { reason: 'scam', count: 1 },
      { reason: 'spam', count: 1 },
    ]);
    expect(notes.map(({ note }) => note)).toEqual(['Look']);
    expect(await wrong()).toEqual([]);
  });

  test('by 100 people about a post: one case, one decision, 100 answers, one message', async () => {
    const post = await addPost('Buy my tea');
    const people = await Promise.all(Array.from({ length: 100 }, () => addPerson(app)));
    const sent: Awaited<ReturnType<typeof report>>[] = [];
    // Ten at a time: a desk refuses more calls than it can hold.
    for (let at = 0; at < people.length; at += 10)
      sent.push(...(await Promise.all(people.slice(at, at + 10).map((personId) => report(post.id, { personId })))));
    const { cases } = await list();
    expect(cases.map(({ id, reports }) => [id, reports])).toEqual([[sent[0]?.caseId, 100]]);
    const id = await decided(sent[0]?.caseId ?? '');
    await tell();
    const told = (await changes()).filter((change) => !change.startsWith('post'));
    expect(told.filter((change) => change.startsWith('decision'))).toEqual([`decision.told ${id}`]);
    expect(told.filter((change) => change.startsWith('report')).toSorted()).toEqual(
      sent.map((one) => `report.answered ${one.id}`).toSorted(),
    );
    expect(await sql('SELECT count(*)::int AS n FROM decisions')).toEqual([{ n: 1 }]);
    expect(await wrong()).toEqual([]);
  });

  test('with the same id changes nothing, not even after the case was decided', async () => {
    const one = await caseOf();
    await decided(one.caseId, within);
    expectDone(
      await backend.post('/app/v1/reports', {
        id: one.id,
        kind: 'post',
        subjectId: one.post,
        personId: one.personId,
        reason: 'threat',
      }),
    );
    expect((await list()).cases).toEqual([]);
    expect(await sql('SELECT reason FROM reports')).toEqual([{ reason: 'selling' }]);
  });

  test('about the same text after a decision opens a new case', async () => {
    const one = await caseOf();
    await decided(one.caseId, within);
    const again = await report(one.post);
    expect(again.caseId).not.toBe(one.caseId);
    expect((await read(again.caseId)).decisions.map(({ verdict }) => verdict)).toEqual(['within_rules']);
  });

  test('is refused for a subject or a person that does not exist', async () => {
    const { id } = await addPost('Hm');
    const personId = await addPerson(app);
    const sent = { id: randomUUID(), kind: 'post', subjectId: id, personId, reason: 'spam' };
    const call = async (more: object) => problemOf(await backend.post('/app/v1/reports', { ...sent, ...more })).detail;
    expect(await call({ subjectId: randomUUID() })).toBe('This post does not exist.');
    expect(await call({ kind: 'comment' })).toBe('This comment does not exist.');
    expect(await call({ personId: randomUUID() })).toBe('This person does not exist.');
    expect((await list()).cases).toEqual([]);
  });

  test('keeps the text as it was, and the case shows that it changed', async () => {
    const one = await caseOf('Buy my tea');
    await sql("UPDATE posts SET content = 'Be kind' WHERE id = $1", [one.post]);
    await report(one.post);
    const { firstText, text } = await read(one.caseId);
    expect([firstText, text?.content]).toEqual(['Buy my tea', 'Be kind']);
    expect(await sql('SELECT content FROM snapshots ORDER BY at, content')).toHaveLength(2);
  });

  test('by a colleague opens a case too, and stands in the log', async () => {
    const { id } = await addPost('Hm');
    const opened = await adaCalls().make<{ id: string }>('/admin/moderation/cases', {
      kind: 'post',
      subjectId: id,
      reason: 'hate',
      note: 'Please look',
    });
    expect((await read(opened.id)).notes).toEqual([
      {
        at: expect.any(String) as string,
        reason: 'hate',
        note: 'Please look',
        by: { id: expect.any(String) as string, name: 'Ada Obi' },
      },
    ]);
    const { operations } = await adaCalls().operations('?kind=case');
    expect(operations[0]).toMatchObject({ action: 'open', entityId: opened.id });
  });
});

describe('marks of danger', () => {
  const mark = (id: string, ...marks: string[]) => sql('UPDATE posts SET marks = $2 WHERE id = $1', [id, marks]);

  test('open a case in the first lane, with the reason of the contract', async () => {
    for (const [name, reason] of Object.entries(reasonOfMark)) {
      const { id } = await addPost(`A post with ${name}`);
      await mark(id, 'phone', name);
      const [row] = await sql<object>('SELECT reason, rank, state FROM cases WHERE subject_id = $1', [id]);
      expect(row).toEqual({ reason, rank: caseRank(reason), state: 'open' });
    }
    expect((await list()).cases.map(({ lane, reports }) => [lane, reports])).toEqual(
      Object.keys(reasonOfMark).map(() => ['crisis', 0]),
    );
    expect(await wrong()).toEqual([]);
  });

  test('move a reported post up, and are no second case when they are found again', async () => {
    const one = await caseOf('I took all my pills', 'other');
    await mark(one.post, 'emergency');
    await mark(one.post);
    await mark(one.post, 'emergency');
    expect((await list()).cases).toMatchObject([{ id: one.caseId, reason: 'emergency', reports: 1 }]);
  });

  test('are not counted among the reasons of people and colleagues', async () => {
    const { id } = await addPost('I took all my pills');
    await mark(id, 'emergency');
    const [{ id: caseId } = { id: '' }] = (await list()).cases;
    expect(await read(caseId)).toMatchObject({ reason: 'emergency', reports: 0, reasons: [] });
    await report(id, { reason: 'emergency' });
    await adaCalls().make('/admin/moderation/cases', { kind: 'post', subjectId: id, reason: 'other' });
    expect((await read(caseId)).reasons).toEqual([
      { reason: 'emergency', count: 1 },
      { reason: 'other', count: 1 },
    ]);
  });

  test('open none for other marks, for a hidden post, for an old one, and when the setting says so', async () => {
    const old = await addPost('Old', undefined, { createdAt: '2026-01-01T00:00:00.000Z' });
    const hidden = await addPost('Hidden', undefined, { hiddenAt: '2026-11-20T00:00:00.000Z', hiddenHour: 1 });
    const other = await addPost('A link');
    for (const { id } of [old, hidden]) await mark(id, 'self-harm');
    await mark(other.id, 'link');
    expect((await list()).cases).toEqual([]);
    await sql("UPDATE desk SET case_marks = '{}'");
    const { id } = await addPost('New');
    await mark(id, 'self-harm');
    expect((await list()).cases).toEqual([]);
    await sql("UPDATE desk SET case_marks = '{self-harm,violence,threat,emergency}'");
  });
});

describe('the queue', () => {
  test('has a place from 1 to 9 for each reason, by lane and then by severity', () => {
    const ranks = Object.entries(reportReasons).map(
      ([reason, { lane, severity }]) => [caseRank(reason as Reason), lane, severity] as const,
    );
    expect([...new Set(ranks.map((rank) => rank.join()))].toSorted()).toEqual([
      '1,crisis,4',
      '1,crisis,5',
      '3,ordinary,4',
      '4,ordinary,3',
      '5,ordinary,2',
      '6,ordinary,1',
      '7,content,2',
    ]);
  });

  test('has the gravest first, then those that wait longest, page by page', async () => {
    const reasons: Reason[] = ['spam', 'child', 'self-harm', 'hate', 'threat', 'spam', 'danger'];
    for (const reason of reasons) await caseOf(`A post about ${reason}`, reason);
    const inOrder = ['child', 'self-harm', 'threat', 'danger', 'hate', 'spam', 'spam'];
    expect((await list()).cases.map(({ reason }) => reason)).toEqual(inOrder);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { cases, pagination }: List = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...cases.map(({ id }) => id));
      cursor = pagination.nextCursor;
    }
    expect(seen).toEqual((await list()).cases.map(({ id }) => id));
    expect(new Set(seen).size).toBe(reasons.length);
  });

  test('offers the next case that no colleague is reading; a claim ends after three minutes and blocks no decision', async () => {
    const [one, two] = [await caseOf('One', 'hate'), await caseOf('Two', 'spam')];
    const claim = async (as: Caller, id: string, more: object = {}) =>
      (expectDone(await as.post(`/admin/moderation/cases/${id}/claim`, more)) as Output<typeof api.cases.claim>)
        .claimedBy;
    const next = async (as: Caller, after?: string) =>
      (
        expectDone(await as.get(`/admin/moderation/cases/next${after ? `?after=${after}` : ''}`)) as {
          id: string | null;
        }
      ).id;
    expect(await claim(adaCalls(), one.caseId)).toBeNull();
    expect(await claim(bolaCalls(), one.caseId)).toMatchObject({ name: 'Ada Obi' });
    expect([await next(bolaCalls()), await next(adaCalls()), await next(adaCalls(), one.caseId)]).toEqual([
      two.caseId,
      one.caseId,
      two.caseId,
    ]);
    expect((await list('', bolaCalls())).cases[0]?.claimedBy?.name).toBe('Ada Obi');
    await ago('cases', 'claimed_at', 181);
    expect([await next(bolaCalls()), (await list()).cases[0]?.claimedBy]).toEqual([one.caseId, null]);
    await claim(adaCalls(), one.caseId);
    expect(await claim(bolaCalls(), one.caseId, { takeOver: true })).toBeNull();
    await claim(bolaCalls(), one.caseId, { release: true });
    expect((await list()).cases[0]?.claimedBy).toBeNull();
    await claim(bolaCalls(), one.caseId);
    await decided(one.caseId);
    expect((await list()).cases.map(({ id }) => id)).toEqual([two.caseId]);
  });

  test('counts the decisions of the day: one’s own, and the names of colleagues', async () => {
    const [one, two] = [await caseOf(), await caseOf()];
    await decided(one.caseId, within);
    await decided(two.caseId, within, bolaCalls());
    expect((await list()).counts).toMatchObject({ open: 0, decidedToday: 2, mine: 1, with: ['Bọ́lá Adé'] });
  });

  test('says of some posts which of them have a case, and in which state the latest is', async () => {
    const [open, decidedOne, none] = [await caseOf('One'), await caseOf('Two'), await addPost('Three')];
    await decided(decidedOne.caseId, within);
    const ids = [open.post, decidedOne.post, none.id];
    const of = async (some: string[]) =>
      (
        expectDone(await adaCalls().get(`/admin/moderation/subjects?ids=${some.join()}`)) as Output<
          typeof api.subjectCases.list
        >
      ).cases;
    expect(new Map((await of(ids)).map(({ subjectId, state }) => [subjectId, state]))).toEqual(
      new Map([
        [open.post, 'open'],
        [decidedOne.post, 'decided'],
      ]),
    );
    const again = await report(decidedOne.post);
    expect(await of([decidedOne.post])).toEqual([{ subjectId: decidedOne.post, id: again.caseId, state: 'open' }]);
    expect((await adaCalls().get('/admin/moderation/subjects?ids=x')).status).toBe(422);
    expect(
      (await adaCalls().get(`/admin/moderation/subjects?ids=${Array.from({ length: 101 }, randomUUID).join()}`)).status,
    ).toBe(422);
  });

  test('is closed to support', async () => {
    const as = caller(app.url, await newBearer(app, 'support'));
    expect((await as.get('/admin/moderation/cases')).status).toBe(403);
  });
});

describe('all texts of the person of a case', () => {
  type Texts = Output<typeof api.caseTexts.list>;
  const textsOf = async (id: string, query = '') =>
    expectDone(await adaCalls().get(`/admin/moderation/cases/${id}/texts${query}`)) as Texts;
  const all = async (id: string, limit: number) => {
    const found: Texts['texts'] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Texts = await textsOf(id, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(page.texts.length).toBeLessThanOrEqual(limit);
      found.push(...page.texts);
      cursor = page.pagination.nextCursor;
    }
    return found;
  };

  test('are posts and comments together, newest first, page by page, hidden ones too', async () => {
    const one = await caseOf('Post 0');
    const mate = await addPost('Not hers');
    await addComment(one.post, 'Not hers');
    const places = [{ mark: 'link', start: 0, end: 4 }];
    for (let at = 1; at <= 6; at += 1) {
      await addPost(`Post ${at}`, one.author, {
        ...(at === 2 && { hiddenAt: '2026-11-20T00:00:00.000Z', hiddenHour: 1 }),
      });
      await addComment(mate.id, `Comment ${at}`, one.author);
    }
    // Several texts of one moment, on both sides of the ends of pages.
    await sql("UPDATE posts SET created_at = '2026-11-01T08:00:00Z' WHERE content IN ('Post 3', 'Post 4', 'Post 5')");
    await sql(
      "UPDATE comments SET created_at = '2026-11-01T08:00:00Z' WHERE content LIKE 'Comment _' AND content < 'Comment 4'",
    );
    await sql('UPDATE posts SET places = $2 WHERE id = $1', [one.post, JSON.stringify(places)]);
    const { texts, pagination } = await textsOf(one.caseId, '?limit=100');
    const newest = [...texts].toSorted(
      (first, second) => second.createdAt.localeCompare(first.createdAt) || (second.id > first.id ? 1 : -1),
    );
    expect(texts).toEqual(newest);
    expect([texts.length, pagination]).toEqual([13, { nextCursor: null, total: 13 }]);
    expect(new Set(texts.map(({ content }) => content)).has('Not hers')).toBe(false);
    for (const limit of [1, 2, 5]) expect(await all(one.caseId, limit)).toEqual(texts);
    expect(texts.filter(({ isSubject }) => isSubject)).toMatchObject([{ id: one.post, kind: 'post', marks: places }]);
    expect(texts.filter(({ hiddenAt }) => hiddenAt !== null)).toMatchObject([{ content: 'Post 2', marks: [] }]);
    expect(texts.filter(({ kind }) => kind === 'comment')).toHaveLength(6);
  });

  test('around a post are its newest comments, around a comment its nearest ones, with the number of the others', async () => {
    const { post, caseId } = await caseOf();
    const written: { id: string }[] = [];
    for (let at = 1; at <= 45; at += 1) written.push(await addComment(post, `Comment ${at}`));
    const names = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `Comment ${from + at}`);
    const around = async (id: string) => {
      const { thread, threadMore } = await read(id);
      return { comments: thread.slice(1).map(({ content }) => content), first: thread[0]?.kind, threadMore };
    };
    const reported = async (number: number) =>
      (await report(written[number - 1]?.id ?? '', { kind: 'comment' })).caseId;
    const first = 'post';
    expect(await around(caseId)).toEqual({ comments: names(26, 45), first, threadMore: { before: 25, after: 0 } });
    const [middle, early, late] = [await reported(22), await reported(2), await reported(45)];
    expect(await around(middle)).toEqual({ comments: names(3, 42), first, threadMore: { before: 2, after: 3 } });
    expect(await around(early)).toEqual({ comments: names(1, 22), first, threadMore: { before: 0, after: 23 } });
    expect(await around(late)).toEqual({ comments: names(26, 45), first, threadMore: { before: 25, after: 0 } });
  });

  test('do not say who it is, and are those of a case that exists', async () => {
    const one = await caseOf();
    await addComment(one.post, 'Mine', one.author);
    expect(JSON.stringify(await textsOf(one.caseId))).not.toMatch(new RegExp(`moonchild|secret\\.test|${one.author}`));
    expect((await adaCalls().get(`/admin/moderation/cases/${randomUUID()}/texts`)).status).toBe(404);
    expect((await adaCalls().get(`/admin/moderation/cases/${one.caseId}/texts?cursor=x`)).status).toBe(422);
    const support = caller(app.url, await newBearer(app, 'support'));
    expect((await support.get(`/admin/moderation/cases/${one.caseId}/texts`)).status).toBe(403);
  });

  test('of a person without any are none', async () => {
    const subjectId = await addPerson(app);
    const { caseId } = await report(subjectId, { kind: 'person' });
    expect(await textsOf(caseId)).toEqual({ texts: [], pagination: { nextCursor: null, total: 0 } });
  });
});

describe('a decision', () => {
  test('hides the text, answers the reporters and tells the author, a minute later', async () => {
    const post = await addPost('Buy my tea');
    const reporters = [await report(post.id), await report(post.id)];
    const caseId = reporters[0]?.caseId ?? '';
    const preview = expectDone(
      await adaCalls().post(`/admin/moderation/cases/${caseId}/preview`, {
        version: 1,
        verdict: 'breaks_rules',
        ruleId,
        hide: true,
        sanction: 'mute',
        days: 7,
        language: 'yoruba',
        statement: 'A fi pamọ́: {rule} Títí {until}',
      }),
    ) as Output<typeof api.cases.preview>;
    expect(preview).toMatchObject({ hides: { posts: 1, comments: 0 }, sanction: 'mute', answers: 2 });
    expect(preview.statement).toMatch(/^A fi pamọ́: Má ta ọjà níbí\. Títí \d\d\/\d\d\/\d{4}$/);
    expect((await read(caseId)).state).toBe('open');

    const id = await decided(caseId, { sanction: 'mute', days: 7, statement: 'Hidden: {rule} Until {until}.' });
    expect(await sql('SELECT id FROM app_posts')).toEqual([]);
    expect(await changes()).toEqual([`post.hidden ${post.id}`, `person.standing ${post.author}`]);
    expect((await backend.get(`/app/v1/decisions/${id}`)).status).toBe(404);
    await tellDecisions(app.database.db);
    expect((await backend.get(`/app/v1/decisions/${id}`)).status).toBe(404);

    await tell();
    expect((await changes()).slice(2).toSorted()).toEqual(
      [`decision.told ${id}`, ...reporters.map((one) => `report.answered ${one.id}`)].toSorted(),
    );
    expect(expectDone(await backend.get(`/app/v1/decisions/${id}`))).toMatchObject({
      personId: post.author,
      rule: 'No selling',
      statement: expect.stringMatching(/^Hidden: Do not sell here\. Until \d+ \w+ \d{4}\.$/) as string,
      appeal: null,
    });
    expect(expectDone(await backend.get(`/app/v1/reports/${reporters[0]?.id}`))).toMatchObject({ outcome: 'acted' });
    expect(await wrong()).toEqual([]);
  });

  test('is made once: the second gets the name and the outcome of the first', async () => {
    const { caseId } = await caseOf();
    const both = await Promise.all([decide(caseId), decide(caseId, within, bolaCalls())]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    const problem = lost && problemOf(lost);
    expect(problem?.code).toBe('decided_already');
    expect(problem?.detail).toMatch(/^(Ada Obi|Bọ́lá Adé) has decided this case: (breaks|within) the rules\.$/);
    expect(problem?.changedBy?.name).toMatch(/^(Ada Obi|Bọ́lá Adé)$/);
    expect(await sql('SELECT count(*)::int AS n FROM decisions')).toEqual([{ n: 1 }]);
  });

  test('is about the text that was seen', async () => {
    const { caseId, post } = await caseOf();
    const { version, text } = await read(caseId);
    await sql("UPDATE posts SET content = 'Be kind' WHERE id = $1", [post]);
    const call = await adaCalls().post(`/admin/moderation/cases/${caseId}/decide`, {
      ...within,
      version,
      seen: text?.seen,
    });
    expect(problemOf(call).code).toBe('text_changed');
    await decided(caseId, within);
  });

  test('hides all other texts of the person, and only those that were shown', async () => {
    const one = await caseOf();
    const other = await addPost('Another', one.author);
    const reply = await addComment(one.post, 'Mine', one.author);
    const mate = await addComment(one.post, 'Not mine');
    const before = await addPost('Hidden before', one.author, { hiddenAt: '2026-11-20T00:00:00.000Z', hiddenHour: 1 });
    await decided(one.caseId, { hideOthers: true });
    const hidden = await sql<{ hidden_posts: string[]; hidden_comments: string[] }>(
      'SELECT hidden_posts, hidden_comments FROM decisions',
    );
    expect(hidden[0]?.hidden_posts.toSorted()).toEqual([one.post, other.id].toSorted());
    expect(hidden[0]?.hidden_comments).toEqual([reply.id]);
    expect(await sql('SELECT id FROM comments WHERE hidden_at IS NULL')).toEqual([{ id: mate.id }]);
    expect(before.id).not.toBe('');
    expect(await wrong()).toEqual([]);
  });

  test('erases personal data at once, and nothing for other reasons', async () => {
    const one = await caseOf('Her number is 0803 123 4567', 'personal-data');
    const other = await caseOf('Buy my tea', 'selling');
    expect(problemOf(await decide(other.caseId, { hide: false, erase: true })).errors).toEqual([
      {
        path: 'erase',
        message: 'Only personal data, and pictures of a child or of intimate parts, are erased at once',
      },
    ]);
    const id = await decided(one.caseId, { hide: false, erase: true });
    expect(await sql('SELECT id FROM posts WHERE id = $1', [one.post])).toEqual([]);
    expect(await sql('SELECT content FROM snapshots WHERE case_id = $1', [one.caseId])).toEqual([]);
    expect((await read(one.caseId)).state).toBe('decided');
    expect(problemOf(await adaCalls().post(`/admin/moderation/decisions/${id}/take-back`)).code).toBe('too_late');
    expect(await wrong()).toEqual([]);
  });

  test('without a rule, a statement or a filled blank is refused at its field', async () => {
    const { caseId } = await caseOf();
    const errors = async (more: Sent, as = adaCalls()) => problemOf(await decide(caseId, more, as)).errors;
    expect(await errors({ ruleId: null })).toEqual([{ path: 'ruleId', message: 'Choose the rule' }]);
    expect(await errors({ ruleId: randomUUID() })).toEqual([
      { path: 'ruleId', message: 'This rule is not in force any more. Choose another one' },
    ]);
    expect(await errors({ statement: '' })).toEqual([{ path: 'statement', message: 'Write what the person reads' }]);
    expect(await errors({ statement: 'You wrote [the words]' })).toEqual([
      { path: 'statement', message: 'Fill in [the words]' },
    ]);
    expect(await errors({ statement: 'Until {until}' })).toEqual([
      { path: 'statement', message: 'The statement names a rule or a day that the decision does not have' },
    ]);
    expect(await errors({ sanction: 'suspend' })).toEqual([
      { path: 'until', message: 'Only an administrator may suspend for good. Choose a day, or escalate the case' },
    ]);
    expect(await errors({ ...within, hide: true, statement: 'x' })).toEqual([
      { path: 'verdict', message: 'Only a text that breaks the rules, or a person who needs help, leads to an action' },
    ]);
    await decided(caseId, { sanction: 'suspend' }, chidiCalls());
  });

  test('is taken back by the account that made it, for a minute: everything is as before', async () => {
    const one = await caseOf();
    const figures = () =>
      sql('SELECT per, bucket, sum(value)::int AS n FROM figures GROUP BY 1, 2 HAVING sum(value) <> 0 ORDER BY 1, 2');
    const before = [await figures(), await sql('SELECT id FROM app_posts'), await standing(one.author)];
    const id = await decided(one.caseId, { sanction: 'mute', days: 1 });
    expect(await standing(one.author)).toMatchObject({ canPost: false, canRead: true });
    const path = `/admin/moderation/decisions/${id}/take-back`;
    expect((await bolaCalls().post(path)).status).toBe(403);
    expectDone(await adaCalls().post(path));
    expect([await figures(), await sql('SELECT id FROM app_posts'), await standing(one.author)]).toEqual(before);
    expect((await read(one.caseId)).state).toBe('open');
    expect(problemOf(await adaCalls().post(path)).code).toBe('too_late');
    await tell();
    expect((await changes()).filter((change) => change.startsWith('decision'))).toEqual([]);

    const late = await decided(one.caseId);
    await ago('decisions', 'at', 61);
    expect(problemOf(await adaCalls().post(`/admin/moderation/decisions/${late}/take-back`)).code).toBe('too_late');
    expect(await wrong()).toEqual([]);
  });

  test('of an escalated case is made by an administrator, or the case is handed back', async () => {
    const { caseId } = await caseOf();
    const pass = async (as: Caller, more: object = {}) => {
      const { version } = await read(caseId);
      return as.post(`/admin/moderation/cases/${caseId}/escalate`, { version, ...more });
    };
    expectDone(await pass(adaCalls(), { note: 'Is this a joke?' }));
    expect([(await list()).counts, (await list('?state=escalated')).cases.length]).toMatchObject([
      { open: 0, escalated: 1 },
      1,
    ]);
    expect((await decide(caseId)).status).toBe(403);
    expect(problemOf(await pass(adaCalls())).code).toBe('case_changed');
    expectDone(await pass(chidiCalls(), { back: true }));
    expectDone(await pass(adaCalls()));
    await decided(caseId, {}, chidiCalls());
    expect((await read(caseId)).notes.map(({ note }) => note)).toEqual(['Is this a joke?']);
  });

  test('is over when the text is erased before: the case is gone with its text and notes', async () => {
    const one = await caseOf();
    await report(one.post, { note: 'Look' });
    const seen = await read(one.caseId);
    expectDone(await chidiCalls().remove(`/admin/awa/posts/${one.post}`));
    expect([
      (await list()).cases,
      await sql('SELECT content FROM snapshots'),
      await sql("SELECT note FROM reports WHERE note <> ''"),
    ]).toEqual([[], [], []]);
    const call = await adaCalls().post(`/admin/moderation/cases/${one.caseId}/decide`, {
      ...within,
      version: seen.version,
      seen: seen.text?.seen,
    });
    expect(problemOf(call).code).toBe('subject_gone');
    expect(await wrong()).toEqual([]);
  });

  test('is listed with the first words of its text and the made-up name in its case, as long as the text is there', async () => {
    const one = await caseOf('Buy my tea');
    const { person } = await read(one.caseId);
    await decided(one.caseId, within);
    const listed = async () =>
      (expectDone(await adaCalls().get('/admin/moderation/decisions')) as Output<typeof api.decisions.list>).decisions;
    expect(await listed()).toMatchObject([{ caseId: one.caseId, excerpt: 'Buy my tea', person }]);
    expectDone(await chidiCalls().remove(`/admin/awa/posts/${one.post}`));
    expect(await listed()).toMatchObject([{ caseId: one.caseId, excerpt: '', person }]);
  });

  test('stands in the log without a word of the text', async () => {
    const { caseId } = await caseOf('Buy my tea');
    await decided(caseId, { reason: 'She sells tea', statement: 'We hid “Buy my tea”' });
    expect((await adaCalls().operations('?kind=case')).operations[0]).toMatchObject({
      action: 'decide',
      entityId: caseId,
      undoable: false,
    });
    const [log] = await sql<{ text: string }>(
      "SELECT coalesce(string_agg(o::text, '') || (SELECT coalesce(string_agg(r::text, ''), '') FROM revisions AS r), '') AS text FROM operations AS o",
    );
    expect(log?.text).toContain(caseId);
    expect(log?.text).not.toMatch(/tea/);
  });
});

describe('standing', () => {
  test('ends by the clock at each read: a second before, and a second after', async () => {
    const { caseId, author } = await caseOf();
    await decided(caseId, { sanction: 'mute', days: 1 });
    const leave = (seconds: number) => sql('UPDATE decisions SET until = now() + make_interval(secs => $1)', [seconds]);
    await leave(1);
    expect(await standing(author)).toMatchObject({
      canPost: false,
      canRead: true,
      until: expect.any(String) as string,
    });
    await leave(-1);
    expect(await standing(author)).toEqual({ id: author, canPost: true, canRead: true, until: null });
  });

  test('of the gravest sanction wins, a warning changes nothing, and 500 are read at once', async () => {
    const post = await addPost('One');
    const again = async (more: Sent, as = adaCalls()) =>
      decided((await report(post.id)).caseId, { hide: false, ...more }, as);
    await again({ sanction: 'warn' });
    expect(await standing(post.author)).toMatchObject({ canPost: true });
    await again({ sanction: 'mute', days: 30 });
    await again({ sanction: 'suspend' }, chidiCalls());
    await again({ sanction: 'mute', days: 1 });
    expect(await standing(post.author)).toEqual({ id: post.author, canPost: false, canRead: false, until: null });
    const ids = await Promise.all(Array.from({ length: 499 }, () => addPerson(app)));
    const { people } = expectDone(
      await backend.post('/app/v1/people/standing', { ids: [...ids, post.author] }),
    ) as Output<typeof api.appStanding.many>;
    expect(people.filter(({ canPost }) => !canPost).map(({ id }) => id)).toEqual([post.author]);
    expect(people).toHaveLength(500);
    expect((await backend.post('/app/v1/people/standing', { ids: [...ids, post.author, randomUUID()] })).status).toBe(
      422,
    );
    expect((await backend.get(`/app/v1/people/${randomUUID()}/standing`)).status).toBe(404);
  });
});

describe('an appeal', () => {
  const appeal = (id: string, personId: string, text = 'I did not sell') =>
    backend.post(`/app/v1/decisions/${id}/appeals`, { personId, text });
  const answer = async (caseId: string, outcome: 'upheld' | 'overturned', as: Caller) => {
    const { version } = await read(caseId);
    return as.post(`/admin/moderation/cases/${caseId}/appeal`, { version, outcome, answer: 'We looked again' });
  };

  test('that is overturned on day 29 brings everything back, by another colleague', async () => {
    const one = await caseOf();
    const reply = await addComment(one.post, 'Mine', one.author);
    await sql('INSERT INTO likes (post_id, user_id) VALUES ($1, $2)', [one.post, one.personId]);
    const state = async () => ({
      posts: await sql('SELECT id, like_count, comment_count FROM posts WHERE hidden_at IS NULL'),
      shown: await sql('SELECT id FROM app_comments'),
      counts: await sql('SELECT id, post_count, comment_count FROM users ORDER BY id'),
      standing: await standing(one.author),
    });
    const before = await state();
    const id = await decided(one.caseId, { hideOthers: true, sanction: 'mute', days: 30 });
    expect((await appeal(id, one.author)).status).toBe(404);
    await tell();
    await sql('UPDATE desk SET running_hours = running_hours + 29 * 24');
    expect((await appeal(id, one.personId)).status).toBe(404);
    expectDone(await appeal(id, one.author));
    expectDone(await appeal(id, one.author, 'Again'));
    // Texts of an appealed decision are kept after their days.
    await sql('UPDATE desk SET running_hours = running_hours + 48');
    await eraseHidden(app.database.db, imageEraser({ remove: async () => undefined } as never, []));
    expect((await list('?state=appealed')).cases.map((found) => found.id)).toEqual([one.caseId]);
    expect((await read(one.caseId)).decisions[0]?.appeal).toMatchObject({ text: 'I did not sell', outcome: null });
    expect(problemOf(await answer(one.caseId, 'overturned', adaCalls())).code).toBe('own_decision');
    expectDone(await answer(one.caseId, 'overturned', bolaCalls()));
    expect(await state()).toEqual(before);
    expect(reply.id).not.toBe('');
    await ago('decisions', 'answered_at', 61);
    await tellDecisions(app.database.db);
    expect(expectDone(await backend.get(`/app/v1/decisions/${id}`))).toMatchObject({
      appeal: { state: 'overturned', answer: 'We looked again' },
    });
    expect(expectDone(await backend.get(`/app/v1/reports/${one.id}`))).toMatchObject({ outcome: 'not_acted' });
    expect(problemOf(await answer(one.caseId, 'upheld', bolaCalls())).code).toBe('decided_already');
    expect(await wrong()).toEqual([]);
  });

  test('is answered a minute later: until then the answer is taken back by the account that gave it, and nothing is read', async () => {
    const one = await caseOf();
    const other = await addPost('Another', one.author);
    const id = await decided(one.caseId, { hideOthers: true, sanction: 'mute', days: 30 });
    await tell();
    expectDone(await appeal(id, one.author));
    // A colleague has shown this one again already.
    expectDone(await chidiCalls().post('/admin/awa/posts/visibility', { ids: [other.id], isHidden: false }));
    await sql('DELETE FROM app_changes');
    const path = `/admin/moderation/decisions/${id}/take-back`;
    const appealed = async () => (await read(one.caseId)).decisions[0]?.appeal;
    const state = async () => ({
      hidden: await sql('SELECT id FROM posts WHERE hidden_at IS NOT NULL'),
      standing: await standing(one.author),
      report: expectDone(await backend.get(`/app/v1/reports/${one.id}`)),
      told: expectDone(await backend.get(`/app/v1/decisions/${id}`)),
      case: [(await read(one.caseId)).state, await appealed()],
      figures: await sql(
        "SELECT per, bucket, sum(value)::int AS n FROM figures WHERE name = 'cases' GROUP BY 1, 2 HAVING sum(value) <> 0 ORDER BY 1, 2",
      ),
    });
    const before = await state();
    for (const outcome of ['overturned', 'upheld'] as const) {
      expect(expectDone(await answer(one.caseId, outcome, bolaCalls()))).toEqual({ decisionId: id });
      await tellDecisions(app.database.db);
      expect((await state()).told).toMatchObject({ appeal: { state: 'waiting', answer: '' } });
      expect((await state()).report).toMatchObject({ outcome: 'acted' });
      expect(await appealed()).toMatchObject({ outcome, takeBackUntil: expect.any(String) as string });
      expect((await adaCalls().post(path)).status).toBe(403);
      // Its days are over, but the answer may still change.
      await sql('UPDATE desk SET running_hours = running_hours + 721');
      await eraseHidden(app.database.db, imageEraser({ remove: async () => undefined } as never, []));
      expectDone(await bolaCalls().post(path));
      await sql('UPDATE desk SET running_hours = running_hours - 721');
      expect(await state()).toEqual(before);
      expect(problemOf(await bolaCalls().post(path)).code).toBe('too_late');
    }
    expect((await changes()).filter((change) => change.startsWith('decision'))).toEqual([]);

    expectDone(await answer(one.caseId, 'overturned', bolaCalls()));
    await ago('decisions', 'answered_at', 61);
    expect(problemOf(await bolaCalls().post(path)).code).toBe('too_late');
    await tellDecisions(app.database.db);
    await tellDecisions(app.database.db);
    expect((await changes()).filter((change) => change.startsWith('decision'))).toEqual([`decision.told ${id}`]);
    expect((await state()).told).toMatchObject({ appeal: { state: 'overturned', answer: 'We looked again' } });
    expect(await appealed()).toMatchObject({ takeBackUntil: null });
    expect(await sql('SELECT id FROM posts WHERE hidden_at IS NOT NULL')).toEqual([]);
    expect(await wrong()).toEqual([]);
  });

  test('that is upheld leaves everything, and the text is erased when its days are over', async () => {
    const one = await caseOf();
    const id = await decided(one.caseId);
    await tell();
    expectDone(await appeal(id, one.author));
    expectDone(await answer(one.caseId, 'upheld', chidiCalls()));
    await ago('decisions', 'answered_at', 61);
    await tellDecisions(app.database.db);
    await sql('UPDATE desk SET running_hours = running_hours + 721');
    await eraseHidden(app.database.db, imageEraser({ remove: async () => undefined } as never, []));
    expect(await sql('SELECT id FROM posts')).toEqual([]);
    expect((await read(one.caseId)).decisions[0]?.appeal).toMatchObject({ outcome: 'upheld' });
    expect(await wrong()).toEqual([]);
  });

  test('is not decided by an answer with a blank', async () => {
    const one = await caseOf();
    const id = await decided(one.caseId);
    await tell();
    expectDone(await appeal(id, one.author));
    const call = await bolaCalls().post(`/admin/moderation/cases/${one.caseId}/appeal`, {
      version: (await read(one.caseId)).version,
      outcome: 'upheld',
      answer: 'It stays as it is, because of this: [the reason].',
    });
    expect(call.status).toBe(422);
    expect(problemOf(call).errors).toEqual([{ path: 'answer', message: 'Fill in [the reason]' }]);
    expect((await read(one.caseId)).state).toBe('appealed');
    expectDone(await answer(one.caseId, 'upheld', bolaCalls()));
  });

  test('is refused after 30 days that the desk ran, and for a decision that took nothing', async () => {
    const [one, two] = [await caseOf(), await caseOf()];
    const [late, kind] = [await decided(one.caseId), await decided(two.caseId, within)];
    await tell();
    await sql('UPDATE desk SET running_hours = running_hours + 720');
    expect(problemOf(await appeal(late, one.author)).code).toBe('too_late');
    expect(problemOf(await appeal(kind, two.author)).code).toBe('too_late');
  });
});

describe('erasure', () => {
  test('of the author, the reporter and the moderator leaves no text, note or name; the figures stay', async () => {
    const account = await addAdmin(app, undefined, 'Dayo Who Leaves', 'moderator');
    const dayo = caller(app.url, (await startSession(app, account)).session.token);
    const one = await caseOf('A text of the author');
    const two = await caseOf('Another text');
    const reporter = await report(two.post, { note: 'A note of the reporter' });
    await decided(one.caseId, { statement: 'A statement to the author' }, dayo);
    await tell();
    const figures = () =>
      sql(
        "SELECT per, bucket, sum(value)::int AS n FROM figures WHERE name = 'cases' AND per <> 'state' GROUP BY 1, 2 ORDER BY 1, 2",
      );
    const before = await figures();
    expectDone(await backend.remove(`/app/v1/people/${one.author}`));
    expectDone(await backend.remove(`/app/v1/people/${reporter.personId}`));
    await sql('DELETE FROM staff WHERE id = $1', [account.id]);
    const tables = ['cases', 'reports', 'snapshots', 'decisions', 'posts', 'comments', 'revisions'];
    const rows = await Promise.all(
      tables.map((table) => sql<{ text: string }>(`SELECT t::text AS text FROM ${table} AS t`)),
    );
    const all = rows
      .flat()
      .map(({ text }) => text)
      .join('\n');
    expect(all).not.toMatch(/of the author|to the author|of the reporter|Dayo/);
    expect(all).toContain('Another text');
    expect(await figures()).toEqual(before);
    expect((await read(two.caseId)).reports).toBe(2);
    expect(await wrong()).toEqual([]);
  });
});

/** The names of all fields of a JSON schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [Object.keys(properties), ...Object.values(schema).map(fieldsOf)].flat();
}

describe('names', () => {
  test('are in no answer: no username, email or reporter', async () => {
    const { cases, decisions } = moderationApi;
    const { appReports, appDecisions, appStanding } = appModerationApi;
    const calls = [cases, caseTextsApi.caseTexts, decisions, appReports, appDecisions, appStanding].flatMap((one) =>
      Object.values(one),
    );
    const fields = calls.flatMap(({ output }) => (output ? fieldsOf(jsonSchema(output, 'output')) : []));
    expect(fields).toContain('person');
    expect(fields.filter((name) => /username|email|profile|report(er|ed)|members?$/i.test(name))).toEqual([]);

    const post = await addPost('Hm');
    const reporter = await addPerson(app, { username: 'tell_tale', email: 'tell@tale.test' });
    const one = await report(post.id, { personId: reporter });
    await addComment(post.id, 'Hello');
    const texts = [await list(), await read(one.caseId)].map((answer) => JSON.stringify(answer)).join();
    expect(texts).not.toMatch(/moonchild|kind_reader|secret\.test|tell_tale|tale\.test/);
    expect(texts).not.toContain(reporter);
    expect(texts).not.toContain(post.author);
  });

  test('are another one in each case, and the same within one', async () => {
    const post = await addPost('One');
    const other = await addPost('Two', post.author);
    await addComment(post.id, 'Mine', post.author);
    const [one, two] = [await report(post.id), await report(other.id)];
    const [first, second] = [await read(one.caseId), await read(two.caseId)];
    expect(new Set([first.person, ...first.thread.map(({ person }) => person)]).size).toBe(1);
    expect(second.person).not.toBe(first.person);
  });

  test('have a language in their cases, as far as the desk knows it', async () => {
    const { author, caseId } = await caseOf();
    const person = { id: author, email: 'ada@example.org' };
    const languageAfter = async (language: string | null) => {
      expectDone(await backend.post('/app/v1/people', { people: [{ ...person, language }] }));
      return (await read(caseId)).language;
    };
    expect((await read(caseId)).language).toBeNull();
    expect(await languageAfter('hausa')).toBe('hausa');
    expectDone(await backend.post('/app/v1/people', { people: [person] }));
    expect((await read(caseId)).language).toBe('hausa');
    expect(await languageAfter(null)).toBeNull();
    // By SQL, the app may have written any word.
    await sql("UPDATE users SET language = 'ewe' WHERE id = $1", [author]);
    expect((await read(caseId)).language).toBeNull();
  });

  test('are revealed with a reason, which stands in the log', async () => {
    const one = await caseOf();
    const path = `/admin/moderation/cases/${one.caseId}/reveal`;
    expect(problemOf(await adaCalls().post(path, { reason: 'Hm' })).errors?.[0]?.path).toBe('reason');
    expect(expectDone(await adaCalls().post(path, { reason: 'She asked for help by mail' }))).toEqual({
      personId: one.author,
    });
    const { operations } = await adaCalls().operations('?show=access&kind=case');
    expect(operations[0]).toMatchObject({
      action: 'reveal',
      entityId: one.caseId,
      details: 'She asked for help by mail',
    });
    await sql("UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour'");
    expect(problemOf(await adaCalls().post(path, { reason: 'She asked for help by mail' })).code).toBe(
      'confirm_identity',
    );
    await sql('UPDATE sessions SET confirmed_at = now()');
  });
});
