import { once } from 'node:events';
import http from 'node:http';
import type { PoolClient, QueryConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '#server/database/connect/pool.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';
import { until } from '#tests/desk/server-process.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { users } from '#server/users/tables.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const get = (query = '') => send(app.url, `/admin/users/export${query}`, { bearer });
const linesOf = (text: string) => text.split('\r\n');
const emails = async (query = '') =>
  linesOf((await get(query)).text)
    .slice(1, -1)
    .map((line) => line.split(',')[3]);

const empty = () => app.database.pool.query('TRUNCATE users, posts, comments, likes, secret_members CASCADE');

describe('the table', () => {
  beforeEach(empty);

  test('is a file that spreadsheets know, with a line for each user', async () => {
    const [row] = await app.database.db
      .insert(users)
      .values({
        name: 'Adébáyọ̀ "Ade" 😀',
        username: 'ade',
        email: 'ade@mail.test',
        isVerified: true,
        createdAt: '2026-01-02T03:04:05.678Z',
      })
      .returning();
    await app.database.pool.query(
      `INSERT INTO posts (id, user_id, content) SELECT gen_random_uuid(), id, 'x' FROM users, generate_series(1, 2)`,
    );
    const answer = await get();
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="awa-users-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.text).toBe(
      '\ufeffID,Name,Username,Email,Status,Joined (UTC),Posts,Comments\r\n' +
        `${row?.id},"Adébáyọ̀ ""Ade"" 😀",ade,ade@mail.test,Verified,2026-01-02 03:04:05,2,0\r\n`,
    );
  });

  test('without users has only its header', async () => {
    expect(linesOf((await get()).text)).toHaveLength(2);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")', '＝1'])(
    'makes a name that begins like a formula harmless: %j',
    async (name) => {
      await app.database.db.insert(users).values({ name, email: 'a@mail.test' });
      const { text } = await get();
      expect(text).toMatch(/\r\n[\da-f-]{36},"?'/);
    },
  );

  test('has the filter and the order of the list, past the end of a part too', async () => {
    await app.database.pool.query(`
      INSERT INTO users (id, email, name, is_verified, created_at)
      SELECT gen_random_uuid(), 'n' || n || '@mail.test', 'Name ' || (n * 7919) % 2500, n % 2 = 0,
             date_trunc('second', now() - make_interval(secs => n / 5)) FROM generate_series(1, 2500) AS n`);
    const stored = async (rest: string) =>
      (await app.database.pool.query<{ email: string }>(`SELECT email FROM users ${rest}`)).rows.map(
        ({ email }) => email,
      );
    expect(await emails()).toEqual(await stored('ORDER BY created_at DESC, id DESC'));
    expect(await emails('?sort=createdAt')).toEqual(await stored('ORDER BY created_at, id'));
    expect(await emails('?sort=-name&status=verified')).toEqual(
      await stored('WHERE is_verified ORDER BY sort_name DESC, id DESC'),
    );
    // All have the first word in their name.
    expect(await emails('?search=NAME%201')).toEqual(
      await stored(`WHERE name LIKE '%1%' OR email LIKE '%1%' ORDER BY created_at DESC, id DESC`),
    );
    // More than one part has no name, and comes last.
    await app.database.pool.query(`UPDATE users SET name = '' WHERE name LIKE '%7'`);
    expect(await emails('?sort=name')).toEqual(await stored(`ORDER BY sort_name = '', sort_name, id`));
  });

  test.each(['?page=1', '?limit=10', '?sort=x', '?format=xlsx'])('with %s is refused', async (query) => {
    expect((await get(query)).status).toBe(422);
  });
});

describe('a caller', () => {
  const start = async () => {
    const { hostname, port } = new URL(app.url);
    const headers = { authorization: `Bearer ${bearer}` };
    const request = http.get({ hostname, port, path: '/admin/users/export', headers, agent: false });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return { request, answer };
  };
  /** The number of parts requested from the database so far. */
  let asked = 0;
  beforeAll(async () => {
    const { pool } = app.database;
    await empty();
    // 100 parts, 20 MB in all, in characters of four bytes: a name is folded character by character. On a busy machine
    // that takes longer than the timeout of a pooled connection.
    await withClient({ connectionString: app.database.url }, (client) =>
      client.query(`
        INSERT INTO users (id, email, name) SELECT gen_random_uuid(), n::text, repeat('😀', 250)
        FROM generate_series(1, 20000) AS n`),
    );
    // As in any database that has been running for a while: without it the plan for each part is a guess.
    await pool.query('ANALYZE users, posts, comments');
    const counting = new Set<PoolClient>();
    pool.on('acquire', (client) => {
      if (counting.has(client)) return;
      counting.add(client);
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      Object.assign(client, {
        query: (...args: [string | QueryConfig, ...unknown[]]) => {
          if ((typeof args[0] === 'string' ? args[0] : args[0].text).includes('Verified')) asked += 1;
          return query(...args);
        },
      });
    });
  });

  test('by HEAD gets only the headers, and reads no users', async () => {
    asked = 0;
    const answer = await send(app.url, '/admin/users/export', { method: 'HEAD', bearer });
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, 'text/csv; charset=utf-8', '']);
    // This call runs after anything that was in progress.
    await get('?search=nobody-at-all');
    expect(asked).toBe(1);
  });

  test('that goes away ends the reading', async () => {
    asked = 0;
    const { request, answer } = await start();
    await once(answer, 'data');
    request.destroy();
    // The desk notices the closed connection before it serves the next call.
    await get('?search=nobody-at-all');
    const free = () => app.database.pool.idleCount === app.database.pool.totalCount;
    await until('the end of the export', free);
    const soFar = asked;
    expect(soFar).toBeLessThan(75);
    // This call runs after anything that was in progress.
    await get('?search=nobody-at-all');
    expect(asked).toBe(soFar + 1);
  });

  test('whose reader pauses stops reading, and gets the rest later', async () => {
    asked = 0;
    const { answer } = await start();
    // The export reads as much as the sockets buffer, and then stops.
    let before = -1;
    await until('the standstill', async () => {
      const same = before === asked;
      before = asked;
      for (let calls = 0; calls < 20; calls += 1) await send(app.url, '/admin/metrics', { bearer });
      return same && asked > 0;
    });
    expect(asked).toBeLessThan(75);
    let text = '';
    for await (const part of answer) text += String(part);
    expect(linesOf(text)).toHaveLength(20_002);
  });
});
