import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import { markRules } from '#contract/mark-places.ts';
import type { Role } from '#contract/roles.ts';
import type { Output } from '#contract/route.ts';
import { markInUpkeep, markWaiting } from '#server/awa/mark-texts.ts';
import { createLog } from '#server/http/log/log.ts';
import { comments, posts } from '#server/users/tables.ts';
import { holdLock } from '#tests/database/locks.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { type Caller, caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await testApp();
  ada = caller(app.url, await newBearer(app, 'moderator'));
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE users, posts CASCADE'));

type Page = Output<typeof api.comments.list>;
const unknown = '018f3a52-7d51-7cc4-9d5e-1f2a3b4c5d6e';
const pathOf = (postId: string, query = '') => `/admin/awa/posts/${postId}/comments${query}`;
const read = async (postId: string, query = '') => expectDone(await ada.get(pathOf(postId, query))) as Page;

async function addPost(content = 'Why is my period late?') {
  const userId = await addPerson(app, { username: 'moonchild', profileImage: '/images/user-images/x.webp' });
  const [post] = await app.database.db.insert(posts).values({ content, userId }).returning({ id: posts.id });
  return post?.id ?? '';
}

/** Adds comments, of which each two have the same time. */
async function addComments(postId: string, contents: string[]) {
  const userId = await addPerson(app, { username: 'kind_reader' });
  const from = Date.now() - 1_000_000;
  const rows = contents.map((content, at) => ({
    content,
    postId,
    userId,
    createdAt: new Date(from + Math.floor(at / 2) * 1000).toISOString(),
  }));
  return (await app.database.db.insert(comments).values(rows).returning({ id: comments.id })).map(({ id }) => id);
}

test('a post is read with its comments, the oldest first, page by page, each once', async () => {
  const [post, other] = [await addPost(), await addPost('Another')];
  const contents = Array.from({ length: 25 }, (_, at) => `Comment ${at}`);
  await addComments(post, contents);
  await addComments(other, ['Elsewhere']);
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await read(post, `?limit=4${cursor && `&cursor=${cursor}`}`);
    expect(page.post).toMatchObject({ id: post, content: 'Why is my period late?', _count: { comments: 25 } });
    expect(page.pagination.total).toBe(25);
    seen.push(...page.comments.map(({ content }) => content));
    if (page.pagination.nextCursor === null) break;
    cursor = page.pagination.nextCursor;
  }
  expect(seen.toSorted()).toEqual(contents.toSorted());
  const pairs = seen.map((content) => Math.floor(Number(content.slice('Comment '.length)) / 2));
  expect(pairs).toEqual(pairs.toSorted((one, next) => one - next));
});

test('the post is as in the list of posts, and nothing identifies an author', async () => {
  const post = await addPost('Call me: 0803 123 4567');
  await addComments(post, ['Do not give your number']);
  const { posts: listed } = expectDone(await ada.get('/admin/awa/posts')) as Output<typeof api.posts.list>;
  const page = await read(post);
  expect(page.post).toEqual(listed[0]);
  expect(page.comments).toEqual([
    {
      id: expect.any(String) as string,
      content: 'Do not give your number',
      createdAt: expect.any(String) as string,
      hiddenAt: null,
      user: { username: 'kind_reader', profiles: null },
      marks: [],
    },
  ]);
});

test('a role that may only look gets made-up names, the same as in the list of posts', async () => {
  const post = await addPost();
  await addComments(post, ['One', 'Two']);
  const support = caller(app.url, await newBearer(app, 'support'));
  const page = expectDone(await support.get(pathOf(post))) as Page;
  const { posts: listed } = expectDone(await support.get('/admin/awa/posts')) as Output<typeof api.posts.list>;
  expect(page.post.user).toEqual(listed[0]?.user);
  const names = page.comments.map(({ user }) => user);
  expect(names[0]).toEqual({ username: expect.stringMatching(/^[a-z]+-[a-z]+-\d{3}$/) as string, profiles: null });
  expect(names[1]).toEqual(names[0]);
});

