import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Metrics, User, UserDetail, UserPage } from '#contract/users.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { comments, likes, posts, users } from '#server/users/tables.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE users, posts, comments, likes, secret_members CASCADE'));

const addUser = (fields?: Parameters<typeof addPerson>[1]) => addPerson(app, fields);

async function addPost(userId: string) {
  const [row] = await app.database.db.insert(posts).values({ userId, content: 'A secret' }).returning({ id: posts.id });
  return row?.id ?? '';
}

const addComment = (postId: string, userId: string) =>
  app.database.db.insert(comments).values({ postId, userId, content: 'A comment' });

const get = (query = '') => send(app.url, `/admin/users${query}`, { bearer });
const page = async (query = '') => (await get(query)).json as UserPage;
const search = async (term: string) => (await page(`?search=${encodeURIComponent(term)}&limit=100`)).users;
const metrics = async () => (await send(app.url, '/admin/metrics', { bearer })).json as Metrics;
const setStatus = (id: string, body: unknown) =>
  send(app.url, `/admin/users/${id}/status`, { method: 'PUT', bearer, body });
const remove = (id: string) => send(app.url, `/admin/users/${id}`, { method: 'DELETE', bearer });
const count = async (table: string) =>
  Number((await app.database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);

describe('the list', () => {
  test('is empty while there are no users', async () => {
    expect(await page()).toEqual({
      users: [],
      pagination: { page: 1, limit: 10, total: 0, totalPages: 0, totalIsCapped: false },
    });
  });

  test('shows a user with the fields of the screen only', async () => {
    const id = await addUser({
      name: 'Adé Bello',
      username: 'ade',
      email: 'ade@mail.test',
      profileImage: '/images/x',
      createdAt: '2026-01-02T03:04:05.678Z',
      lastActiveAt: '2026-02-03T04:05:06.789Z',
    });
    const other = await addUser();
    const post = await addPost(id);
    await addPost(id);
    await addComment(post, id);
    await addComment(post, other);
    const [first] = (await page('?search=ade@')).users;
    expect(first).toEqual({
      id,
      name: 'Adé Bello',
      username: 'ade',
      email: 'ade@mail.test',
      profileImage: '/images/x',
      isVerified: false,
      createdAt: '2026-01-02T03:04:05.678Z',
      lastActiveAt: '2026-02-03T04:05:06.789Z',
      stats: { posts: 2, comments: 1 },
    });
  });

  test('returns empty texts for missing values of a user', async () => {
    await addUser();
    expect((await page()).users[0]).toMatchObject({
      name: '',
      username: '',
      profileImage: '',
      stats: { posts: 0, comments: 0 },
    });
  });

  test('has pages of ten, newest first, with every user once', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      ids.push(await addUser({ createdAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString() }));
    }
    const pages = [await page(), await page('?page=2'), await page('?page=3'), await page('?page=4')];
    expect(pages.map((one) => one.users.length)).toEqual([10, 10, 5, 0]);
    expect(pages.flatMap((one) => one.users.map((user) => user.id))).toEqual(ids.toReversed());
    expect(pages.map((one) => one.pagination)).toEqual(
      [1, 2, 3, 4].map((at) => ({ page: at, limit: 10, total: 25, totalPages: 3, totalIsCapped: false })),
    );
  });

  test('keeps one order among users of one moment, on every page and at every reading', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => addUser({ createdAt: '2026-01-01T00:00:00.000Z' })));
    const read = async () => {
      const pages = [
        await page('?limit=7'),
        await page('?limit=7&page=2'),
        await page('?limit=7&page=3'),
        await page('?limit=7&page=4'),
        await page('?limit=7&page=5'),
      ];
      return pages.flatMap((one) => one.users.map((user) => user.id));
    };
    const first = await read();
    expect(first.toSorted()).toEqual(ids.toSorted());
    await setStatus(first[3] ?? '', { isVerified: true });
    expect(await read()).toEqual(first);
  });

  test.each([
    ['?limit=1', 1, 3],
    ['?limit=2', 2, 2],
    ['?limit=3', 3, 1],
    ['?limit=100', 3, 1],
  ])('%s', async (query, shown, totalPages) => {
    await Promise.all([addUser(), addUser(), addUser()]);
    const answer = await page(query);
    expect([answer.users.length, answer.pagination.totalPages, answer.pagination.total]).toEqual([
      shown,
      totalPages,
      3,
    ]);
  });

  test('far past its end is empty, not an error', async () => {
    await addUser();
    expect(await page('?page=1000000000&limit=100')).toMatchObject({
      users: [],
      pagination: { page: 1_000_000_000, total: 1 },
    });
    expect((await get('?page=1000000001')).status).toBe(422);
  });
});

