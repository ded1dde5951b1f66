import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { SubjectKind } from '#contract/case-subjects.ts';
import { type ContentKind, isContent } from '#contract/kinds.ts';
import type { Role } from '#contract/roles.ts';
import type { Input, Output } from '#contract/route.ts';
import { tellDecisions } from '#server/moderation/tell.ts';
import { posts } from '#server/users/tables.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let staff: Record<'administrator' | 'editor' | 'moderator', Caller>;
let backend: Caller;
/** A record of each kind of content. */
let ids: Record<ContentKind, string>;
let sectionId: string;

const paths = {
  card: '/admin/lady-due/cards',
  'pregnancy-week': '/admin/cycle/pregnancy/weeks',
  activity: '/admin/cycle/phases/luteal/activities',
  doctor: '/api/doctors',
} as const satisfies Record<ContentKind, string>;
const contents = Object.keys(paths) as ContentKind[];

const newCard = {
  title: 'Warm water',
  description: 'Why it helps',
  richContent: '<p>Drink <strong>two</strong> cups.</p><p>Rest.</p>',
  citations: ['WHO, 2020'],
};

beforeAll(async () => {
  app = await testApp();
  const accountOf = async (name: string, role: Role) =>
    caller(app.url, (await startSession(app, await addAdmin(app, undefined, name, role))).session.token);
  staff = {
    administrator: await accountOf('Chidi Eze', 'administrator'),
    editor: await accountOf('Efe Ojo', 'editor'),
    moderator: await accountOf('Ada Obi', 'moderator'),
  };
  backend = caller(app.url, await newAppKey(app));
  const { administrator } = staff;
  const make = async (path: string, body: object) => (await administrator.make<{ id: string }>(path, body)).id;
  const categoryId = await make('/admin/lady-due/categories', { name: 'Care', trackingMode: 'TRACK_PERIOD' });
  sectionId = await make('/admin/lady-due/sections', { title: 'At home', categoryId });
  ids = {
    card: await make(paths.card, { ...newCard, sectionId }),
    'pregnancy-week': await make(paths['pregnancy-week'], {
      weekNumber: 12,
      babySize: 'A lime: 5.4 cm',
      developments: ['Fingers', 'Toes'],
    }),
    activity: await make(paths.activity, { name: 'Yoga', content: 'Slowly' }),
    doctor: await make(paths.doctor, { name: 'Dr. Ngozi Ada', specialty: 'Gynaecology', phone: '+234 803 123 4567' }),
  };
});
afterAll(() => app.close());
beforeEach(() =>
  app.database.pool.query(
    "TRUNCATE users, posts CASCADE; DELETE FROM app_changes; DELETE FROM figures WHERE name = 'cases'",
  ),
);

type Case = Output<typeof api.cases.get>;
type List = Output<typeof api.cases.list>;
type Decisions = Output<typeof api.decisions.list>;

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const at = (path: string) => `/admin/moderation/${path}`;
const read = async (id: string, as = staff.editor) => expectDone(await as.get(at(`cases/${id}`))) as Case;
const list = async (as = staff.editor) => expectDone(await as.get(at('cases'))) as List;
const wrong = () => sql('SELECT name, per, bucket FROM wrong_figures()');

async function report(kind: SubjectKind, subjectId: string, note = '') {
  const personId = await addPerson(app);
  const id = randomUUID();
  const reason = isContent(kind) ? 'wrong' : 'spam';
  expectDone(await backend.post('/app/v1/reports', { id, kind, subjectId, personId, reason, note }));
  const [row] = await sql<{ caseId: string }>('SELECT case_id AS "caseId" FROM reports WHERE id = $1', [id]);
  return { id, personId, caseId: row?.caseId ?? '' };
}
const reported = (kind: ContentKind, note = '') => report(kind, ids[kind], note);

