import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getTableName } from 'drizzle-orm';
import { copyRows, type Row } from '#server/database/copy.ts';
import { loadDemo } from '#server/run/demo.ts';
import { features } from '#server/features.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { send } from '#tests/desk/send.ts';

const content = features.flatMap(({ kinds = [] }) => kinds.map(({ table }) => getTableName(table)));
const moderated = ['cases', 'reports', 'snapshots', 'decisions', 'messages', 'agreements', 'looks'];
const tables = ['users', 'posts', 'comments', 'likes', 'secret_members', ...moderated, ...content];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
const dataDir = mkdtempSync(path.join(tmpdir(), 'awa-demo-'));
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => empty());

async function counts() {
  const columns = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
  const { rows } = await database.pool.query<Record<string, number>>(`SELECT ${columns.join(', ')}`);
  return rows[0];
}

const none = Object.fromEntries(tables.map((table) => [table, 0]));
const empty = () => database.pool.query(`TRUNCATE ${tables.join(', ')} CASCADE`);

/** A text that differs when any row of these tables differs. */
async function fingerprint() {
  const each = tables.map((table) => `(SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${table} t)`);
  const { rows } = await database.pool.query<{ all: string }>(`SELECT concat_ws(' ', ${each.join(', ')}) AS all`);
  return rows[0]?.all;
}

async function schema() {
  const { rows } = await database.pool.query(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition, convalidated FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT indexname, indexdef, true FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`,
  );
  return rows;
}

describe('a load', () => {
  test('fills every area, and leaves indexes and references as they were', async () => {
    const before = await schema();
    await loadDemo(database, 500);
    expect(await schema()).toEqual(before);
    const found = await counts();
    expect(found).toMatchObject({ users: 500, announcements: 15, doctors: 40 });
    for (const table of ['posts', 'comments', 'likes', 'secret_members']) expect(found?.[table]).toBeGreaterThan(300);
    for (const table of [...moderated, ...content]) expect(found?.[table], table).toBeGreaterThan(0);
  });

  test('writes every row once, but for those of hidden texts', async () => {
    await loadDemo(database, 300);
    const once = {
      users: 'id NOT IN (SELECT person_id FROM decisions WHERE person_id IS NOT NULL)',
      posts: 'hidden_at IS NULL AND id NOT IN (SELECT post_id FROM comments WHERE hidden_at IS NOT NULL)',
      comments: 'hidden_at IS NULL',
      likes: 'true',
    };
    for (const [table, condition] of Object.entries(once)) {
      const { rows } = await database.pool.query(
        `SELECT count(DISTINCT cmin::text)::int AS commands FROM ${table} WHERE ${condition}`,
      );
      expect([table, rows]).toEqual([table, [{ commands: 1 }]]);
    }
  });

  test('has only times before the clock of the database', async () => {
    await loadDemo(database, 500);
    const { rows } = await database.pool.query<{ late: number }>(
      `SELECT (SELECT count(*) FROM users WHERE greatest(created_at, updated_at, last_active_at) > now())
            + (SELECT count(*) FROM posts WHERE created_at > now())
            + (SELECT count(*) FROM comments WHERE created_at > now())
            ${content.map((table) => `+ (SELECT count(*) FROM ${table} WHERE greatest(created_at, updated_at) > now())`).join(' ')}
            AS late`,
    );
    expect(rows[0]?.late).toBe(0);
  });

  test('gives the same data again', async () => {
    await loadDemo(database, 300);
    const first = await fingerprint();
    await empty();
    await loadDemo(database, 300);
    expect(await fingerprint()).toBe(first);
  });

  test('with a storage adds pictures of people, posts, doctors and cards, which exist, makes each once, and changes nothing else', async () => {
    const app = await testApp({ database, settings: { dataDir } });
    await loadDemo({ ...database, storage: app.storage }, 300);
    const { rows } = await database.pool.query<{ url: string }>(
      `SELECT DISTINCT profile_image AS url FROM users WHERE profile_image <> ''
       UNION SELECT DISTINCT image_url FROM posts WHERE image_url <> ''
       UNION SELECT profile_image FROM doctors WHERE profile_image <> ''
       UNION SELECT header_image_url FROM cards WHERE header_image_url <> ''
       UNION SELECT image_url FROM secrets WHERE image_url <> ''`,
    );
    expect(rows.length).toBeGreaterThan(35);
    for (const { url } of rows) expect([url, (await send(app.url, url)).status]).toEqual([url, 200]);
    await app.sweepImages();
    for (const { url } of rows) expect([url, (await send(app.url, url)).status]).toEqual([url, 200]);
    const pictured = await fingerprint();
    await database.pool.query(`UPDATE users SET profile_image = ''; UPDATE posts SET image_url = '';
      UPDATE doctors SET profile_image = ''; UPDATE categories SET header_image_url = '', header_image_alt = '';
      UPDATE cards SET header_image_url = '', header_image_alt = ''; UPDATE secrets SET image_url = ''`);
    const plain = await fingerprint();
    await empty();
    await loadDemo(database, 300);
    expect(await fingerprint()).toBe(plain);
    await empty();
    await loadDemo({ ...database, storage: app.storage }, 300);
    expect(await fingerprint()).toBe(pictured);
    const put = vi.spyOn(app.storage, 'put');
    await loadDemo({ ...database, storage: app.storage }, 300);
    expect(put).not.toHaveBeenCalled();
    await app.close();
  });

  test('of 0 users does nothing', async () => {
    await loadDemo(database, 0);
    expect(await counts()).toEqual(none);
  });

  test('names the account it is given as the author of all content', async () => {
    const id = '01936f00-0000-7000-8000-000000000001';
    await database.pool.query(
      `INSERT INTO staff (id, email, name, role, password_hash) VALUES ($1, 'a@awa.local', 'A', 'administrator', '')`,
      [id],
    );
    await loadDemo(database, 1, { staffId: id });
    const authors = content.map((table) => `SELECT created_by FROM ${table}`);
    const { rows } = await database.pool.query(authors.join(' UNION '));
    expect(rows).toEqual([{ created_by: id }]);
  });
});

describe('existing content stays', () => {
  test('a second load changes nothing', async () => {
    await loadDemo(database, 300);
    const first = await fingerprint();
    await loadDemo(database, 700);
    expect(await fingerprint()).toBe(first);
  });

  test('an area with one row stays as it is, and the others are filled', async () => {
    await database.pool.query(
      `INSERT INTO announcements (id, message, enabled) VALUES (gen_random_uuid(), 'Hi', true)`,
    );
    await loadDemo(database, 50);
    expect(await counts()).toMatchObject({ users: 50, announcements: 1 });
    await empty();
    await database.pool.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'ada@example.com')`);
    await loadDemo(database, 50);
    expect(await counts()).toMatchObject({ users: 1, posts: 0, comments: 0, likes: 0, announcements: 15 });
  });

  test('only one of several loads at once fills the database', async () => {
    await Promise.all([100, 200, 300].map((count) => loadDemo(database, count)));
    const found = await counts();
    expect([100, 200, 300]).toContain(found?.users);
    expect(found?.announcements).toBe(15);
  });
});