describe('a search', () => {
  const found = async (term: string, name: string, others: Partial<User> = {}) => {
    await addUser({ name, ...others });
    await addUser({ name: 'Zzz', username: 'zzz', email: 'zzz@zzz.zz' });
    return (await search(term)).map((user) => user.name);
  };

  test.each([
    ['ade', 'Adébáyọ̀'],
    ['ADE', 'Adébáyọ̀'],
    ['adebayo', 'Adébáyọ̀'],
    ['Adébáyọ̀'.normalize('NFD'), 'Adébáyọ̀'.normalize('NFC')],
    ['Adébáyọ̀'.normalize('NFC'), 'Adébáyọ̀'.normalize('NFD')],
    ['bayọ', 'Adébáyọ̀'],
    ['bo', 'Ɓo'],
    ['Ɓo', 'bo'],
    ['dan kura', 'Ɗan Ƙura'],
    ['yar', 'Ƴar’adua'],
    ['ebere', 'Ẹ́bẹ̀rẹ̀'],
    ['ngozi', 'Ńgọzị'],
    ['eve', 'Ɛʋɛ'],
    ['ozo', 'Ɔzɔ'],
    ['nkem', 'Ŋkem'],
    ['o', 'Ọ'],
    ['strasse 5', 'Strasse 5'],
    ['😀', 'Ada 😀'],
    ['👩🏾‍⚕️', 'Dr 👩🏾‍⚕️'],
    ['مريم', 'مريم'],
    ['%', '100% Ada'],
    ['_', 'ada_obi'],
    ['\\', 'a\\b'],
    ['\\%', 'a\\%b'],
    ["o'neil", "O'Neil"],
    ['"', 'the "one"'],
    ['--', 'a -- b'],
    ['[a-z]', 'x[a-z]x'],
    ['.*', 'a.*b'],
    ['$1', 'cost $1'],
  ])('for %j finds %j and nobody else', async (term, name) => {
    expect(await found(term, name)).toEqual([name]);
  });

  test('for a combining mark alone finds no one', async () => {
    expect(await found('\u0301', 'Adébáyọ̀')).toEqual([]);
  });

  test('for a control character is refused', async () => {
    expect((await get('?search=%1F')).status).toBe(422);
  });

  test.each([
    ['the start of the name', 'Ngo'],
    ['the middle of the name', 'ozi eb'],
    ['the username', 'eb_ngo'],
    ['the email', 'n.ebe@mail'],
    ['the end of the email', 'mail.test'],
    ['spaces around it', '  ngozi  '],
    ['a word in another case', 'EBERE'],
    ['its words in another order', 'ebere Ngọzi'],
    ['parts of words from different fields', 'mail.test eb_ ngo'],
    ['words with several spaces', 'Ngozi \u00A0  Ebere'],
    ['the username as the desk shows it', '@eb_ngo_1'],
    ['one word twice', 'ngozi ngozi'],
  ])('finds by %s', async (_, term) => {
    expect(await found(term, 'Ngozi Ebere', { username: 'eb_ngo_1', email: 'n.ebe@mail.test' })).toEqual([
      'Ngozi Ebere',
    ]);
  });

  test('does not find a text that begins in one field and ends in the next', async () => {
    await addUser({ name: 'Ada', username: 'obi', email: 'x@mail.test' });
    for (const term of ['adaobi', 'obix', 'ada obi uche']) expect(await search(term)).toEqual([]);
  });

  test('finds the user with an id, in any case, and nobody for another one', async () => {
    const id = await addUser({ name: 'Ada' });
    await addUser({ name: 'Uche' });
    for (const term of [id, id.toUpperCase(), ` ${id} `]) {
      expect(await search(term)).toMatchObject([{ id, name: 'Ada' }]);
    }
    expect(await search(`${id.slice(0, -1)}${id.endsWith('0') ? 1 : 0}`)).toEqual([]);
  });

  test('for an empty term, or white space, finds everyone', async () => {
    await Promise.all([addUser(), addUser()]);
    for (const query of ['?search=', '?search=%20%20', '']) expect((await page(query)).pagination.total).toBe(2);
  });

  test('counts and pages only its matches', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => addUser({ name: `Chioma ${index}` })));
    await Promise.all(Array.from({ length: 5 }, () => addUser({ name: 'Uche' })));
    expect((await page('?search=chioma')).pagination).toMatchObject({ page: 1, limit: 10, total: 12, totalPages: 2 });
    expect((await page('?search=chioma&page=2')).users).toHaveLength(2);
    expect((await page('?search=nobody')).pagination).toMatchObject({ page: 1, limit: 10, total: 0, totalPages: 0 });
  });

  test('accepts at most 200 characters, emoji counted as one', async () => {
    expect((await get(`?search=${encodeURIComponent('😀'.repeat(200))}`)).status).toBe(200);
    const answer = await get(`?search=${encodeURIComponent('😀'.repeat(201))}`);
    expect(problemOf(answer).errors).toEqual([{ path: 'search', message: 'Search can have at most 200 characters' }]);
  });
});

