import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseComment } from '#server/awa/comments.ts';
import {
  deleteLike,
  deleteMember,
  writeComments,
  writeLikes,
  writeMembers,
  writePeople,
  writePosts,
} from '#server/app-backend/write-rows.ts';
import { erasePosts } from '#server/awa/delete-posts.ts';
import { imageEraser } from '#server/images/erase.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { erasePerson } from '#server/users/queries.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import type { Storage } from '#server/images/storage.ts';
import { untilWaiting } from '#tests/database/locks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows;

const uuids = (count: number) => Array.from({ length: count }, () => randomUUID());
const email = 'ada@example.org';

async function addPeople(count: number) {
  const ids = uuids(count);
  await writePeople.write(
    database.db,
    ids.map((id) => ({ id, email })),
  );
  return ids;
}
async function addPosts(personId: string, count: number) {
  const ids = uuids(count);
  await writePosts.write(
    database.db,
    ids.map((id) => ({ id, personId, content: 'Hello' })),
  );
  return ids;
}

/** No test here has a picture of this desk. */
const images = imageEraser({} as Storage, []);
const erasing = {
  person: (id: string) => retryDeadlock(() => database.db.transaction((tx) => erasePerson(tx, images, id))),
  posts: (ids: string[]) => retryDeadlock(() => database.db.transaction((tx) => erasePosts(tx, images, ids))),
};

const countsOf = async (postId: string) =>
  (await rowsOf('SELECT like_count AS likes, comment_count AS comments FROM posts WHERE id = $1', [postId]))[0];

async function expectRightCounts() {
  for (const wrong of ['wrong_figures', 'wrong_users', 'wrong_posts'])
    expect(await rowsOf(`SELECT * FROM ${wrong}()`), wrong).toEqual([]);
}

describe('a person', () => {
  const stored = async (id: string) =>
    (await rowsOf('SELECT *, updated_at > created_at AS touched FROM users WHERE id = $1', [id]))[0];

  test('is written with what was sent, and the rest is empty', async () => {
    const id = randomUUID();
    expect(await writePeople.write(database.db, [{ id, email }])).toEqual({ refused: [], written: [id] });
    const blank = {
      name: '',
      username: '',
      profile_image: '',
      is_verified: false,
      last_active_at: null,
      language: null,
    };
    expect(await stored(id)).toMatchObject({ id, email, ...blank, search: `\u001f\u001f${email}` });
  });

  test('keeps the fields that are not sent, and the same call again changes nothing', async () => {
    const id = randomUUID();
    const full = {
      id,
      name: 'Adé',
      username: 'ade',
      email,
      profileImage: 'https://example.org/a.png',
      isVerified: true,
      language: 'yoruba',
      lastActiveAt: '2026-01-02T03:04:05.678Z',
      createdAt: '2025-01-02T03:04:05.678Z',
    };
    expect((await writePeople.write(database.db, [full])).written).toEqual([id]);
    const before = await stored(id);
    expect((await writePeople.write(database.db, [full])).written).toEqual([]);
    expect(await stored(id)).toEqual(before);
    expect((await writePeople.write(database.db, [{ id, email: 'new@example.org' }])).written).toEqual([id]);
    expect(await stored(id)).toMatchObject({
      ...before,
      email: 'new@example.org',
      updated_at: expect.anything(),
      search: expect.stringContaining('new@'),
    });
    expect(await writePeople.change(database.db, { id, name: 'Ada' } as { id: string })).toEqual({
      isStored: true,
      isChanged: true,
    });
    expect(await stored(id)).toMatchObject({ name: 'Ada', username: 'ade', is_verified: true });
    await writePeople.change(database.db, { id, language: null } as { id: string });
    expect(await stored(id)).toMatchObject({ name: 'Ada', language: null });
    expect(await writePeople.change(database.db, { id })).toEqual({ isStored: true, isChanged: false });
    expect(await writePeople.change(database.db, { id: randomUUID() })).toEqual({ isStored: false, isChanged: false });
  });
});

