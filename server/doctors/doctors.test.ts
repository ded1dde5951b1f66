import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { plainPicture, upload } from '#tests/records/pictures.ts';
import { send } from '#tests/desk/send.ts';
import { addAdmin, startSession, type TestAdmin } from '#tests/desk/staff.ts';
import { type Caller, caller, operationOf } from '#tests/desk/caller.ts';

let app: TestApp;
let admin: TestAdmin;
let bearer: string;
let staff: Caller;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'awa-doctors-'));
  app = await testApp({ settings: { dataDir } });
  admin = await addAdmin(app, 'ngozi@example.org', 'Ngozi Ẹbẹ');
  bearer = (await startSession(app, admin)).session.token;
  staff = caller(app.url, bearer);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => app.database.pool.query('TRUNCATE doctors CASCADE'));

const path = '/api/doctors';
const ada = { name: 'Ada Obi', specialty: 'Gynaecology' };
const add = (fields: object = {}) => staff.make<Doctor>(path, { ...ada, ...fields });
const update = (id: string, fields: object) => staff.put(`${path}/${id}`, fields);
const list = async () => ((await staff.get(path)).json as { doctors: Doctor[] }).doctors;
type Verification = 'licenceNumber' | 'verifiedAt' | 'verifiedBy' | 'verifiedHow' | 'verifiedOf';
type Published = Omit<Doctor, 'version' | 'isActive' | 'displayOrder' | 'createdAt' | 'createdBy' | Verification>;
const publishedBy = async (url: string) =>
  ((await send(url, '/content/v1/doctors')).json as { doctors: Published[] }).doctors;

const full = {
  name: 'Ṣadé Awólọ́wọ̀',
  specialty: 'Fertility Medicine',
  bio: 'She sees women and couples.\nAsk everything.',
  email: 'sade@example.com',
  phone: '+234 803 123 4567 ext. 12',
  licenceNumber: 'MDCN 12345',
  imageUrl: 'https://example.com/sade.png',
  profileImage: 'https://example.com/sade-2.png',
  yearsOfExperience: 12,
  location: 'Yaba, Lagos',
  availabilityStatus: 'busy',
  consultationFee: 12_500.5,
  rating: 4.7,
  languages: ['English', 'Yorùbá'],
  calendlyUrl: 'https://calendly.com/sade?month=11',
  isActive: false,
  displayOrder: 7,
};

describe('the values of a field', () => {
  test('are kept as they were sent', async () => {
    const doctor = await add(full);
    expect(doctor).toMatchObject(full);
    expect(await list()).toEqual([doctor]);
  });

  test('every tenth of a rating and every kobo of a naira is accepted', async () => {
    for (let tenths = 0; tenths <= 50; tenths += 1) {
      const rating = Number(`${Math.floor(tenths / 10)}.${tenths % 10}`);
      expect((await add({ rating })).rating).toBe(rating);
    }
    for (let kobo = 0; kobo < 100; kobo += 1) {
      const consultationFee = Number(`1234.${String(kobo).padStart(2, '0')}`);
      expect((await add({ consultationFee })).consultationFee).toBe(consultationFee);
    }
  });

  test.each(['NaN', '1e400', '-1e400', 'Infinity'])('a rating of %s is refused', async (text) => {
    const body = `{"name":"Ada","specialty":"x","rating":${text}}`;
    const asked = { method: 'POST', bearer, body, headers: { 'content-type': 'application/json' } };
    expect((await send(app.url, path, asked)).status).toBe(/^-?1e/.test(text) ? 422 : 400);
    expect(await list()).toEqual([]);
  });
});

