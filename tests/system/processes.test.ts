import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { Challenge, Session } from '#contract/auth.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { caller } from '#tests/desk/caller.ts';
import { objectStore } from '#tests/desk/object-store.ts';
import { download, plainPicture, upload } from '#tests/records/pictures.ts';
import { send } from '#tests/desk/send.ts';
import { addAdmin, newBearer, testPassword } from '#tests/desk/staff.ts';

/** Two processes on one database and one object store, as behind a load balancer. */
let one: TestApp;
let two: TestApp;
let store: Awaited<ReturnType<typeof objectStore>>;
let bearer: string;
beforeAll(async () => {
  store = await objectStore();
  one = await testApp({ settings: { s3: store.s3 } });
  two = await testApp({ settings: one.settings, database: one.database });
  bearer = await newBearer(one);
});
afterAll(async () => {
  await two.close();
  await one.close();
  await store.close();
});

const post = ({ url }: TestApp, path: string, body?: unknown, token?: string) =>
  send(url, path, { method: 'POST', body, ...(token && { bearer: token }) });

test('a session that one process opened is known to the other at once, and its end too', async () => {
  const { email } = await addAdmin(one);
  const { token } = (await post(one, '/auth/login', { email, password: testPassword })).json as Session;
  const asked = async () =>
    (await Promise.all([one, two].map(({ url }) => send(url, '/auth/session', { bearer: token })))).map(
      ({ status }) => status,
    );
  expect(await asked()).toEqual([200, 200]);
  expect((await post(two, '/auth/logout', undefined, token)).status).toBe(204);
  expect(await asked()).toEqual([401, 401]);
});

test('an authenticator app is added, and asked for, by a process and answered at the other', async () => {
  const { email } = await addAdmin(one);
  const logIn = async () => (await post(one, '/auth/login', { email, password: testPassword })).json;
  const { token } = (await logIn()) as Session;
  const begun = (await post(one, '/account/factors/totp/challenge', undefined, token)).json;
  const { challenge, secret } = begun as { challenge: string; secret: string };
  const shown = new TOTP({ secret });
  expect((await post(two, '/account/factors/totp', { challenge, code: shown.generate() }, token)).status).toBe(201);
  await one.database.pool.query('UPDATE authenticator_apps SET last_step = 0');

  const { factor } = (await logIn()) as { factor: Challenge };
  const answer = (app: TestApp, code: string) =>
    post(app, '/auth/factor', { challenge: factor.challenge, proof: { kind: 'totp', code } });
  const another = String((Number(shown.generate()) + 1) % 1_000_000).padStart(6, '0');
  const wrong = [two, one].map((app) => answer(app, another).then(({ status }) => status));
  expect(await Promise.all(wrong)).toEqual([401, 401]);
  expect((await answer(two, shown.generate())).status).toBe(200);
  // The challenge has been completed, on whichever process.
  expect((await answer(one, shown.generate())).status).toBe(401);
});

test('a change by one process is in the next response of the other, for staff and for the app', async () => {
  const [here, there] = [caller(one.url, bearer), caller(two.url, bearer)];
  const { id } = (await here.make('/admin/announcements', { message: 'First' })) as Announcement;
  for (let n = 0; n < 20; n += 1) {
    const { from, at } = n % 2 === 0 ? { from: here, at: two } : { from: there, at: one };
    const message = `Change ${n}`;
    await from.put(`/admin/announcements/${id}`, { message });
    for (const path of ['/admin/announcements', '/content/v1/announcements']) {
      expect((await send(at.url, path, { bearer })).text).toContain(message);
    }
  }
});

test('one call that both processes get at the same moment, with one key, is done once', async () => {
  const message = randomUUID();
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      caller((at % 2 ? one : two).url, bearer).post('/admin/announcements', { message }, { key }),
    ),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const { rows } = await one.database.pool.query('SELECT id FROM announcements WHERE message = $1', [message]);
  expect(rows).toHaveLength(1);
  const again = await caller(two.url, bearer).post('/admin/announcements', { message }, { key });
  expect([again.status, (again.json as Announcement).id]).toEqual([201, rows[0].id]);
});

test('a picture that one process took is shown by the other, also narrower and when both make that at once', async () => {
  const { imageUrl } = (await upload(one, bearer, await plainPicture('png', 400, 300))).json as { imageUrl: string };
  expect((await download(two, imageUrl)).status).toBe(200);
  const narrow = await Promise.all([one, two, one, two].map((app) => download(app, `${imageUrl}?w=96`)));
  expect(narrow.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