describe('a post', () => {
  const stored = async (id: string) => (await rowsOf('SELECT * FROM posts WHERE id = $1', [id]))[0];

  test('is written, counted for its author, and loses its marks only with its text', async () => {
    const [personId = ''] = await addPeople(1);
    const [id, secretId] = [randomUUID(), randomUUID()];
    const post = { id, personId, content: 'Hello', secretId, imageUrl: 'https://example.org/a.png' };
    expect(await writePosts.write(database.db, [post])).toEqual({ refused: [], written: [id] });
    expect(await stored(id)).toMatchObject({ user_id: personId, content: 'Hello', secret_id: secretId, rules: 0 });
    await rowsOf('UPDATE posts SET rules = 7 WHERE id = $1', [id]);
    expect((await writePosts.write(database.db, [post])).written).toEqual([]);
    expect(await stored(id)).toMatchObject({ rules: 7 });
    await writePosts.write(database.db, [{ id, personId, content: 'Hello', secretId: null }]);
    expect(await stored(id)).toMatchObject({ rules: 7, secret_id: null, image_url: 'https://example.org/a.png' });
    await writePosts.change(database.db, { id, content: 'Goodbye' } as { id: string });
    expect(await stored(id)).toMatchObject({ rules: 0, content: 'Goodbye' });
    expect(await rowsOf('SELECT post_count FROM users WHERE id = $1', [personId])).toEqual([{ post_count: 1 }]);
    await expectRightCounts();
  });

  test('of an unknown person, of another person, and an erased one are refused, and the others are written', async () => {
    const [personId = '', otherId = ''] = await addPeople(2);
    const [mine = '', erased = ''] = await addPosts(personId, 2);
    await erasing.posts([erased]);
    const [unknown, good] = [randomUUID(), randomUUID()];
    const sent = [
      { id: unknown, personId: randomUUID(), content: 'x' },
      { id: mine, personId: otherId, content: 'x' },
      { id: erased, personId, content: 'x' },
      { id: good, personId, content: 'x' },
    ];
    expect(await writePosts.write(database.db, sent)).toEqual({
      refused: [
        { id: unknown, code: 'person_unknown' },
        { id: mine, code: 'other_person' },
        { id: erased, code: 'erased' },
      ],
      written: [good],
    });
    expect(await stored(mine)).toMatchObject({ user_id: personId, content: 'Hello' });
    expect(await stored(erased)).toBeUndefined();
  });
});

test('comments are counted, and refused by what they lack', async () => {
  const [personId = '', otherId = ''] = await addPeople(2);
  const [postId = '', otherPost = ''] = await addPosts(personId, 2);
  const [id, noPost, noPerson] = uuids(3) as [string, string, string];
  const comment = { id, postId, personId: otherId, content: 'Well said' };
  const sent = [
    { ...comment, id: noPost, postId: randomUUID() },
    { ...comment, id: noPerson, personId: randomUUID() },
    comment,
  ];
  expect(await writeComments.write(database.db, sent)).toEqual({
    refused: [
      { id: noPost, code: 'post_unknown' },
      { id: noPerson, code: 'person_unknown' },
    ],
    written: [id],
  });
  expect((await writeComments.write(database.db, [comment])).written).toEqual([]);
  const moved = [{ ...comment, postId: otherPost }];
  expect((await writeComments.write(database.db, moved)).refused).toEqual([{ id, code: 'other_post' }]);
  const taken = [{ ...comment, personId }];
  expect((await writeComments.write(database.db, taken)).refused).toEqual([{ id, code: 'other_person' }]);
  expect(await countsOf(postId)).toEqual({ likes: 0, comments: 1 });
  expect(await eraseComment(database.db, id)).toBe(true);
  expect(await eraseComment(database.db, id)).toBe(false);
  expect((await writeComments.write(database.db, [comment])).refused).toEqual([{ id, code: 'erased' }]);
  expect(await countsOf(postId)).toEqual({ likes: 0, comments: 0 });
  await expectRightCounts();
});