describe('a change', () => {
  test.each(Object.entries(full))('of %s alone leaves the rest', async (field, value) => {
    const before = await add();
    const answer = await update(before.id, { [field]: value });
    const after = answer.json as Doctor;
    expect([answer.status, operationOf(answer)]).toEqual([200, expect.any(String)]);
    expect(after).toEqual({ ...before, [field]: value, version: 2, updatedAt: after.updatedAt });
    expect(await list()).toEqual([after]);
  });

  test('that changes nothing is no operation', async () => {
    const doctor = await add(full);
    for (const fields of [{}, full, { name: `Dr. ${full.name}` }, { languages: full.languages }, doctor]) {
      const answer = await update(doctor.id, fields);
      expect([answer.status, answer.json, operationOf(answer)]).toEqual([200, doctor, undefined]);
    }
  });

  test('of `isActive` has a name of its own in the log', async () => {
    const { id } = await add();
    for (const fields of [{ isActive: false }, { isActive: true }, { isActive: false, bio: 'x' }])
      await update(id, fields);
    const { operations } = await staff.operations('?limit=3');
    expect(operations.map(({ action, label }) => [action, label])).toEqual([
      ['update', 'Dr. Ada Obi'],
      ['enable', 'Dr. Ada Obi'],
      ['disable', 'Dr. Ada Obi'],
    ]);
  });
});

describe('the lists are right at once', () => {
  const lists = async () =>
    [await list(), await publishedBy(app.url)].map((doctors) => doctors.map(({ name }) => name));

  test('after any change, also by another process or a manual change in the database', async () => {
    const { pool } = app.database;
    const { id } = await add();
    expect(await lists()).toEqual([['Ada Obi'], ['Ada Obi']]);
    await pool.query("UPDATE doctors SET name = 'Bola'");
    expect(await lists()).toEqual([['Bola'], ['Bola']]);
    const other = await testApp({ database: app.database, settings: { dataDir } });
    await caller(other.url, bearer).put(`${path}/${id}`, { name: 'Chi' });
    await other.close();
    expect(await lists()).toEqual([['Chi'], ['Chi']]);
    const { rows } = await pool.query('DELETE FROM doctors RETURNING *');
    expect(await lists()).toEqual([[], []]);
    await pool.query('INSERT INTO doctors SELECT * FROM json_populate_record(NULL::doctors, $1)', [rows[0]]);
    expect(await lists()).toEqual([['Chi'], ['Chi']]);
  });

  test('for many readers while others make changes', async () => {
    const { id } = await add();
    const change = async (index: number) => {
      await update(id, { bio: `Bio ${index}` });
      return (await list())[0];
    };
    const seen = await Promise.all(Array.from({ length: 20 }, (_, index) => change(index)));
    // Each reader sees its own change, or a later one.
    const versions = new Map((await staff.revisions('doctor', id)).map(({ version, data }) => [data?.bio, version]));
    for (const [index, doctor] of seen.entries())
      expect(doctor?.version).toBeGreaterThanOrEqual(versions.get(`Bio ${index}`) ?? 99);
    expect((await list())[0]?.version).toBe(21);
  });
});

describe('the list of the app', () => {
  test('has the active doctors in order, without data of staff', async () => {
    const [last, hidden, first] = [
      await add({ name: 'Last' }),
      await add(full),
      await add({ ...full, isActive: true }),
    ];
    const published = await publishedBy(app.url);
    const ofStaff = new Set(['version', 'isActive', 'displayOrder', 'createdAt', 'createdBy', 'licenceNumber']);
    const shown = Object.entries(first).filter(([name]) => !ofStaff.has(name) && !name.startsWith('verified'));
    expect(published[0]).toEqual(Object.fromEntries(shown));
    expect(published.map(({ id }) => id)).toEqual([first.id, last.id]);
    await update(hidden.id, { isActive: true, displayOrder: 1 });
    expect((await publishedBy(app.url)).map(({ id }) => id)).toEqual([hidden.id, first.id, last.id]);
  });

  test('has the absolute address of an own image where it is known, and other images unchanged', async () => {
    const { imageUrl: own } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
    await add({ profileImage: own, imageUrl: 'https://example.com/a.png' });
    await add({ profileImage: 'https://example.com/b.png', imageUrl: own });
    const known = await testApp({
      database: app.database,
      settings: { dataDir, publicUrl: 'https://desk.example.org' },
    });
    const images = async (url: string) =>
      (await publishedBy(url)).map(({ profileImage, imageUrl }) => [profileImage, imageUrl]);
    const whole = `https://desk.example.org${own}`;
    expect(await images(known.url)).toEqual([
      [whole, 'https://example.com/a.png'],
      ['https://example.com/b.png', whole],
    ]);
    expect(await images(app.url)).toEqual([
      [own, 'https://example.com/a.png'],
      ['https://example.com/b.png', own],
    ]);
    await known.close();
  });
});
