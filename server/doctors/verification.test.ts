import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { detailsOf } from '#contract/doctor-verification.ts';
import { type Caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';

let desk: TestDesk;
let staff: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ({ staff } = desk);
});
afterAll(() => desk.close());
beforeEach(() => desk.database.pool.query('TRUNCATE doctors CASCADE'));

const path = '/api/doctors';
const add = (fields: object = {}) =>
  staff.make<Doctor>(path, { name: 'Ada Obi', specialty: 'Gynaecology', phone: '+234 803 123 4567', ...fields });
const list = async () => (expectDone(await staff.get(path)) as { doctors: Doctor[] }).doctors;
const checked = (...doctors: Doctor[]) => doctors.map((doctor) => Object.assign({ id: doctor.id }, detailsOf(doctor)));
const verify = (doctors: Doctor[], how = 'call') => staff.post(`${path}/verify`, { doctors: checked(...doctors), how });
const none = { verifiedAt: null, verifiedBy: null, verifiedHow: null, verifiedOf: null };
const undo = (operation: string | undefined) => staff.post(`/admin/operations/${operation}/undo`);

test('a doctor is verified with the time, the account, the way and the details, and one undo takes it back', async () => {
  const doctor = await add({ licenceNumber: ' MDCN 12345 ' });
  expect(doctor).toMatchObject({ ...none, licenceNumber: 'MDCN 12345' });
  const answer = await verify([doctor]);
  expect([answer.status, answer.json]).toEqual([200, { count: 1, unchanged: 0 }]);
  const admin = expectDone(await staff.get('/auth/session')) as { id: string; name: string };
  const [stored] = await list();
  expect(stored).toEqual({
    ...doctor,
    version: 2,
    updatedAt: stored?.updatedAt,
    verifiedAt: stored?.verifiedAt,
    verifiedBy: { id: admin.id, name: admin.name },
    verifiedHow: 'call',
    verifiedOf: detailsOf(doctor),
  });
  expect(Math.abs(Date.parse(stored?.verifiedAt ?? '') - Date.now())).toBeLessThan(60_000);
  const { operations } = expectDone(await staff.get('/admin/operations?limit=1')) as { operations: object[] };
  expect(operations).toMatchObject([
    {
      action: 'verify',
      kind: 'doctor',
      entityId: doctor.id,
      label: 'Dr. Ada Obi',
      details: 'by phone',
      undoable: true,
    },
  ]);
  const { revisions } = expectDone(await staff.get(`/admin/history/doctor/${doctor.id}`)) as { revisions: object[] };
  expect(revisions).toMatchObject([{ version: 2, action: 'verify' }, { version: 1 }]);
  expectDone(await undo(operationOf(answer)));
  expect(await list()).toMatchObject([{ ...none, version: 3 }]);
});

test('several doctors are verified as one operation, with one undo', async () => {
  const doctors = [await add(), await add({ name: 'Bola Ige' }), await add({ name: 'Chi Eze' })];
  await verify(doctors.slice(0, 1), 'document');
  const operation = await doneBy(verify(doctors, 'visit'));
  expect((await list()).map(({ verifiedHow }) => verifiedHow)).toEqual(['visit', 'visit', 'visit']);
  const { operations } = expectDone(await staff.get('/admin/operations?limit=1')) as { operations: object[] };
  expect(operations).toMatchObject([{ action: 'verify', entityId: null, count: 3, details: 'on a visit' }]);
  expectDone(await undo(operation));
  expect((await list()).map(({ verifiedHow }) => verifiedHow)).toEqual(['document', null, null]);
});

test('details that a colleague has changed in the meantime are not verified', async () => {
  const doctor = await add();
  await staff.put(`${path}/${doctor.id}`, { phone: '+234 803 000 0000' });
  expectDone(await verify([doctor]));
  expect(await list()).toMatchObject([{ phone: '+234 803 000 0000', verifiedOf: { phone: '+234 803 123 4567' } }]);
});

test('a verification is written by its own call only, and stays when a colleague edits the doctor', async () => {
  const doctor = await add();
  expectDone(await verify([doctor]));
  const [verified] = await list();
  const sent = { ...verified, ...none, bio: 'Twenty years of births.' };
  expectDone(await staff.put(`${path}/${doctor.id}`, sent, { ifMatch: 1 }));
  const { updatedAt, version, ...kept } = verified as Doctor;
  expect([updatedAt, version]).not.toContain(undefined);
  expect(await list()).toMatchObject([{ ...kept, bio: sent.bio, version: 3 }]);
  expect((await staff.post(path, { name: 'Efe', specialty: 'x', verifiedHow: 'call' })).status).toBe(422);
});

test('all are verified, or none', async () => {
  const doctor = await add();
  const gone = { ...checked(doctor)[0], id: '01a1fdea-0000-7000-8000-000000000000' };
  const both = await staff.post(`${path}/verify`, { doctors: [...checked(doctor), gone], how: 'call' });
  expect([both.status, problemOf(both).errors?.map(({ message }) => message)]).toEqual([
    404,
    ['This doctor no longer exists'],
  ]);
  for (const body of [
    { doctors: [], how: 'call' },
    { doctors: [...checked(doctor), ...checked(doctor)], how: 'call' },
    { doctors: checked(doctor), how: 'rumour' },
    { doctors: [{ id: doctor.id }], how: 'call' },
  ])
    expect((await staff.post(`${path}/verify`, body)).status).toBe(422);
  expect(await list()).toEqual([doctor]);
});

test('the app shows neither the licence number nor the verification', async () => {
  expectDone(await verify([await add({ licenceNumber: 'MDCN 12345' })]));
  const { text } = await send(desk.url, '/content/v1/doctors');
  expect(text).toContain('Ada Obi');
  expect(text).not.toMatch(/licence|MDCN|verified/);
});

test('a doctor from the bin keeps the verification', async () => {
  const doctor = await add();
  expectDone(await verify([doctor]));
  const [verified] = await list();
  expectDone(await staff.remove(`${path}/${doctor.id}`));
  expectDone(await staff.post(`/admin/bin/doctor/${doctor.id}/restore`));
  expect(await list()).toMatchObject([{ verifiedAt: verified?.verifiedAt, verifiedOf: verified?.verifiedOf }]);
});