test('a cursor of another list and an unknown post are refused', async () => {
  const post = await addPost();
  expect(problemOf(await ada.get(pathOf(post, '?cursor=x'))).errors?.[0]?.path).toBe('cursor');
  expect(problemOf(await ada.get(pathOf(unknown))).code).toBe('not_found');
  expect((await ada.get(pathOf('x'))).status).toBe(404);
});

test('a deleted comment is gone with its counts; the log keeps its id and no text', async () => {
  const post = await addPost();
  const [first = '', second = ''] = await addComments(post, ['A secret of hers', 'Be kind']);
  const deleted = await ada.remove(`/admin/awa/comments/${first}`);
  expect(deleted.status).toBe(204);
  const page = await read(post);
  expect(page.comments.map(({ id }) => id)).toEqual([second]);
  expect(page.post._count.comments).toBe(1);
  const { rows } = await app.database.pool.query<{ total: number }>(
    'SELECT sum(comment_count)::int AS total FROM users',
  );
  expect(rows[0]?.total).toBe(1);
  const { operations } = await ada.operations('?kind=comment');
  expect(operations[0]).toMatchObject({ id: operationOf(deleted), action: 'delete', area: 'awa', entityId: first });
  expect(JSON.stringify(operations)).not.toContain('secret of hers');
  expect(problemOf(await ada.undo(operationOf(deleted) ?? '')).code).toBe('not_undoable');
  // A colleague who deletes it too is not told of a failure; one that never existed is.
  expect((await ada.remove(`/admin/awa/comments/${first}`)).status).toBe(204);
  expect(problemOf(await ada.remove(`/admin/awa/comments/${unknown}`)).code).toBe('not_found');
  const support = caller(app.url, await newBearer(app, 'support' satisfies Role));
  expect((await support.remove(`/admin/awa/comments/${second}`)).status).toBe(403);
});

test('the app is told of a deleted comment, and not of the comments of a deleted post', async () => {
  const post = await addPost();
  const [first = ''] = await addComments(post, ['One', 'Two', 'Three']);
  await app.database.pool.query('DELETE FROM app_changes');
  expectDone(await ada.remove(`/admin/awa/comments/${first}`));
  expectDone(await ada.remove(`/admin/awa/posts/${post}`));
  const { rows } = await app.database.pool.query<{ type: string; subject: string }>(
    'SELECT type, subject FROM app_changes ORDER BY id',
  );
  expect(rows).toEqual([
    { type: 'comment.erased', subject: first },
    { type: 'post.erased', subject: post },
  ]);
});

test('two moderators who delete a comment at once both succeed, once', async () => {
  const post = await addPost();
  const [id = ''] = await addComments(post, ['Be kind']);
  const bola = caller(app.url, await newBearer(app, 'moderator'));
  const both = await Promise.all([ada, bola].map((one) => one.remove(`/admin/awa/comments/${id}`)));
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect((await read(post)).post._count.comments).toBe(0);
});

