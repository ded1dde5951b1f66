import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DoctorImport, maxCsvErrors } from '#contract/doctor-import.ts';
import type { Doctor } from '#contract/doctors.ts';
import { type Caller, caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
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
const list = async () => (expectDone(await staff.get(path)) as { doctors: Doctor[] }).doctors;
const exported = async () => (await staff.get(`${path}/export`)).text;
const importOf = (file: string, dryRun = false, key: string = randomUUID()) =>
  staff.post(`${path}/import`, { file, dryRun }, { key });
const reportOf = async (file: string, dryRun = false) => expectDone(await importOf(file, dryRun)) as DoctorImport;
const countsOf = ({ create, update, unchanged }: DoctorImport) =>
  [create, update, unchanged].map(({ doctors }) => doctors.count);
const table = (...rows: string[]) => ['Name,Specialty,Phone,Rating,Active', ...rows].join('\n');
const operations = async () => desk.staff.operations('?limit=5');

test('2,000 doctors with 20 errors: the dry run names each, and nothing is written; then one operation, one undo', async () => {
  const row = (n: number) => `Person ${n},Midwifery,+234 803 ${String(n).padStart(7, '0')},4.5,yes`;
  const good = Array.from({ length: 2000 }, (_, n) => row(n));
  const wrong = good.map((line, n) => (n % 100 === 7 ? line.replace(/\+234.*?,/, 'none,') : line));
  const expected = Array.from({ length: 20 }, (_, n) => ({
    path: `${n * 100 + 9}.phone`,
    message: 'Phone must be a number such as +234 803 123 4567',
  }));
  for (const dryRun of [true, false]) {
    const refused = await importOf(table(...wrong), dryRun);
    expect([refused.status, problemOf(refused).errors]).toEqual([422, expected]);
    expect(problemOf(refused).detail).toBe('Invalid import file format: it has 20 errors.');
  }
  const dry = await importOf(table(...good), true);
  expect(countsOf(expectDone(dry) as DoctorImport)).toEqual([2000, 0, 0]);
  expect([operationOf(dry), await list(), (await operations()).operations]).toEqual([undefined, [], []]);

  const key = randomUUID();
  const done = await importOf(table(...good), false, key);
  expect(done.json).toEqual(dry.json);
  // A repeated call after a lost answer.
  const again = await importOf(table(...good), false, key);
  expect([again.json, operationOf(again)]).toEqual([done.json, operationOf(done)]);
  const stored = await list();
  expect(stored.map(({ name }) => name)).toEqual(good.map((_, n) => `Person ${n}`));
  expect((await operations()).operations).toMatchObject([
    { action: 'import', kind: 'doctor', count: 2000, details: '2,000 added', undoable: true },
  ]);
  expectDone(await staff.undo(operationOf(done) ?? ''));
  expect(await list()).toEqual([]);
});

test('an export is imported without a change, also where texts look like formulas', async () => {
  const full = {
    name: '=Ada',
    specialty: 'Gynaecology, "obstetrics"; more',
    bio: "She sees women.\nAsk.\r\n'tis so",
    email: 'ada@example.com',
    phone: '+234 803 123 4567',
    licenceNumber: '-12345',
    imageUrl: 'https://example.com/a.png?x=1,2',
    yearsOfExperience: 12,
    location: '@Yaba',
    availabilityStatus: 'busy',
    consultationFee: 12_500.5,
    rating: 4.7,
    languages: ['English', 'Yorùbá, of Ekiti'],
    calendlyUrl: 'https://example.com/?a=b',
    isActive: false,
  };
  await staff.make(path, full);
  await staff.make(path, { name: 'Bola', specialty: 'x', languages: ['French, of Lagos'] });
  const before = await list();
  expect(countsOf(await reportOf(await exported()))).toEqual([0, 0, 2]);
  expect(await list()).toEqual(before);
});

test('known doctors change in the columns of the file, others are added at the end, and one undo takes back both', async () => {
  const ada = await staff.make<Doctor>(path, { name: 'Ada', specialty: 'Midwifery', bio: 'Kept', rating: 4 });
  await staff.make(path, { name: 'Bola', specialty: 'x' });
  const before = await list();
  const answer = await importOf(`Rating;id;NAME;Specialty\n"4,8";${ada.id};Dr. Ada Obi;Midwifery\n;;Chi;Nursing\n`);
  expect(expectDone(answer)).toMatchObject({
    create: { doctors: { count: 1, names: ['Dr. Chi'] } },
    update: { doctors: { count: 1, names: ['Dr. Ada Obi'] } },
    unchanged: { doctors: { count: 0 } },
  });
  expect(await list()).toMatchObject([
    { name: 'Ada Obi', bio: 'Kept', rating: 4.8, displayOrder: before[0]?.displayOrder, version: 2 },
    { name: 'Bola' },
    { name: 'Chi', rating: 0, isActive: true },
  ]);
  expect((await operations()).operations[0]).toMatchObject({ count: 2, details: '1 added, 1 changed' });
  expectDone(await staff.undo(operationOf(answer) ?? ''));
  const restored = await list();
  expect(restored.map(({ name, rating }) => [name, rating])).toEqual(before.map(({ name, rating }) => [name, rating]));
});

test('errors name the line and the field', async () => {
  const gone = await staff.make<Doctor>(path, { name: 'Gone', specialty: 'x' });
  const stays = await staff.make<Doctor>(path, { name: 'Stays', specialty: 'x' });
  expectDone(await staff.remove(`${path}/${gone.id}`));
  const errorsOf = async (file: string) =>
    problemOf(await importOf(file, true)).errors?.map(({ path: at, message }) => [at, message]);
  expect(
    await errorsOf(`ID,Name,Specialty,Active,Rating\n,,x,maybe,9\nabc,Ada,x,,\n${stays.id},,x,,\n${stays.id},A,x,,`),
  ).toEqual([
    ['2.name', 'Name is required'],
    ['2.rating', 'Rating must be from 0 to 5, with at most one decimal'],
    ['2.isActive', 'Active must be yes or no'],
    ['3.id', 'This is no ID. Leave it empty to add a new doctor.'],
    ['4.name', 'Name is required'],
    ['5.id', 'Line 4 has the same ID'],
  ]);
  expect(await errorsOf(`ID,Name\n${gone.id},Ada`)).toEqual([
    ['2.id', 'There is no doctor with this ID. Leave it empty to add a new one.'],
  ]);
  expect(await errorsOf('Name\nAda\nBola')).toEqual([['1', 'There is no column “Specialty”, which new doctors need']]);
  expect(countsOf(await reportOf(`ID,Location\n${stays.id},Yaba`, true))).toEqual([0, 1, 0]);
  expect(await errorsOf('Name,Specialty,Picture\nAda,x,/images/doctor-images/gone.webp')).toMatchObject([
    ['2.profileImage', expect.any(String) as string],
  ]);
  const many = await importOf(table(...Array.from({ length: 300 }, (_, n) => `Person ${n},x,none,0,yes`)), true);
  expect(problemOf(many).errors).toHaveLength(maxCsvErrors);
  expect(problemOf(many).detail).toBe('Invalid import file format: it has 300 errors; these are the first 200.');
});

test('doubles among the lines and the stored doctors are warned of, but not those that were there before', async () => {
  await staff.make(path, { name: 'Ngọzi Okonkwọ', specialty: 'x', phone: '0803 123 4567' });
  await staff.make(path, { name: 'Efe', specialty: 'x', phone: '+234 803 123 4567' });
  const ofExport = await reportOf(await exported(), true);
  expect(ofExport.doubles).toEqual({ count: 0, first: [] });
  const { doubles } = await reportOf(
    table('Okonkwo Ngozi,x,,0,yes', 'Ada,x,0805 000 0000,0,yes', 'Bola,x,2348050000000,0,yes'),
    true,
  );
  expect(doubles).toEqual({
    count: 3,
    first: [
      { line: 2, name: 'Dr. Okonkwo Ngozi', by: 'name', other: { name: 'Dr. Ngọzi Okonkwọ', line: null } },
      { line: 3, name: 'Dr. Ada', by: 'phone', other: { name: 'Dr. Bola', line: 4 } },
      { line: 4, name: 'Dr. Bola', by: 'phone', other: { name: 'Dr. Ada', line: 3 } },
    ],
  });
});

test('those who only look export, and import nothing', async () => {
  const support = caller(desk.url, await newBearer(desk, 'support'));
  const file = await support.get(`${path}/export`);
  expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="awa-doctors-\d{4}-\d\d-\d\d\.csv"$/),
  ]);
  expect((await support.post(`${path}/import`, { file: table('Ada,x,,0,yes') })).status).toBe(403);
  expect(await list()).toEqual([]);
});