describe('broken off', () => {
  test('by the loss of its connection, a load leaves nothing and can be repeated', async () => {
    const before = await schema();
    // It ends its own connection at the first figure, after all people and their texts have been added.
    await database.pool.query(`
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
      CREATE TRIGGER cut BEFORE INSERT ON figures FOR EACH ROW EXECUTE FUNCTION cut()`);
    await expect(loadDemo(database, 2000)).rejects.toThrow(/terminat|ECONNRESET|EPIPE/);
    await database.pool.query('DROP FUNCTION cut CASCADE');
    expect(await counts()).toEqual(none);
    expect(await schema()).toEqual(before);
    await loadDemo(database, 100);
    expect(await counts()).toMatchObject({ users: 100 });
  });

  test('by rows that throw, a COPY fails with their error and adds nothing', async () => {
    function* failing(): Generator<Row> {
      for (let i = 0; i < 20_000; i++)
        yield ['00000000-0000-7000-8000-' + String(i).padStart(12, '0'), 'a@example.com'];
      throw new Error('No more names');
    }
    const copied = database.alone((client) => copyRows(client, 'users', ['id', 'email'], failing()));
    await expect(copied).rejects.toThrow('No more names');
    expect(await counts()).toEqual(none);
  });
});

test('any text arrives as it is', async () => {
  const texts = [
    '', ' ', '\\', '\\\\', '\\N', '\\.', 'a\tb', 'a\nb', 'a\r\nb', '\\n', '\\t\t\\', '\u000b\f\b', '"q", \'s\'', '🌸👯🏾‍♀️', 'ẹ̀ ọ́ ṣ ɓ ƴ',
    'فاطمة', '\u0001', 'x'.repeat(200_000),
  ]; // prettier-ignore
  const rows = texts.map((text, n): Row => [String(n), text, Date.UTC(2026, 0, 2, 3, 4, 5, 6), n % 2 === 0]);
  const { rows: found } = await database.alone(async (client) => {
    await client.query('CREATE TEMP TABLE said (n int, text text, at timestamptz, yes boolean)');
    await copyRows(client, 'said', ['n', 'text', 'at', 'yes'], [...rows, ['99', null, null, null]]);
    return client.query<{ text: string | null; at: string; yes: boolean }>('SELECT * FROM said ORDER BY n');
  });
  expect(found.map(({ text }) => text)).toEqual([...texts, null]);
  expect(found[0]).toMatchObject({ at: '2026-01-02 03:04:05.006+00', yes: true });
  expect(found.at(-1)).toMatchObject({ at: null, yes: null });
});
