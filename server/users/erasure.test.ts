import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { markWaiting } from '#server/awa/mark-texts.ts';
import { loadDemo } from '#server/run/demo.ts';
import { imageEraser } from '#server/images/erase.ts';
import { createLog } from '#server/http/log/log.ts';
import { lockImages } from '#server/images/references.ts';
import { newName, urlOf } from '#server/images/storage.ts';
import { images } from '#server/images/tables.ts';
import { openDatabase } from '#server/database/open.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { describeError } from '#server/database/reason.ts';
import { readEnv } from '#server/env.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { download, plainPicture, upload } from '#tests/records/pictures.ts';
import { keyOf } from '#tests/desk/app-key.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { tellMessages } from '#server/safety/messages.ts';
import { comments, likes, posts, secretMembers, users } from '#server/users/tables.ts';

const marker = 'canary5c1e8b';
const lines: string[] = [];
let app: TestApp;
let bearer: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'awa-erasure-'));
  app = await testApp({ settings: { dataDir }, log: createLog('trace', { write: (line) => void lines.push(line) }) });
  bearer = await newBearer(app);
  await loadDemo(app.database, 200);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A person whose every text has the marker, with posts and comments, and another user's comment on them. */
async function plant() {
  const person = { name: marker, username: marker, email: `${marker}@mail.test`, profileImage: `/images/${marker}` };
  const [user] = await app.database.db.insert(users).values(person).returning();
  const [other] = await app.database.db.select().from(users).limit(1);
  const id = user?.id ?? '';
  const [post] = await app.database.db
    .insert(posts)
    .values({
      userId: id,
      content: `By ${marker}, ask Ada ${marker} at ${marker}@example.org`,
      imageUrl: `/images/${marker}`,
    })
    .returning();
  const [theirs] = await app.database.db.select().from(posts).limit(1);
  await app.database.db.insert(comments).values([
    { postId: post?.id ?? '', userId: other?.id ?? '', content: `To ${marker}` },
    { postId: theirs?.id ?? '', userId: id, content: `From ${marker}` },
  ]);
  await app.database.db.insert(likes).values({ postId: theirs?.id ?? '', userId: id });
  await app.database.db.insert(secretMembers).values({ secretId: theirs?.id ?? '', userId: id });
  await markWaiting(app.database.db, 'post', createLog('silent'));
  const note = { kind: 'contact', text: `${marker} called` };
  expectDone(await caller(app.url, bearer).post(`/admin/users/${id}/notes`, note, { key: randomUUID() }));
  await moderate({ id, postId: post?.id ?? '', other: other?.id ?? '', theirs: theirs?.id ?? '' });
  await app.database.pool.query('ANALYZE');
  return id;
}

/** A report by the person and one about the person's post, with a decision whose every text has the marker. */
async function moderate({ id, postId, other, theirs }: Record<'id' | 'postId' | 'other' | 'theirs', string>) {
  const backend = caller(app.url, await keyOf(app));
  const report = async (subjectId: string, personId: string) =>
    expectDone(
      await backend.post('/app/v1/reports', {
        id: randomUUID(),
        kind: 'post',
        subjectId,
        personId,
        reason: 'hate',
        note: `A note about ${marker}`,
      }),
    );
  await report(theirs, id);
  await report(postId, other);
  const staff = caller(app.url, bearer);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM cases WHERE person_id = $1', [id]);
  const path = `/admin/moderation/cases/${rows[0]?.id}`;
  const { version, text } = expectDone(await staff.get(path)) as Output<typeof api.cases.get>;
  const rule = await staff.make<{ id: string }>('/admin/moderation/rules', { title: 'Be kind', english: 'Be kind.' });
  expectDone(
    await staff.post(`${path}/decide`, {
      version,
      seen: text?.seen,
      verdict: 'breaks_rules',
      ruleId: rule.id,
      sanction: 'warn',
      reason: `${marker} again`,
      statement: `You wrote ${marker}`,
    }),
  );
  await app.database.pool.query(
    'UPDATE decisions SET appealed_at = now(), appeal = $1, answer = $1 WHERE person_id = $2',
    [marker, id],
  );
  await careFor(id);
}

/** A case of the person, who may be in danger: a message, an agreement, an outcome and a look, all with the marker. */
async function careFor(subjectId: string) {
  const staff = caller(app.url, bearer);
  const opened = { kind: 'person', subjectId, reason: 'danger', note: `Where is ${marker}?` };
  const { id } = await staff.make<{ id: string }>('/admin/moderation/cases', opened);
  const path = `/admin/moderation/cases/${id}`;
  const version = async () => (expectDone(await staff.get(path)) as Output<typeof api.cases.get>).version;
  const reason = `The sister of ${marker} called`;
  // The answers of calls with a key are kept for a day.
  const post = async (where: string, body: object) => expectDone(await staff.post(where, body, { key: randomUUID() }));
  const { id: messageId } = (await post(`${path}/messages`, {
    version: await version(),
    text: `Dear ${marker}`,
  })) as Output<typeof api.crisisCare.send>;
  await post(`${path}/outside-help`, { version: await version(), reason });
  await post(`${path}/decide`, {
    version: await version(),
    verdict: 'needs_help',
    crisisOutcome: 'message_sent',
    reason,
    statement: `We wrote to ${marker}`,
  });
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM looks WHERE case_id = $1', [id]);
  const note = `${marker} is well`;
  await post(`/admin/moderation/looks/${rows[0]?.id}/done`, { note, reopen: true });
  await app.database.pool.query("UPDATE messages SET at = at - interval '61 seconds'");
  await tellMessages(app.database.db);
  const backend = caller(app.url, await keyOf(app));
  expectDone(await backend.get(`/app/v1/messages/${messageId}`));
  expectDone(await backend.post(`/app/v1/messages/${messageId}/seen`));
}