async function reportPost() {
  const [post] = await app.database.db
    .insert(posts)
    .values({ content: 'A post of a person', userId: await addPerson(app) })
    .returning({ id: posts.id });
  return { post: post?.id ?? '', ...(await report('post', post?.id ?? '')) };
}

type Sent = Partial<Input<typeof api.cases.decide>>;

async function decide(id: string, sent: Sent = {}, as = staff.editor) {
  const { version, text } = await read(id, as);
  return as.post(at(`cases/${id}/decide`), { version, seen: text?.seen ?? '', verdict: 'corrected', ...sent });
}

/** Lets a minute pass for all decisions, and tells the app of them. */
async function tell() {
  await sql("UPDATE decisions SET at = at - interval '61 seconds'");
  await sql("UPDATE reports SET at = at - interval '1 hour'");
  await tellDecisions(app.database.db);
}

describe('a report about content', () => {
  test.each(contents)('opens a case of a %s without a person, with the words that readers see', async (kind) => {
    const { caseId, personId } = await reported(kind, 'My midwife says three cups');
    const one = await read(caseId);
    expect(one).toMatchObject({
      subject: { kind, id: ids[kind] },
      lane: 'content',
      reason: 'wrong',
      reports: 1,
      person: '',
      firstText: '',
      thread: [],
      threadMore: { before: 0, after: 0 },
      decisions: [],
      otherTexts: 0,
      standing: { sanction: 'none', until: null },
    });
    expect(one.notes.map(({ note }) => note)).toEqual(['My midwife says three cups']);
    const words = {
      card: 'Warm water\n\nDescription: Why it helps\n\nText: Drink two cups.\nRest.\n\nCitations: WHO, 2020',
      'pregnancy-week': 'Week 12\n\nBaby size: A lime: 5.4 cm\n\nDevelopments: Fingers\nToes',
      activity: 'Yoga\n\nPhase: Luteal\n\nPlain text: Slowly',
      doctor:
        'Dr. Ngozi Ada\n\nSpecialty: Gynaecology\n\nPhone: +234 803 123 4567\n\nYears of experience: 0\n\nAvailability: Available\n\nConsultation fee: 0',
    }[kind];
    expect(one.text?.content).toBe(words);
    expect(one.excerpt).toBe(words.slice(0, 200));
    expect(JSON.stringify(one)).not.toContain(personId);
    expect(await wrong()).toEqual([]);
  });

  test('joins the case that waits, whoever reports it', async () => {
    const { caseId } = await reported('card');
    expect((await reported('card')).caseId).toBe(caseId);
    const opened = await staff.editor.make<{ id: string }>(at('cases'), {
      kind: 'card',
      subjectId: ids.card,
      reason: 'wrong',
      note: 'I think so too',
    });
    expect(opened.id).toBe(caseId);
    expect((await read(caseId)).reports).toBe(2);
  });

  test('has no other reason, and nothing else is reported as wrong', async () => {
    const personId = await addPerson(app);
    const errorsOf = async (as: Caller, path: string, sent: object) => {
      const answer = await as.post(path, sent);
      return [answer.status, problemOf(answer).errors];
    };
    const wrongWay = [
      [{ kind: 'card', subjectId: ids.card, reason: 'spam' }, 'Content is reported as wrong'],
      [{ kind: 'person', subjectId: personId, reason: 'wrong' }, 'Only content is reported as wrong'],
    ] as const;
    for (const [sent, message] of wrongWay) {
      const refused = [422, [{ path: 'reason', message }]];
      expect(await errorsOf(backend, '/app/v1/reports', { ...sent, id: randomUUID(), personId })).toEqual(refused);
      expect(await errorsOf(staff.administrator, at('cases'), sent)).toEqual(refused);
    }
    expect((await list(staff.administrator)).cases).toEqual([]);
  });

  test('is refused for a record that does not exist, or of another kind', async () => {
    const personId = await addPerson(app);
    const call = async (kind: ContentKind, subjectId: string) =>
      problemOf(
        await backend.post('/app/v1/reports', {
          id: randomUUID(),
          kind,
          subjectId,
          personId,
          reason: 'wrong',
          note: '',
        }),
      ).detail;
    expect(await call('doctor', randomUUID())).toBe('This doctor does not exist.');
    expect(await call('pregnancy-week', ids.card)).toBe('This pregnancy week does not exist.');
  });

  test('waits behind the reports about people, and a report about content never moves one up', async () => {
    const card = await reported('card');
    const { caseId } = await reportPost();
    expect((await list(staff.administrator)).cases.map(({ id }) => id)).toEqual([caseId, card.caseId]);
  });
});