describe('metrics', () => {
  test('are zero while there are no users', async () => {
    expect(await metrics()).toEqual({
      totalUsers: 0,
      verifiedUsers: 0,
      verificationRate: 0,
      activeUsers: 0,
      totalPosts: 0,
    });
  });

  test.each([
    [0, 3, 0],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [3, 3, 100],
    [1, 8, 12.5],
    [1, 16, 6.3],
    [1, 7, 14.3],
  ])('%i verified of %i is %d percent', async (verified, total, rate) => {
    for (let index = 0; index < total; index += 1) await addUser({ isVerified: index < verified });
    expect(await metrics()).toMatchObject({ totalUsers: total, verifiedUsers: verified, verificationRate: rate });
  });

  test('count users as active who used the app within 30 times 24 hours', async () => {
    const { pool } = app.database;
    const seen = async (sql: string) =>
      pool.query(`UPDATE users SET last_active_at = ${sql} WHERE id = $1`, [await addUser()]);
    await seen('NULL');
    await seen("now() - interval '720 hours' - interval '1 second'");
    expect((await metrics()).activeUsers).toBe(0);
    await seen("now() - interval '720 hours' + interval '1 minute'");
    await seen('now()');
    expect((await metrics()).activeUsers).toBe(2);
    expect((await send(app.url, '/admin/metrics/audience', { bearer })).json).toEqual({ activeUsers: 2 });
  });

  test('are right at once after each change', async () => {
    const [one, two] = [await addUser(), await addUser()];
    await addPost(one);
    await addPost(two);
    await setStatus(one, { isVerified: true });
    expect(await metrics()).toMatchObject({ totalUsers: 2, verifiedUsers: 1, verificationRate: 50, totalPosts: 2 });
    await remove(one);
    expect(await metrics()).toMatchObject({ totalUsers: 1, verifiedUsers: 0, verificationRate: 0, totalPosts: 1 });
  });
});

describe('verifying', () => {
  test('turns on and off, answers with the user, and may be repeated', async () => {
    const id = await addUser({ name: 'Ada' });
    for (const isVerified of [true, true, false, false]) {
      const answer = await setStatus(id, { isVerified });
      expect([answer.status, answer.json]).toEqual([200, (await page()).users[0]]);
      expect(answer.json).toMatchObject({ id, isVerified });
    }
  });

  test('changes one user and the time of the change, unless there is nothing to change', async () => {
    const [id, other] = [await addUser(), await addUser()];
    await app.database.pool.query("UPDATE users SET updated_at = '2026-01-01'");
    const changedAt = async (user: string) =>
      (await app.database.db.select().from(users)).find((row) => row.id === user)?.updatedAt.slice(0, 10);
    await setStatus(id, { isVerified: false });
    expect(await changedAt(id)).toBe('2026-01-01');
    await setStatus(id, { isVerified: true });
    expect(await changedAt(id)).not.toBe('2026-01-01');
    expect(await changedAt(other)).toBe('2026-01-01');
  });

  test.each([
    {},
    { isVerified: null },
    { isVerified: 'true' },
    { isVerified: 1 },
    { isVerified: true, name: 'x' },
    { verified: true },
  ])('by %j is refused', async (body) => {
    expect((await setStatus(await addUser(), body)).status).toBe(422);
    expect((await metrics()).verifiedUsers).toBe(0);
  });

  test('a user who does not exist answers 404', async () => {
    const answer = await setStatus('019abcde-0000-7000-8000-000000000000', { isVerified: true });
    expect([answer.status, problemOf(answer).detail]).toEqual([404, 'This user does not exist.']);
  });
});

