import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApprovalList } from '#contract/approval-lists.ts';
import type { PregnancyWeek, cycleApi } from '#contract/cycle.ts';
import type { Card, Category } from '#contract/lady-due.ts';
import type { Output } from '#contract/route.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { type Caller, caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { newBearer, newClinician } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { compareApprovals } from '#tests/records/approval-model.ts';

const qualification = 'MBBS, MDCN 12345';

let app: TestApp;
let staff: Caller;
let editor: Caller;
/** An editor with a qualification. */
let doctor: Caller & { id: string };
let reviewer: Caller & { id: string };
beforeAll(async () => {
  app = await testApp();
  staff = caller(app.url, await newBearer(app));
  editor = caller(app.url, await newBearer(app, 'editor'));
  const clinician = async (name: string, role: 'editor' | 'reviewer') => {
    const { id, bearer } = await newClinician(app, name, qualification, role);
    return { id, ...caller(app.url, bearer) };
  };
  doctor = await clinician('Dr Tunde Bello', 'editor');
  reviewer = await clinician('Dr Ngozi Eze', 'reviewer');
});
afterAll(() => app.close());
beforeEach(() =>
  app.database.pool.query(
    "TRUNCATE pregnancy_weeks, categories, approvals CASCADE; UPDATE publish_rules SET rule = 'direct'",
  ),
);

const path = '/admin/cycle/approvals';
const weeks = '/admin/cycle/pregnancy/weeks';
const citations = ['WHO: Nutrition. https://www.who.int/health-topics/nutrition'];

const addWeek = (fields: object = {}, as = staff) =>
  as.make<PregnancyWeek>(weeks, { weekNumber: 12, babySize: 'A lime', citations, ...fields });
const read = async (as = staff, at = path) => {
  const { approvals, unapproved } = expectDone(await as.get(at)) as ApprovalList;
  return { approvals, unapproved };
};
const change = async ({ id }: { id: string }, fields: object, as = staff) =>
  expectDone(await as.put(`${weeks}/${id}`, fields)) as PregnancyWeek;
const approve = (records: { id: string; version: number }[], as: Caller = reviewer, more: object = {}) =>
  as.post(path, { kind: 'pregnancy-week', records: records.map(({ id, version }) => ({ id, version })), ...more });
const refusalOf = (answer: Answer) => {
  const { status, code, ids } = problemOf(answer);
  return [status, code, ids];
};

test('a text is approved by name, until its words change; reverted, it is approved again', async () => {
  const week = await addWeek();
  expect(await read()).toEqual({ approvals: [], unapproved: 1 });
  await doneBy(approve([week], reviewer, { note: 'Checked against the source' }));
  const approved = {
    approvals: [
      {
        id: week.id,
        by: { id: reviewer.id, name: 'Dr Ngozi Eze' },
        name: 'Dr Ngozi Eze',
        qualification,
        note: 'Checked against the source',
        named: false,
        at: expect.any(String) as string,
        dueAt: expect.any(String) as string,
      },
    ],
    unapproved: 0,
  };
  expect(await read()).toEqual(approved);
  const [{ at, dueAt } = { at: '', dueAt: '' }] = (await read()).approvals;
  const due = new Date(at);
  due.setUTCFullYear(due.getUTCFullYear() + 1);
  expect(dueAt.slice(0, 10)).toBe(due.toISOString().slice(0, 10));
  await change(week, { currentWeekColor: '#112233', isActive: true });
  expect(await read(editor)).toEqual(approved);
  for (const words of [{ babySize: 'A lime.' }, { citations: [...citations, 'WHO'] }, { weekNumber: 13 }]) {
    const operation = await doneBy(staff.put(`${weeks}/${week.id}`, words));
    expect([words, await read()]).toEqual([words, { approvals: [], unapproved: 1 }]);
    await doneBy(staff.undo(operation));
    expect(await read()).toEqual(approved);
  }
});

test('150 random edits and approvals leave the approved texts of the model', async () => {
  expect(await compareApprovals(staff, reviewer, seededRandom('approvals'), 150)).toBeGreaterThan(0.2);
});

