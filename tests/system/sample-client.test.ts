import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as esbuild from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { type Caller, caller } from '#tests/desk/caller.ts';
import { send } from '#tests/desk/send.ts';
import { type Process, freePort, launch, until } from '#tests/desk/server-process.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

/** The file of the client's copy. */
type Copy = {
  after: string;
  content: Record<string, { body: unknown }>;
  people: Record<string, { name: string; email: string; isVerified: boolean; isSent: boolean }>;
  posts: Record<string, { personId: string; content: string; isSent: boolean }>;
};

const addresses = [
  'announcements',
  'doctors',
  'cycle',
  'awa',
  ...Object.keys(trackingModes).map((mode) => `lady-due/${mode}`),
].map((name) => `/content/v1/${name}`);

let folder: string;
let program: string;
let app: TestApp;
let staff: Caller;
let key: string;
let settings: Record<string, string> & { DATA_DIR: string };
let turn = 0;
const run = <Row extends object>(sql: string, values: unknown[] = []) => app.database.pool.query<Row>(sql, values);
beforeAll(async () => {
  // Below the repository, so that the bundle finds its package.
  folder = mkdtempSync(path.resolve('node_modules/.awa-sample-'));
  program = path.join(folder, 'main.mjs');
  await esbuild.build({
    entryPoints: ['examples/app/main.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  app = await testApp();
  staff = caller(app.url, await newBearer(app));
  key = await newAppKey(app);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
/** Each test has a new client, and a desk without people. */
beforeEach(async () => {
  await run('DELETE FROM users');
  turn += 1;
  settings = {
    DATA_DIR: folder,
    AWA_DESK_URL: app.url,
    AWA_APP_KEY: key,
    AWA_COPY_FILE: path.join(folder, `copy-${turn}.json`),
    AWA_ASK_SECONDS: '0.02',
  };
});

/** Starts the client, which is killed at the end of the test. */
function start(own: Record<string, string> = {}) {
  const client = launch(program, { ...settings, ...own });
  onTestFinished(() => kill(client));
  return client;
}
async function kill({ child, ended }: Process) {
  child.kill('SIGKILL');
  await ended;
}
const write = ({ child }: Process, ...lines: string[]) => child.stdin?.write(lines.map((line) => `${line}\n`).join(''));
/** The posts that a client said it had kept: their ids and those of their authors. */
const keptBy = ({ output }: Process) =>
  [...output().matchAll(/^kept the post (\S+) of (\S+)$/gm)].map(([, post = '', author = '']) => ({ post, author }));

/** Erases one person with her post as the loss of the rows after a backup does: the feed says nothing of it. */
const eraseUnnoticed = () =>
  withClient({ connectionString: app.database.url }, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query("DELETE FROM posts WHERE content = 'Good evening'");
    await client.query("DELETE FROM users WHERE name = 'Funke'");
  });

const readCopy = () => JSON.parse(readFileSync(settings.AWA_COPY_FILE ?? '', 'utf8')) as Copy;

/** The content, the people and the posts of the desk, as a client has them. */
async function readDesk(): Promise<Omit<Copy, 'after'>> {
  const content = addresses.map(async (address) => [address, { body: (await send(app.url, address)).json }] as const);
  const { rows: people } = await run<{ id: string; row: Copy['people'][string] }>(
    `SELECT id, json_build_object('name', name, 'email', email, 'isVerified', is_verified, 'isSent', true) AS row FROM users`,
  );
  const { rows: posts } = await run<{ id: string; row: Copy['posts'][string] }>(
    `SELECT id, json_build_object('personId', user_id, 'content', content, 'isHidden', hidden_at IS NOT NULL, 'isSent', true,
      'coveredText', CASE WHEN covered <> '[]' THEN covered_text(content, covered) END) AS row FROM posts`,
  );
  return {
    content: Object.fromEntries(await Promise.all(content)),
    people: Object.fromEntries(people.map(({ id, row }) => [id, row])),
    posts: Object.fromEntries(posts.map(({ id, row }) => [id, row])),
  };
}
/** Waits until the client has every change of the desk, and the desk every row of the client. */
const equalsDesk = () =>
  until('a copy that equals the desk', async () => {
    const { content, people, posts } = readCopy();
    const bodies = Object.entries(content).map(([address, { body }]) => [address, { body }]);
    expect({ content: Object.fromEntries(bodies), people, posts }).toEqual(await readDesk());
    return true;
  });

test('a client that is killed at random has everything that the desk has, and lost no post that it kept', async () => {
  const random = seededRandom('sample client');
  const kept: ReturnType<typeof keptBy> = [];
  const made: Announcement[] = [];
  const anyOf = async (table: 'users' | 'posts') =>
    (await run<{ id: string }>(`SELECT id FROM ${table} ORDER BY random() LIMIT 1`)).rows[0]?.id ?? '';
  /** Changes by staff, by another program with the key, and by SQL. */
  const changes = [
    async () => made.push(await staff.make<Announcement>('/admin/announcements', { message: 'Hello' })),
    async () => staff.put(`/admin/announcements/${random.pick(made).id}`, { message: `Hello ${random.next()}` }),
    async () => staff.make('/api/doctors', { name: `Ada ${random.next()}`, specialty: 'Gynaecology' }),
    async () => staff.put(`/admin/users/${await anyOf('users')}/status`, { isVerified: random.chance(0.7) }),
    async () =>
      staff.post('/admin/awa/posts/visibility', { ids: [await anyOf('posts')], isHidden: random.chance(0.6) }),
    async () =>
      run(
        `UPDATE posts SET covered = CASE WHEN covered = '[]' THEN '[{"start": 0, "end": 4}]' ELSE '[]' END::jsonb WHERE id::text = $1`,
        [await anyOf('posts')],
      ),
    async () => staff.remove(`/admin/awa/posts/${await anyOf('posts')}`),
    async () => caller(app.url, key).remove(`/app/v1/people/${await anyOf('users')}`),
    async () => run('DELETE FROM users WHERE id::text = $1', [await anyOf('users')]),
    async () => run('DELETE FROM posts WHERE id::text = $1', [await anyOf('posts')]),
  ];
  await changes[0]?.();
  for (let round = 0; round < 6; round += 1) {
    const client = start();
    for (let step = 0; step < 7; step += 1) {
      write(client, `${random.pick(['Ada', 'Bisi', 'Chidi', 'Dayo'])}: Post ${round}.${step}`);
      await pause(random.next() * 40);
      await random.pick(changes)();
    }
    await until('four kept posts', () => keptBy(client).length >= 4);
    await kill(client);
    kept.push(...keptBy(client));
  }
  start();
  await equalsDesk();
  const { rows: lost } = await run(
    `SELECT post FROM unnest($1::text[], $2::text[]) AS kept (post, author) WHERE post NOT IN (SELECT id::text FROM posts)
      AND NOT EXISTS (SELECT FROM app_changes WHERE type IN ('post.erased', 'person.erased') AND subject IN (post, author))`,
    [kept.map(({ post }) => post), kept.map(({ author }) => author)],
  );
  expect(lost).toEqual([]);
  expect(kept.length).toBeGreaterThan(20);
});

test('rows that the desk lacks were erased while the client was away for too long', async () => {
  const client = start();
  write(client, 'Emeka: Good morning', 'Funke: Good evening');
  await until('both rows', async () => Object.keys((await readDesk()).people).length >= 2);
  await equalsDesk();
  await kill(client);
  await eraseUnnoticed();
  // The feed no longer has the changes after its cursor.
  await run('UPDATE app_feed SET numbered = numbered + 10, swept = numbered + 10');
  start();
  await equalsDesk();
  expect(Object.keys(readCopy().posts)).toHaveLength(1);
});

test('rows that a restored desk lacks are sent again', async () => {
  const client = start();
  write(client, 'Emeka: Good morning', 'Funke: Good evening');
  await until('both rows', async () => Object.keys((await readDesk()).posts).length === 2);
  await equalsDesk();
  await eraseUnnoticed();
  await run('UPDATE app_feed SET id = gen_random_uuid()');
  await until('both rows again', async () => Object.keys((await readDesk()).posts).length === 2);
  await equalsDesk();
});

test('a client is told of changes by a signed request, and refuses another one', async () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const port = await freePort();
  const client = start({ AWA_ASK_SECONDS: '3600', AWA_PUSH_PORT: String(port), AWA_PUSH_SECRET: secret });
  await until('the first reading', readCopy);
  await staff.make('/api/doctors', { name: 'Ngozi', specialty: 'Gynaecology' });
  const push = async (body: string, signed = body) => {
    const [id, at] = ['after-1', new Date()];
    const signature = new Webhook(secret).sign(id, at, signed);
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    };
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
  };
  const body = JSON.stringify({ type: 'changes.available', timestamp: new Date().toISOString(), data: {} });
  expect(await push(`${body} `, body)).toBe(401);
  expect(await push('x'.repeat(20_000))).toBe(401);
  expect(await push(body)).toBe(204);
  await equalsDesk();
  expect(client.child.exitCode).toBeNull();
});

test.each([
  ['without settings', { AWA_APP_KEY: '' }, 'Set AWA_DESK_URL'],
  ['with a wrong key', { AWA_APP_KEY: 'awa_app_wrong' }, 'The desk refused GET /app/v1/changes with 401: '],
])('%s it ends with a sentence', async (_, own, sentence) => {
  const client = start(own);
  expect(await client.ended).toBe(1);
  expect(client.output()).toContain(sentence);
  expect(client.errors()).toBe('');
});
