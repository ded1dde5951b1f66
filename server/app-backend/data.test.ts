import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type api, routes } from '#contract/api.ts';
import { type RefusalCode, refusals } from '#contract/app-data.ts';
import { writtenKinds } from '#contract/live.ts';
import { jsonSchema } from '#server/http/openapi.ts';
import type { Output } from '#contract/route.ts';
import { recount, shownFigures } from '#tests/database/recount.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type Stream, openStream } from '#tests/desk/stream.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { download, plainPicture, upload } from '#tests/records/pictures.ts';

let dataDir: string;
let app: TestApp;
/** The app's backend, and an administrator. */
let backend: Caller;
let staff: Caller;
let bearer: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'awa-app-data-'));
  app = await testApp({ settings: { dataDir } });
  bearer = await newBearer(app);
  staff = caller(app.url, bearer);
  backend = caller(app.url, await newAppKey(app));
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const opened: Stream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
async function follow(by = bearer, since?: string, { url }: Pick<TestApp, 'url'> = app) {
  const stream = await openStream(url, by, since);
  opened.push(stream);
  await stream.until('the first event', () => stream.events.length > 0);
  return stream;
}
/** The kinds that the app has written, as a stream was told. */
const toldOf = ({ events }: Stream) => [
  ...new Set(events.filter(({ name }) => name === 'app').flatMap(({ data }) => data as string[])),
];

const base = '/app/v1';
const email = 'ada@example.org';
const uuids = (count: number) => Array.from({ length: count }, () => randomUUID());
const write = async (what: string, rows: object[]) =>
  expectDone(await backend.post(`${base}/${what}`, { [what]: rows })) as {
    written: number;
    refused: { code: RefusalCode; message: string }[];
  };
async function addPeople(count: number, fields: object = {}) {
  const ids = uuids(count);
  await write(
    'people',
    ids.map((id) => ({ id, email, ...fields })),
  );
  return ids;
}
async function addPosts(personId: string, count: number, fields: object = {}) {
  const ids = uuids(count);
  await write(
    'posts',
    ids.map((id) => ({ id, personId, content: 'Hello', ...fields })),
  );
  return ids;
}
/** Everything that the app writes. Posts may be marked at any time. */
const everything = async () => {
  const rows = ['users', 'posts', 'comments', 'likes', 'secret_members'].map(async (table) => {
    const found = await app.database.pool.query(
      `SELECT to_jsonb(t) - 'rules' AS row FROM ${table} AS t ORDER BY t::text`,
    );
    return found.rows;
  });
  return Promise.all(rows);
};

