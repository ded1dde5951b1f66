import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Community, type Secret, type TopicTree, topicColours } from '#contract/awa.ts';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { addPerson } from '#tests/desk/people.ts';
import { countAsUnused, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type Caller, caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { comments, posts, secretMembers } from '#server/users/tables.ts';

let app: TestApp;
let bearer: string;
let ada: Caller;
beforeAll(async () => {
  app = await testApp({ settings: { publicUrl: 'https://desk.example.org' } });
  bearer = await newBearer(app);
  ada = caller(app.url, bearer);
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE topics, users, posts CASCADE'));

const path = '/admin/awa';
const addTopic = (title = 'Periods', more = {}) => ada.make<TopicTree>(`${path}/topics`, { title, ...more });
const addSecret = ({ id: topicId }: { id: string }, more = {}) =>
  ada.make<Secret>(`${path}/secrets`, { topicId, title: 'Cramps', groupMode: 'TRACK_PERIOD', ...more });
const addCommunity = ({ id: topicId }: { id: string }, name = 'Sisters') =>
  ada.make<Community>(`${path}/communities`, { topicId, name });
const topics = async () => (expectDone(await ada.get(`${path}/topics`)) as { topics: TopicTree[] }).topics;
const analytics = async () => expectDone(await ada.get(`${path}/analytics`)) as Output<typeof api.awa.analytics>;

const addUser = (fields?: Parameters<typeof addPerson>[1]) => addPerson(app, fields);

/** The relative luminance of a colour, 0 to 1 (WCAG 2.2). */
function lightness(colour: string) {
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('topics', () => {
  test('contain their secrets and communities, newest first', async () => {
    expect(await topics()).toEqual([]);
    const periods = await addTopic('Periods', { description: 'All of it', color: '#2874B2' });
    const food = await addTopic('Food');
    const first = await addSecret(periods, { title: 'First' });
    const second = await addSecret(periods, { title: 'Second', groupMode: 'PCOS' });
    const sisters = await addCommunity(periods);
    expect(periods).toMatchObject({
      title: 'Periods',
      description: 'All of it',
      color: '#2874B2',
      secrets: [],
      communities: [],
    });
    expect(food.color).toBe('#FF6B9D');
    expect(await topics()).toEqual([food, { ...periods, secrets: [second, first], communities: [sisters] }]);
  });

  test('can be sent back as they are read; their children are ignored', async () => {
    const made = await addTopic();
    await addSecret(made);
    const [read] = await topics();
    const answer = await ada.put(
      `${path}/topics/${made.id}`,
      { ...read, id: undefined, title: 'Cycles' },
      { ifMatch: 1 },
    );
    expect(expectDone(answer)).toEqual({ ...read, title: 'Cycles', version: 2, updatedAt: expect.any(String) });
    expect(await topics()).toEqual([answer.json]);
  });

  test('have twelve colours to choose from, on each of which black or white text has a contrast of 4.5', () => {
    const colours = Object.values(topicColours);
    expect([colours.length, colours[0]]).toEqual([12, '#FF6B9D']);
    for (const colour of colours) {
      const light = lightness(colour);
      const contrast = Math.max(1.05 / (light + 0.05), (light + 0.05) / 0.05);
      expect([colour, contrast >= 4.5]).toEqual([colour, true]);
    }
  });
});

describe('secrets and communities', () => {
  test('are listed whole or by topic', async () => {
    const [periods, food] = [await addTopic(), await addTopic('Food')];
    const [mine, theirs] = [await addSecret(periods), await addSecret(food)];
    const [here, there] = [await addCommunity(periods), await addCommunity(food)];
    const list = async (what: string) => expectDone(await ada.get(`${path}/${what}`));
    expect(await list('secrets')).toEqual({ secrets: [theirs, mine] });
    expect(await list(`secrets?topicId=${periods.id}`)).toEqual({ secrets: [mine] });
    expect(await list('communities')).toEqual({ communities: [there, here] });
    expect(await list(`communities?topicId=${food.id}`)).toEqual({ communities: [there] });
  });

  test('count their members, whom no call changes', async () => {
    const secret = await addSecret(await addTopic());
    expect(secret.members).toBe(0);
    const people = [await addUser(), await addUser(), await addUser()];
    await app.database.db.insert(secretMembers).values(people.map((userId) => ({ secretId: secret.id, userId })));
    const shown = async () => (await topics())[0]?.secrets[0]?.members;
    expect(await shown()).toBe(3);
    const answer = await ada.put(`${path}/secrets/${secret.id}`, { members: 90, title: 'Pain' });
    expect(expectDone(answer)).toMatchObject({ title: 'Pain', members: 3, version: 2 });
    await send(app.url, `/admin/users/${people[0]}`, { method: 'DELETE', bearer });
    expect(await shown()).toBe(2);
    expect(expectDone(await ada.get(`${path}/secrets`))).toMatchObject({ secrets: [{ members: 2 }] });
  });

  test('need a topic that exists', async () => {
    const gone = await ada.post(`${path}/communities`, { name: 'A', topicId: '01936f00-0000-7000-8000-000000000001' });
    expect([gone.status, problemOf(gone).code]).toEqual([409, 'parent_missing']);
  });
});

describe('a topic that is deleted', () => {
  test('names the records deleted with it, and comes back with all of them under the same ids, and its posts connected again', async () => {
    const topic = await addTopic();
    const [secret, other] = [await addSecret(topic), await addSecret(topic, { title: 'Other' })];
    const community = await addCommunity(topic);
    const userId = await addUser();
    await app.database.db.insert(secretMembers).values({ secretId: secret.id, userId });
    await app.database.db
      .insert(posts)
      .values({ userId, content: 'Hm', secretId: secret.id, communityId: community.id });
    const contents = await ada.get(`/admin/history/topic/${topic.id}/contents`);
    expect(contents.json).toEqual({
      contains: [
        { kind: 'secret', count: 2 },
        { kind: 'community', count: 1 },
      ],
    });
    const before = await topics();
    const listed = async (query = '') =>
      (expectDone(await ada.get(`${path}/posts${query}`)) as Output<typeof api.posts.list>).posts;
    const [post] = await listed();
    expect(post).toMatchObject({
      secret: { id: secret.id, title: 'Cramps' },
      community: { id: community.id, name: 'Sisters' },
    });

    const deletion = await doneBy(ada.remove(`${path}/topics/${topic.id}`, { ifMatch: 1 }));
    expect(await topics()).toEqual([]);
    expect(await listed()).toEqual([{ ...post, secret: null, community: null }]);
    expect((await listed())[0]?.secretId).toBe(secret.id);
    expect(await listed(`?topicId=${topic.id}`)).toEqual([]);
    const [item] = (await ada.bin('?kind=topic')).items;
    expect(item).toMatchObject({
      id: topic.id,
      label: 'Periods',
      contains: [
        { kind: 'secret', count: 2 },
        { kind: 'community', count: 1 },
      ],
    });

    expectDone(await ada.undo(deletion));
    const shape = (trees: TopicTree[]) =>
      trees.map(({ id, secrets, communities }) => [
        id,
        secrets.map((one) => [one.id, one.members]),
        communities.map((one) => one.id),
      ]);
    expect(shape(await topics())).toEqual(shape(before));
    expect(shape(before)).toEqual([
      [
        topic.id,
        [
          [other.id, 0],
          [secret.id, 1],
        ],
        [community.id],
      ],
    ]);
    expect(await listed(`?topicId=${topic.id}`)).toEqual([post]);
  });

  test('with another version than the stored one stays', async () => {
    const topic = await addTopic();
    await ada.put(`${path}/topics/${topic.id}`, { title: 'New' });
    expect((await ada.remove(`${path}/topics/${topic.id}`, { ifMatch: 1 })).status).toBe(412);
    expect(await topics()).toHaveLength(1);
  });
});

test('an image of a secret is kept while one names it, and one that is gone is refused at the field', async () => {
  const { imageUrl } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
  const secret = await addSecret(await addTopic(), { imageUrl });
  expect(secret.imageUrl).toBe(imageUrl);
  await countAsUnused(app, 40);
  await app.sweepImages();
  expect((await send(app.url, imageUrl)).status).toBe(200);
  const gone = imageUrl.replace(/[\da-f]{32}/, 'a'.repeat(32));
  const refused = await ada.put(`${path}/secrets/${secret.id}`, { imageUrl: gone });
  expect([refused.status, problemOf(refused).errors?.[0]?.path]).toEqual([422, 'imageUrl']);
});

test('the app is shown topics, secrets and communities, and nothing of staff or users', async () => {
  const { imageUrl } = (await upload(app, bearer, await plainPicture('webp'))).json as { imageUrl: string };
  const topic = await addTopic();
  const secret = await addSecret(topic, { imageUrl });
  const community = await addCommunity(topic);
  const shown = await send(app.url, '/content/v1/awa');
  expect(shown.json).toEqual({
    topics: [
      {
        id: topic.id,
        title: 'Periods',
        description: '',
        color: '#FF6B9D',
        updatedAt: topic.updatedAt,
        secrets: [
          {
            id: secret.id,
            title: 'Cramps',
            groupMode: 'TRACK_PERIOD',
            imageUrl: `https://desk.example.org${imageUrl}`,
            updatedAt: secret.updatedAt,
          },
        ],
        communities: [{ id: community.id, name: 'Sisters', description: '', updatedAt: community.updatedAt }],
      },
    ],
  });
  const again = await send(app.url, '/content/v1/awa', { headers: { 'if-none-match': String(shown.headers.etag) } });
  expect(again.status).toBe(304);
  await ada.put(`${path}/communities/${community.id}`, { name: 'Aunties' });
  expect((await send(app.url, '/content/v1/awa')).text).toContain('Aunties');
});

test('the analytics count everything, correct at once', async () => {
  const none = { topics: 0, secrets: 0, communities: 0, posts: 0, activeUsers: 0 };
  expect((await analytics()).totals).toEqual(none);
  const topic = await addTopic();
  await addSecret(topic);
  await addCommunity(topic);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const writer = await addUser({ lastActiveAt: ago(29.9) });
  await addUser({ lastActiveAt: ago(30.1) });
  await app.database.db.insert(posts).values([
    { userId: writer, content: 'Call 0700 000 1234' },
    { userId: writer, content: 'Hm' },
  ]);
  await ada.get(`${path}/posts`);
  expect(await analytics()).toEqual({
    totals: { topics: 1, secrets: 1, communities: 1, posts: 2, activeUsers: 1 },
    needsALook: {
      any: 1,
      harm: 0,
      'self-harm': 0,
      violence: 0,
      threat: 0,
      emergency: 0,
      phone: 1,
      email: 0,
      link: 0,
      name: 0,
      money: 0,
      sale: 0,
    },
  });
});

test('people who wrote are counted once a day, by the days of a zone', async () => {
  const [one, other] = [await addUser(), await addUser()];
  const at = (day: number, time: string) => {
    const date = new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10);
    return `${date}T${time}:00.000Z`;
  };
  const [post] = await app.database.db
    .insert(posts)
    .values([
      { userId: one, content: 'A', createdAt: at(2, '10:00') },
      { userId: one, content: 'B', createdAt: at(2, '11:00') },
      { userId: one, content: 'C', createdAt: at(1, '23:30') },
    ])
    .returning({ id: posts.id });
  const postId = post?.id ?? '';
  await app.database.db.insert(comments).values([
    { postId, userId: other, content: 'D', createdAt: at(2, '12:00') },
    { postId, userId: one, content: 'E', createdAt: at(2, '12:00') },
  ]);
  const writers = async (zone: string) => {
    const { json } = await ada.get(`/admin/metrics/writers?days=3&timeZone=${zone}`);
    return (json as { days: { day: string; count: number }[] }).days;
  };
  expect(await writers('UTC')).toEqual(
    [2, 1, 0].map((ago) => ({ day: at(ago, '00:00').slice(0, 10), count: [0, 1, 2][ago] })),
  );
  const inLagos = await writers('Africa/Lagos');
  expect(inLagos.find(({ day }) => day === at(0, '00:00').slice(0, 10))?.count ?? 1).toBe(1);
});