describe('marks', () => {
  const sql = async <T>(text: string, values: unknown[] = []) =>
    (await app.database.pool.query(text, values)).rows as T[];
  const silent = createLog('silent');
  const markAll = () => markWaiting(app.database.db, 'comment', silent);
  const marked = ({ comments: all }: Page) =>
    all.map(({ content, marks }) => marks.map(({ mark, start, end }) => [mark, content.slice(start, end)]));
  const listCases = async () =>
    (expectDone(await ada.get('/admin/moderation/cases')) as Output<typeof api.cases.list>).cases;

  /** Adds comments of another person on a new post. */
  async function addMarked(...contents: string[]) {
    const post = await addPost();
    return { post, ids: await addComments(post, contents) };
  }

  test('are there at the first reading, with their places, and follow the text', async () => {
    const { post, ids } = await addMarked('😭 call 0700 000 1234 or I kill myself', 'Be kind');
    expect(marked(await read(post)).toSorted()).toEqual([
      [],
      [
        ['phone', '0700 000 1234'],
        ['self-harm', 'kill myself'],
      ],
    ]);
    await sql("UPDATE comments SET content = 'All is well, ada@example.com' WHERE id = $1", [ids[0]]);
    expect(await sql('SELECT marks::text, places, rules FROM comments WHERE id = $1', [ids[0]])).toEqual([
      { marks: '{}', places: [], rules: 0 },
    ]);
    expect(marked(await read(post)).toSorted()).toEqual([[], [['email', 'ada@example.com']]]);
    expect(await sql('SELECT * FROM wrong_figures()')).toEqual([]);
    // Support sees them too, as with posts.
    const support = caller(app.url, await newBearer(app, 'support'));
    expect(marked(expectDone(await support.get(pathOf(post))) as Page).toSorted()).toEqual(
      marked(await read(post)).toSorted(),
    );
  });

  test('are made soon after the app has written or changed a comment', async () => {
    const backend = caller(app.url, await newAppKey(app));
    const post = await addPost();
    const personId = await addPerson(app);
    const id = randomUUID();
    const marks = () => sql<{ marks: string }>('SELECT marks::text FROM comments WHERE rules > 0');
    expectDone(
      await backend.post('/app/v1/comments', {
        comments: [{ id, postId: post, personId, content: 'www.example.org' }],
      }),
    );
    await expect.poll(marks).toEqual([{ marks: '{link}' }]);
    expectDone(await backend.put(`/app/v1/comments/${id}`, { content: 'I kill myself' }));
    await expect.poll(marks).toEqual([{ marks: '{self-harm}' }]);
    expect((await listCases()).map(({ reason }) => reason)).toEqual(['self-harm']);
  });

  test('of danger open one case, which has the text with its places; a changed text does not open another one', async () => {
    const { post, ids } = await addMarked('I kill myself', 'I kill myself, 0700 000 1234', 'www.example.org');
    await sql('DELETE FROM comments WHERE id = $1', [ids[0]]);
    await read(post);
    const [found, ...others] = await listCases();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ reason: 'self-harm', lane: 'crisis', reports: 0 });
    const opened = expectDone(await ada.get(`/admin/moderation/cases/${found?.id}`)) as Output<typeof api.cases.get>;
    expect(opened.text).toMatchObject({
      content: 'I kill myself, 0700 000 1234',
      marks: [
        { mark: 'self-harm', start: 2, end: 13 },
        { mark: 'phone', start: 15, end: 28 },
      ],
    });
    expect(await sql('SELECT subject_kind, subject_id FROM cases')).toEqual([
      { subject_kind: 'comment', subject_id: ids[1] },
    ]);
    await sql("UPDATE comments SET content = 'Really, I kill myself' WHERE id = $1", [ids[1]]);
    await read(post);
    expect((await listCases()).map(({ id }) => id)).toEqual([found?.id]);
    expect(await sql('SELECT count(*)::int AS n FROM snapshots')).toEqual([{ n: 2 }]);
    // The rules change: marks that are found again are no new case.
    await sql("UPDATE cases SET state = 'decided'; UPDATE comments SET rules = 0");
    await markAll();
    expect(await sql('SELECT count(*)::int AS n FROM cases')).toEqual([{ n: 1 }]);
  });

  test('open no case for a hidden comment, for an old one, and when the setting says so', async () => {
    const { ids } = await addMarked('I kill myself', 'I kill myself.', 'www.example.org');
    await sql("UPDATE comments SET created_at = '2026-01-01' WHERE id = $1", [ids[0]]);
    await sql('UPDATE comments SET hidden_at = now(), hidden_hour = 1 WHERE id = $1', [ids[1]]);
    await markAll();
    expect(await sql("SELECT FROM comments WHERE marks <> '{}'")).toHaveLength(3);
    expect(await listCases()).toEqual([]);
    await sql("UPDATE desk SET case_marks = '{}'");
    await addMarked('I kill myself');
    await markAll();
    expect(await listCases()).toEqual([]);
    await sql("UPDATE desk SET case_marks = '{self-harm,violence,threat,emergency}'");
  });

  test('of a name are gone when the person is erased; the others stay, and open no second case', async () => {
    const [gone, other] = [
      await addPerson(app, { name: 'Adaéze Òkafor' }),
      await addPerson(app, { name: 'Halima Bello' }),
    ];
    const { post } = await addMarked(
      'Ask Okafor Adaeze, or I kill myself',
      'Ask Halima Bello and Adaeze Okafor',
      'Ask Halima Bello',
    );
    const names = async () =>
      marked(await read(post))
        .flatMap((places) => places.map(([, text]) => text))
        .toSorted();
    const [adaeze, halima] = ['Adaeze Okafor', 'Halima Bello'];
    expect(await names()).toEqual([adaeze, halima, halima, 'Okafor Adaeze', 'kill myself']);
    await sql("UPDATE cases SET state = 'decided'");
    expectDone(await ada.remove(`/admin/users/${gone}`));
    expect(await sql("SELECT FROM comments WHERE marks @> '{name}'")).toHaveLength(1);
    expect(await names()).toEqual([halima, halima, 'kill myself']);
    expect(await sql('SELECT count(*)::int AS n FROM cases')).toEqual([{ n: 1 }]);
    expectDone(await ada.remove(`/admin/users/${other}`));
    expect(await names()).toEqual(['kill myself']);
  });

  test('wait for no one: a comment whose author is held is marked later, and two who name each other can be erased at once', async () => {
    const { post } = await addMarked('I kill myself', 'Be kind');
    const { release } = await holdLock(app.database.pool, 'SELECT FROM users FOR UPDATE');
    await markAll();
    expect(await sql('SELECT content FROM comments WHERE rules > 0')).toEqual([{ content: 'Be kind' }]);
    await release();
    await markAll();
    expect(await sql('SELECT FROM comments WHERE rules = 0')).toEqual([]);
    for (let round = 0; round < 5; round += 1) {
      const people = [await addPerson(app, { name: 'Adaeze Okafor' }), await addPerson(app, { name: 'Halima Bello' })];
      const texts = people.flatMap((userId, at) =>
        Array.from({ length: 20 }, () => ({
          postId: post,
          userId,
          content: `I kill myself, ${at === 0 ? 'Halima Bello' : 'Adaeze Okafor'}`,
        })),
      );
      await app.database.db.insert(comments).values(texts);
      if (round % 2 === 0) await markAll();
      const done = await Promise.all([...people.map((id) => ada.remove(`/admin/users/${id}`)), markAll()]);
      expect(done.slice(0, 2)).toMatchObject([{ status: 204 }, { status: 204 }]);
    }
    expect(await sql('SELECT count(*)::int AS n FROM comments')).toEqual([{ n: 2 }]);
  });

  test('of many comments are made in batches, some at each upkeep, from the index', async () => {
    const post = await addPost();
    await sql(
      `INSERT INTO comments (id, post_id, user_id, content)
       SELECT gen_random_uuid(), $1, user_id, CASE n % 100 WHEN 0 THEN 'www.example.org' ELSE 'Hm' END
       FROM posts, generate_series(1, 5400) AS n`,
      [post],
    );
    const waiting = async () =>
      (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM comments WHERE rules < ${markRules}`))[0]?.n;
    await markInUpkeep(app.database.db, silent);
    expect(await waiting()).toBe(400);
    await markInUpkeep(app.database.db, silent);
    expect(await waiting()).toBe(0);
    expect(await sql("SELECT FROM comments WHERE marks = '{link}'")).toHaveLength(54);
  });
});
