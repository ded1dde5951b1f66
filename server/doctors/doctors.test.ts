import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { plainPicture, upload } from '#server/testing/pictures.ts';
import { problemOf, send } from '#server/testing/send.ts';
import { addAdmin, startSession, type TestAdmin } from '#server/testing/staff.ts';
import { type Caller, caller, operationOf } from '#server/testing/caller.ts';

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
type Published = Omit<Doctor, 'version' | 'isActive' | 'displayOrder' | 'createdAt' | 'createdBy'>;
const publishedBy = async (url: string) =>
  ((await send(url, '/content/v1/doctors')).json as { doctors: Published[] }).doctors;

const full = {
  name: 'Ṣadé Awólọ́wọ̀',
  specialty: 'Fertility Medicine',
  bio: 'She sees women and couples.\nAsk everything.',
  email: 'sade@example.com',
  phone: '+234 803 123 4567 ext. 12',
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

test('without doctors both lists, of staff and of the app, are empty', async () => {
  expect([await list(), await publishedBy(app.url)]).toEqual([[], []]);
});

describe('a new doctor', () => {
  test('has the defaults, version 1 and its author, and was never updated', async () => {
    const answer = await staff.post(path, ada);
    expect(answer.status).toBe(201);
    const doctor = answer.json as Doctor;
    expect(doctor).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      version: 1,
      ...ada,
      bio: '',
      email: '',
      phone: '',
      imageUrl: '',
      profileImage: '',
      yearsOfExperience: 0,
      location: '',
      availabilityStatus: 'available',
      consultationFee: 0,
      rating: 0,
      languages: [],
      calendlyUrl: '',
      isActive: true,
      displayOrder: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: doctor.createdAt,
      createdBy: { id: admin.id, name: 'Ngozi Ẹbẹ' },
    });
    expect(await list()).toEqual([doctor]);
  });

  test('keeps every field as it was sent', async () => {
    const doctor = await add(full);
    expect(doctor).toMatchObject(full);
    expect(await list()).toEqual([doctor]);
  });

  test('needs a name and a specialty, and reports them in the order of the form', async () => {
    expect(problemOf(await staff.post(path, {})).errors).toEqual([
      { path: 'name', message: 'Name must be text' },
      { path: 'specialty', message: 'Specialty must be text' },
    ]);
  });

  test('may not set its author, id, version or times, nor unknown fields', async () => {
    for (const field of ['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'specialties', 'isactive']) {
      const answer = await staff.post(path, { ...ada, [field]: 'x' });
      expect([field, answer.status, problemOf(answer).errors?.[0]?.path]).toEqual([field, 422, field]);
    }
  });
});

const word = (length: number) => 'x'.repeat(length);
const languages = (count: number) => Array.from({ length: count }, (_, index) => `Language ${index}`);

