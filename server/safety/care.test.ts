import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import { type CrisisOutcome, crisisOutcomes } from '#contract/crisis.ts';
import type { ReportReason } from '#contract/case-states.ts';
import type { Input, Output } from '#contract/route.ts';
import { tellDecisions } from '#server/moderation/tell.ts';
import { tellMessages } from '#server/safety/messages.ts';
import { posts } from '#server/users/tables.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let [ada, bola, chidi, backend]: Caller[] = [];
let ruleId: string;
beforeAll(async () => {
  app = await testApp();
  ada = await accountOf('Ada Obi');
  bola = await accountOf('Bọ́lá Adé');
  chidi = await accountOf('Chidi Eze', 'administrator');
  backend = caller(app.url, await newAppKey(app));
  ruleId = (await by(chidi).make<{ id: string }>('/admin/moderation/rules', { title: 'Be kind', english: 'Be kind.' }))
    .id;
});
afterAll(() => app.close());
beforeEach(() =>
  sql("TRUNCATE users, posts CASCADE; DELETE FROM app_changes; DELETE FROM figures WHERE name = 'cases'"),
);

const accountOf = async (name: string, role: 'administrator' | 'moderator' = 'moderator') =>
  caller(app.url, (await startSession(app, await addAdmin(app, undefined, name, role))).session.token);
const by = (one: Caller | undefined) => {
  if (!one) throw new Error('The accounts are made before the tests');
  return one;
};
const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];

type Case = Output<typeof api.cases.get>;
type Care = Output<typeof api.crisisCare.care>;
type Looks = Output<typeof api.looks.list>;
type Message = Care['messages'][number];

const read = async (id: string) => expectDone(await by(ada).get(`/admin/moderation/cases/${id}`)) as Case;
const care = async (id: string) => expectDone(await by(ada).get(`/admin/moderation/cases/${id}/care`)) as Care;
const looks = async () => expectDone(await by(ada).get('/admin/moderation/looks')) as Looks;
const told = async () =>
  (await sql<{ type: string; subject: string }>('SELECT type, subject FROM app_changes ORDER BY id'))
    .filter(({ type }) => type === 'message.told' || type === 'decision.told')
    .map(({ type, subject }) => `${type} ${subject}`);

/** Lets a minute pass for messages and decisions, and tells the app of them. */
async function tell() {
  await sql("UPDATE messages SET at = at - interval '61 seconds'");
  await sql("UPDATE decisions SET at = at - interval '61 seconds'");
  await tellMessages(app.database.db);
  await tellDecisions(app.database.db);
}

async function report(subjectId: string, reason: ReportReason, kind = 'post') {
  const personId = await addPerson(app);
  expectDone(await by(backend).post('/app/v1/reports', { id: randomUUID(), kind, subjectId, personId, reason }));
  const [row] = await sql<{ id: string }>(
    "SELECT id FROM cases WHERE subject_id = $1 AND state IN ('open', 'escalated')",
    [subjectId],
  );
  return row?.id ?? '';
}

/** The case of a post whose author may be in danger. */
async function caseOf(reason: ReportReason = 'self-harm', content = 'I cannot go on') {
  const author = await addPerson(app, { username: 'moonchild' });
  const [post] = await app.database.db.insert(posts).values({ content, userId: author }).returning();
  const postId = post?.id ?? '';
  return { author, postId, caseId: await report(postId, reason) };
}

const pathOf = (id: string, what: string) => `/admin/moderation/cases/${id}/${what}`;

async function send(id: string, more: Partial<Input<typeof api.crisisCare.send>> = {}, as = ada) {
  const { version } = await read(id);
  return by(as).post(pathOf(id, 'messages'), { version, text: 'We are here for you', ...more });
}
async function sent(...given: Parameters<typeof send>): Promise<Message> {
  const { id } = expectDone(await send(...given)) as Output<typeof api.crisisCare.send>;
  const message = (await care(given[0])).messages.find((one) => one.id === id);
  if (!message) throw new Error('The case has the message');
  return message;
}

async function agree(id: string, as = bola, reason = 'She named a time and a place') {
  const { version } = await read(id);
  return by(as).post(pathOf(id, 'outside-help'), { version, reason });
}