describe('each role', () => {
  const asked = (id: string): [method: 'get' | 'post', path: string, body?: object][] => [
    ['get', `cases/${id}`],
    ['post', `cases/${id}/claim`, {}],
    ['post', `cases/${id}/preview`, { version: 1, verdict: 'cannot_tell' }],
    ['post', `cases/${id}/decide`, { version: 1, verdict: 'cannot_tell' }],
    ['post', `cases/${id}/escalate`, { version: 1 }],
  ];
  const call = (as: Caller, [method, path, body]: ReturnType<typeof asked>[number]) =>
    method === 'get' ? as.get(at(path)) : as.post(at(path), body);

  test('reads and decides the cases of its own subjects only', async () => {
    const [post, card] = [await reportPost(), await reported('card')];
    for (const [as, own, other] of [
      [staff.editor, card.caseId, post.caseId],
      [staff.moderator, post.caseId, card.caseId],
    ] as const) {
      for (const one of asked(other)) {
        const answer = await call(as, one);
        expect([one[1], answer.status, problemOf(answer).code]).toEqual([one[1], 403, 'not_allowed']);
      }
      const { cases, counts, pagination } = await list(as);
      expect([cases.map(({ id }) => id), counts.open, pagination.total]).toEqual([[own], 1, 1]);
      expect(expectDone(await as.get(at('cases/next')))).toEqual({ id: own });
      expect(expectDone(await as.get(at(`cases/next?after=${own}`)))).toEqual({ id: null });
      const known = expectDone(await as.get(at(`subjects?ids=${post.post},${ids.card}`))) as {
        cases: { id: string }[];
      };
      expect(known.cases.map(({ id }) => id)).toEqual([own]);
    }
    const { cases, counts } = await list(staff.administrator);
    expect([cases.length, counts.open]).toEqual([2, 2]);
    for (const id of [post.caseId, card.caseId]) await read(id, staff.administrator);
  });

  test('sees the decisions about its own subjects, and counts only these', async () => {
    const [post, card] = [await reportPost(), await reported('card')];
    await decide(post.caseId, { verdict: 'within_rules' }, staff.moderator);
    await decide(card.caseId);
    for (const [as, own, colleagues] of [
      [staff.editor, [card.caseId], []],
      [staff.moderator, [post.caseId], []],
      [staff.administrator, [card.caseId, post.caseId], ['Ada Obi', 'Efe Ojo']],
    ] as const) {
      const { decisions, pagination } = expectDone(await as.get(at('decisions'))) as Decisions;
      expect([decisions.map(({ caseId }) => caseId), pagination.total]).toEqual([own, own.length]);
      const { counts } = await list(as);
      expect([counts.decidedToday, counts.with]).toEqual([own.length, colleagues]);
    }
  });

  test('opens cases on its own subjects only', async () => {
    const { post } = await reportPost();
    const open = async (as: Caller, sent: object) => (await as.post(at('cases'), sent)).status;
    expect(await open(staff.editor, { kind: 'post', subjectId: post, reason: 'spam' })).toBe(403);
    expect(await open(staff.moderator, { kind: 'card', subjectId: ids.card, reason: 'wrong' })).toBe(403);
    expect(await open(staff.editor, { kind: 'doctor', subjectId: ids.doctor, reason: 'wrong' })).toBe(201);
  });

  test('has the cases of content in the log of their area', async () => {
    const { id } = await staff.editor.make<{ id: string }>(at('cases'), {
      kind: 'doctor',
      subjectId: ids.doctor,
      reason: 'wrong',
    });
    const logged = async (as: Caller) =>
      (await as.operations('?limit=100')).operations.filter(({ entityId }) => entityId === id).map(({ area }) => area);
    expect(await logged(staff.editor)).toEqual(['doctors']);
    expect(await logged(staff.moderator)).toEqual([]);
  });

  test('finds no count of content in the figures of a moderator, who has those of people', async () => {
    const card = await reported('card');
    await reportPost();
    await decide(card.caseId);
    await reported('card');
    const figures = async (as: Caller) =>
      expectDone(await as.get(at('figures'))) as Output<typeof api.moderationFigures.read>;
    const ofModerator = await figures(staff.moderator);
    expect([ofModerator.waiting.content, ofModerator.months.at(-1)?.opened, ofModerator.reasons]).toEqual([
      null,
      1,
      [],
    ]);
    const ofAdministrator = await figures(staff.administrator);
    expect([ofAdministrator.waiting.content?.count, ofAdministrator.months.at(-1)?.opened]).toEqual([1, 3]);
    expect(ofAdministrator.reasons).toEqual([{ reason: 'wrong', decided: 1, upheld: 1 }]);
    expect((await staff.editor.get(at('figures'))).status).toBe(403);
  });
});