describe('one user', () => {
  const getOne = async (id: string) => (await send(app.url, `/admin/users/${id}`, { bearer })).json as UserDetail;

  test('has the fields of the list, and null for users who were never active', async () => {
    const id = await addUser({ name: 'Ada' });
    const [shown] = (await page()).users;
    expect(shown?.lastActiveAt).toBeNull();
    expect(await getOne(id)).toEqual({ ...shown, recentPosts: [], recentComments: [] });
  });

  test('comes with the ten newest posts and their likes and comments', async () => {
    const [id, other] = [await addUser(), await addUser()];
    await addPost(other);
    for (let day = 1; day <= 12; day += 1) {
      await app.database.db.insert(posts).values({
        userId: id,
        content: `Day ${day}`,
        imageUrl: '/images/x',
        createdAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
      });
    }
    const newest = (await getOne(id)).recentPosts[0]?.id ?? '';
    await addComment(newest, other);
    await addComment(newest, id);
    await app.database.db.insert(likes).values({ postId: newest, userId: other });
    const user = await getOne(id);
    expect(user.stats).toEqual({ posts: 12, comments: 1 });
    expect(user.recentPosts.map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Day ${12 - index}`),
    );
    expect(user.recentPosts.slice(0, 2)).toMatchObject([
      { imageUrl: '/images/x', createdAt: '2026-01-12T00:00:00.000Z', _count: { likes: 1, comments: 2 } },
      { _count: { likes: 0, comments: 0 } },
    ]);
  });

  test('comes with the ten newest comments, each with its post', async () => {
    const [id, other] = [await addUser(), await addUser()];
    const post = await addPost(other);
    await addComment(post, other);
    for (let day = 1; day <= 12; day += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, day)).toISOString();
      await app.database.db.insert(comments).values({ postId: post, userId: id, content: `Day ${day}`, createdAt });
    }
    const { recentComments, stats } = await getOne(id);
    expect(stats).toEqual({ posts: 0, comments: 12 });
    expect(recentComments.map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Day ${12 - index}`),
    );
    expect(recentComments[0]).toMatchObject({
      createdAt: '2026-01-12T00:00:00.000Z',
      post: { id: post, content: 'A secret' },
    });
  });

  test('who does not exist, or whose id is malformed, answers 404', async () => {
    for (const id of ['019abcde-0000-7000-8000-000000000000', 'x']) {
      expect((await send(app.url, `/admin/users/${id}`, { bearer })).status).toBe(404);
    }
  });
});