/** Every row of every table as text; with `statistics` also the values in the database's statistics. */
async function dump({ statistics = true } = {}) {
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname NOT IN ('pg_catalog', 'information_schema') UNION ALL SELECT 'pg_catalog.pg_stats' WHERE $1`,
    [statistics],
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      (await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`)).rows.map(({ row }) => row),
    ),
  );
  return texts.flat().join('\n');
}

/** All staff calls about a person, valid and invalid. */
async function handle(id: string) {
  const staff = (route: string, asked = {}) => send(app.url, route, { bearer, ...asked });
  const put = (body: unknown) => staff(`/admin/users/${id}/status`, { method: 'PUT', body });
  const headers = { 'idempotency-key': 'about-someone' };
  const answers = [
    await staff(`/admin/awa/posts?search=${marker}&marks=email`),
    await staff(`/admin/users?search=${marker}`),
    await staff(`/admin/users?serch=${marker}`),
    await staff(`/admin/users/export?search=${marker}`),
    await staff(`/admin/users/${id}`),
    await staff(`/admin/users/${marker}`),
    await put({ isVerified: true }),
    await put({ isVerified: marker }),
    await put(`{"isVerified": "${marker}`),
    await staff('/admin/users/bulk', { method: 'POST', body: { ids: [id], action: 'unverify' }, headers }),
    await staff('/admin/users/bulk', { method: 'POST', body: { ids: [marker], action: 'unverify' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 200, 200, 404, 200, 422, 415, 200, 422]);
}

test('nothing of a person is left but the entries of log and feed that this id was viewed, noted on, verified and deleted', async () => {
  const id = await plant();
  await handle(id);
  expect(await dump()).toContain(marker);
  expect((await send(app.url, `/admin/users/${id}`, { method: 'DELETE', bearer })).status).toBe(204);

  expect(await dump()).not.toContain(marker);
  const about = (await dump({ statistics: false })).split('\n').filter((row) => row.includes(id));
  const inFeed = about.filter((row) => /^\(\d+,person\.(verified|erased),/.test(row));
  const inLog = about.filter((row) => !inFeed.includes(row));
  expect([inFeed.length, inLog.length]).toEqual([3, 4]);
  for (const row of inLog)
    expect(row).toMatch(new RegExp(`,"Ada Obi",(view|note|verify|delete),users,user,${id},"",1,`));
  expect(lines.join('')).not.toContain(marker);
  expect(lines.length).toBeGreaterThan(10);
});

test('no line of the log has a word of a person while a table is locked, and when the database refuses a post with its words', async () => {
  const id = await plant();
  const { pool, url } = app.database;
  const impatient = new URL(url);
  impatient.searchParams.set('options', '-c lock_timeout=300ms');
  const written: string[] = [];
  const log = createLog('trace', { write: (line) => void written.push(line) });
  const opened = await openDatabase({ ...readEnv({}), databaseUrl: impatient.href }, log);
  const desk = await testApp({ settings: { dataDir }, database: { ...app.database, ...opened }, log });
  await pool.query('UPDATE posts SET content = $2 WHERE user_id = $1', [id, `Ask Ada Kanariya, ${marker}`]);
  await withClient({ connectionString: url }, async (holder) => {
    await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const asked = ['/admin/awa/posts', `/admin/users?search=${marker}`, `/admin/users/${id}`].map(async (route) => {
      const { status } = await send(desk.url, route, { bearer });
      return status;
    });
    expect(await Promise.all(asked)).toEqual([503, 503, 503]);
    // As the desk does in the background.
    await markWaiting(opened.db, 'post', log).catch((error: unknown) =>
      log.warn({ error: describeError(error) }, 'failed'),
    );
  });
  await pool.query(`CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is refused', NEW.content USING DETAIL = NEW.content, HINT = NEW.content; END $$`);
  await pool.query(`CREATE TRIGGER tell BEFORE UPDATE OF rules ON posts FOR EACH ROW
    WHEN (NEW.content LIKE '%${marker}%') EXECUTE FUNCTION tell()`);
  await markWaiting(opened.db, 'post', log);
  await pool.query('DROP FUNCTION tell CASCADE');
  await desk.close();
  await opened.close();
  for (const code of ['55P03', 'P0001'])
    expect(written.filter((line) => line.includes(`"code":"${code}"`)).length, code).toBeGreaterThan(0);
  expect(written.join('')).not.toMatch(new RegExp(`${marker}|Kanariya`));
  expect((await send(app.url, `/admin/users/${id}`, { method: 'DELETE', bearer })).status).toBe(204);
});

test('words that other people also use stay in the statistics', async () => {
  const ids = [await plant(), await plant()];
  await send(app.url, `/admin/users/${ids[0]}`, { method: 'DELETE', bearer });
  expect(await dump()).toContain(marker);
  await send(app.url, `/admin/users/${ids[1]}`, { method: 'DELETE', bearer });
  expect(await dump()).not.toContain(marker);
});

test('the log file of an embedded Postgres has no values', async () => {
  const { rows } = await app.database.pool.query<{ folder: string }>(
    "SELECT current_setting('data_directory') AS folder",
  );
  const file = path.join(path.dirname(rows[0]?.folder ?? ''), 'postgres.log');
  await expect(
    app.database.pool.query(`INSERT INTO users (id, email) VALUES ('${marker}', '${marker}')`),
  ).rejects.toThrow();
  const written = inject('embedded') ? await readFile(file, 'utf8') : '';
  expect(written).not.toContain(marker);
});

test("the person's pictures go at once, those that others show too stay", async () => {
  const own: string[] = [];
  for (const kind of ['png', 'gif', 'webp'] as const) {
    const { imageUrl } = (await upload(app, bearer, await plainPicture(kind, 200, 100))).json as { imageUrl: string };
    await download(app, `${imageUrl}?w=96`);
    own.push(imageUrl);
  }
  const [profileImage = '', imageUrl = '', shared = ''] = own;
  const [user] = await app.database.db.insert(users).values({ email: 'ife@example.org', profileImage }).returning();
  await app.database.db.insert(users).values({ email: 'ada@example.org', profileImage: shared });
  const content = 'With a picture';
  await app.database.db.insert(posts).values([
    { userId: user?.id ?? '', content, imageUrl: `https://desk.example.org${imageUrl}?w=384` },
    { userId: user?.id ?? '', content, imageUrl: shared },
    { userId: user?.id ?? '', content, imageUrl: 'https://example.org/a.png' },
  ]);
  // More pictures than one statement looks for.
  const many = Array.from({ length: 25 }, () => ({ bucket: 'community-images', name: newName() }) as const);
  for (const key of many) await app.storage.put(key, await plainPicture('webp', 8, 8));
  await app.database.db.insert(images).values(many.map((key) => ({ ...key, width: 8, height: 8, bytes: 100 })));
  await app.database.db
    .insert(posts)
    .values(many.map((key) => ({ userId: user?.id ?? '', content, imageUrl: urlOf(key) })));
  expect((await send(app.url, `/admin/users/${user?.id}`, { method: 'DELETE', bearer })).status).toBe(204);
  const left = async (url: string) => [(await download(app, url)).status, (await download(app, `${url}?w=96`)).status];
  expect([await left(profileImage), await left(imageUrl), await left(shared)]).toEqual([
    [404, 404],
    [404, 404],
    [200, 200],
  ]);
  const { rows } = await app.database.pool.query<{ name: string }>('SELECT name FROM images');
  expect(rows).toEqual([{ name: shared.split('/').at(-1) }]);
});

test('a picture that is saved elsewhere at the moment of the erasure stays', async () => {
  const { db, pool } = app.database;
  const { imageUrl } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
  const [user] = await db.insert(users).values({ email: 'uche@example.org', profileImage: imageUrl }).returning();
  let erasing: ReturnType<typeof send> | undefined;
  await db.transaction(async (tx) => {
    await lockImages(tx, [['profileImage', imageUrl]]);
    await tx.insert(users).values({ email: 'sade@example.org', profileImage: imageUrl });
    erasing = send(app.url, `/admin/users/${user?.id}`, { method: 'DELETE', bearer });
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  });
  expect((await erasing)?.status).toBe(204);
  const kept = await pool.query('SELECT FROM images WHERE name = $1', [imageUrl.split('/').at(-1)]);
  expect(kept.rowCount).toBe(1);
});

test('a picture stays that a list of addresses names', async () => {
  const { imageUrl } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
  const { db, pool } = app.database;
  await pool.query('CREATE TABLE albums (pictures jsonb NOT NULL)');
  await pool.query('INSERT INTO albums VALUES ($1)', [JSON.stringify([imageUrl])]);
  const albums = pgTable('albums', { pictures: jsonb('pictures').notNull() });
  const eraser = imageEraser(app.storage, [albums.pictures]);
  expect(await db.transaction((tx) => eraser.forget(tx, [imageUrl]))).toEqual([]);
  await pool.query('DROP TABLE albums');
  expect(
    (await db.transaction((tx) => imageEraser(app.storage, [users.profileImage]).forget(tx, [imageUrl]))).length,
  ).toBe(1);
});