describe('each row of a call', () => {
  const [personId, secretId] = uuids(2) as [string, string];
  const [postId] = uuids(1) as [string];
  const unknown = randomUUID();
  beforeAll(async () => {
    await write('people', [{ id: personId, email }]);
    await write('posts', [{ id: postId, personId, content: 'Hello' }]);
  });

  test.each([
    ['people', { id: randomUUID(), email }, undefined],
    ['posts', { id: randomUUID(), personId, content: '' }, undefined],
    ['posts', { id: randomUUID(), personId: unknown, content: 'x' }, 'person_unknown'],
    ['comments', { id: randomUUID(), postId, personId, content: 'x' }, undefined],
    ['comments', { id: randomUUID(), postId: unknown, personId, content: 'x' }, 'post_unknown'],
    ['comments', { id: randomUUID(), postId, personId: unknown, content: 'x' }, 'person_unknown'],
    ['likes', { postId, personId }, undefined],
    ['likes', { postId: unknown, personId }, 'post_unknown'],
    ['likes', { postId, personId: unknown }, 'person_unknown'],
    ['members', { secretId, personId }, undefined],
    ['members', { secretId, personId: unknown }, 'person_unknown'],
  ] as const)('of %s %j is written, or refused with %s, and again the same', async (what, row, code) => {
    const { id, ...pair } = row as { id?: string };
    const refused = code ? [{ ...(id ? { id } : pair), code, message: refusals[code] }] : [];
    const answer = { written: code ? 0 : 1, refused };
    expect(await write(what, [row])).toEqual(answer);
    const before = await everything();
    expect(await write(what, [row])).toEqual(answer);
    expect(await everything()).toEqual(before);
  });

  const twice = randomUUID();
  const person = { id: randomUUID(), email };
  const post = { id: randomUUID(), personId: randomUUID(), content: 'x' };
  const comment = { ...post, postId: randomUUID() };
  const pair = { postId: randomUUID(), personId: randomUUID() };
  const afterTomorrow = new Date(Date.now() + 25 * 3_600_000).toISOString();
  test.each([
    ['people', 'people', []],
    ['people', 'people', Array.from({ length: 501 }, () => ({ id: randomUUID(), email }))],
    ['people', 'people.3.email', [person, person, person, { ...person, id: randomUUID(), email: 'ada' }]],
    ['people', 'people.0.email', [{ id: randomUUID() }]],
    ['people', 'people.0.id', [{ ...person, id: 41 }]],
    ['people', 'people.1.id', [person, { id: person.id.toUpperCase(), email }]],
    ['people', 'people.0.lastActiveAt', [{ ...person, lastActiveAt: '1999-12-31T23:59:59Z' }]],
    ['people', 'people.0.lastActiveAt', [{ ...person, lastActiveAt: afterTomorrow }]],
    ['people', 'people.0.createdAt', [{ ...person, createdAt: 'yesterday' }]],
    ['people', 'people.0.profileImage', [{ ...person, profileImage: 'javascript:alert(1)' }]],
    ['people', 'people.0.name', [{ ...person, name: 'a\u0000b' }]],
    ['people', 'people.0.name', [{ ...person, name: '\ud800' }]],
    ['people', 'people.0.name', [{ ...person, name: 'x'.repeat(201) }]],
    ['people', 'people.0.isVerified', [{ ...person, isVerified: 'yes' }]],
    ['people', 'people.0.language', [{ ...person, language: 'en' }]],
    ['people', 'people.0.role', [{ ...person, role: 'administrator' }]],
    ['posts', 'posts.0.content', [{ ...post, content: 'x'.repeat(20_001) }]],
    ['posts', 'posts.0.content', [{ ...post, content: undefined }]],
    ['posts', 'posts.0.marks', [{ ...post, marks: ['harm'] }]],
    ['posts', 'posts.0.imageUrl', [{ ...post, imageUrl: 'https://ada:secret@example.org/a.png' }]],
    ['posts', 'posts.2.id', [post, { ...post, id: twice }, { ...post, id: twice }]],
    ['comments', 'comments.0.content', [{ ...comment, content: ' ' }]],
    ['comments', 'comments.0.createdAt', [{ ...comment, createdAt: '2100-01-01T00:00:00Z' }]],
    ['likes', 'likes.1', [pair, pair]],
    ['likes', 'likes.0.personId', [{ postId: pair.postId }]],
    ['members', 'members.0.secretId', [{ ...pair }]],
  ])('of %s that is malformed refuses the whole call: %s', async (what, at, rows) => {
    const before = await everything();
    const answer = await backend.post(`${base}/${what}`, { [what]: rows });
    expect(answer.status).toBe(422);
    expect(problemOf(answer).errors?.map((error) => error.path)).toContain(at);
    expect(await everything()).toEqual(before);
  });

  test('is stored in NFC and without white space around it', async () => {
    const id = randomUUID();
    await write('people', [{ id, email: ` ${email} `, name: ' Ade\u0301 ' }]);
    expect((await staff.get(`/admin/users/${id}`)).json).toMatchObject({ name: 'Ad\u00e9', email });
  });
});

describe('five hundred rows of a call', () => {
  test('are written, and counted', async () => {
    const people = await addPeople(500, { isVerified: true });
    const [first = ''] = people;
    const posts = people.map((personId) => ({ id: randomUUID(), personId, content: `Hello ${personId}` }));
    expect(await write('posts', posts)).toEqual({ written: 500, refused: [] });
    const comments = posts.map(({ id }) => ({ id: randomUUID(), postId: id, personId: first, content: 'Welcome' }));
    expect(await write('comments', comments)).toEqual({ written: 500, refused: [] });
    const likes = posts.map(({ id }) => ({ postId: id, personId: first }));
    expect(await write('likes', likes)).toEqual({ written: 500, refused: [] });
    const secretId = randomUUID();
    expect(
      await write(
        'members',
        people.map((personId) => ({ secretId, personId })),
      ),
    ).toEqual({
      written: 500,
      refused: [],
    });
    expect(await shownFigures(app, bearer)).toEqual(await recount(app.database.pool));
    const { rows } = await app.database.pool.query('SELECT FROM wrong_figures() UNION ALL SELECT FROM wrong_posts()');
    expect(rows).toEqual([]);
  });
});

