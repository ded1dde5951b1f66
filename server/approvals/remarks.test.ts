import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PhaseDescription } from '#contract/cycle.ts';
import { placeOf } from '#contract/remark-places.ts';
import { type remarksApi, maxRemarks } from '#contract/remarks.ts';
import type { reviewApi } from '#contract/review.ts';
import type { Output } from '#contract/route.ts';
import { mentionedIn } from '#server/approvals/remark-queries.ts';
import { type Caller, caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { type Answer, problemOf } from '#tests/desk/send.ts';
import { addAdmin, newClinician, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

type Account = Caller & { id: string };

let app: TestApp;
let administrator: Account;
let editor: Account;
let ngozi: Account;
let text: PhaseDescription;

const path = '/admin/cycle/remarks';
const descriptions = '/admin/cycle/phase-descriptions';
const unknown = '01990000-0000-7000-8000-000000000000';

async function account(name: string, role: 'administrator' | 'editor' | 'support'): Promise<Account> {
  const { id } = await addAdmin(app, undefined, name, role);
  return { id, ...caller(app.url, (await startSession(app, { id })).session.token) };
}

beforeAll(async () => {
  app = await testApp();
  administrator = await account('Ada Obi', 'administrator');
  editor = await account('Bọ́lá Ìgè', 'editor');
  const { id, bearer } = await newClinician(app, 'Dr Ngozi Eze');
  ngozi = { id, ...caller(app.url, bearer) };
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.pool.query('TRUNCATE phase_descriptions, remarks, approvals, review_requests CASCADE');
  text = await administrator.make<PhaseDescription>(descriptions, {
    phase: 'luteal',
    title: 'The luteal phase',
    description: 'Rest when you are tired. Take iron with food, and drink water.',
  });
});

const add = (more: object, as: Caller = editor) =>
  as.post(path, {
    kind: 'phase-description',
    id: text.id,
    field: 'description',
    words: null,
    body: 'Is this so?',
    ...more,
  });
const quoting = (quote: string) => ({ words: { quote, start: text.description.indexOf(quote) } });
const read = async (as: Caller = editor, id = text.id) =>
  expectDone(await as.get(`${path}?id=${id}`)) as Output<typeof remarksApi.cycleRemarks.list>;
const firstId = async () => (await read()).remarks[0]?.id ?? '';
const waiting = async (as: Caller) => {
  const { texts, counts } = expectDone(await as.get('/admin/review?state=remarks')) as Output<
    typeof reviewApi.review.list
  >;
  return [texts.map(({ label }) => label), counts.remarks];
};
const refusalOf = (answer: Answer) => {
  const { status, code, errors } = problemOf(answer);
  return [status, code, errors?.map((one) => one.path)];
};

test('a remark quotes words, has replies, and is resolved and reopened', async () => {
  await doneBy(add({ ...quoting('iron'), body: 'How much?' }));
  await doneBy(add({ field: 'citations', body: 'Which source?' }, ngozi));
  const id = await firstId();
  await doneBy(ngozi.post(`${path}/${id}/replies`, { body: '60 mg' }));
  await doneBy(ngozi.put(`${path}/${id}/resolved`, { resolved: true }));
  const { remarks, people } = await read();
  const at = expect.any(String) as string;
  const by = { id: ngozi.id, name: 'Dr Ngozi Eze' };
  expect(remarks).toEqual([
    {
      id,
      by: { id: editor.id, name: 'Bọ́lá Ìgè' },
      at,
      body: 'How much?',
      mentions: [],
      field: 'description',
      anchor: expect.objectContaining({ quote: 'iron', start: 30 }) as object,
      resolved: { by, at },
      replies: [{ id: expect.any(String) as string, by, at, body: '60 mg', mentions: [] }],
    },
    expect.objectContaining({ field: 'citations', anchor: null, resolved: null, replies: [] }),
  ]);
  expect(people.map(({ name }) => name)).toEqual(['Ada Obi', 'Bọ́lá Ìgè', 'Dr Ngozi Eze']);

  expect(refusalOf(await editor.put(`${path}/${id}/resolved`, { resolved: true }))).toEqual([
    409,
    'unchanged',
    undefined,
  ]);
  await doneBy(editor.put(`${path}/${id}/resolved`, { resolved: false }));
  expect((await read()).remarks[0]?.resolved).toBeNull();
});

test('its words are found again in the changed text, and listed when they are gone', async () => {
  await doneBy(add(quoting('iron')));
  const change = async (description: string) => {
    expectDone(await administrator.put(`${descriptions}/${text.id}`, { description }));
    const [remark] = (await read()).remarks;
    return remark?.anchor && placeOf(description, remark.anchor);
  };
  expect(await change(`Sleep well. ${text.description}`)).toEqual({ start: 42, end: 46 });
  expect(await change('Sleep well.')).toBe('gone');
});

test('only words that are there can be quoted, in a reviewed field of text', async () => {
  expect(refusalOf(await add({ words: { quote: 'zinc', start: 30 } }))).toEqual([409, 'changed_since', undefined]);
  expect(refusalOf(await add({ words: { quote: 'iron', start: 31 } }))).toEqual([409, 'changed_since', undefined]);
  expect(refusalOf(await add({ field: 'phase', words: { quote: 'luteal', start: 0 } }))).toEqual([
    422,
    'invalid',
    ['words'],
  ]);
  expect(refusalOf(await add({ field: 'displayOrder' }))).toEqual([422, 'invalid', ['field']]);
  expect(refusalOf(await add({ body: ' ' }))).toEqual([422, 'invalid', ['body']]);
  expect(refusalOf(await add({ id: unknown }))).toEqual([404, 'not_found', undefined]);
  expect((await add({ kind: 'card' })).status).toBe(422);
  expect((await read()).remarks).toEqual([]);
});

test('a name after @ puts the text into the list of that colleague until the remark is resolved', async () => {
  await doneBy(add({ body: 'Please look, @dr ngozi eze.' }));
  expect(await waiting(ngozi)).toEqual([['The luteal phase'], 1]);
  expect(await waiting(administrator)).toEqual([[], 0]);
  const id = await firstId();
  await doneBy(ngozi.post(`${path}/${id}/replies`, { body: '@Ada Obi decides' }));
  expect(await waiting(administrator)).toEqual([['The luteal phase'], 1]);
  // The account counts, and not its name then.
  await app.database.pool.query("UPDATE staff SET name = 'Dr Ngozi Obi' WHERE id = $1", [ngozi.id]);
  expect(await waiting(ngozi)).toEqual([['The luteal phase'], 1]);
  expect((await read()).remarks[0]?.mentions).toEqual([{ id: ngozi.id, name: 'Dr Ngozi Obi' }]);
  await app.database.pool.query("UPDATE staff SET name = 'Dr Ngozi Eze' WHERE id = $1", [ngozi.id]);
  await doneBy(editor.put(`${path}/${id}/resolved`, { resolved: true }));
  expect([await waiting(ngozi), await waiting(administrator)]).toEqual([
    [[], 0],
    [[], 0],
  ]);
});

test('the longest name after @ is mentioned, by its letters without regard to case', () => {
  const people = ['Ada', 'Ada Obi', 'Bọ́lá Ìgè', 'Bọ́lá Ìgè'].map((name, at) => ({ id: `${at}`, name }));
  const mentioned = (body: string) => mentionedIn(body, people).join(' ');
  expect(mentioned('@Ada Obi, and @ADA: look')).toBe('1 0');
  expect(mentioned('@Adaeze @ Ada ada@obi.example')).toBe('');
  expect(mentioned(`@${'Bọ́lá Ìgè'.normalize('NFD')}!`)).toBe('2 3');
});

test('a remark or a reply is deleted by its author or an administrator, and not by others', async () => {
  await doneBy(add({}));
  const id = await firstId();
  await doneBy(ngozi.post(`${path}/${id}/replies`, { body: 'Yes' }));
  await doneBy(ngozi.post(`${path}/${id}/replies`, { body: 'No' }));
  const replies = (await read()).remarks[0]?.replies.map((one) => one.id) ?? [];
  expect(refusalOf(await ngozi.remove(`${path}/${id}`))).toEqual([403, 'not_yours', undefined]);
  expect(refusalOf(await editor.remove(`${path}/${replies[0]}`))).toEqual([403, 'not_yours', undefined]);
  await doneBy(ngozi.remove(`${path}/${replies[0]}`));
  await doneBy(administrator.remove(`${path}/${replies[1]}`));
  expect((await read()).remarks).toMatchObject([{ id, replies: [] }]);
  expect((await editor.remove(`/admin/lady-due/remarks/${id}`)).status).toBe(404);
  await doneBy(ngozi.post(`${path}/${id}/replies`, { body: 'Yes' }));
  await doneBy(editor.remove(`${path}/${id}`));
  expect((await read()).remarks).toEqual([]);
  expect(refusalOf(await editor.remove(`${path}/${id}`))).toEqual([404, 'not_found', undefined]);
});

test('the log names the text and has no words of a remark', async () => {
  const operation = await doneBy(add({ ...quoting('iron'), body: 'Marzipan' }));
  const id = await firstId();
  await doneBy(editor.post(`${path}/${id}/replies`, { body: 'Marzipan' }));
  await doneBy(editor.put(`${path}/${id}/resolved`, { resolved: true }));
  await doneBy(editor.put(`${path}/${id}/resolved`, { resolved: false }));
  await doneBy(editor.remove(`${path}/${id}`));
  const { operations } = await administrator.operations();
  expect(operations.slice(0, 5).map(({ action, kind, entityId, label }) => [action, kind, entityId, label])).toEqual(
    ['delete-remark', 'reopen-remark', 'resolve-remark', 'reply-remark', 'remark'].map((action) => [
      action,
      'phase-description',
      text.id,
      'The luteal phase',
    ]),
  );
  expect(operations[4]?.id).toBe(operation);
  const { rows } = await app.database.pool.query(
    "SELECT FROM operations WHERE operations::text ~ 'Marzipan|iron' UNION ALL SELECT FROM revisions WHERE revisions::text ~ 'Marzipan'",
  );
  expect(rows).toEqual([]);
});

test('remarks outlive their authors without a name, and a deletion of the text', async () => {
  const { id: ikeId, bearer } = await newClinician(app, 'Dr Ike');
  const ike = caller(app.url, bearer);
  await doneBy(add({}, ike));
  await doneBy(add({ body: '@Dr Ike: see above' }));
  const id = await firstId();
  await doneBy(ike.put(`${path}/${id}/resolved`, { resolved: true }));
  await app.database.pool.query('DELETE FROM staff WHERE id = $1', [ikeId]);
  const { remarks } = await read();
  expect(remarks).toMatchObject([
    { by: null, resolved: { by: null } },
    { by: { id: editor.id }, mentions: [] },
  ]);
  const deletion = await doneBy(administrator.remove(`${descriptions}/${text.id}`));
  await doneBy(administrator.undo(deletion));
  expect((await read()).remarks).toEqual(remarks);
});

test('a text has a maximum number of remarks and replies', async () => {
  await doneBy(add({}));
  const id = await firstId();
  await app.database.pool.query(
    `INSERT INTO remark_replies (id, remark_id, body, mentions)
    SELECT gen_random_uuid(), $1, 'Yes', '{}' FROM generate_series(1, $2)`,
    [id, maxRemarks - 1],
  );
  expect(refusalOf(await add({}))).toEqual([409, 'too_many', undefined]);
  expect(refusalOf(await editor.post(`${path}/${id}/replies`, { body: 'No' }))).toEqual([409, 'too_many', undefined]);
});

test('support and moderation have no remarks', async () => {
  const support = await account('Sade', 'support');
  expect(refusalOf(await support.get(`${path}?id=${text.id}`))).toEqual([403, 'not_allowed', undefined]);
  expect(refusalOf(await add({}, support))).toEqual([403, 'not_allowed', undefined]);
});