describe('a decision about content', () => {
  test.each([
    ['corrected', 'acted'],
    ['not_wrong', 'not_acted'],
    ['cannot_tell', 'not_acted'],
  ] as const)('with the verdict %s answers the reporters, a minute later: %s', async (verdict, outcome) => {
    const { id, caseId } = await reported('activity');
    const { decisionId } = expectDone(await decide(caseId, { verdict, reason: 'I asked a midwife' })) as {
      decisionId: string;
    };
    const answer = async () => (expectDone(await backend.get(`/app/v1/reports/${id}`)) as { outcome: string }).outcome;
    expect(await answer()).toBe('waiting');
    await tell();
    expect(await answer()).toBe(outcome);
    expect(await sql('SELECT type, subject FROM app_changes WHERE type !~ $1', ['content'])).toEqual([
      { type: 'report.answered', subject: id },
    ]);
    expect((await backend.get(`/app/v1/decisions/${decisionId}`)).status).toBe(404);
    const again = await reported('activity');
    expect((await read(again.caseId)).decisions).toMatchObject([
      { id: decisionId, verdict, reason: 'I asked a midwife' },
    ]);
    expect(await wrong()).toEqual([]);
  });

  test('has no verdict about people, no rule, no action and no statement', async () => {
    const { caseId } = await reported('card');
    const { caseId: ofPost } = await reportPost();
    const rule = await staff.administrator.make<{ id: string }>(at('rules'), { title: 'Be kind', english: 'Be kind.' });
    const fields = async (id: string, sent: Sent, as: Caller) => {
      const answer = await decide(id, sent, as);
      return [answer.status, problemOf(answer).errors?.map(({ path }) => path)];
    };
    expect(await fields(caseId, { verdict: 'within_rules' }, staff.editor)).toEqual([422, ['verdict']]);
    expect(
      await fields(caseId, { verdict: 'breaks_rules', ruleId: rule.id, hide: true, statement: 'No' }, staff.editor),
    ).toEqual([422, ['verdict', 'ruleId', 'statement']]);
    expect(await fields(caseId, { sanction: 'warn' }, staff.editor)).toEqual([422, ['verdict']]);
    expect(await fields(caseId, { statement: 'Thank you' }, staff.editor)).toEqual([422, ['statement']]);
    expect(await fields(ofPost, { verdict: 'corrected' }, staff.moderator)).toEqual([422, ['verdict']]);
  });

  test('is about the words that were seen; the case shows them beside those that were reported', async () => {
    const id = await makeCard();
    const { caseId } = await report('card', id);
    const { version, text } = await read(caseId);
    const { version: ofCard } =
      (await sql<{ version: number }>('SELECT version FROM cards WHERE id = $1', [id]))[0] ?? {};
    expectDone(
      await staff.editor.put(`${paths.card}/${id}`, { version: ofCard, richContent: '<p>Drink one cup.</p>' }),
    );
    const late = await staff.editor.post(at(`cases/${caseId}/decide`), {
      version,
      seen: text?.seen,
      verdict: 'not_wrong',
    });
    expect([late.status, problemOf(late).code]).toEqual([409, 'text_changed']);
    const now = await read(caseId);
    expect(now.firstText).toContain('Drink two cups.');
    expect(now.text?.content).toContain('Drink one cup.');
    expectDone(await decide(caseId));
  });

  test('does not depend on where and when a record is shown', async () => {
    const id = await makeCard();
    const { caseId } = await report('card', id);
    const { version, text } = await read(caseId);
    await sql('UPDATE cards SET is_active = false, version = version + 1 WHERE id = $1', [id]);
    expectDone(
      await staff.editor.post(at(`cases/${caseId}/decide`), { version, seen: text?.seen, verdict: 'not_wrong' }),
    );
  });

  test('is still made when the record is in the bin, about the words that were reported', async () => {
    const id = await makeCard();
    const { caseId } = await report('card', id, 'Wrong');
    expectDone(await staff.editor.remove(`${paths.card}/${id}`));
    const gone = await read(caseId);
    expect([gone.state, gone.text, gone.notes.length]).toEqual(['open', null, 1]);
    expect(gone.firstText).toContain('Drink two cups.');
    expectDone(await decide(caseId));
    expect((await list()).counts.open).toBe(0);
  });

  test('is taken back within a minute, and passed to an administrator', async () => {
    const { caseId } = await reported('doctor');
    const { decisionId } = expectDone(await decide(caseId)) as { decisionId: string };
    expectDone(await staff.editor.post(at(`decisions/${decisionId}/take-back`)));
    const { version, state } = await read(caseId);
    expect(state).toBe('open');
    expectDone(await staff.editor.post(at(`cases/${caseId}/escalate`), { version, note: 'Please ask her' }));
    expect((await decide(caseId)).status).toBe(403);
    expectDone(await decide(caseId, {}, staff.administrator));
  });

  test('has no person to reveal, no texts of one and no appeal', async () => {
    const { caseId } = await reported('card');
    const { administrator, editor } = staff;
    expect((await administrator.get(at(`cases/${caseId}/texts`))).status).toBe(404);
    for (const as of [editor, staff.moderator]) expect((await as.get(at(`cases/${caseId}/texts`))).status).toBe(403);
    const { decisionId } = expectDone(await decide(caseId)) as { decisionId: string };
    await tell();
    const personId = await addPerson(app);
    const appeal = await backend.post(`/app/v1/decisions/${decisionId}/appeals`, { personId, text: 'No' });
    expect(appeal.status).toBe(404);
  });
});

const makeCard = async () => (await staff.administrator.make<{ id: string }>(paths.card, { ...newCard, sectionId })).id;

test('erasing a reporter keeps the case and the count, and erases the note', async () => {
  const { caseId, personId } = await reported('card', 'A note of a reader');
  await reportPost();
  expectDone(await backend.remove(`/app/v1/people/${personId}`));
  expect(await read(caseId)).toMatchObject({ reports: 1, notes: [], state: 'open' });
  expect(await sql("SELECT FROM reports WHERE note <> ''")).toEqual([]);
  expect(await wrong()).toEqual([]);
});