describe('several users', () => {
  const bulk = (ids: unknown, action = 'verify', headers = {}) =>
    send(app.url, '/admin/users/bulk', { method: 'POST', bearer, body: { ids, action }, headers });
  const verified = async () => (await metrics()).verifiedUsers;
  const operations = async () =>
    (
      await app.database.pool.query(
        'SELECT action, area, kind, entity_id, label, count FROM operations ORDER BY at, id',
      )
    ).rows;
  const before = async () => (await operations()).length;

  test('are verified and unverified at once, as one operation without names', async () => {
    const ids = [await addUser(), await addUser({ isVerified: true }), await addUser()];
    const had = await before();
    const answer = await bulk(ids);
    expect([answer.status, answer.json, await verified()]).toEqual([200, { count: 2 }, 3]);
    expect(answer.headers['operation-id']).toBeDefined();
    expect((await bulk(ids, 'unverify')).json).toEqual({ count: 3 });
    expect(await verified()).toBe(0);
    const about = { area: 'users', kind: 'user', entity_id: null, label: '' };
    expect((await operations()).slice(had)).toEqual([
      { ...about, action: 'verify', count: 2 },
      { ...about, action: 'unverify', count: 3 },
    ]);
  });

  test('who have that status already leave no operation', async () => {
    const had = await before();
    const answer = await bulk([await addUser()], 'unverify');
    expect([answer.json, answer.headers['operation-id'], await before()]).toEqual([{ count: 0 }, undefined, had]);
  });

  test('are changed all or none', async () => {
    const ids = [await addUser(), '019abcde-0000-7000-8000-000000000000', await addUser()];
    const had = await before();
    const answer = await bulk(ids);
    expect([answer.status, problemOf(answer).detail]).toEqual([404, 'One of these users no longer exists.']);
    expect(problemOf(answer).errors).toEqual([{ path: 'ids.1', message: 'This user no longer exists' }]);
    expect([await verified(), await before()]).toEqual([0, had]);
    const others = ['019ABCDE-0000-7000-8000-000000000001', ids[0], '019abcde-0000-7000-8000-000000000000'];
    const second = problemOf(await bulk(others));
    expect(second.detail).toBe('2 of these users no longer exist.');
    expect(second.errors?.map(({ path }) => path)).toEqual(['ids.0', 'ids.2']);
  });

  test('are 1 to 500, and none twice', async () => {
    const ids = await Promise.all(Array.from({ length: 501 }, () => addUser()));
    expect(problemOf(await bulk(ids)).errors).toEqual([{ path: 'ids', message: 'Select at most 500 users' }]);
    expect(problemOf(await bulk([])).errors).toEqual([{ path: 'ids', message: 'Select at least one user' }]);
    const [one = ''] = ids;
    for (const again of [one, one.toUpperCase()]) {
      expect(problemOf(await bulk([one, again])).errors).toEqual([
        { path: 'ids', message: 'A user is selected twice' },
      ]);
    }
    expect((await bulk(['x'])).status).toBe(422);
    expect((await bulk([one], 'delete')).status).toBe(422);
    expect(await verified()).toBe(0);
    expect((await bulk(ids.slice(1))).json).toEqual({ count: 500 });
  });

  test('are changed once by a call that is repeated with its key', async () => {
    const key = { 'idempotency-key': 'several-once' };
    const ids = [await addUser(), await addUser()];
    const first = await bulk(ids, 'verify', key);
    await setStatus(ids[0] ?? '', { isVerified: false });
    const again = await bulk(ids, 'verify', key);
    expect([again.json, again.headers['operation-id']]).toEqual([first.json, first.headers['operation-id']]);
    expect(await verified()).toBe(1);
  });

  test('whom two people change at the same time all end with the same status', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => addUser()));
    const answers = await Promise.all([bulk(ids), bulk(ids.toReversed(), 'unverify'), bulk(ids)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([0, 40]).toContain(await verified());
  });
});

describe('deleting', () => {
  test('erases the person with posts, comments and likes, and the comments of others there; nothing else', async () => {
    const [gone, stays] = [await addUser({ name: 'Gone' }), await addUser({ name: 'Stays' })];
    const [theirs, ours] = [await addPost(gone), await addPost(stays)];
    await addComment(theirs, stays);
    await addComment(ours, gone);
    await addComment(ours, stays);
    await app.database.db.insert(likes).values([
      { postId: theirs, userId: stays },
      { postId: ours, userId: gone },
      { postId: ours, userId: stays },
    ]);
    expect((await page()).users.map(({ name, stats }) => [name, stats])).toEqual(
      expect.arrayContaining([['Stays', { posts: 1, comments: 2 }]]),
    );
    const answer = await remove(gone);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await page()).toMatchObject({
      users: [{ name: 'Stays', stats: { posts: 1, comments: 1 } }],
      pagination: { total: 1 },
    });
    expect([await count('posts'), await count('comments'), await count('likes')]).toEqual([1, 1, 1]);
  });

  test('answers 404 from the second time on', async () => {
    const id = await addUser();
    const answers = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await setStatus(id, { isVerified: true })).status).toBe(404);
  });
});