test('likes and members are written once, and refused by what they lack', async () => {
  const [personId = ''] = await addPeople(1);
  const [postId = ''] = await addPosts(personId, 1);
  const unknown = randomUUID();
  const sent = [
    { postId, personId },
    { postId: unknown, personId },
    { postId, personId: unknown },
  ];
  const refused = [
    { postId: unknown, personId, code: 'post_unknown' },
    { postId, personId: unknown, code: 'person_unknown' },
  ];
  expect(await writeLikes(database.db, sent)).toEqual({ written: 1, refused });
  expect(await writeLikes(database.db, sent)).toEqual({ written: 0, refused });
  expect(await countsOf(postId)).toEqual({ likes: 1, comments: 0 });
  await deleteLike(database.db, { postId, personId });
  await deleteLike(database.db, { postId, personId });
  expect(await countsOf(postId)).toEqual({ likes: 0, comments: 0 });
  const secretId = randomUUID();
  const members = [
    { secretId, personId },
    { secretId, personId: unknown },
  ];
  const noMember = [{ secretId, personId: unknown, code: 'person_unknown' }];
  expect(await writeMembers(database.db, members)).toEqual({ written: 1, refused: noMember });
  expect(await writeMembers(database.db, members)).toEqual({ written: 0, refused: noMember });
  expect(await deleteMember(database.db, { secretId, personId })).toBe(true);
  expect(await deleteMember(database.db, { secretId, personId })).toBe(false);
  await expectRightCounts();
});

describe('a late call', () => {
  test('never brings back a person who was erased, nor what that person wrote', async () => {
    const [personId = '', otherId = ''] = await addPeople(2);
    const [postId = ''] = await addPosts(personId, 1);
    const [otherPost = ''] = await addPosts(otherId, 1);
    await erasing.person(personId);
    expect((await writePeople.write(database.db, [{ id: personId, email }])).refused).toEqual([
      { id: personId, code: 'erased' },
    ]);
    const post = { id: postId, personId, content: 'x' };
    expect((await writePosts.write(database.db, [post])).refused).toEqual([{ id: postId, code: 'erased' }]);
    const comment = { id: randomUUID(), postId: otherPost, personId, content: 'x' };
    expect((await writeComments.write(database.db, [comment])).refused).toMatchObject([{ code: 'person_unknown' }]);
  });

  test.each(['person', 'post'])('that waits while its %s is erased is refused', async (what) => {
    const { db, pool } = database;
    const [personId = ''] = await addPeople(1);
    const [postId = ''] = await addPosts(personId, 1);
    const isPerson = what === 'person';
    const id = isPerson ? personId : postId;
    let writing: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await (isPerson ? erasePerson(tx, images, id) : erasePosts(tx, images, [id]));
      writing = isPerson
        ? writePeople.write(db, [{ id, email }])
        : writePosts.write(db, [{ id, personId, content: 'x' }]);
      await untilWaiting(pool);
    });
    expect(await writing).toEqual({ refused: [{ id, code: 'erased' }], written: [] });
  });
});

/** Begins a transaction with these statements, and commits it when the other work waits for that many locks. */
async function whileHeld<T>(statements: [text: string, values: unknown[]][], work: () => Promise<T>, waiting = 1) {
  return withClient({ connectionString: database.url }, async (client) => {
    await client.query('BEGIN');
    for (const [text, values] of statements) await client.query(text, values);
    const result = work();
    await untilWaiting(database.pool, waiting);
    await client.query('COMMIT');
    return result;
  });
}

