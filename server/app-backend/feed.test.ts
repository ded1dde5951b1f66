import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { AppChange } from '#contract/app-backend.ts';
import { readFeed, sweepFeed } from '#server/app-backend/feed.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const run = (text: string, values: unknown[] = []) => database.pool.query<Record<string, unknown>>(text, values);
const read = (after?: string, limit = 500) => readFeed(database.db, { after, limit });
const summary = (changes: AppChange[]) => changes.map(({ type, subject }) => `${type} ${subject}`);

/** The cursor of the present, before each test. */
let start: string;
beforeEach(async () => {
  ({ after: start } = await read());
});
const sinceStart = async () => summary((await read(start)).changes);

async function addPerson() {
  const id = randomUUID();
  await run("INSERT INTO users (id, email) VALUES ($1, 'ada@example.org')", [id]);
  return id;
}
async function addPost(userId: string) {
  const id = randomUUID();
  await run("INSERT INTO posts (id, user_id, content) VALUES ($1, $2, 'Hello')", [id, userId]);
  return id;
}

test('a deleted post, and a person with her posts, are changes with their ids', async () => {
  const person = await addPerson();
  const [first, second] = [await addPost(person), await addPost(person)];
  expect(await sinceStart()).toEqual([]);
  await run('DELETE FROM posts WHERE id = $1', [first]);
  expect(await sinceStart()).toEqual([`post.erased ${first}`]);
  await run('DELETE FROM users WHERE id = $1', [person]);
  expect((await sinceStart()).toSorted()).toEqual(
    [`post.erased ${first}`, `post.erased ${second}`, `person.erased ${person}`].toSorted(),
  );
});

test('a person is verified and no longer verified; other changes of a person are none', async () => {
  const person = await addPerson();
  await run('UPDATE users SET is_verified = true WHERE id = $1', [person]);
  await run("UPDATE users SET is_verified = true, name = 'Ada' WHERE id = $1", [person]);
  await run('UPDATE users SET is_verified = false WHERE id = $1', [person]);
  expect(await sinceStart()).toEqual([`person.verified ${person}`, `person.verified ${person}`]);
});

test('a transaction that changes content many times is one change of each address', async () => {
  await withClient({ connectionString: database.url }, async (client) => {
    await client.query('BEGIN');
    for (const area of [
      'doctors',
      'lady-due/TTC',
      'doctors',
      'lady-due/PREGNANCY',
      'lady-due/TTC',
      'staff',
      'approvals',
    ])
      await client.query('SELECT raise_content_version($1)', [area]);
    await client.query('COMMIT');
    await client.query("SELECT raise_content_version('doctors')");
  });
  expect(await sinceStart()).toEqual(
    ['doctors', 'lady-due/TTC', 'lady-due/PREGNANCY', 'doctors'].map((area) => `content.changed /content/v1/${area}`),
  );
});

test('each address that the app reads content from is told of', async () => {
  const addresses = Object.values(api)
    .flatMap((group) => Object.values(group))
    .filter(({ path, access }) => access === 'public' && path.startsWith('/content/v1/'))
    .map(({ path }) => path.replace('{trackingMode}', 'TTC'));
  for (const address of addresses) await run('SELECT raise_content_version($1)', [address.replace('/content/v1/', '')]);
  expect(await sinceStart()).toEqual(addresses.map((address) => `content.changed ${address}`));
  expect(addresses.length).toBeGreaterThan(3);
});

test('a change that is committed after a later one has been read is not missed', async () => {
  const [early, late] = [await addPerson(), await addPerson()];
  await withClient({ connectionString: database.url }, async (slow) => {
    await slow.query('BEGIN');
    await slow.query('DELETE FROM users WHERE id = $1', [early]);
    await run('DELETE FROM users WHERE id = $1', [late]);
    const first = await read(start);
    expect(summary(first.changes)).toEqual([`person.erased ${late}`]);
    await slow.query('COMMIT');
    expect(summary((await read(first.after)).changes)).toEqual([`person.erased ${early}`]);
  });
});

test('pages follow each other without a gap, and the last one says so', async () => {
  const people = [];
  for (let count = 0; count < 5; count += 1) people.push(await addPerson());
  await run('DELETE FROM users WHERE id = ANY ($1)', [people]);
  const found: string[] = [];
  const mores: boolean[] = [];
  let after = start;
  for (let page = 0; page < 3; page += 1) {
    const next = await read(after, 2);
    found.push(...next.changes.map(({ subject }) => subject));
    mores.push(next.more);
    ({ after } = next);
  }
  expect(found.toSorted()).toEqual(people.toSorted());
  expect(mores).toEqual([true, true, false]);
  expect(await read(after)).toEqual({ changes: [], after, more: false });
  // The id of a change is a cursor too.
  const [first] = (await read(start, 1)).changes;
  expect((await read(first?.id)).changes).toHaveLength(4);
});

test('eight writers, and a reader whose answers get lost: each change comes once, none is missed', async () => {
  const random = seededRandom('feed');
  const committed: string[] = [];
  let writing = 8;
  const write = () =>
    withClient({ connectionString: database.url }, async (client) => {
      for (let count = 0; count < 30; count += 1) {
        const subjects = Array.from({ length: 1 + Math.floor(random.next() * 4) }, () => randomUUID());
        await client.query('BEGIN');
        for (const subject of subjects) {
          await client.query("INSERT INTO app_changes (type, subject) VALUES ('post.erased', $1)", [subject]);
          await pause(random.next() * 3);
        }
        const isKept = random.next() < 0.9;
        await client.query(isKept ? 'COMMIT' : 'ROLLBACK');
        if (isKept) committed.push(...subjects);
      }
      writing -= 1;
    });
  const found: AppChange[] = [];
  const follow = async () => {
    let after = start;
    for (;;) {
      const isLast = writing === 0;
      const next = await read(after, 1 + Math.floor(random.next() * 20));
      if (random.next() < 0.2) continue;
      found.push(...next.changes);
      ({ after } = next);
      if (isLast && !next.more) return;
    }
  };
  await Promise.all([follow(), ...Array.from({ length: 8 }, write)]);
  expect(found.map(({ subject }) => subject).toSorted()).toEqual(committed.toSorted());
  expect(committed.length).toBeGreaterThan(400);
});

const refused = { status: 410, code: 'read_again' };

test('a change is kept for 30 days of running time; an older cursor is refused', async () => {
  const person = await addPerson();
  await run('DELETE FROM users WHERE id = $1', [person]);
  await sweepFeed(database.db);
  expect(await sinceStart()).toEqual([`person.erased ${person}`]);
  const { after } = await read(start);
  await run('UPDATE desk SET running_hours = running_hours + 720');
  await sweepFeed(database.db);
  expect(await sinceStart()).toEqual([`person.erased ${person}`]);
  await run('UPDATE desk SET running_hours = running_hours + 1');
  await sweepFeed(database.db);
  await expect(read(start)).rejects.toMatchObject(refused);
  expect(await read(after)).toMatchObject({ changes: [] });
});

test('a change that nobody read is numbered before it is deleted, so that its loss is noticed', async () => {
  await addPerson();
  await run('DELETE FROM users');
  await run('UPDATE desk SET running_hours = running_hours + 721');
  await sweepFeed(database.db);
  await expect(read(start)).rejects.toMatchObject(refused);
});

test.each([
  ['of another feed', (cursor: string) => cursor.replace(/-.*/, '-00000000')],
  ['of the future', (cursor: string) => cursor.replace(/^\d+/, '999999999')],
])('a cursor %s is refused', async (_, change) => {
  await expect(read(change(start))).rejects.toMatchObject(refused);
});
