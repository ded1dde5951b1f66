import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { routes } from '#contract/api.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { commitStatement, flakyDatabase } from '#tests/load/flaky-proxy.ts';
import { testDatabase } from '#tests/database/database.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { openDatabase } from '#server/database/open.ts';
import { createLog } from '#server/http/log/log.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(app.url, path, { method, bearer, body, headers });
const announcementOf = (answer: Answer) => answer.json as Announcement;
const write = async (message = 'Clinic closed on Monday') =>
  announcementOf(await ask('POST', '/admin/announcements', { message }));
const addressOf = ({ id }: { id: string }) => `/admin/announcements/${id}`;
const unknown = '019abcde-0000-7000-8000-000000000000';

describe('an id', () => {
  test.each([
    ['unknown', unknown],
    ['of the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['malformed', 'abc'],
    ['with a space', '%20'],
    ['with NUL', '%00'],
    ['cut short', unknown.slice(1)],
    ['of a number', '1'],
    ['of an expression', "1'%20OR%20'1'='1"],
    ['too long', 'a'.repeat(300)],
    ['of a known name', '__proto__'],
  ])('%s is 404 wherever it stands', async (_, id) => {
    for (const [method, path, body] of [
      ['PUT', `/admin/announcements/${id}`, { message: 'x' }],
      ['DELETE', `/admin/announcements/${id}`, undefined],
      ['PUT', `/admin/users/${id}/status`, { isVerified: true }],
      ['DELETE', `/admin/users/${id}`, undefined],
    ] as const) {
      const answer = await ask(method, path, body);
      expect([method, path, answer.status, problemOf(answer).code]).toEqual([method, path, 404, 'not_found']);
    }
  });

  test('in upper case is the same id', async () => {
    const { id } = await write();
    expect((await ask('DELETE', `/admin/announcements/${id.toUpperCase()}`)).status).toBe(204);
  });
});

test('each failure has its title, its sentence and its code', async () => {
  const json = { 'content-type': 'application/json' };
  const cases: [Promise<Answer>, number, string, string, string][] = [
    [ask('POST', '/admin/announcements', '{', json), 400, 'Bad Request', 'bad_json', 'The body is not valid JSON.'],
    [
      ask('POST', '/admin/announcements', Buffer.from('{"message": "a\xff\xfe\xc3(b"}', 'latin1'), json),
      400,
      'Bad Request',
      'bad_json',
      'The body is not valid UTF-8.',
    ],
    [
      ask('POST', '/admin/announcements', '', json),
      400,
      'Bad Request',
      'bad_json',
      'The body is empty but should be JSON.',
    ],
    [
      ask('POST', '/admin/announcements', 'x', { 'content-type': 'text/plain' }),
      415,
      'Unsupported Media Type',
      'unsupported_media_type',
      'This call does not take a body of this type.',
    ],
    [
      ask('POST', '/admin/announcements', ' '.repeat(1_048_577), json),
      413,
      'Payload Too Large',
      'body_too_large',
      'The request is larger than this call accepts.',
    ],
    [
      ask('POST', '/admin/announcements', { message: ' ' }),
      422,
      'Unprocessable Entity',
      'invalid',
      'Message is required',
    ],
    [ask('DELETE', addressOf({ id: unknown })), 404, 'Not Found', 'not_found', 'This announcement does not exist.'],
    [ask('GET', '/admin/nothing'), 404, 'Not Found', 'not_found', 'There is nothing at this address.'],
    [ask('PATCH', '/admin/users', {}), 404, 'Not Found', 'not_found', 'There is nothing at this address.'],
  ];
  for (const [asked, status, title, code, detail] of cases) {
    const answer = await asked;
    expect(answer.json).toMatchObject({
      type: 'about:blank',
      status,
      title,
      code,
      detail,
      requestId: answer.headers['x-request-id'],
    });
  }
});

test('every wrong field is named at once, each with a sentence', async () => {
  const answer = await ask('POST', '/admin/announcements', {
    message: 5,
    enabled: 'yes',
    color: 'red',
    'deep.name': 1,
  });
  expect(problemOf(answer).errors?.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: 'color', message: 'There is no such field: color' },
    { path: 'deep.name', message: 'There is no such field: deep.name' },
    { path: 'enabled', message: 'Enabled must be true or false' },
    { path: 'message', message: 'Message must be text' },
  ]);
});