test('a row that another call inserts at the same time is changed after it', async () => {
  const [personId = ''] = await addPeople(1);
  const [id, other] = uuids(2) as [string, string];
  const first: [string, unknown[]] = [
    "INSERT INTO posts (id, user_id, content) VALUES ($1, $2, 'First')",
    [id, (await addPeople(1))[0]],
  ];
  const rows = [other, id].map((one) => ({ id: one, personId, content: 'Second' }));
  const done = await whileHeld([first], () => writePosts.write(database.db, rows));
  expect(done).toEqual({ refused: [{ id, code: 'other_person' }], written: [other] });
  const second: [string, unknown[]] = ["INSERT INTO users (id, email) VALUES ($1, 'first@example.org')", [id]];
  expect((await whileHeld([second], () => writePeople.write(database.db, [{ id, email }]))).written).toEqual([id]);
  expect(await rowsOf('SELECT email FROM users WHERE id = $1', [id])).toEqual([{ email }]);
});

test('a person is erased, without a deadlock, who comments on a post of which the erasure does not know yet', async () => {
  const [personId = '', otherId = ''] = await addPeople(2);
  await addPosts(personId, 1);
  const [postId = ''] = await addPosts(otherId, 1);
  const comment: [string, unknown[]] = [
    "INSERT INTO comments (id, post_id, user_id, content) VALUES ($1, $2, $3, 'x')",
    [randomUUID(), postId, personId],
  ];
  const both = async () => {
    const erased = erasing.person(personId);
    await untilWaiting(database.pool);
    const late = { id: randomUUID(), postId, personId, content: 'x' };
    return Promise.all([erased, writeComments.write(database.db, [late])]);
  };
  const [erased] = await whileHeld([comment], both, 2);
  expect(erased).toEqual([]);
  expect(await countsOf(postId)).toEqual({ likes: 0, comments: 0 });
  await expectRightCounts();
});

test('eight writers and deletions at once all end, after deadlocks too, and every count is right afterwards', async () => {
  const { db } = database;
  const random = seededRandom('eight writers');
  const personIds = [...(await addPeople(12)), ...uuids(8)];
  const postIds = uuids(60);
  const commentIds = uuids(60);
  const some = (ids: string[], most: number) => {
    const count = 1 + Math.floor(random.next() * most);
    return [...new Set(Array.from({ length: count }, () => random.pick(ids)))];
  };
  const at = (ids: string[], id: string, within: string[]) => within[ids.indexOf(id) % within.length] as string;
  /** The author of a post or a comment, and the post of a comment, are always the same. */
  const posts = () =>
    some(postIds, 20).map((id) => ({ id, personId: at(postIds, id, personIds), content: `${random.next()}` }));
  const answers = () =>
    some(commentIds, 20).map((id) => ({
      id,
      postId: at(commentIds, id, postIds.slice(0, 10)),
      personId: at(commentIds, id, personIds),
      content: `${random.next()}`,
    }));
  const pairs = () => some(postIds, 20).map((postId) => ({ postId, personId: random.pick(personIds) }));
  const calls: (() => Promise<unknown>)[] = [
    () =>
      writePeople.write(
        db,
        some(personIds, 10).map((id) => ({ id, email: `${random.next()}@example.org` })),
      ),
    () => writePosts.write(db, posts()),
    () => writePosts.write(db, posts()),
    () => writeComments.write(db, answers()),
    () => writeComments.write(db, answers()),
    () => writeLikes(db, pairs()),
    () =>
      writeMembers(
        db,
        pairs().map(({ postId, personId }) => ({ secretId: postId, personId })),
      ),
    () => retryDeadlock(() => eraseComment(db, random.pick(commentIds))),
    () => retryDeadlock(() => deleteLike(db, pairs()[0] as { postId: string; personId: string })),
  ];
  let erased = 0;
  const write = async () => {
    for (let count = 0; count < 60; count += 1) await random.pick(calls)();
  };
  const erase = async () => {
    for (let count = 0; count < 12; count += 1) {
      await erasing.posts(some(postIds, 3));
      const [id = ''] = some(personIds, 1);
      if (await erasing.person(id)) erased += 1;
      await rowsOf("DELETE FROM app_changes WHERE type = 'post.erased' OR subject = $1", [id]);
    }
  };
  await Promise.all([...Array.from({ length: 8 }, write), erase(), erase()]);
  expect(erased).toBeGreaterThan(5);
  await expectRightCounts();
});
