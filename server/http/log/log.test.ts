import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send, sendRaw } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';

const lines: string[] = [];
const canary = () => `canary${randomUUID().replaceAll('-', '')}`;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
});
afterAll(() => app.close());

const last = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;

test('an answer is one JSON line with chosen fields', async () => {
  const admin = await addAdmin(app);
  const { session } = await startSession(app, admin);
  lines.length = 0;
  const answer = await send(app.url, '/admin/users?search=x', { bearer: session.token });
  await expect.poll(() => lines.length).toBe(1);
  expect(last()).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    reqId: answer.headers['x-request-id'],
    method: 'GET',
    route: '/admin/users',
    status: 200,
    ms: expect.any(Number),
    staff: admin.id,
    msg: 'answered',
  });
});

test('a call that is refused names the account that made it', async () => {
  const admin = await addAdmin(app, undefined, undefined, 'editor');
  const { session } = await startSession(app, admin);
  lines.length = 0;
  expect((await send(app.url, '/admin/staff', { bearer: session.token })).status).toBe(403);
  await expect.poll(() => lines.length).toBe(1);
  expect(last()).toMatchObject({ route: '/admin/staff', status: 403, staff: admin.id });
});

test('a stream that the client ends has its line', async () => {
  const { session } = await startSession(app, await addAdmin(app));
  const cut = new AbortController();
  const headers = { authorization: `Bearer ${session.token}`, accept: 'text/event-stream' };
  const answer = await fetch(`${app.url}/admin/events`, { headers, signal: cut.signal });
  expect(answer.status).toBe(200);
  lines.length = 0;
  cut.abort();
  await expect.poll(() => lines.length).toBe(1);
  expect(last()).toMatchObject({ route: '/admin/events', status: 200, msg: 'ended by the client' });
});

test('a fault is logged with the code of its error and the request id of its answer', async () => {
  await app.database.pool.query('ALTER TABLE announcements RENAME TO hidden');
  const answer = await send(app.url, '/content/v1/announcements');
  await app.database.pool.query('ALTER TABLE hidden RENAME TO announcements');
  expect(answer.status).toBe(500);
  const fault = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === 'fault');
  expect(fault).toMatchObject({ level: 50, reqId: answer.headers['x-request-id'], error: { code: '42P01' } });
  expect(answer.text).not.toMatch(/announcements|relation|42P01|at /);
});

test('no line holds what people sent: not in query, path, body, headers, sign-in or a failing statement', async () => {
  const marks: Record<string, string> = {};
  const mark = (source: string) => (marks[source] = canary());
  const admin = await addAdmin(app, `${mark('the email of an account')}@example.org`, mark('a name'));
  const { session, cookie } = await startSession(app, admin);
  Object.assign(marks, { 'a bearer': session.token, 'a cookie': cookie, 'a password': testPassword });
  const { token: bearer } = session;
  const json = { 'content-type': 'application/json' };
  const post = (body: unknown, headers = {}) =>
    send(app.url, '/admin/announcements', { method: 'POST', bearer, body, headers });

  await send(app.url, `/admin/users?search=${mark('a search')}`, { bearer });
  await send(app.url, `/admin/users?${mark('a name of a parameter')}=1&page=${mark('a page')}`, { bearer });
  await send(app.url, `/admin/users/${mark('an id')}/status`, { method: 'PUT', bearer, body: { isVerified: true } });
  await send(app.url, `/admin/${mark('an address of staff')}`, { bearer });
  await send(app.url, `/${mark('an address')}?${mark('its query')}`);
  await send(app.url, `/%zz${mark('a broken address')}`);
  await post({ message: mark('a message') });
  await post({ message: 1, [mark('a field')]: mark('its value') });
  await post(`{"message": "${mark('broken JSON')}`, json);
  await post(mark('text'), { 'content-type': `text/${mark('a content type')}` });
  await post(
    { message: 'x' },
    { 'x-mark': mark('a header'), 'user-agent': mark('a user agent'), referer: `http://${mark('a referer')}/` },
  );
  await send(app.url, '/admin/metrics', { headers: { authorization: `Bearer ${mark('a dead bearer')}` } });
  await send(app.url, '/auth/login', {
    method: 'POST',
    body: { email: `${mark('an email')}@example.org`, password: mark('a wrong password') },
  });
  await send(app.url, '/auth/login', { method: 'POST', body: { email: admin.email, password: testPassword } });
  const challenge = mark('a challenge').padEnd(43, 'x');
  const code = (marks['a recovery code'] = canary().slice(0, 24));
  const proof = { kind: 'recovery-code', code };
  await send(app.url, '/auth/factor', { method: 'POST', body: { challenge, proof } });
  const passwords = { present: mark('a present password'), password: mark('a new password') };
  await send(app.url, '/account/password', { method: 'PUT', bearer, body: passwords });
  const invited = { token: mark('the token of a link'), password: mark('a first password') };
  await send(app.url, '/auth/invitation', { method: 'POST', body: invited });
  await send(app.url, '/auth/refresh', {
    method: 'POST',
    headers: { origin: app.url, cookie: `awa_desk_${app.database.id}=${cookie}; x=${mark('another cookie')}` },
  });
  await send(app.url, '/auth/refresh', {
    method: 'POST',
    headers: { origin: `https://${mark('an origin')}.example.org` },
  });
  await send(app.url, '/auth/logout', { method: 'POST', bearer });
  await sendRaw(app.url, `${mark('no HTTP')}\r\n\r\n`);
  await sendRaw(
    app.url,
    `GET / HTTP/1.1\r\nHost: ${mark('a host')}\r\nX: ${mark('a header too long')}${'x'.repeat(20_000)}\r\n\r\n`,
  );

  // The error of a duplicate contains the key, that of a failed check the row, that of RAISE any text.
  const { token } = (await startSession(app, admin)).session;
  const write = (message: string) =>
    send(app.url, '/admin/announcements', { method: 'POST', bearer: token, body: { message } });
  const failing = async (sql: string, message: string, status = 500) => {
    await app.database.pool.query(sql);
    expect((await write(message)).status).toBe(status);
  };
  const twice = mark('a duplicate');
  await write(twice);
  await failing('CREATE UNIQUE INDEX only_once ON announcements (message)', twice, 409);
  await failing(
    "ALTER TABLE announcements ADD CONSTRAINT never CHECK (message NOT LIKE '%failing%') NOT VALID",
    `failing ${mark('a failed check')}`,
  );
  await failing(
    `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION E'no\\n    at % in a frame', NEW.message USING DETAIL = NEW.message, HINT = NEW.message; END $$;
     CREATE TRIGGER tell BEFORE INSERT ON announcements FOR EACH ROW EXECUTE FUNCTION tell()`,
    mark('an error of the database'),
  );

  await expect.poll(() => lines.filter((line) => line.includes('"fault"')).length).toBeGreaterThanOrEqual(3);
  const all = lines.join('');
  for (const [source, value] of Object.entries(marks)) expect(all.includes(value), source).toBe(false);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(String) });
});
