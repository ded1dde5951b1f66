import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { approvalsApi } from '#contract/approvals.ts';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { approversApi } from '#contract/approvers.ts';
import type { ReviewState, reviewApi } from '#contract/review.ts';
import type { Output } from '#contract/route.ts';
import { sourceKey } from '#contract/source-key.ts';
import { type Caller, caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { type Answer, problemOf } from '#tests/desk/send.ts';
import { addAdmin, newClinician, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

type Account = Caller & { id: string };

let app: TestApp;
let administrator: Account;
/** An editor without a qualification. */
let editor: Account;
let ngozi: Account;
let tunde: Account;
beforeAll(async () => {
  app = await testApp();
  const account = async (name: string, role: 'administrator' | 'editor') => {
    const { id } = await addAdmin(app, undefined, name, role);
    return { id, ...caller(app.url, (await startSession(app, { id })).session.token) };
  };
  const clinician = async (name: string) => {
    const { id, bearer } = await newClinician(app, name);
    return { id, ...caller(app.url, bearer) };
  };
  administrator = await account('Ada Obi', 'administrator');
  editor = await account('Bọ́lá Ìgè', 'editor');
  ngozi = await clinician('Dr Ngozi Eze');
  tunde = await clinician('Dr Tunde Bello');
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE pregnancy_weeks, approvals, review_requests CASCADE'));

const path = '/admin/cycle/approvals';
const weeks = '/admin/cycle/pregnancy/weeks';
const unknown = '01990000-0000-7000-8000-000000000000';
const addWeek = (weekNumber: number) =>
  administrator.make<PregnancyWeek>(weeks, { weekNumber, babySize: 'A lime', citations: ['WHO'] });
const ask = (weeksAsked: PregnancyWeek[], more: object = {}, as = editor) =>
  as.post(`${path}/requests`, { kind: 'pregnancy-week', ids: weeksAsked.map(({ id }) => id), ...more });
const askChanges = ({ id, version }: PregnancyWeek, note: string, as = ngozi) =>
  as.post(`${path}/changes`, { kind: 'pregnancy-week', id, version, note });
const withdraw = ({ id }: PregnancyWeek, as = editor) => as.remove(`${path}/requests/${id}`);
const approve = ({ id, version }: PregnancyWeek, as = ngozi) =>
  as.post(path, { kind: 'pregnancy-week', records: [{ id, version }] });
const change = async ({ id }: PregnancyWeek, fields: object) =>
  expectDone(await administrator.put(`${weeks}/${id}`, fields)) as PregnancyWeek;
const requests = async () =>
  (expectDone(await editor.get(`${path}/requests`)) as Output<typeof approvalsApi.cycleApprovals.requests>).requests;
const texts = async (state: ReviewState, as: Caller) =>
  (expectDone(await as.get(`/admin/review?state=${state}`)) as Output<typeof reviewApi.review.list>).texts;
const labels = async (state: ReviewState, as: Caller) => (await texts(state, as)).map(({ label }) => label);
const refusalOf = (answer: Answer) => {
  const { status, code, errors } = problemOf(answer);
  return [status, code, errors];
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a review is asked of one clinician or of any, and ends with an approval', async () => {
  const [first, second, third] = [await addWeek(12), await addWeek(13), await addWeek(14)];
  await doneBy(ask([second, third]));
  await doneBy(ask([first], { of: ngozi.id, dueOn: inDays(3), note: 'For Monday' }));
  expect((await requests())[0]).toEqual({
    id: first.id,
    state: 'open',
    by: { id: editor.id, name: 'Bọ́lá Ìgè' },
    of: { id: ngozi.id, name: 'Dr Ngozi Eze' },
    dueOn: inDays(3),
    note: 'For Monday',
    at: expect.any(String) as string,
    isChanged: false,
    changes: null,
  });
  // The one with a day comes first.
  expect(await labels('mine', ngozi)).toEqual(['Week 12', 'Week 13', 'Week 14']);
  expect(await labels('mine', tunde)).toEqual(['Week 13', 'Week 14']);
  expect(await labels('mine', editor)).toEqual([]);
  expect(await labels('asked', administrator)).toEqual([]);

  await doneBy(approve(first, tunde));
  await doneBy(approve(second));
  expect(await labels('mine', ngozi)).toEqual(['Week 14']);
  expect((await texts('asked', editor)).map(({ label, request }) => [label, request])).toEqual([
    ['Week 12', { state: 'approved', dueOn: inDays(3) }],
    ['Week 14', { state: 'open', dueOn: null }],
    ['Week 13', { state: 'approved', dueOn: null }],
  ]);
  expect((await requests()).map(({ id }) => id)).toEqual([third.id]);
  await app.database.pool.query("UPDATE review_requests SET at = at - interval '31 days'");
  expect(await labels('asked', editor)).toEqual(['Week 14']);
});

test('asking again replaces the request', async () => {
  const week = await addWeek(12);
  await doneBy(ask([week], { of: ngozi.id, dueOn: inDays(1), note: 'Soon' }));
  const changed = await change(week, { babySize: 'A plum' });
  expect(await requests()).toMatchObject([{ isChanged: true }]);
  await doneBy(ask([changed], { of: tunde.id }, administrator));
  expect(await requests()).toMatchObject([
    { by: { name: 'Ada Obi' }, of: { name: 'Dr Tunde Bello' }, dueOn: null, note: '', isChanged: false },
  ]);
  expect(await labels('mine', ngozi)).toEqual([]);
  // Only words count, and they are the same again after an undo.
  await change(week, { currentWeekColor: '#112233' });
  expect(await requests()).toMatchObject([{ isChanged: false }]);
  await doneBy(approve(await change(week, { tips: ['Rest'] })));
  await doneBy(ask([week], { of: ngozi.id }));
  expect(await labels('mine', ngozi)).toEqual(['Week 12']);
});

test('a clinician asks for changes, with and without a request; the request says whether they were made', async () => {
  const [asked, other] = [await addWeek(12), await addWeek(13)];
  await doneBy(ask([asked], { of: tunde.id, dueOn: inDays(3) }));
  await doneBy(askChanges(asked, 'A lime is too small'));
  await doneBy(askChanges(other, 'Name the source'));
  expect(await requests()).toMatchObject([
    { id: asked.id, state: 'changes', by: { name: 'Dr Ngozi Eze' }, note: 'A lime is too small', isChanged: false },
    { id: other.id, state: 'changes', by: { name: 'Dr Ngozi Eze' }, of: null, note: 'Name the source' },
  ]);
  expect(await labels('mine', tunde)).toEqual([]);
  expect(await texts('asked', editor)).toMatchObject([{ label: 'Week 12', request: { state: 'changes' } }]);
  expect(await labels('changes', editor)).toEqual(['Week 12', 'Week 13']);
  expect((await texts('unapproved', editor)).map(({ request }) => request?.state)).toEqual(['changes', 'changes']);

  const changed = await change(asked, { babySize: 'A plum' });
  expect(await requests()).toMatchObject([{ isChanged: true }, { isChanged: false }]);
  await doneBy(ask([changed], { of: ngozi.id }));
  expect(await labels('changes', editor)).toEqual(['Week 13']);
  await doneBy(approve(changed));
  await doneBy(approve(other));
  expect(await requests()).toEqual([]);
});

test('the changes that a clinician asked for stay beside a new request, until an approval', async () => {
  const week = await addWeek(12);
  await doneBy(ask([week]));
  await doneBy(askChanges(week, 'A lime is too small'));
  const [asked] = await requests();
  expect(asked).toMatchObject({ state: 'changes', note: 'A lime is too small', changes: null });
  const changes = { by: { id: ngozi.id, name: 'Dr Ngozi Eze' }, note: 'A lime is too small', at: asked?.at };
  const changed = await change(week, { babySize: 'A plum' });
  await doneBy(ask([changed], { of: tunde.id, note: 'Better?' }));
  expect(await requests()).toMatchObject([{ state: 'open', note: 'Better?', changes }]);
  // Another request, here by a mark of the source, keeps them too.
  await doneBy(askChanges(changed, 'A plum is too big', tunde));
  const key = sourceKey('WHO');
  await doneBy(editor.put('/admin/sources/mark', { key, state: 'superseded', note: '' }));
  const newest = { by: { name: 'Dr Tunde Bello' }, note: 'A plum is too big' };
  expect(await requests()).toMatchObject([{ state: 'open', changes: newest }]);
  expect(await labels('mine', ngozi)).toEqual(['Week 12']);
  await doneBy(editor.put('/admin/sources/mark', { key, state: null, note: '' }));
  // Without the request they are the last turn again.
  await doneBy(withdraw(week));
  expect(await requests()).toMatchObject([{ state: 'changes', ...newest, isChanged: false, changes: null }]);
  expect(await labels('changes', editor)).toEqual(['Week 12']);
  await doneBy(ask([changed]));
  await doneBy(approve(changed));
  await doneBy(ask([changed]));
  expect(await requests()).toMatchObject([{ state: 'open', changes: null }]);
});

test('a text is sent back to the account that asked, else to the last one that saved it, else to all', async () => {
  const [asked, saved] = [await addWeek(12), await addWeek(13)];
  await doneBy(ask([asked]));
  await doneBy(askChanges(asked, 'A lime is too small'));
  await doneBy(askChanges(saved, 'Name the source'));
  expect(await labels('returned', editor)).toEqual(['Week 12']);
  expect(await labels('returned', administrator)).toEqual(['Week 13']);
  expect(await labels('returned', tunde)).toEqual([]);

  const { id } = await addAdmin(app, undefined, 'Sadé Cole', 'editor');
  const sade = caller(app.url, (await startSession(app, { id })).session.token);
  expectDone(await sade.put(`${weeks}/${saved.id}`, { babySize: 'A plum' }));
  expect(await labels('returned', administrator)).toEqual([]);
  const own = await sade.make<PregnancyWeek>(weeks, { weekNumber: 14, babySize: 'A plum', citations: ['WHO'] });
  await doneBy(askChanges(own, 'Name the source'));
  expect(await labels('returned', sade)).toEqual(['Week 13', 'Week 14']);
  // An editor who can approve, and sends back a text for which they asked themselves, is not told so.
  const account = await newClinician(app, 'Dr Ike', 'MBBS, MDCN 12345', 'editor');
  const both = { id: account.id, ...caller(app.url, account.bearer) };
  const sent = await addWeek(15);
  await doneBy(ask([sent], {}, both));
  await doneBy(askChanges(sent, 'Name the source', both));
  expect(await labels('returned', both)).toEqual([]);
  await doneBy(withdraw(sent, both));
  await app.database.pool.query('DELETE FROM staff WHERE id = $1', [account.id]);
  await app.database.pool.query('DELETE FROM staff WHERE id = $1', [id]);
  expect(await labels('returned', administrator)).toEqual(['Week 13', 'Week 14']);
  expect(await labels('returned', ngozi)).toEqual([]);
  expect(await labels('returned', editor)).toEqual(['Week 12', 'Week 14']);
});

test('changes are asked for by clinicians, with a reason, of the words that they read', async () => {
  const week = await addWeek(12);
  expect(refusalOf(await askChanges(week, 'Why?', editor))).toEqual([403, 'no_qualification', undefined]);
  expect(refusalOf(await askChanges(week, ' '))).toMatchObject([422, 'invalid', [{ path: 'note' }]]);
  await change(week, { babySize: 'A plum' });
  expect(refusalOf(await askChanges(week, 'Too small'))).toEqual([409, 'changed_since', undefined]);
  expect((await askChanges({ ...week, id: unknown }, 'Too small')).status).toBe(404);
  expect(await requests()).toEqual([]);
});

test('a request is withdrawn by the account that asked, or by an administrator', async () => {
  const week = await addWeek(12);
  expect((await withdraw(week)).status).toBe(404);
  await doneBy(ask([week]));
  expect(refusalOf(await withdraw(week, ngozi))).toEqual([403, 'not_yours', undefined]);
  expect((await editor.remove(`/admin/lady-due/approvals/requests/${week.id}`)).status).toBe(404);
  await doneBy(withdraw(week));
  expect(await requests()).toEqual([]);
  await doneBy(askChanges(week, 'Too small'));
  expect(refusalOf(await withdraw(week))).toEqual([403, 'not_yours', undefined]);
  await doneBy(withdraw(week, ngozi));
  await doneBy(ask([week]));
  await doneBy(withdraw(week, administrator));
  await doneBy(ask([week]));
  await doneBy(approve(week));
  expect((await withdraw(week)).status).toBe(404);
  const { operations } = await administrator.operations('?limit=7');
  expect(operations.map(({ action, label, undoable }) => [action, label, undoable])).toEqual([
    ['approve', 'Week 12', false],
    ['ask-review', 'Week 12', false],
    ['withdraw-request', 'Week 12', false],
    ['ask-review', 'Week 12', false],
    ['withdraw-request', 'Week 12', false],
    ['ask-changes', 'Week 12', false],
    ['withdraw-request', 'Week 12', false],
  ]);
});

test('a review is asked of an account that can approve, by a day that is not over, for texts that exist', async () => {
  const week = await addWeek(12);
  const { id } = await newClinician(app, 'Kemi', 'RN', 'support');
  for (const of of [editor.id, id, unknown])
    expect(refusalOf(await ask([week], { of }))).toMatchObject([422, 'invalid', [{ path: 'of' }]]);
  await app.database.pool.query('UPDATE staff SET enabled = false WHERE id = $1', [tunde.id]);
  expect((await ask([week], { of: tunde.id })).status).toBe(422);
  const { clinicians } = expectDone(await editor.get('/admin/review/clinicians')) as Output<
    typeof approversApi.approvers.list
  >;
  expect(clinicians).toEqual([{ id: ngozi.id, name: 'Dr Ngozi Eze', qualification: 'MBBS, MDCN 12345' }]);
  await app.database.pool.query('UPDATE staff SET enabled = true WHERE id = $1', [tunde.id]);
  expect(refusalOf(await ask([week], { dueOn: inDays(-2) }))).toMatchObject([422, 'invalid', [{ path: 'dueOn' }]]);
  expect((await ask([week, { ...week, id: unknown }])).status).toBe(404);
  expect((await ask([])).status).toBe(422);
  expect(refusalOf(await ask([week], {}, ngozi))).toEqual([403, 'not_allowed', undefined]);
  expect(await requests()).toEqual([]);
});

test('a request outlives the accounts that it names, and a deletion of the text', async () => {
  const [week, other] = [await addWeek(12), await addWeek(13)];
  const { id, bearer } = await newClinician(app, 'Dr Ike');
  const ike = { id, ...caller(app.url, bearer) };
  await doneBy(ask([week], { of: id, note: 'For you' }));
  await doneBy(askChanges(other, 'Too small', ike));
  await app.database.pool.query('DELETE FROM staff WHERE id = $1', [id]);
  expect(await requests()).toMatchObject([
    { of: null, by: { name: 'Bọ́lá Ìgè' }, note: 'For you' },
    { by: null, state: 'changes', note: 'Too small' },
  ]);
  // It is asked of any clinician then.
  expect(await labels('mine', tunde)).toEqual(['Week 12']);
  const deletion = await doneBy(administrator.remove(`${weeks}/${week.id}`));
  expect((await requests()).map((one) => one.id)).toEqual([other.id]);
  await doneBy(administrator.undo(deletion));
  expect(await labels('mine', tunde)).toEqual(['Week 12']);
});