type Sent = Partial<Input<typeof api.cases.decide>>;

/** A decision about the case as it is now: by default the person needs help, which was shown. */
async function decide(id: string, more: Sent = {}, as = ada) {
  const { version, text } = await read(id);
  const usual = { verdict: 'needs_help', crisisOutcome: 'help_shown', statement: 'Please call the help line' };
  return by(as).post(pathOf(id, 'decide'), { version, seen: text?.seen ?? '', ...usual, ...more });
}
const decided = async (...given: Parameters<typeof decide>) =>
  (expectDone(await decide(...given)) as Output<typeof api.cases.decide>).decisionId;
const errorsOf = async (call: ReturnType<typeof decide>) => {
  const answer = await call;
  return [
    answer.status,
    problemOf(answer)
      .errors?.map(({ path }) => path)
      .join(),
  ];
};
const refusalOf = async (call: ReturnType<typeof decide>) => {
  const answer = await call;
  return [answer.status, problemOf(answer).code];
};

describe('a message', () => {
  test('reaches its person alone, a minute later, and nothing of it stands in the log or the feed', async () => {
    const { caseId, author } = await caseOf();
    const playbook = await by(chidi).make<{ id: string }>('/admin/moderation/playbooks', {
      title: 'Someone wants to die',
      mark: 'self-harm',
      english: 'You are not alone.',
    });
    const message = await sent(caseId, { playbookId: playbook.id, text: 'A wọ́n wà pẹ̀lú rẹ 🙏🏾', language: 'yoruba' });
    expect(message).toEqual({
      id: expect.any(String) as string,
      at: expect.any(String) as string,
      by: { id: expect.any(String) as string, name: 'Ada Obi' },
      playbook: 'Someone wants to die',
      text: 'A wọ́n wà pẹ̀lú rẹ 🙏🏾',
      language: 'yoruba',
      takenBackAt: null,
      takeBackUntil: expect.any(String) as string,
      seenAt: null,
    });
    expect(await care(caseId)).toMatchObject({ messages: [message], olderMessages: 0 });
    const path = `/app/v1/messages/${message.id}`;
    await tellMessages(app.database.db);
    expect([(await by(backend).get(path)).status, await told()]).toEqual([404, []]);
    expect((await by(backend).post(`${path}/seen`)).status).toBe(404);

    await tell();
    await Promise.all([tellMessages(app.database.db), tellMessages(app.database.db)]);
    expect(await told()).toEqual([`message.told ${message.id}`]);
    expect(expectDone(await by(backend).get(path))).toEqual({
      id: message.id,
      personId: author,
      text: message.text,
      language: 'yoruba',
      at: expect.any(String) as string,
    });
    expect((await care(caseId)).messages[0]).toMatchObject({ takeBackUntil: null, seenAt: null });

    expectDone(await by(backend).post(`${path}/seen`));
    const { seenAt } = (await care(caseId)).messages[0] ?? {};
    expect(seenAt).toEqual(expect.any(String));
    expectDone(await by(backend).post(`${path}/seen`));
    expect((await care(caseId)).messages[0]?.seenAt).toBe(seenAt);
    expect((await read(caseId)).state).toBe('open');

    const { operations } = await by(ada).operations('?kind=case');
    expect(operations[0]).toMatchObject({ action: 'send-message', entityId: caseId, undoable: false });
    const kept = await sql<{ text: string }>(
      'SELECT o::text AS text FROM operations AS o UNION ALL SELECT r::text FROM revisions AS r UNION ALL SELECT c::text FROM app_changes AS c',
    );
    expect(kept.map(({ text }) => text).join()).not.toContain('pẹ̀lú rẹ');
  });

  test.each(['child', 'threat'] as const)('go to the person of a case with the reason “%s” too', async (reason) => {
    const { caseId } = await caseOf(reason);
    expect(await read(caseId)).toMatchObject({ lane: 'crisis', reason });
    expect(await sent(caseId)).toMatchObject({ text: 'We are here for you' });
  });

  test('are the newest 100 of a case, oldest first, with the number of older ones', async () => {
    const { caseId } = await caseOf();
    await sent(caseId, { text: 'The last one' });
    await sql(
      `INSERT INTO messages (id, case_id, person_id, staff_id, playbook, text, language, at)
       SELECT gen_random_uuid(), case_id, person_id, staff_id, '', 'Message ' || n, language, at - (n * interval '1 minute')
       FROM messages, generate_series(1, 102) AS n`,
    );
    const { messages, olderMessages } = await care(caseId);
    const earlier = Array.from({ length: 99 }, (_, at) => `Message ${99 - at}`);
    expect(messages.map(({ text }) => text)).toEqual([...earlier, 'The last one']);
    expect(olderMessages).toBe(3);
  });

  test('has the emergency number, and says in its language that a person has read the words', async () => {
    const { caseId } = await caseOf();
    const { text } = await sent(caseId, { text: '{read} Kpọọ {emergency} ugbu a.', language: 'igbo' });
    expect(text).toBe('Otu onye n’ime ndị otu anyị agụọla ihe i dere. Kpọọ 112 ugbu a.');
  });

  test('is taken back by the account that sent it, for a minute, and is never told', async () => {
    const { caseId } = await caseOf();
    const message = await sent(caseId);
    const path = `/admin/moderation/messages/${message.id}/take-back`;
    expect((await by(bola).post(path)).status).toBe(403);
    expectDone(await by(ada).post(path));
    expect(await refusalOf(by(ada).post(path))).toEqual([409, 'too_late']);
    await tell();
    expect([await told(), (await by(backend).get(`/app/v1/messages/${message.id}`)).status]).toEqual([[], 404]);
    expect((await care(caseId)).messages).toMatchObject([{ takenBackAt: expect.any(String), takeBackUntil: null }]);
    expect((await by(ada).operations('?kind=case')).operations[0]).toMatchObject({ action: 'take-back-message' });

    const late = await sent(caseId);
    await sql("UPDATE messages SET at = at - interval '61 seconds'");
    expect(await refusalOf(by(ada).post(`/admin/moderation/messages/${late.id}/take-back`))).toEqual([409, 'too_late']);
    expect((await by(ada).post(`/admin/moderation/messages/${randomUUID()}/take-back`)).status).toBe(404);
  });

  test('is sent only in the open case of a person who may be in danger, as it is now, and without blanks', async () => {
    const ordinary = await caseOf('selling', 'Buy my tea');
    expect(await refusalOf(send(ordinary.caseId))).toEqual([409, 'not_in_danger']);
    const { caseId } = await caseOf();
    expect(await errorsOf(send(caseId, { text: 'Dear [name]' }))).toEqual([422, 'text']);
    expect(await errorsOf(send(caseId, { text: ' ' }))).toEqual([422, 'text']);
    expect((await send(caseId, { playbookId: randomUUID() })).status).toBe(404);
    expect((await by(ada).post(pathOf(randomUUID(), 'messages'), { version: 1, text: 'Hm' })).status).toBe(404);
    const { version } = await read(caseId);
    await sent(caseId);
    expect(await refusalOf(send(caseId, { version }, bola))).toEqual([409, 'case_changed']);
    expectDone(await by(ada).post(pathOf(caseId, 'escalate'), { version: (await read(caseId)).version }));
    await sent(caseId, {}, bola);
    await decided(caseId, { crisisOutcome: 'message_sent' }, chidi);
    expect(await refusalOf(send(caseId))).toEqual([409, 'decided_already']);
    expect((await care(caseId)).messages).toHaveLength(2);
  });

  test('is sent once by 50 calls at the same moment, and not beside a decision', async () => {
    const { caseId } = await caseOf();
    const { version } = await read(caseId);
    const answers: number[] = [];
    // Ten at a time: a desk refuses more calls than it can hold.
    for (let at = 0; at < 50; at += 10)
      answers.push(
        ...(await Promise.all(Array.from({ length: 10 }, async () => (await send(caseId, { version })).status))),
      );
    expect(answers.toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect((await care(caseId)).messages).toHaveLength(1);

    const now = await read(caseId);
    const again = { version: now.version, text: 'Are you there?' };
    const key = randomUUID();
    const repeated = [
      await by(ada).post(pathOf(caseId, 'messages'), again, { key }),
      await by(ada).post(pathOf(caseId, 'messages'), again, { key }),
    ];
    expect(repeated.map(({ status }) => status)).toEqual([201, 201]);
    expect(repeated[0]?.json).toEqual(repeated[1]?.json);
    expect((await care(caseId)).messages).toHaveLength(2);
    const { version: last } = await read(caseId);
    const both = await Promise.all([send(caseId, { version: last }, bola), decide(caseId, { version: last })]);
    expect(both.map(({ status }) => status >= 400).toSorted()).toEqual([false, true]);
  });
});

describe('an outcome', () => {
  test('ends the case of a person who may be in danger, and no other one', async () => {
    const { caseId } = await caseOf();
    expect(await errorsOf(decide(caseId, { crisisOutcome: null }))).toEqual([422, 'crisisOutcome']);
    const preview = { version: (await read(caseId)).version, verdict: 'needs_help', statement: 'Hm' };
    expect(await errorsOf(by(ada).post(pathOf(caseId, 'preview'), preview))).toEqual([422, 'crisisOutcome']);
    await decided(caseId);
    expect((await read(caseId)).decisions[0]).toMatchObject({ crisisOutcome: 'help_shown', verdict: 'needs_help' });

    const ordinary = await caseOf('selling', 'Buy my tea');
    expect(await errorsOf(decide(ordinary.caseId))).toEqual([422, 'crisisOutcome']);
    const within = { verdict: 'within_rules', crisisOutcome: null, statement: '' } as const;
    await decided(ordinary.caseId, within);
    expect((await read(ordinary.caseId)).decisions[0]).toMatchObject({ crisisOutcome: null });
    expect((await looks()).looks.map((look) => look.caseId)).toEqual([caseId, caseId]);
  });

  test.each(Object.keys(crisisOutcomes) as CrisisOutcome[])('%s fits the verdicts that it fits', async (outcome) => {
    const { caseId } = await caseOf();
    await sent(caseId);
    expectDone(await agree(caseId));
    const isCalm = outcome === 'no_danger';
    const given = { crisisOutcome: outcome, reason: 'She wrote the lines of a film' };
    const quiet = { ...given, statement: '' };
    if (!isCalm) {
      expect(await errorsOf(decide(caseId, { ...quiet, verdict: 'within_rules' }))).toEqual([422, 'verdict']);
      expect(await errorsOf(decide(caseId, { ...quiet, verdict: 'cannot_tell' }))).toEqual([422, 'verdict']);
    }
    if (isCalm || outcome === 'outside_help')
      expect(await errorsOf(decide(caseId, { ...given, reason: ' ' }))).toEqual([422, 'reason']);
    await decided(caseId, isCalm ? { ...quiet, verdict: 'within_rules' } : given);
    expect((await care(caseId)).looks.map((look) => look.outcome)).toEqual(isCalm ? [] : [outcome, outcome]);
  });

  test('may be that the writer, who is the danger for others, breaks the rules', async () => {
    const { caseId } = await caseOf('danger', 'I will hurt her');
    await decided(caseId, { verdict: 'breaks_rules', ruleId, hide: true, sanction: 'mute', days: 7 });
    expect((await care(caseId)).looks).toHaveLength(2);
  });

  test('`message_sent` needs a message that stands, and taking that one back needs the decision taken back first', async () => {
    const { caseId } = await caseOf();
    const outcome = { crisisOutcome: 'message_sent' } as const;
    expect(await errorsOf(decide(caseId, outcome))).toEqual([422, 'crisisOutcome']);
    const first = await sent(caseId);
    expectDone(await by(ada).post(`/admin/moderation/messages/${first.id}/take-back`));
    expect(await errorsOf(decide(caseId, outcome))).toEqual([422, 'crisisOutcome']);
    const second = await sent(caseId);
    const decisionId = await decided(caseId, outcome);
    const path = `/admin/moderation/messages/${second.id}/take-back`;
    expect(await refusalOf(by(ada).post(path))).toEqual([409, 'decided_already']);
    expect((await care(caseId)).messages[1]?.takenBackAt).toBeNull();
    expectDone(await by(ada).post(`/admin/moderation/decisions/${decisionId}/take-back`));
    expectDone(await by(ada).post(path));
  });

  test('`outside_help` is decided by two accounts, each with a reason', async () => {
    const { caseId } = await caseOf('danger');
    const outcome = { crisisOutcome: 'outside_help', reason: 'She named a time' } as const;
    expect(await refusalOf(decide(caseId, outcome))).toEqual([409, 'second_person_missing']);
    expect(await errorsOf(agree(caseId, ada, 'Yes'))).toEqual([422, 'reason']);
    expectDone(await agree(caseId, ada));
    expect(await refusalOf(agree(caseId, ada))).toEqual([409, 'agreed_already']);
    expect(await refusalOf(decide(caseId, outcome))).toEqual([409, 'second_person_missing']);
    expectDone(await agree(caseId, bola, 'I read it in the same way'));
    expect((await care(caseId)).agreements.map((one) => [one.by?.name, one.reason])).toEqual([
      ['Ada Obi', 'She named a time and a place'],
      ['Bọ́lá Adé', 'I read it in the same way'],
    ]);
    await decided(caseId, outcome);
    expect(await refusalOf(agree(caseId, chidi))).toEqual([409, 'decided_already']);
    const { operations } = await by(ada).operations('?kind=case');
    expect(operations.map(({ action }) => action).slice(0, 3)).toEqual(['decide', 'agree', 'agree']);

    const ordinary = await caseOf('spam');
    expect(await refusalOf(agree(ordinary.caseId))).toEqual([409, 'not_in_danger']);
  });

  test('is decided once by two colleagues, and agreed once, at the same moment', async () => {
    const { caseId } = await caseOf();
    const { version } = await read(caseId);
    const agreed = await Promise.all([agree(caseId), agree(caseId), agree(caseId)]);
    expect(agreed.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    const outcome = { version, crisisOutcome: 'outside_help', reason: 'She named a time' } as const;
    const both = await Promise.all([decide(caseId, outcome, ada), decide(caseId, outcome, chidi)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await care(caseId)).looks).toHaveLength(2);
  });

  test('is needed when a colleague or a mark finds the danger while the case is read', async () => {
    const one = await caseOf('selling', 'Buy my tea');
    const within = { verdict: 'within_rules', crisisOutcome: null, statement: '' } as const;
    const { version } = await read(one.caseId);
    await report(one.postId, 'scam');
    expect((await read(one.caseId)).version).toBe(version);
    await report(one.postId, 'self-harm');
    expect(await refusalOf(decide(one.caseId, { ...within, version }))).toEqual([409, 'case_changed']);
    expect(await errorsOf(decide(one.caseId, within))).toEqual([422, 'crisisOutcome']);

    const two = await caseOf('selling', 'Buy my tea');
    const seen = await read(two.caseId);
    await sql("UPDATE posts SET marks = '{emergency}' WHERE id = $1", [two.postId]);
    expect(await refusalOf(decide(two.caseId, { ...within, version: seen.version }))).toEqual([409, 'case_changed']);
    // A further report of danger is nothing new.
    const now = await read(two.caseId);
    await report(two.postId, 'danger');
    await decided(two.caseId, { version: now.version });
  });

  test('of an escalated case is found by an administrator', async () => {
    const { caseId } = await caseOf();
    expectDone(await by(ada).post(pathOf(caseId, 'escalate'), { version: (await read(caseId)).version }));
    expect((await decide(caseId)).status).toBe(403);
    await decided(caseId, {}, chidi);
  });

  test('shows when the person read the statement', async () => {
    const { caseId } = await caseOf();
    const id = await decided(caseId);
    const path = `/app/v1/messages/${id}/seen`;
    expect((await by(backend).post(path)).status).toBe(404);
    await tell();
    expectDone(await by(backend).post(path));
    const { seenAt } = (await read(caseId)).decisions[0] ?? {};
    expect(seenAt).toEqual(expect.any(String));
    expectDone(await by(backend).post(path));
    expect((await read(caseId)).decisions[0]?.seenAt).toBe(seenAt);
    expect((await by(backend).get(`/app/v1/messages/${id}`)).status).toBe(404);
    expect((await by(backend).post(`/app/v1/messages/${randomUUID()}/seen`)).status).toBe(404);
  });
});

describe('a text that is erased', () => {
  const notes = () => sql("SELECT FROM reports WHERE note <> ''");

  test('leaves the case, without its words, until it has an outcome', async () => {
    const { caseId, postId } = await caseOf();
    await sql("UPDATE reports SET note = 'She said it twice'");
    expectDone(await by(ada).post(`/admin/moderation/cases/${caseId}/claim`, {}));
    const { version } = await read(caseId);
    expectDone(await by(backend).remove(`/app/v1/posts/${postId}`));
    const left = await read(caseId);
    expect(left).toMatchObject({ state: 'open', version: version + 1, text: null, firstText: '', notes: [] });
    expect([left.claimedBy?.name, await sql('SELECT FROM snapshots'), await notes()]).toEqual(['Ada Obi', [], []]);
    expect(await refusalOf(decide(caseId, { version }))).toEqual([409, 'case_changed']);
    expect(await errorsOf(decide(caseId, { crisisOutcome: null }))).toEqual([422, 'crisisOutcome']);
    await sent(caseId);
    await decided(caseId, { crisisOutcome: 'message_sent', hide: true });
    expect((await care(caseId)).looks).toHaveLength(2);
    expect(await sql('SELECT * FROM wrong_figures()')).toEqual([]);
  });

  test('leaves the case with the administrators if it was passed to them', async () => {
    const { caseId, postId } = await caseOf();
    const { version } = await read(caseId);
    expectDone(await by(ada).post(pathOf(caseId, 'escalate'), { version, note: 'Please read this' }));
    expectDone(await by(chidi).remove(`/admin/awa/posts/${postId}`));
    expect((await read(caseId)).state).toBe('escalated');
    await decided(caseId, {}, chidi);
  });

  test('leaves no case of an erased person, and none in another lane', async () => {
    const one = await caseOf();
    const ordinary = await caseOf('spam');
    expectDone(await by(backend).remove(`/app/v1/people/${one.author}`));
    expectDone(await by(backend).remove(`/app/v1/posts/${ordinary.postId}`));
    expect(await sql('SELECT id, state FROM cases')).toEqual([{ id: ordinary.caseId, state: 'gone' }]);
  });
});

describe('a look', () => {
  const done = (id: string | undefined, more: object = {}, as = ada) =>
    by(as).post(`/admin/moderation/looks/${id}/done`, more);
  /** Moves the looks of a case so that they were due, or will be, so many hours earlier. */
  const pass = (hours: number) => sql('UPDATE looks SET due_at = due_at - make_interval(hours => $1)', [hours]);

  test('is due a day after the outcome, and a week after it', async () => {
    const { caseId, author } = await caseOf();
    await decided(caseId);
    const { looks: coming, due } = await looks();
    const hours = coming.map(({ dueAt }) => Math.round((Date.parse(dueAt) - Date.now()) / 3_600_000));
    expect([hours, due]).toEqual([[24, 168], 0]);
    const { person } = await read(caseId);
    expect(coming[0]).toEqual({
      id: expect.any(String) as string,
      caseId,
      person,
      outcome: 'help_shown',
      dueAt: expect.any(String) as string,
      doneAt: null,
      doneBy: null,
      note: '',
    });
    expect(JSON.stringify(coming)).not.toMatch(new RegExp(`${author}|moonchild`));
    await pass(25);
    const later = await caseOf();
    await decided(later.caseId, { crisisOutcome: 'not_alone' });
    const all = await looks();
    expect([all.due, all.looks.map((look) => look.caseId)]).toEqual([1, [caseId, later.caseId, caseId, later.caseId]]);
  });

  test('is recorded once, with a note that is in no log', async () => {
    const { caseId } = await caseOf();
    await decided(caseId);
    await pass(25);
    const [first] = (await looks()).looks;
    expect(expectDone(await done(first?.id, { note: 'Her sister is with her' }, bola))).toEqual({ caseId: null });
    const problem = problemOf(await done(first?.id));
    expect([problem.code, problem.changedBy?.name]).toEqual(['done_already', 'Bọ́lá Adé']);
    expect((await looks()).looks).toHaveLength(1);
    expect((await care(caseId)).looks[0]).toMatchObject({
      note: 'Her sister is with her',
      doneAt: expect.any(String) as string,
      doneBy: { name: 'Bọ́lá Adé' },
    });
    const { operations } = await by(ada).operations('?kind=case');
    expect(operations[0]).toMatchObject({ action: 'look', entityId: caseId });
    expect(JSON.stringify(operations)).not.toContain('sister');
    expect((await done(randomUUID())).status).toBe(404);
  });

  test('opens a case on the person, or joins the one that waits, and only once at the same moment', async () => {
    const { caseId, author } = await caseOf();
    await decided(caseId);
    const [first, second] = (await looks()).looks;
    const answers = await Promise.all(
      [ada, bola, chidi].map((as) => done(first?.id, { reopen: true, note: 'No answer' }, as)),
    );
    const opened = answers.filter(({ status }) => status === 200);
    expect([opened.length, answers.map(({ status }) => status).toSorted()]).toEqual([1, [200, 409, 409]]);
    const [winner] = opened;
    if (!winner) throw new Error('One of the calls is the first');
    const { caseId: newCase } = winner.json as Output<typeof api.looks.done>;
    const found = await read(newCase ?? '');
    expect(found).toMatchObject({ subject: { kind: 'person', id: author }, lane: 'crisis', reason: 'danger' });
    expect(found.notes[0]?.note).toBe('No answer');
    expect(expectDone(await done(second?.id, { reopen: true }))).toEqual({ caseId: newCase });
  });

  test('goes with the decision that is taken back, and stays when an appeal is decided', async () => {
    const { caseId, author } = await caseOf('danger', 'I will hurt her');
    const breaks = { verdict: 'breaks_rules', ruleId, hide: true } as const;
    const first = await decided(caseId, breaks);
    expectDone(await by(ada).post(`/admin/moderation/decisions/${first}/take-back`));
    expect((await looks()).looks).toEqual([]);
    const second = await decided(caseId, breaks);
    await tell();
    expectDone(await by(backend).post(`/app/v1/decisions/${second}/appeals`, { personId: author, text: 'A song' }));
    const { version } = await read(caseId);
    const answer = { version, outcome: 'overturned', answer: 'You are right' };
    expectDone(await by(bola).post(pathOf(caseId, 'appeal'), answer));
    expect((await looks()).looks).toHaveLength(2);
  });
});

describe('erasure', () => {
  test('of the person leaves no message, agreement or look; of an account, no name', async () => {
    const dayo = await addAdmin(app, undefined, 'Dayo Who Leaves', 'moderator');
    const asDayo = caller(app.url, (await startSession(app, dayo)).session.token);
    const [one, two] = [await caseOf(), await caseOf()];
    for (const { caseId } of [one, two]) {
      await sent(caseId, { text: 'Words to the person' }, asDayo);
      expectDone(await agree(caseId, asDayo, 'Words about the person'));
      await decided(caseId, { crisisOutcome: 'outside_help', reason: 'Words of the decision' });
    }
    const [look] = (await care(two.caseId)).looks;
    expectDone(await asDayo.post(`/admin/moderation/looks/${look?.id}/done`, { note: 'A note of the look' }));
    expectDone(await by(backend).remove(`/app/v1/people/${one.author}`));
    await sql('DELETE FROM staff WHERE id = $1', [dayo.id]);
    const count = (table: string) => sql(`SELECT DISTINCT case_id AS id FROM ${table}`);
    const left = await Promise.all(['messages', 'agreements', 'looks'].map(count));
    expect(left).toEqual([[{ id: two.caseId }], [{ id: two.caseId }], [{ id: two.caseId }]]);
    const { messages, agreements, looks: all } = await care(two.caseId);
    expect([messages[0]?.by, agreements[0]?.by, all[0]?.doneBy]).toEqual([null, null, null]);
    expect([messages[0]?.text, all[0]?.note]).toEqual(['Words to the person', 'A note of the look']);
    await tell();
    expect((await told()).filter((change) => change.startsWith('message'))).toHaveLength(1);
  });

  test('of an account that agreed keeps the agreement of a second person', async () => {
    const dayo = await addAdmin(app, undefined, 'Dayo Who Leaves', 'moderator');
    const { caseId } = await caseOf();
    expectDone(await agree(caseId, caller(app.url, (await startSession(app, dayo)).session.token)));
    await sql('DELETE FROM staff WHERE id = $1', [dayo.id]);
    await decided(caseId, { crisisOutcome: 'outside_help', reason: 'She named a time' });
  });
});