describe('one row', () => {
  const person = async (id: string) => (await staff.get(`/admin/users/${id}`)).json;

  test('of a person: PUT changes the sent fields, GET says whether she is verified, DELETE erases', async () => {
    const [id = ''] = await addPeople(1, { name: 'Ada', username: 'ada', createdAt: '2026-01-02T03:04:05Z' });
    const at = `${base}/people/${id}`;
    expect((await backend.get(at)).json).toEqual({ id, isVerified: false, createdAt: '2026-01-02T03:04:05.000Z' });
    expect((await backend.put(at, { name: 'Adé' })).status).toBe(204);
    expect(await person(id)).toMatchObject({ name: 'Adé', username: 'ada', email });
    expect((await backend.put(at, { email: '' })).status).toBe(422);
    expect((await backend.put(at, { id })).status).toBe(204);
    expectDone(await staff.put(`/admin/users/${id}/status`, { isVerified: true }));
    expect((await backend.get(at)).json).toMatchObject({ isVerified: true });
    await write('people', [{ id, email }]);
    expect((await backend.get(at)).json).toMatchObject({ isVerified: true });

    const [postId = ''] = await addPosts(id, 1);
    for (let time = 0; time < 2; time += 1) {
      expect((await backend.remove(at)).status).toBe(204);
      expect((await backend.get(at)).status).toBe(404);
      expect((await backend.put(at, { name: 'Ada' })).status).toBe(404);
    }
    const refused = (one: string) => [{ id: one, code: 'erased', message: refusals.erased }];
    expect(await write('people', [{ id, email }])).toEqual({ written: 0, refused: refused(id) });
    expect(await write('posts', [{ id: postId, personId: id, content: 'x' }])).toEqual({
      written: 0,
      refused: refused(postId),
    });
  });

  test('of an erased person may be written again when the feed has forgotten it', async () => {
    const [id = ''] = await addPeople(1);
    await backend.remove(`${base}/people/${id}`);
    await app.database.pool.query('DELETE FROM app_changes WHERE subject = $1', [id]);
    expect(await write('people', [{ id, email }])).toEqual({ written: 1, refused: [] });
  });

  test('of a post: PUT changes the sent fields, DELETE takes comments and likes along, and neither is in the log', async () => {
    const before = (await staff.operations()).operations.length;
    const [personId = ''] = await addPeople(1);
    const secretId = randomUUID();
    const [id = ''] = await addPosts(personId, 1, { secretId });
    await write('comments', [{ id: randomUUID(), postId: id, personId, content: 'Welcome' }]);
    const at = `${base}/posts/${id}`;
    expect((await backend.put(at, { content: 'Goodbye', secretId: null })).status).toBe(204);
    const { rows } = await app.database.pool.query('SELECT content, secret_id FROM posts WHERE id = $1', [id]);
    expect(rows).toEqual([{ content: 'Goodbye', secret_id: null }]);
    expect((await backend.put(at, { personId })).status).toBe(422);
    expect((await backend.put(`${base}/posts/${randomUUID()}`, { content: 'x' })).status).toBe(404);
    for (let time = 0; time < 2; time += 1) expect((await backend.remove(at)).status).toBe(204);
    expect(await person(personId)).toMatchObject({ stats: { posts: 0, comments: 0 } });
    expect((await staff.operations()).operations).toHaveLength(before);
  });

  test('of a text that staff hide: GET says so, and what the app sends for it stays hidden', async () => {
    const [personId = ''] = await addPeople(1);
    const [postId = ''] = await addPosts(personId, 1);
    const commentId = randomUUID();
    await write('comments', [{ id: commentId, postId, personId, content: 'Welcome' }]);
    for (const [what, id] of [
      ['posts', postId],
      ['comments', commentId],
    ] as const) {
      const at = `${base}/${what}/${id}`;
      expect((await backend.get(at)).json).toEqual({ id, isHidden: false, coveredText: null });
      expectDone(await staff.post(`/admin/awa/${what}/visibility`, { ids: [id], isHidden: true }));
      expect((await backend.put(at, { content: 'Changed' })).status).toBe(204);
      expect((await backend.get(at)).json).toEqual({ id, isHidden: true, coveredText: null });
      expectDone(await staff.post(`/admin/awa/${what}/visibility`, { ids: [id], isHidden: false }));
      expect((await backend.get(at)).json).toEqual({ id, isHidden: false, coveredText: null });
      expect(problemOf(await backend.get(`${base}/${what}/${randomUUID()}`)).code).toBe('not_found');
    }
  });

  test('of a comment, a like and a member: PUT changes the comment, DELETE takes each back', async () => {
    const [personId = ''] = await addPeople(1);
    const [postId = ''] = await addPosts(personId, 1);
    const [id, secretId] = uuids(2) as [string, string];
    await write('comments', [{ id, postId, personId, content: 'Welcome' }]);
    await write('likes', [{ postId, personId }]);
    await write('members', [{ secretId, personId }]);
    expect((await backend.put(`${base}/comments/${id}`, { content: 'Hello' })).status).toBe(204);
    expect((await backend.put(`${base}/comments/${randomUUID()}`, { content: 'Hello' })).status).toBe(404);
    expect(await person(personId)).toMatchObject({
      recentPosts: [{ _count: { likes: 1, comments: 1 } }],
      recentComments: [{ content: 'Hello' }],
    });
    for (let time = 0; time < 2; time += 1) {
      expect((await backend.remove(`${base}/comments/${id}`)).status).toBe(204);
      expect((await backend.remove(`${base}/likes?postId=${postId}&personId=${personId}`)).status).toBe(204);
      expect((await backend.remove(`${base}/members?secretId=${secretId}&personId=${personId}`)).status).toBe(204);
    }
    expect((await backend.remove(`${base}/likes?postId=${postId}`)).status).toBe(422);
    expect(await person(personId)).toMatchObject({ recentPosts: [{ _count: { likes: 0, comments: 0 } }] });
    const { rows } = await app.database.pool.query('SELECT FROM secret_members WHERE user_id = $1', [personId]);
    expect(rows).toEqual([]);
  });

  test('with a picture of this desk: its file is gone with the person', async () => {
    const { imageUrl } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
    const [id = ''] = await addPeople(1, { profileImage: imageUrl });
    expect((await download(app, imageUrl)).status).toBe(200);
    expect((await backend.remove(`${base}/people/${id}`)).status).toBe(204);
    expect((await download(app, imageUrl)).status).toBe(404);
  });
});