describe('the values of a field', () => {
  test.each<[field: keyof typeof full, typed: unknown, kept: unknown]>([
    ['name', '  Dr. Dr Ada Obi ', 'Ada Obi'],
    ['name', 'doctor Drew', 'Drew'],
    ['name', `Dr. ${word(200)}`, word(200)],
    ['name', 'Ṣadé'.normalize('NFD'), 'Ṣadé'],
    ['specialty', '😀'.repeat(200), '😀'.repeat(200)],
    ['bio', '', ''],
    ['bio', 'é'.repeat(2000), 'é'.repeat(2000)],
    ['email', ' ', ''],
    ['email', ' Ada@Example.com ', 'Ada@Example.com'],
    ['phone', '0803 123 4567, 0805 765 4321', '0803 123 4567, 0805 765 4321'],
    ['phone', '(01) 234-5678', '(01) 234-5678'],
    ['phone', '112', '112'],
    ['phone', '+234.803.123.4567 x5', '+234.803.123.4567 x5'],
    ['imageUrl', '', ''],
    ['profileImage', 'http://example.com/a.png', 'http://example.com/a.png'],
    ['yearsOfExperience', 0, 0],
    ['yearsOfExperience', -0, 0],
    ['yearsOfExperience', 80, 80],
    ['location', word(200), word(200)],
    ['availabilityStatus', 'unavailable', 'unavailable'],
    ['consultationFee', 0.29, 0.29],
    ['consultationFee', 1.1, 1.1],
    ['consultationFee', 8.95, 8.95],
    ['consultationFee', 99_999_999.99, 99_999_999.99],
    ['consultationFee', 100_000_000, 100_000_000],
    ['rating', 0.3, 0.3],
    ['rating', 4.9, 4.9],
    ['rating', 5, 5],
    ['languages', [' Yorùbá '.normalize('NFD'), 'Yoruba'], ['Yorùbá', 'Yoruba']],
    ['languages', languages(20), languages(20)],
    ['calendlyUrl', '', ''],
    ['isActive', true, true],
    ['displayOrder', 1_000_000, 1_000_000],
  ])('%s: %j is kept', async (field, typed, kept) => {
    const doctor = await add({ [field]: typed });
    expect(doctor[field]).toEqual(kept);
    expect((await list()).map((one) => one[field])).toEqual([kept]);
    await update(doctor.id, full);
    expect((await update(doctor.id, { [field]: typed })).json).toMatchObject({ [field]: kept });
    expect((await list()).map((one) => one[field])).toEqual([kept]);
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

  const years = 'Years of experience must be a whole number from 0 to 80';
  const fee = 'Consultation fee must be from 0 to 100,000,000, with at most two decimals';
  const rating = 'Rating must be from 0 to 5, with at most one decimal';
  const email = 'Email must be an email address such as ada@example.com';
  const phone = 'Phone must be a number such as +234 803 123 4567';
  const place = 'Position in the list must be a whole number from 0 to 1,000,000';
  const link = 'Booking link must be a web address that starts with https:// or http://';
  const image = (name: string) =>
    `${name} must be an uploaded image, or a web address that starts with https:// or http://`;

  test.each<[field: string, typed: unknown, sentence: string, at?: string]>([
    ['name', ' ', 'Name is required'],
    ['name', 'Dr.', 'Name is required'],
    ['name', ' dr DOCTOR. ', 'Name is required'],
    ['name', word(201), 'Name can have at most 200 characters'],
    ['name', null, 'Name must be text'],
    ['specialty', '', 'Specialty is required'],
    ['specialty', word(201), 'Specialty can have at most 200 characters'],
    ['bio', word(2001), 'Bio can have at most 2,000 characters'],
    ['bio', 'a\u0000b', 'Bio has a character that cannot be stored'],
    ['bio', null, 'Bio must be text'],
    ['email', 'ada', email],
    ['email', `${word(250)}@example.com`, 'Email can have at most 254 characters'],
    ['phone', 'call me', phone],
    ['phone', '12', phone],
    ['phone', '1\n2\n3', phone],
    ['phone', '<b>123</b>', phone],
    ['phone', '1'.repeat(51), 'Phone can have at most 50 characters'],
    ['imageUrl', 'a.png', image('Image address')],
    ['imageUrl', 'https://ada:secret@example.com/a.png', image('Image address')],
    ['profileImage', '/images/doctor-images/../x', image('Picture')],
    ['profileImage', 'javascript:alert(1)', image('Picture')],
    ['yearsOfExperience', 81, years],
    ['yearsOfExperience', -1, years],
    ['yearsOfExperience', 1.5, years],
    ['yearsOfExperience', '5', years],
    ['yearsOfExperience', null, years],
    ['location', word(201), 'Location can have at most 200 characters'],
    ['availabilityStatus', 'away', 'Availability must be available, busy or unavailable'],
    ['availabilityStatus', '', 'Availability must be available, busy or unavailable'],
    ['consultationFee', -0.01, fee],
    ['consultationFee', 0.001, fee],
    ['consultationFee', 100_000_000.01, fee],
    ['consultationFee', '5000', fee],
    ['rating', 5.1, rating],
    ['rating', -0.1, rating],
    ['rating', 4.55, rating],
    ['rating', null, rating],
    ['languages', 'English', 'Languages must be a list'],
    ['languages', ['English', ''], 'A language is required', 'languages.1'],
    ['languages', ['English', ' \t'], 'A language is required', 'languages.1'],
    ['languages', ['English', 'Igbo', ' english'], 'english is there twice', 'languages.2'],
    ['languages', ['Ẹ̀dó', 'ẹ̀dó'.normalize('NFD')], 'ẹ̀dó is there twice', 'languages.1'],
    ['languages', [word(51)], 'A language can have at most 50 characters', 'languages.0'],
    ['languages', languages(21), 'There can be at most 20 languages'],
    ['calendlyUrl', `/images/doctor-images/${'0'.repeat(32)}.webp`, link],
    ['calendlyUrl', 'calendly.com/ada', link],
    ['isActive', 'true', 'Active must be true or false'],
    ['isActive', 1, 'Active must be true or false'],
    ['displayOrder', -1, place],
    ['displayOrder', 0.5, place],
    ['displayOrder', 1_000_001, place],
  ])('%s: %j is refused, on adding and on saving', async (field, typed, sentence, at = field) => {
    const doctor = await add();
    for (const answer of [
      await staff.post(path, { ...ada, [field]: typed }),
      await update(doctor.id, { [field]: typed }),
    ]) {
      expect([answer.status, problemOf(answer).errors]).toEqual([422, [{ path: at, message: sentence }]]);
    }
    expect(await list()).toEqual([doctor]);
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

  test('may carry the doctor as it was read; its id, version, times and author are ignored', async () => {
    const doctor = await add(full);
    const others = { version: 99, createdAt: null, updatedAt: 'x', createdBy: 5 };
    const after = (await update(doctor.id, { ...doctor, ...others, bio: 'New' })).json as Doctor;
    expect(after).toEqual({ ...doctor, bio: 'New', version: 2, updatedAt: after.updatedAt });
  });

  test('of an unknown doctor is 404', async () => {
    const { id } = await add();
    expect((await staff.remove(`${path}/${id}`)).status).toBe(204);
    for (const answer of [await staff.remove(`${path}/${id}`), await update(id, { bio: 'x' })])
      expect([answer.status, problemOf(answer).detail]).toEqual([404, 'This doctor does not exist.']);
    for (const wrong of ['x', '1', 'order', id.toUpperCase().slice(1)])
      expect((await update(wrong, { bio: 'x' })).status).toBe(404);
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

describe('a bulk call', () => {
  const bulk = (ids: string[], action: string) => staff.post(`${path}/bulk`, { ids, action });
  const plant = async () => [await add(), await add({ isActive: false }), await add()] as const;
  const last = async () => (await staff.operations('?limit=1')).operations[0];

  test.each([
    ['activate', 'enable', 1, [true, true, true]],
    ['deactivate', 'disable', 2, [false, false, false]],
  ])(
    '%s changes those that are not yet so, as one operation that can be undone',
    async (action, logged, count, after) => {
      const before = await plant();
      const ids = before.map(({ id }) => id);
      const answer = await bulk(ids, action);
      expect([answer.status, answer.json]).toEqual([200, { count }]);
      expect((await list()).map(({ isActive }) => isActive)).toEqual(after);
      expect(await last()).toMatchObject({ action: logged, kind: 'doctor', count });
      expect(operationOf(await bulk(ids, action))).toBeUndefined();
      expect((await staff.undo(operationOf(answer) ?? '')).status).toBe(200);
      expect((await list()).map(({ isActive }) => isActive)).toEqual(before.map(({ isActive }) => isActive));
    },
  );

  test('delete is one operation, and its undo brings all of them back', async () => {
    const [first, second, third] = await plant();
    const answer = await bulk([third.id, first.id], 'delete');
    expect([answer.status, answer.json]).toEqual([200, { count: 2 }]);
    expect(await list()).toEqual([second]);
    expect(await last()).toMatchObject({ action: 'delete', entityId: null, count: 2 });
    expect(
      (await staff.bin('?kind=doctor')).items
        .map(({ id }) => id)
        .slice(0, 2)
        .toSorted(),
    ).toEqual([first.id, third.id].toSorted());
    expect((await staff.undo(operationOf(answer) ?? '')).status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
  });

  test('with an unknown id is 404, with a doubled one, none or an unknown action 422, and nothing is changed', async () => {
    const doctors = await plant();
    const [{ id }] = doctors;
    const unknown = await bulk([id, randomUUID()], 'delete');
    expect([unknown.status, problemOf(unknown).errors?.map((error) => error.path)]).toEqual([404, ['ids.1']]);
    for (const [ids, action, sentence] of [
      [[id, id.toUpperCase()], 'delete', 'A doctor is selected twice'],
      [[], 'activate', 'Select at least one doctor'],
      [Array.from({ length: 501 }, () => randomUUID()), 'activate', 'Select at most 500 doctors'],
    ] as const) {
      const answer = await bulk([...ids], action);
      expect([answer.status, problemOf(answer).errors?.[0]?.message]).toEqual([422, sentence]);
    }
    expect((await bulk([id], 'publish')).status).toBe(422);
    expect(await list()).toEqual(doctors);
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

  test('after an author is renamed', async () => {
    await add();
    const authors = async () => (await list()).map(({ createdBy }) => createdBy?.name);
    expect(await authors()).toEqual(['Ngozi Ẹbẹ']);
    await app.database.pool.query("UPDATE staff SET name = 'Ngozi Eze' WHERE id = $1", [admin.id]);
    expect(await authors()).toEqual(['Ngozi Eze']);
    await app.database.pool.query("UPDATE staff SET name = 'Ngozi Ẹbẹ' WHERE id = $1", [admin.id]);
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

test('a doctor stays when the account that added it is gone', async () => {
  const gone = await addAdmin(app);
  const { token } = (await startSession(app, gone)).session;
  await caller(app.url, token).make(path, ada);
  await app.database.pool.query('DELETE FROM staff WHERE id = $1', [gone.id]);
  expect(await list()).toMatchObject([{ name: 'Ada Obi', createdBy: null }]);
});

describe('the list of the app', () => {
  test('has the active doctors in order, without data of staff', async () => {
    const [last, hidden, first] = [
      await add({ name: 'Last' }),
      await add(full),
      await add({ ...full, isActive: true }),
    ];
    const { version: _, isActive: _active, displayOrder: _place, createdAt: _at, createdBy: _by, ...shown } = first;
    const published = await publishedBy(app.url);
    expect(published[0]).toEqual(shown);
    expect(published.map(({ id }) => id)).toEqual([first.id, last.id]);
    await update(hidden.id, { isActive: true, displayOrder: 1 });
    expect((await publishedBy(app.url)).map(({ id }) => id)).toEqual([hidden.id, first.id, last.id]);
  });

  test('needs no sign-in, may be cached for half a minute, and is 304 for a caller that has it', async () => {
    await add();
    const { headers, text } = await send(app.url, '/content/v1/doctors');
    expect(headers['cache-control']).toBe('public, max-age=30');
    const again = await send(app.url, '/content/v1/doctors', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
    await add({ name: 'Bola' });
    const changed = await send(app.url, '/content/v1/doctors', { headers: { 'if-none-match': String(headers.etag) } });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toBe(text);
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