test('several texts are approved at once, in the versions that were read, or none of them', async () => {
  const [one, other] = [await addWeek(), await addWeek({ weekNumber: 13, isActive: false })];
  const newer = await change(other, { babySize: 'A plum' });
  expect(refusalOf(await approve([one, other]))).toEqual([409, 'changed_since', [other.id]]);
  expect(await read()).toEqual({ approvals: [], unapproved: 1 });
  await doneBy(approve([one, newer]));
  expect((await read()).approvals.map(({ id }) => id)).toEqual([one.id, other.id]);
  const gone = { id: '01990000-0000-7000-8000-000000000000', version: 1 };
  expect((await approve([one, gone])).status).toBe(404);
  expect((await approve([one, one])).status).toBe(422);
  expect((await approve([])).status).toBe(422);
  expect((await approve([one], reviewer, { note: 'x'.repeat(501) })).status).toBe(422);
  expect((await approve([one], reviewer, { kind: 'card' })).status).toBe(422);
});

test('only an account with a qualification approves', async () => {
  const week = await addWeek();
  expect(refusalOf(await approve([week], editor))).toEqual([403, 'no_qualification', undefined]);
  const support = caller(app.url, (await newClinician(app, 'Kemi', qualification, 'support')).bearer);
  expect(refusalOf(await approve([week], support))).toEqual([403, 'not_allowed', undefined]);
  expect((await read()).approvals).toEqual([]);
});

test('the words of an approval outlive a new qualification and the account itself', async () => {
  const { id, bearer } = await newClinician(app, 'Dr Ada Ike', 'FWACS');
  const week = await addWeek();
  await doneBy(approve([week], caller(app.url, bearer)));
  expectDone(await staff.put(`/admin/staff/${id}`, { name: 'Ada', qualification: '' }));
  expect((await read()).approvals).toMatchObject([
    { by: { id, name: 'Ada' }, name: 'Dr Ada Ike', qualification: 'FWACS' },
  ]);
  await app.database.pool.query('DELETE FROM staff WHERE id = $1', [id]);
  expect((await read()).approvals).toMatchObject([{ by: null, name: 'Dr Ada Ike', qualification: 'FWACS' }]);
});

test('nobody approves words of their own, until a colleague has approved them', async () => {
  const week = await addWeek({}, doctor);
  expect(refusalOf(await approve([week], doctor))).toEqual([403, 'own_text', [week.id]]);
  await doneBy(approve([week]));
  // Still correct: words that a colleague has approved since.
  await doneBy(approve([week], doctor));
  const look = await change(week, { currentWeekColor: '#112233' }, doctor);
  await doneBy(approve([look], doctor));
  const changed = await change(week, { tips: ['Rest'] }, doctor);
  expect(refusalOf(await approve([changed], doctor))).toEqual([403, 'own_text', [week.id]]);
  // A later edit by a colleague does not remove their part.
  const later = await change(week, { babySize: 'A plum' });
  expect(refusalOf(await approve([later], doctor))).toEqual([403, 'own_text', [week.id]]);
  await doneBy(approve([later]));
});

test('an undo and a restoration make nobody an author', async () => {
  const week = await addWeek();
  const edit = await doneBy(staff.put(`${weeks}/${week.id}`, { tips: ['Rest'] }));
  await doneBy(doctor.undo(edit));
  await doneBy(approve([await change(week, {})], doctor));
  await doneBy(staff.remove(`${weeks}/${week.id}`));
  expectDone(await doctor.post(`/admin/bin/pregnancy-week/${week.id}/restore`));
  await doneBy(approve([await change(week, {})], doctor));
});

test('default content comes with the desk: the account that created it has not written it', async () => {
  const { id, bearer } = await newClinician(app, 'Dr Obi', qualification, 'administrator');
  const own = caller(app.url, bearer);
  expectDone(await own.post('/admin/lady-due/default-content', { trackingMode: 'TRACK_PERIOD' }));
  const { categories } = expectDone(await own.get('/admin/lady-due/categories?trackingMode=TRACK_PERIOD')) as {
    categories: (Category & { sections: { cards: Card[] }[] })[];
  };
  const cards = categories.flatMap(({ sections }) => sections.flatMap((section) => section.cards));
  const records = cards.map((card) => ({ id: card.id, version: card.version }));
  expect(records.length).toBeGreaterThan(1);
  expectDone(await own.post('/admin/lady-due/approvals', { kind: 'card', records }));
  const { approvals } = await read(own, '/admin/lady-due/approvals');
  expect(approvals.map(({ by }) => by?.id)).toEqual(records.map(() => id));
});