describe('open desks', () => {
  const analytics = async () => (await staff.get('/admin/awa/analytics')).json as Output<typeof api.awa.analytics>;

  test('are right, with the marks, soon after a thousand posts', async () => {
    const [personId = ''] = await addPeople(1);
    const stream = await follow();
    // Some tests write posts by SQL, and random texts may have a mark: reading the list marks them.
    await stream.until('the marks of earlier posts', async () => {
      await staff.get('/admin/awa/posts');
      return (await app.database.pool.query('SELECT FROM posts WHERE rules = 0')).rowCount === 0;
    });
    const before = await analytics();
    const since = expectDone(await staff.get('/admin/awa/posts')) as { pagination: { newest: string } };
    for (let call = 0; call < 2; call += 1) await addPosts(personId, 500, { content: 'Call me on 0803 000 1234' });
    await stream.until('the event', () => toldOf(stream).includes('posts'));
    await stream.until(
      'the marks',
      async () => (await analytics()).needsALook.phone === before.needsALook.phone + 1000,
    );
    expect((await analytics()).totals.posts).toBe(before.totals.posts + 1000);
    const path = `/admin/awa/posts/new?since=${since.pagination.newest}`;
    expect((await staff.get(path)).json).toEqual({ count: 1000, countIsCapped: false });
  });

  test('of each role, on every process, are told of what the role may look at', async () => {
    const [moderator, editor] = [await newBearer(app, 'moderator'), await newBearer(app, 'editor')];
    const other = await testApp({ database: app.database });
    const [seeing, editing] = [await follow(moderator, undefined, other), await follow(editor, undefined, other)];
    const [personId = ''] = await addPeople(1);
    await write('members', [{ secretId: randomUUID(), personId }]);
    const [subjectId] = await addPosts(personId, 1);
    const report = { id: randomUUID(), kind: 'post', subjectId, personId, reason: 'spam' };
    expectDone(await backend.post(`${base}/reports`, report));
    await seeing.until('all kinds', () => toldOf(seeing).length === 4);
    expect(toldOf(seeing).toSorted()).toEqual(['members', 'posts', 'reports', 'users']);
    expect(toldOf(editing)).toEqual([]);
    const doctor = expectDone(await staff.post('/api/doctors', { name: 'Ngozi', specialty: 'Fever' })) as {
      id: string;
    };
    const wrong = { ...report, id: randomUUID(), kind: 'doctor', subjectId: doctor.id, reason: 'wrong' };
    expectDone(await backend.post(`${base}/reports`, wrong));
    await editing.until('the report', () => toldOf(editing).length > 0);
    // Changes of staff come in the order of the notifications.
    expectDone(await staff.post('/admin/announcements', { message: 'Hello' }));
    await editing.until('the change', () => editing.operations().length > 1);
    expect(toldOf(editing)).toEqual(['content-reports']);
    expect(toldOf(seeing)).toHaveLength(4);
    editing.close();
    seeing.close();
    await other.drain();
  });

  test('that were cut off are told of all kinds', async () => {
    const first = await follow();
    first.close();
    const again = await follow(bearer, first.lastId());
    await again.until('the event', () => toldOf(again).length === Object.keys(writtenKinds).length);
  });

  test('are not told of a call that changes nothing', async () => {
    const [id = ''] = await addPeople(1);
    const quiet = await testApp();
    const own = caller(quiet.url, await newAppKey(quiet));
    const stream = await follow(await newBearer(quiet), undefined, quiet);
    const rows = { people: [{ id, email }] };
    for (let time = 0; time < 2; time += 1) expectDone(await own.post(`${base}/people`, rows));
    await stream.until('the event', () => toldOf(stream).length > 0);
    expectDone(await own.post(`${base}/people`, rows));
    expect((await own.put(`${base}/people/${id}`, { email })).status).toBe(204);
    expect((await own.remove(`${base}/posts/${randomUUID()}`)).status).toBe(204);
    const post = { id: randomUUID(), personId: id, content: 'Hello' };
    expectDone(await own.post(`${base}/posts`, { posts: [post] }));
    await stream.until('the event of the post', () => toldOf(stream).includes('posts'));
    const usersTold = stream.events.filter(({ name, data }) => name === 'app' && (data as string[]).includes('users'));
    expect(usersTold).toHaveLength(1);
    stream.close();
    await quiet.close();
  });
});

test('no answer for the app has a field of a staff account or of another person', () => {
  const fields = new Set<string>();
  const look = (schema: object) => {
    for (const [name, value] of Object.entries(schema)) {
      if (name === 'properties') for (const field of Object.keys(value as object)) fields.add(field);
      if (typeof value === 'object' && value !== null) look(value as object);
    }
  };
  const answered = routes.filter(({ access, output }) => access === 'app' && output);
  for (const { output } of answered) if (output) look(jsonSchema(output, 'output'));
  // `name` is that of the key.
  const known =
    'after at changes code coveredText createdAt expiresAt id isHidden isVerified message more name personId postId refused scopes ' +
    'secretId subject type written';
  // Of a report, a decision, a message and a standing.
  const ofModeration =
    'actions answer answeredAt appeal appealUntil canPost canRead erase hide hideOthers kind language outcome people rule ' +
    'sanction state statement text until';
  expect([...fields].toSorted()).toEqual([...known.split(' '), ...ofModeration.split(' ')].toSorted());
  expect(answered.length).toBeGreaterThan(5);
});