describe('a PUT', () => {
  test('takes the entity as it was read, and ignores the fields that nobody changes', async () => {
    const read = await write();
    const sent = {
      ...read,
      message: 'Clinic open again',
      version: 77,
      createdAt: 'then',
      updatedAt: null,
      createdBy: { id: 'x' },
    };
    const answer = await ask('PUT', addressOf(read), sent, { 'if-match': '"1"' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      ...read,
      message: 'Clinic open again',
      version: 2,
      updatedAt: announcementOf(answer).updatedAt,
    });
  });

  test('with an id in its body changes the one in its path', async () => {
    const [one, other] = [await write('One'), await write('Other')];
    expect(announcementOf(await ask('PUT', addressOf(one), { id: other.id, message: 'Changed' }))).toMatchObject({
      id: one.id,
      message: 'Changed',
    });
    const { announcements } = (await ask('GET', '/admin/announcements')).json as { announcements: Announcement[] };
    expect(announcements.find(({ id }) => id === other.id)?.message).toBe('Other');
  });

  test('changes only the sent fields, and increases the version by one', async () => {
    const read = await write();
    const off = announcementOf(await ask('PUT', addressOf(read), { enabled: false }));
    expect(off).toMatchObject({ message: read.message, enabled: false, version: 2, createdAt: read.createdAt });
    expect(announcementOf(await ask('PUT', addressOf(read), { message: 'New' }))).toMatchObject({
      enabled: false,
      version: 3,
    });
  });

  test.each([undefined, '"1"', '"7"', 'W/"1"', 'garbage', '*'])(
    'that changes nothing is 200 with the same version, If-Match %j',
    async (match) => {
      const read = await write();
      for (const body of [{}, { message: read.message }, { message: `  ${read.message} ` }, read]) {
        const answer = await ask('PUT', addressOf(read), body, match ? { 'if-match': match } : {});
        expect([answer.status, answer.json]).toEqual([200, read]);
      }
    },
  );

  test('without a body changes nothing', async () => {
    const read = await write();
    expect((await ask('PUT', addressOf(read))).json).toEqual(read);
  });
});