test('a text is not approved while a check stops it', async () => {
  const [one, other] = [await addWeek(), await addWeek({ weekNumber: 13, citations: [] })];
  expect(refusalOf(await approve([one, other]))).toEqual([409, 'has_stops', [other.id]]);
  expect(problemOf(await approve([other])).detail).toMatch(/in this text\. Citations: .+\. Nothing was approved\.$/);
  expect((await read()).approvals).toEqual([]);
});

test('a clinician withdraws an own approval, an administrator any, and both are in the log', async () => {
  const week = await addWeek();
  await doneBy(approve([week]));
  const changed = await change(week, { tips: ['Rest'] });
  await doneBy(approve([changed], doctor));
  await doneBy(approve([changed], doctor));
  const own = await doneBy(reviewer.remove(`${path}/${week.id}`));
  expect((await read()).approvals).toMatchObject([{ by: { id: doctor.id } }]);
  expect(refusalOf(await reviewer.remove(`${path}/${week.id}`))).toEqual([403, 'not_yours', undefined]);
  expect((await staff.remove(`/admin/lady-due/approvals/${week.id}`)).status).toBe(404);
  const all = await doneBy(staff.remove(`${path}/${week.id}`));
  expect((await staff.remove(`${path}/${week.id}`)).status).toBe(404);
  await change(week, { tips: [] });
  expect(await read()).toEqual({ approvals: [], unapproved: 1 });
  const { operations } = await staff.operations('?limit=20');
  const logged = operations.filter(({ action }) => /approv/.test(action));
  expect(logged.slice(0, 5)).toMatchObject([
    {
      id: all,
      action: 'withdraw-approval',
      kind: 'pregnancy-week',
      entityId: week.id,
      label: 'Week 12',
      undoable: false,
    },
    { id: own, action: 'withdraw-approval', details: 'Dr Ngozi Eze' },
    { action: 'approve', label: 'Week 12', details: `as ${qualification}`, undoable: false },
    { action: 'approve' },
    { action: 'approve' },
  ]);
});

test('approvals are only added', async () => {
  await doneBy(approve([await addWeek()]));
  for (const statement of ["UPDATE approvals SET name = 'Dr Who'", 'DELETE FROM approvals'])
    await expect(app.database.pool.query(statement)).rejects.toThrow('Approvals can only be added');
});

test('the app gets the day of the approval of its words, and the clinician who agreed to be named', async () => {
  const shown = async () => {
    const { weeks: all } = (await send(app.url, '/content/v1/cycle')).json as Output<typeof cycleApi.cycle.published>;
    return all.map(({ reviewedOn, reviewedBy }) => ({ reviewedOn, reviewedBy }));
  };
  const week = await addWeek();
  const none = [{ reviewedOn: null, reviewedBy: null }];
  expect(await shown()).toEqual(none);
  await doneBy(approve([week]));
  const [{ at } = { at: '' }] = (await read()).approvals;
  const reviewedOn = at.slice(0, 10);
  expect(await shown()).toEqual([{ reviewedOn, reviewedBy: null }]);
  await doneBy(approve([week], doctor, { named: true }));
  const named = [{ reviewedOn, reviewedBy: { name: 'Dr Tunde Bello', qualification } }];
  expect(await shown()).toEqual(named);
  // Saved words that the app does not show yet change nothing.
  expectDone(await staff.put('/admin/cycle/publish-rule', { rule: 'reviewed' }));
  const { version } = await change(week, { tips: ['Rest'] });
  expect(await shown()).toEqual(named);
  expectDone(await staff.post(`${weeks}/${week.id}/publish`));
  expect(await shown()).toEqual(none);
  await doneBy(approve([{ id: week.id, version: version + 1 }]));
  expect(await shown()).toEqual([{ reviewedOn, reviewedBy: null }]);
  await doneBy(reviewer.remove(`${path}/${week.id}`));
  expect(await shown()).toEqual(none);
});
