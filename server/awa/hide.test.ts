import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { eraseHidden } from '#server/awa/hide.ts';
import { imageEraser } from '#server/images/erase.ts';
import { comments, posts } from '#server/users/tables.ts';
import { type Caller, caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let ada: Caller;
let bola: Caller;
beforeAll(async () => {
  app = await testApp();
  ada = caller(app.url, await newBearer(app, 'moderator'));
  bola = caller(app.url, await newBearer(app, 'moderator'));
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE users, posts CASCADE; DELETE FROM app_changes'));

type List = Output<typeof api.posts.list>;
type Panel = Output<typeof api.comments.list>;
type Ids = Output<typeof api.posts.setHidden>;

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const list = async (query = '') => expectDone(await ada.get(`/admin/awa/posts${query}`)) as List;
const texts = async (query = '') => (await list(query)).posts.map(({ content }) => content);
const open = async (id: string) => expectDone(await ada.get(`/admin/awa/posts/${id}/comments`)) as Panel;
const call = (kind: 'posts' | 'comments', ids: string[], isHidden = true, by = ada) =>
  by.post(`/admin/awa/${kind}/visibility`, { ids, isHidden });
const hide = async (...given: Parameters<typeof call>) => (expectDone(await call(...given)) as Ids).ids;
const changes = () => sql('SELECT type, subject FROM app_changes ORDER BY id');
/** The counts that a count of everything does not give. */
const wrong = async () => [
  ...(await sql('SELECT name, per, bucket FROM wrong_figures()')),
  ...(await sql('SELECT id FROM wrong_users() UNION ALL SELECT id FROM wrong_posts()')),
];

async function addPost(content: string, more: Partial<typeof posts.$inferInsert> = {}) {
  const userId = more.userId ?? (await addPerson(app, { username: 'moonchild' }));
  const [post] = await app.database.db
    .insert(posts)
    .values({ ...more, content, userId })
    .returning({ id: posts.id });
  return post?.id ?? '';
}

async function addComment(postId: string, content: string) {
  const userId = await addPerson(app, { username: 'kind_reader' });
  const [comment] = await app.database.db.insert(comments).values({ postId, userId, content }).returning();
  return { id: comment?.id ?? '', userId };
}

const run = (hours: number) => sql('UPDATE desk SET running_hours = running_hours + $1', [hours]);

describe('a hidden post', () => {
  test('leaves the list, every count and what the app reads, and comes back whole', async () => {
    const [kept, hidden] = [await addPost('Be kind'), await addPost('Call me: 0803 123 4567')];
    await addComment(hidden, 'No');
    const shown = () => sql<{ id: string }>('SELECT id FROM app_posts UNION ALL SELECT id FROM app_comments');
    const figures = async () => ({
      ...(expectDone(await ada.get('/admin/awa/analytics')) as Output<typeof api.awa.analytics>),
      users: await sql('SELECT id, post_count, comment_count FROM users ORDER BY id'),
      total: (await list()).pagination.total,
    });
    // The first list marks the posts.
    const before = { posts: (await list()).posts, shown: await shown(), figures: await figures() };

    expect(await hide('posts', [hidden])).toEqual([hidden]);
    expect((await list()).posts.map(({ id }) => id)).toEqual([kept]);
    expect(await shown()).toEqual([{ id: kept }]);
    expect(await figures()).toMatchObject({ totals: { posts: 1 }, needsALook: { any: 0, phone: 0 }, total: 1 });
    const { posts: found, pagination } = await list('?hidden=true&marks=phone&search=call');
    expect(found).toEqual([
      { ...before.posts.find(({ id }) => id === hidden), hiddenAt: expect.any(String) as string },
    ]);
    expect(pagination.total).toBe(1);
    expect(await texts('?hidden=true&marks=link')).toEqual([]);
    expect(await wrong()).toEqual([]);

    expect(await hide('posts', [hidden], false)).toEqual([hidden]);
    expect({ shown: await shown(), figures: await figures(), posts: (await list()).posts }).toEqual(before);
    expect(await changes()).toEqual([
      { type: 'post.hidden', subject: hidden },
      { type: 'post.shown', subject: hidden },
    ]);
    expect(await wrong()).toEqual([]);
  });

  test('opens with its comments, and is marked in the panel of its author', async () => {
    const userId = await addPerson(app);
    const post = await addPost('Hm', { userId });
    await addComment(post, 'No');
    await hide('posts', [post]);
    expect(await open(post)).toMatchObject({
      post: { hiddenAt: expect.any(String) as string },
      comments: [{ hiddenAt: null }],
    });
    const admin = caller(app.url, await newBearer(app));
    expect(expectDone(await admin.get(`/admin/users/${userId}`))).toMatchObject({
      stats: { posts: 0 },
      recentPosts: [{ id: post, hiddenAt: expect.any(String) as string }],
    });
  });

  test('stays hidden when the app writes it again', async () => {
    const post = await addPost('Hm');
    await hide('posts', [post]);
    await sql("UPDATE posts SET content = 'Hm, again' WHERE id = $1", [post]);
    expect(await texts()).toEqual([]);
    expect(await texts('?hidden=true')).toEqual(['Hm, again']);
    expect(await wrong()).toEqual([]);
  });
});

describe('a hidden comment', () => {
  test('leaves the counts and what the app reads, and stays in sight of staff', async () => {
    const post = await addPost('Hm');
    const [first, second] = [await addComment(post, 'Buy my tea'), await addComment(post, 'Be kind')];
    expect(await hide('comments', [first.id])).toEqual([first.id]);
    const { post: opened, comments: seen, pagination } = await open(post);
    expect(opened._count.comments).toBe(1);
    expect(pagination.total).toBe(2);
    expect(seen.map(({ content, hiddenAt }) => [content, hiddenAt !== null])).toEqual([
      ['Buy my tea', true],
      ['Be kind', false],
    ]);
    expect(await sql('SELECT id FROM app_comments')).toEqual([{ id: second.id }]);
    expect(await sql('SELECT comment_count FROM users WHERE id = $1', [first.userId])).toEqual([{ comment_count: 0 }]);
    expect(await wrong()).toEqual([]);
    await hide('comments', [first.id], false);
    expect((await open(post)).post._count.comments).toBe(2);
    expect(await changes()).toEqual([
      { type: 'comment.hidden', subject: first.id },
      { type: 'comment.shown', subject: first.id },
    ]);
    expect(await wrong()).toEqual([]);
  });

  test('is not counted down twice when it is deleted, alone or with its post', async () => {
    const post = await addPost('Hm');
    const [first, second] = [await addComment(post, 'One'), await addComment(post, 'Two')];
    await addComment(post, 'Three');
    await hide('comments', [first.id, second.id]);
    expectDone(await ada.remove(`/admin/awa/comments/${first.id}`));
    expect((await open(post)).post._count.comments).toBe(1);
    await hide('posts', [post]);
    expectDone(await ada.remove(`/admin/awa/posts/${post}`));
    expect(await wrong()).toEqual([]);
  });
});

test('several are hidden at once; those that are hidden already or deleted are skipped', async () => {
  const [one, two, gone] = [await addPost('One'), await addPost('Two'), await addPost('Three')];
  expectDone(await ada.remove(`/admin/awa/posts/${gone}`));
  await hide('posts', [one]);
  const done = await call('posts', [one, two, gone]);
  expect((expectDone(done) as Ids).ids).toEqual([two]);
  const nothing = await call('posts', [one, two]);
  expect([(expectDone(nothing) as Ids).ids, operationOf(nothing)]).toEqual([[], undefined]);
  const { operations } = await ada.operations('?kind=post');
  expect(operations.slice(0, 3).map(({ action, entityId }) => [action, entityId])).toEqual([
    ['hide', two],
    ['hide', one],
    ['delete', gone],
  ]);
  expect(operations[0]?.undoable).toBe(false);
});

test('two moderators who hide the same posts at once both succeed, once', async () => {
  const ids = [await addPost('One'), await addPost('Two')];
  const both = await Promise.all([hide('posts', ids, true, ada), hide('posts', ids.toReversed(), true, bola)]);
  expect(both.flat().toSorted()).toEqual(ids.toSorted());
  expect(await wrong()).toEqual([]);
});

test('a role that may only look cannot hide, and sees hidden posts by made-up names', async () => {
  const post = await addPost('Hm');
  const support = caller(app.url, await newBearer(app, 'support'));
  expect((await call('posts', [post], true, support)).status).toBe(403);
  await hide('posts', [post]);
  const seen = expectDone(await support.get('/admin/awa/posts?hidden=true')) as List;
  expect(seen.posts[0]?.user).toEqual({
    username: expect.stringMatching(/^[a-z]+-[a-z]+-\d{3}$/) as string,
    profiles: null,
  });
});

test('a post that was hidden and never deleted is unknown once it is erased', async () => {
  const post = await addPost('Hm');
  await hide('posts', [post]);
  await sql('DELETE FROM posts');
  expect(problemOf(await ada.remove(`/admin/awa/posts/${post}`)).code).toBe('not_found');
});

test('hidden posts and comments are erased after 30 days that the desk ran, not by a jump of its clock', async () => {
  const [post, shown, other] = [await addPost('One'), await addPost('Two'), await addPost('Three')];
  const comment = await addComment(other, 'Buy my tea');
  await hide('posts', [post, shown]);
  await hide('comments', [comment.id]);
  await sql("UPDATE posts SET hidden_at = hidden_at - interval '1 year' WHERE hidden_at IS NOT NULL");
  await run(720);
  const erase = () => eraseHidden(app.database.db, imageEraser(app.storage, []));
  await erase();
  expect(await texts('?hidden=true')).toEqual(['Two', 'One']);
  await hide('posts', [shown], false);
  await sql('DELETE FROM app_changes');
  await run(1);
  await Promise.all([erase(), erase()]);
  expect(await sql('SELECT id FROM posts ORDER BY content')).toEqual([{ id: other }, { id: shown }]);
  expect(await sql('SELECT id FROM comments')).toEqual([]);
  expect(await changes()).toEqual(
    expect.arrayContaining([
      { type: 'post.erased', subject: post },
      { type: 'comment.erased', subject: comment.id },
    ]),
  );
  expect(await wrong()).toEqual([]);
});