describe('If-Match', () => {
  test.each([undefined, '"1"', '*'])('%j lets version 1 be changed and deleted', async (match) => {
    const headers: Record<string, string> = match ? { 'if-match': match } : {};
    expect((await ask('PUT', addressOf(await write()), { message: 'New' }, headers)).status).toBe(200);
    expect((await ask('DELETE', addressOf(await write()), undefined, headers)).status).toBe(204);
  });

  test.each([
    '"2"',
    '"0"',
    '"01"',
    '"-1"',
    '"1.0"',
    'W/"1"',
    '1',
    '"1',
    '""',
    '"x"',
    '"99999999999999999999"',
    '"1", "2"',
    "'1'",
    ',',
  ])('%j is 412 at version 1, and nothing changes', async (match) => {
    const read = await write();
    for (const [method, body] of [
      ['PUT', { message: 'New' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await ask(method, addressOf(read), body, { 'if-match': match });
      expect([answer.status, problemOf(answer).code]).toEqual([412, 'version_conflict']);
    }
    expect((await ask('PUT', addressOf(read), {})).json).toEqual(read);
  });

  test('an older version is 412 with the entity as it is now and the fields that clash', async () => {
    const read = await write();
    const now = announcementOf(await ask('PUT', addressOf(read), { message: 'Theirs' }, { 'if-match': '"1"' }));
    const answer = await ask('PUT', addressOf(read), { message: 'Mine', enabled: true }, { 'if-match': '"1"' });
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Precondition Failed',
      status: 412,
      detail: 'Someone changed this while you were working on it. Nothing was changed.',
      code: 'version_conflict',
      requestId: answer.headers['x-request-id'],
      current: now,
      conflicts: ['message'],
      changedBy: now.createdBy,
      changedAt: now.updatedAt,
    });
  });

  test('of several at once on one version exactly one is saved', async () => {
    const read = await write();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        ask('PUT', addressOf(read), { message: `Mine ${index}` }, { 'if-match': '"1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 412)]);
    expect(announcementOf(await ask('PUT', addressOf(read), {}))).toMatchObject({ version: 2 });
  });

  test('of a deleted record is 404', async () => {
    const read = await write();
    await ask('DELETE', addressOf(read));
    expect((await ask('DELETE', addressOf(read), undefined, { 'if-match': '"1"' })).status).toBe(404);
    expect((await ask('PUT', addressOf(read), { message: 'x' }, { 'if-match': '"1"' })).status).toBe(404);
  });
});

describe('public content', () => {
  const path = '/content/v1/announcements';
  const read = (headers: Record<string, string> = {}) => send(app.url, path, { headers });

  const contentRoutes = routes
    .filter((route) => route.path.startsWith('/content/'))
    .map((route) => route.path.replace('{trackingMode}', 'PCOS'));
  test.each(contentRoutes)('at %s may be stored for half a minute and has an ETag', async (address) => {
    const { status, headers } = await send(app.url, address);
    expect([status, headers['cache-control']]).toEqual([
      200,
      'public, max-age=30, stale-while-revalidate=30, stale-if-error=3600',
    ]);
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  test('is 304 without a body for a caller that has it, and new when it changed', async () => {
    await write('For everyone');
    const first = await read();
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const known of [etag, `"other", ${etag}`, `${etag}, "other"`, etag.slice(2), '*']) {
      const again = await read({ 'if-none-match': known });
      expect([known, again.status, again.text]).toEqual([known, 304, '']);
      expect(again.headers).toMatchObject({
        etag,
        'cache-control': 'public, max-age=30, stale-while-revalidate=30, stale-if-error=3600',
      });
      expect(again.headers['content-type']).toBeUndefined();
    }
    for (const other of ['"other"', 'W/"other"', '', etag.replaceAll('"', '')]) {
      expect((await read({ 'if-none-match': other })).status).toBe(200);
    }
    await write('One more');
    const changed = await read({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('has the same ETag while nothing changes, compressed or not, and for HEAD', async () => {
    const { etag } = (await read()).headers;
    expect((await read({ 'accept-encoding': 'gzip' })).headers.etag).toBe(etag);
    expect((await read({ 'accept-encoding': 'br' })).headers.etag).toBe(etag);
    const head = await send(app.url, path, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag]);
  });

  test('is the same with a sign-in and without, and contains no names', async () => {
    await write('Who wrote this is nobody’s business');
    const answer = await read();
    expect(answer.text).toBe((await send(app.url, path, { bearer })).text);
    expect(answer.text).not.toMatch(/createdBy|version|enabled|@example\.org|Ada Obi/);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers.vary ?? '').not.toMatch(/authorization|cookie/i);
  });
});

describe('lists of staff', () => {
  test('that are cached are 304 for a caller that has them, and stored by no browser', async () => {
    await write('For staff');
    const first = await ask('GET', '/admin/announcements');
    const known = { 'if-none-match': first.headers.etag ?? '' };
    const again = await ask('GET', '/admin/announcements', undefined, known);
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([304, '', 'no-store']);
    await write('One more');
    const changed = await ask('GET', '/admin/announcements', undefined, known);
    expect([changed.status, changed.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  test('that are cached are 401 without a sign-in, whatever the caller has', async () => {
    const answer = await send(app.url, '/admin/announcements', { headers: { 'if-none-match': '*' } });
    expect([answer.status, answer.headers.etag]).toEqual([401, undefined]);
  });

  test('that are not cached have no ETag and are never 304', async () => {
    const answer = await ask('GET', '/admin/users', undefined, { 'if-none-match': '*' });
    expect([answer.status, answer.headers.etag]).toEqual([200, undefined]);
  });
});

describe('health', () => {
  test('is up and ready', async () => {
    expect((await ask('GET', '/healthz')).json).toEqual({ status: 'up' });
    expect((await ask('GET', '/readyz')).json).toMatchObject({ status: 'ready' });
  });

  test('is not ready while the database lacks a migration', async () => {
    const { pool } = app.database;
    await pool.query('CREATE TABLE kept AS SELECT * FROM drizzle.__drizzle_migrations');
    await pool.query(
      'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)',
    );
    const answer = await ask('GET', '/readyz');
    expect([answer.status, answer.headers['retry-after'], problemOf(answer).code]).toEqual([503, '2', 'not_ready']);
    await pool.query(
      'INSERT INTO drizzle.__drizzle_migrations SELECT * FROM kept ON CONFLICT DO NOTHING; DROP TABLE kept',
    );
    expect((await ask('GET', '/readyz')).status).toBe(200);
  });
});

describe('the database away', () => {
  test('is answered by 503 with Retry-After; /healthz stays 200; calls are served again once it is back', async () => {
    const database = await testDatabase();
    const wire = await flakyDatabase(database.url);
    const opened = await openDatabase({ databaseUrl: wire.url, databasePool: 4, dataDir: '' }, createLog('silent'));
    const desk = await testApp({ database: { ...opened, url: wire.url } });
    const token = await newBearer(desk);
    const call = (method: string, path: string, body?: unknown) =>
      send(desk.url, path, { method, bearer: token, body });
    const made = announcementOf(await call('POST', '/admin/announcements', { message: 'Before' }));

    wire.cut();
    for (const [method, path, body] of [
      ['GET', '/admin/users', undefined],
      ['GET', '/content/v1/announcements', undefined],
      ['POST', '/admin/announcements', { message: 'Meanwhile' }],
      ['PUT', `/admin/announcements/${made.id}`, { message: 'Meanwhile' }],
      ['POST', '/auth/login', { email: 'a@b.org', password: 'x' }],
      ['POST', '/auth/logout', undefined],
      ['GET', '/readyz', undefined],
    ] as const) {
      const answer = await call(method, path, body);
      expect([method, path, answer.status, problemOf(answer).code]).toEqual([method, path, 503, 'unavailable']);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|terminated|pg|SELECT/);
    }
    expect((await call('GET', '/healthz')).status).toBe(200);
    // Malformed calls are still refused without a query.
    expect((await call('POST', '/auth/login', { email: 5 })).status).toBe(422);

    wire.mend();
    expect((await call('GET', '/readyz')).status).toBe(200);
    const { announcements } = (await call('GET', '/admin/announcements')).json as { announcements: Announcement[] };
    expect(announcements.map(({ message }) => message)).toEqual(['Before']);

    await desk.close();
    await opened.close();
    await wire.close();
    await database.close();
  });

  test.each([
    ['breaks', false],
    ['says nothing any more', true],
  ])('a connection that %s at the commit leaves it open whether something was changed', async (_, silently) => {
    const database = await testDatabase();
    const wire = await flakyDatabase(database.url);
    const databaseUrl = `${wire.url}&query_timeout=2000`;
    const opened = await openDatabase({ databaseUrl, databasePool: 4, dataDir: '' }, createLog('silent'));
    const desk = await testApp({ database: { ...opened, url: wire.url } });
    const token = await newBearer(desk);

    wire.swallowAnswerOf(commitStatement, { silently });
    const body = { message: 'Committed' };
    const answer = await send(desk.url, '/admin/announcements', { method: 'POST', bearer: token, body });
    expect([answer.status, problemOf(answer).code]).toEqual([503, 'outcome_unknown']);
    expect(problemOf(answer).detail).toContain('it is not known whether this was done');
    const { rows } = await database.pool.query('SELECT message FROM announcements');
    expect(rows).toEqual([{ message: 'Committed' }]);

    await desk.close();
    await opened.close();
    await wire.close();
    await database.close();
  });

  test('connections that the database ends under load cause no fault, and the next calls are served', async () => {
    const desk = await testApp();
    const token = await newBearer(desk);
    const calls = Array.from({ length: 60 }, () => send(desk.url, '/admin/users', { bearer: token }));
    const other = await openDatabase(
      { databaseUrl: desk.database.url, databasePool: 2, dataDir: '' },
      createLog('silent'),
    );
    const kill = () =>
      other.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
      );
    for (let round = 0; round < 5; round += 1) await kill();
    for (const { status } of await Promise.all(calls)) expect([200, 503]).toContain(status);
    // The last connection may end a moment later, when it is idle.
    await expect.poll(async () => (await send(desk.url, '/readyz')).status).toBe(200);
    await other.close();
    await desk.close();
  });

  test('a database that is too busy says so, and a lock that lasts is not a fault', async () => {
    const desk = await testApp();
    const token = await newBearer(desk);
    await desk.database.pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = NEW.message; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON announcements FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    for (const [code, status, word] of [
      ['40001', 503, 'busy'],
      ['40P01', 503, 'busy'],
      ['55P03', 503, 'busy'],
      ['57014', 503, 'busy'],
      ['25P03', 503, 'busy'],
      ['53300', 503, 'unavailable'],
      ['57P01', 503, 'unavailable'],
      ['08006', 503, 'outcome_unknown'],
      ['53100', 507, 'disk_full'],
      ['23505', 409, 'place_taken'],
      ['23514', 500, 'internal'],
      ['XX000', 500, 'internal'],
    ] as const) {
      const answer = await send(desk.url, '/admin/announcements', {
        method: 'POST',
        bearer: token,
        body: { message: code },
      });
      expect([code, answer.status, problemOf(answer).code]).toEqual([code, status, word]);
      expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
      expect(answer.text).not.toContain('refused');
    }
    await desk.close();
  });
});

describe('draining', () => {
  test('accepted calls finish, calls on open connections are answered, /readyz is 503, no new connection is accepted', async () => {
    const desk = await testApp();
    const token = await newBearer(desk);
    const client = await desk.database.pool.connect();
    await client.query('BEGIN; LOCK TABLE announcements IN ACCESS EXCLUSIVE MODE');
    const { hostname, port } = new URL(desk.url);
    // A partly received call counts as accepted too.
    const probe = net.connect(Number(port), hostname);
    let probed = '';
    probe.on('data', (data) => (probed += data.toString()));
    probe.write('GET /readyz HTTP/1.1\r\nHost: x\r\n');
    const socket = net.connect(Number(port), hostname);
    let answers = '';
    socket.on('data', (data) => (answers += data.toString()));
    const body = '{"message":"Accepted"}';
    socket.write(
      `POST /admin/announcements HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'announcements'::regclass";
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);

    const drained = desk.drain();
    await expect.poll(() => fetch(`${desk.url}/healthz`).catch(() => 'refused')).toBe('refused');
    probe.write('\r\n');
    await once(probe, 'close');
    expect(probed).toMatch(/^HTTP\/1.1 503 [^]*"code":"not_ready"/);
    await client.query('COMMIT');
    client.release();
    await once(socket, 'close');
    await drained;
    expect(answers).toMatch(/^HTTP\/1.1 201 [^]*Accepted/);
    await desk.database.close();
  });
});
