import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Doctor, doctorFields } from '#contract/doctors.ts';
import { loadDemo } from '#server/run/demo.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const load = async (count: number) => {
  await app.database.pool.query('TRUNCATE doctors CASCADE');
  await loadDemo(app.database, 1, { doctors: count });
  return ((await send(app.url, '/api/doctors', { bearer })).json as { doctors: Doctor[] }).doctors;
};

/** The rules of a form. */
const written = (one: Doctor) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => name in doctorFields.Input.shape));

test('forty doctors: of every kind, in order, each with a name of its own', async () => {
  const doctors = await load(40);
  expect(doctors.map(({ displayOrder }) => displayOrder)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(new Set(doctors.map(({ name }) => name)).size).toBe(40);
  expect(new Set(doctors.map(({ specialty }) => specialty)).size).toBe(15);
  expect(new Set(doctors.map(({ location }) => location)).size).toBeGreaterThan(15);
  expect(new Set(doctors.map(({ availabilityStatus }) => availabilityStatus))).toEqual(
    new Set(Object.keys(doctorFields.fields.availabilityStatus.options)),
  );
  expect(new Set(doctors.map(({ isActive }) => isActive))).toEqual(new Set([true, false]));
});

test('five thousand: each could have been sent by a form, and every text is filled in', async () => {
  const doctors = await load(5000);
  expect(doctors.length).toBe(5000);
  for (const one of doctors) {
    const given = written(one);
    expect(doctorFields.Input.parse(given)).toEqual(given);
    expect(one.bio).not.toMatch(/[{}]|undefined|\s\s/);
  }
});

test('the first forty are the same, however many there are', async () => {
  const all = await load(200);
  expect(await load(40)).toEqual(all.slice(0, 40));
});
