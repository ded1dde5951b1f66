import { afterAll, beforeAll, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Account = Output<typeof api.account.get>;
const newPassword = 'quiet-harmattan-window-81';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const login = (email: string, password: string, agent = firefox) =>
  send(app.url, '/auth/login', { method: 'POST', body: { email, password }, headers: { 'user-agent': agent } });

/** An account with a session. */
async function signedIn() {
  const admin = await addAdmin(app, undefined, undefined, 'support');
  const answer = await login(admin.email, testPassword);
  return { admin, staff: caller(app.url, (answer.json as { token: string }).token) };
}
type Staff = Awaited<ReturnType<typeof signedIn>>['staff'];
const read = async (staff: Staff) => expectDone(await staff.get('/account')) as Account;

test('shows the account, the sessions with their device and address, and the latest sign-ins', async () => {
  const { admin, staff } = await signedIn();
  await startSession(app, admin);
  const account = await read(staff);
  expect(account.admin).toEqual({
    id: admin.id,
    email: admin.email,
    name: admin.name,
    role: 'support',
    qualification: '',
  });
  expect(account.sessions.map(({ current }) => current).toSorted()).toEqual([false, true]);
  expect(account.sessions.find(({ current }) => current)?.from).toBe('Firefox on Linux, 127.0.0.1');
  expect(account.signIns.filter(({ refused }) => !refused)).toHaveLength(2);
});

test('lists the own sessions alone, and of others none', async () => {
  const { staff } = await signedIn();
  await signedIn();
  const { sessions } = expectDone(await staff.get('/account/sessions')) as Pick<Account, 'sessions'>;
  expect(sessions).toMatchObject([{ current: true, from: 'Firefox on Linux, 127.0.0.1' }]);
  expect(sessions).toEqual((await read(staff)).sessions);
});

test('shows refused sign-ins of the own account too', async () => {
  const { admin, staff } = await signedIn();
  // They are counted, and written to the log once a minute and when a process ends.
  const other = await testApp({ database: app.database });
  const body = { email: admin.email, password: 'wrong' };
  for (const _ of [1, 2]) expect((await send(other.url, '/auth/login', { method: 'POST', body })).status).toBe(401);
  await other.close();
  const { signIns } = await read(staff);
  expect(signIns.filter(({ refused }) => refused)).toMatchObject([{ count: 2, from: 'from one address' }]);
});

test('changes the name, which stands in the log', async () => {
  const { admin, staff } = await signedIn();
  expect(expectDone(await staff.put('/account', { name: ' Ife Bello ' }))).toMatchObject({ name: 'Ife Bello' });
  expect((await read(staff)).admin.name).toBe('Ife Bello');
  const { rows } = await app.database.pool.query(
    'SELECT details FROM operations WHERE entity_id = $1 AND action = $2',
    [admin.id, 'update'],
  );
  expect(rows).toEqual([{ details: 'Ada Obi to Ife Bello' }]);
});

test('changes the password for whoever has the present one, and ends the other sessions', async () => {
  const { admin, staff } = await signedIn();
  const other = caller(app.url, (await startSession(app, admin)).session.token);
  const wrong = await staff.put('/account/password', { present: 'not this one', password: newPassword });
  expect(problemOf(wrong).errors).toEqual([{ path: 'present', message: 'This is not your current password' }]);
  const weak = await staff.put('/account/password', { present: testPassword, password: 'password1234' });
  expect(problemOf(weak)).toMatchObject({ status: 422, errors: [{ path: 'password' }] });
  expect((await other.get('/account')).status).toBe(200);
  const body = { present: testPassword, password: newPassword };
  expect((await staff.put('/account/password', body)).status).toBe(204);
  expect([(await staff.get('/account')).status, (await other.get('/account')).status]).toEqual([200, 401]);
  expect((await login(admin.email, testPassword)).status).toBe(401);
  expect((await login(admin.email, newPassword)).status).toBe(200);
});

test('ends one session or all others, of the own account alone', async () => {
  const { admin, staff } = await signedIn();
  const [one, two] = await Promise.all([startSession(app, admin), startSession(app, admin)]);
  const stranger = await signedIn();
  const foreign = (await read(stranger.staff)).sessions[0]?.id;
  expect((await staff.remove(`/account/sessions/${foreign}`)).status).toBe(404);
  expect((await stranger.staff.get('/account')).status).toBe(200);

  const first = (await read(staff)).sessions.find(({ current }) => !current);
  expect((await staff.remove(`/account/sessions/${first?.id}`)).status).toBe(204);
  expect((await read(staff)).sessions).toHaveLength(2);
  expect((await staff.remove('/account/sessions')).status).toBe(204);
  expect((await read(staff)).sessions).toMatchObject([{ current: true }]);
  for (const { session } of [one, two]) {
    expect((await send(app.url, '/account', { bearer: session.token })).status).toBe(401);
  }
});
