import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Role } from '#contract/roles.ts';
import type { Output } from '#contract/route.ts';
import { comments, posts } from '#server/users/tables.ts';
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
