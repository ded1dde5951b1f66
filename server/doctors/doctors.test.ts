import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { problemOf, send } from '#server/testing/send.ts';
import { addAdmin, startSession, type TestAdmin } from '#server/testing/staff.ts';

let app: TestApp;
let admin: TestAdmin;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  admin = await addAdmin(app, 'ngozi@example.org', 'Ngozi Ẹbẹ');
  bearer = (await startSession(app, admin)).session.token;
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE doctors'));

const path = '/api/doctors';
const ada = { name: 'Ada Obi', specialty: 'Gynaecology' };
const create = (body: object) => send(app.url, path, { method: 'POST', bearer, body });
const order = (ids: string[]) => send(app.url, `${path}/order`, { method: 'POST', bearer, body: { ids } });
const list = async () => ((await send(app.url, path, { bearer })).json as { doctors: Doctor[] }).doctors;

test('a new doctor has the defaults, and is by whoever added it', async () => {
  const answer = await create(ada);
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
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
    createdAt: expect.any(String),
    updatedAt: (answer.json as Doctor).createdAt,
    createdBy: { id: admin.id, name: 'Ngozi Ẹbẹ' },
  });
  expect(await list()).toEqual([answer.json]);
});

describe('the order', () => {
  test('is what staff put it in', async () => {
    for (const name of ['Ada', 'Bola', 'Chi']) expect((await create({ ...ada, name })).status).toBe(201);
    const ids = (await list()).map(({ id }) => id).toReversed();
    const answer = await order(ids);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await list()).map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
      ['Chi', 1],
      ['Bola', 2],
      ['Ada', 3],
    ]);
    const refused = await order(ids.slice(1));
    expect([refused.status, problemOf(refused).code, problemOf(refused).ids]).toEqual([409, 'order_changed', ids]);
  });
});
