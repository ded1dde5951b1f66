import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Feed } from '#contract/app-backend.ts';
import { type Manifest, checkArchive, writeArchive } from '#server/backup/archive.ts';
import { fillFolder, restoreBackup } from '#server/backup/restore.ts';
import { runningAt } from '#server/database/embedded/lock.ts';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { download, plainPicture, upload } from '#tests/records/pictures.ts';
import { send } from '#tests/desk/send.ts';
import { mayMount, smallDisk } from '#tests/load/small-disk.ts';
import { built } from '#tests/desk/built-server.ts';
import { endServer, gone, launch, newFolder, postgresOf, startServer, until } from '#tests/desk/server-process.ts';
import { signIn, writeAnnouncements } from '#tests/desk/writes.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let bearer: string;
let imageUrl: string;
/** The token of an open link. */
let invited: string;
/** A key of the app's backend. */
let appKey: string;
const folder = newFolder();
const dataDir = path.join(folder, 'data');
const first = path.join(folder, 'first.tar');

beforeAll(async () => {
  server = await startServer(built.main, { DATA_DIR: dataDir, DEMO_USERS: '200' }, { within: 150_000 });
  bearer = await signIn(server.url, server.password ?? '');
  invited = await invite();
  appKey = await makeAppKey();
  ({ imageUrl } = (await upload(server, bearer, await plainPicture('jpeg'))).json as { imageUrl: string });
});
afterAll(async () => {
  await endServer(server, dataDir);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command on a data folder: returns its exit code, its output, and its errors. */
async function run(name: string, data: string, args: string[], settings: Record<string, string> = {}) {
  const command = launch(built.program(name), { DATA_DIR: data, ...settings }, { args });
  return { code: await command.ended, said: command.output(), errors: command.errors() };
}
/**
 * The contents of a backup without its time. A restore ends the links of invitations and begins another feed, so only
 * the rows of these tables are counted.
 */
function contentsOf(manifest: Manifest) {
  const { madeAt: _, ...others } = manifest;
  return { ...others, files: others.files.filter(({ name }) => !/^database\/(invitations|app_feed)\./.test(name)) };
}

async function invite() {
  const body = { email: 'invited@example.org', name: 'Ada Obi', role: 'editor' };
  const { status, json } = await send(server.url, '/admin/staff/invitations', { method: 'POST', bearer, body });
  expect(status).toBe(201);
  return (json as { link: { token: string } }).link.token;
}
async function makeAppKey() {
  const body = { name: 'Backend', scopes: ['changes:read'], networks: [], days: 1 };
  const { status, json } = await send(server.url, '/admin/staff/app-keys', { method: 'POST', bearer, body });
  expect(status).toBe(201);
  return (json as { secret: string }).secret;
}
/** The status of opening the link. */
const opened = async (url: string) =>
  (await send(url, '/auth/invitation', { method: 'POST', body: { token: invited } })).status;

const restore = (file: string, to: string) => restoreBackup(file, to, createLog('silent'));

test('a backup that is made during writes is restored elsewhere with the same rows and images, and people sign in', async () => {
  const feed = (url: string, query = '') => send(url, `/app/v1/changes${query}`, { bearer: appKey });
  const { after } = (await feed(server.url)).json as Feed;
  const acknowledged: string[] = [];
  const writing = writeAnnouncements(server.url, bearer, acknowledged);
  await until('some writes', () => acknowledged.length >= 20);
  const before = [...acknowledged];
  const made = await run('backup', dataDir, [first]);
  expect([made.errors, made.code]).toEqual(['', 0]);
  expect(made.said).toContain(`Its last line: ${readFileSync(first, 'latin1').slice(-65)}`);
  const during = acknowledged.length;
  await until('writes after it', () => acknowledged.length > during);
  // Signing out ends the writers.
  await send(server.url, '/auth/logout', { method: 'POST', bearer });
  await writing.stopped;

  const other = path.join(folder, 'another/data');
  const restored = await run('restore', other, [first]);
  expect([restored.errors, restored.code]).toEqual(['', 0]);
  expect(restored.said).toMatch(
    /Everybody signs in again\.\nKeys of the app's backend that were revoked later work again: [^\n]+\nThe log is whole/,
  );
  const second = path.join(folder, 'second.tar');
  expect(await run('backup', other, [second])).toMatchObject({ code: 0, errors: '' });
  const manifest = contentsOf(await checkArchive(first));
  expect(manifest.tables.find(({ name }) => name === 'invitations')?.rows).toBe(1);
  expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(200);
  expect(manifest.files.filter(({ name }) => name.startsWith('images/')).length).toBeGreaterThan(10);
  expect(contentsOf(await checkArchive(second))).toEqual(manifest);

  const desk = await startServer(built.main, { DATA_DIR: other });
  const token = await signIn(desk.url, server.password ?? '');
  // The link may have been used since the backup was made.
  expect([await opened(server.url), await opened(desk.url)]).toEqual([200, 410]);
  // The numbers of its feed may mean other changes than those that the app has read.
  expect((await feed(server.url, `?after=${after}`)).status).toBe(200);
  expect((await feed(desk.url, `?after=${after}`)).json).toMatchObject({ status: 410, code: 'read_again' });
  expect((await feed(desk.url)).status).toBe(200);
  const messages = await writing.read(desk.url, token);
  expect(messages).toEqual(expect.arrayContaining(before));
  const activity = await send(desk.url, '/admin/operations?kind=announcement&limit=1', { bearer: token });
  const written = messages.filter((message) => /^[\da-f-]{36}$/.test(message)).length;
  expect(activity.json).toMatchObject({ pagination: { total: written } });
  const picture = await download(desk, imageUrl);
  expect([picture.status, picture.bytes]).toEqual([200, (await download(server, imageUrl)).bytes]);
  const body = { message: 'Written after the restore' };
  const headers = { 'idempotency-key': 'after-the-restore' };
  expect((await send(desk.url, '/admin/announcements', { method: 'POST', bearer: token, body, headers })).status).toBe(
    201,
  );
  // A desk seals the waiting entries when it ends.
  desk.child.kill('SIGINT');
  expect(await desk.ended).toBe(0);
  expect((await run('staff', other, ['verify-log'])).said).toMatch(
    /The log is whole\. It is sealed up to [\dT:.-]+Z\.\n$/,
  );
});

test('a flipped byte, a missing end or more at the end is found before anything is touched', async () => {
  const whole = readFileSync(first);
  const startOf = (name: string) => whole.indexOf(name);
  const last = whole.length - 1;
  const places = {
    'the name of the first file': 3,
    'the checksum of its header': 150,
    'rows of users': startOf('database/users.copy.gz') + 512 + 40,
    'an image': startOf('images/') + 512 + 100,
    'the room behind the manifest': last - 65 - 1030,
    'the manifest': startOf('manifest.json') + 512 + 30,
    'the end of the tar': last - 100,
    'the last line': last - 10,
    'its newline': last,
  };
  const to = path.join(folder, 'untouched');
  const copy = path.join(folder, 'damaged.tar');
  const refused = async (what: string) => {
    await expect(restore(copy, to), what).rejects.toThrow(/no whole backup/);
    expect(existsSync(to), what).toBe(false);
  };
  for (const [what, place] of Object.entries(places)) {
    const bytes = Buffer.from(whole);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    writeFileSync(copy, bytes);
    await refused(what);
  }
  copyFileSync(first, copy);
  for (const bytes of [whole.length - 1, whole.length - 65, 100_000, 65, 0]) {
    truncateSync(copy, bytes);
    await refused(`${bytes} bytes`);
  }
  writeFileSync(copy, Buffer.concat([whole, Buffer.from('\n')]));
  await refused('a byte more');
  await expect(restore(path.join(folder, 'none.tar'), to)).rejects.toThrow(/cannot be read: ENOENT/);
});

test('a backup by a newer program, a folder or a file that is taken, and wrong words are refused in a sentence', async () => {
  const to = path.join(folder, 'untouched');
  const { format: _, files: __, ...manifest } = await checkArchive(first);
  const newer = path.join(folder, 'newer.tar');
  const later: Omit<Manifest, 'format' | 'files'> = { ...manifest, migrations: [...manifest.migrations, 'f00d'] };
  await writeArchive(newer, () => Promise.resolve(later));
  expect(await run('restore', to, [newer])).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The database is newer than this program[^\n]+\n$/),
  });
  expect(existsSync(to)).toBe(false);

  const taken = path.join(folder, 'taken');
  mkdirSync(taken);
  writeFileSync(path.join(taken, 'thesis.odt'), '');
  expect((await run('restore', taken, [first])).errors).toBe(
    `DATA_DIR ${taken} cannot be used: it is not empty; name an empty or a new folder.\n`,
  );
  expect(readdirSync(taken)).toEqual(['thesis.odt']);
  expect((await run('restore', dataDir, [first])).errors).toContain('it is not empty');
  expect((await run('backup', dataDir, [first])).errors).toBe(`${first} exists already. Name a new file.\n`);
  const nowhere = path.join(folder, 'nowhere');
  expect((await run('backup', dataDir, [path.join(nowhere, 'desk.tar')])).errors).toBe(
    `There is no folder ${nowhere}. Make it, or name another file.\n`,
  );
  expect((await run('backup', to, [newer])).errors).toContain(`DATA_DIR ${to} holds no database. `);
  expect((await run('backup', dataDir, [])).code).toBe(2);
  const given = { DATABASE_URL: 'postgres://localhost/desk' };
  for (const name of ['backup', 'restore'])
    expect((await run(name, to, [newer], given)).errors).toContain('DATABASE_URL is set');
});

test('a backup that is killed leaves no file of its name; one at a time is made', async () => {
  const running = await runningAt(dataDir);
  const file = path.join(folder, 'third.tar');
  await withClient(running?.target ?? {}, async (client) => {
    await client.query('BEGIN; LOCK TABLE desk');
    const killed = launch(built.program('backup'), { DATA_DIR: dataDir }, { args: [file] });
    await until('the first bytes', () => existsSync(`${file}.unfinished`));
    expect((await run('backup', dataDir, [path.join(folder, 'beside.tar')])).errors).toContain('Another backup');
    killed.child.kill('SIGKILL');
    await killed.ended;
  });
  expect(existsSync(file)).toBe(false);
  await until('the end of its session', async () => (await run('backup', dataDir, [file])).code === 0);
  expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

test('a backup that waits for a table sees it as it is afterwards', async () => {
  const target = (await runningAt(dataDir))?.target ?? {};
  const file = path.join(folder, 'waited.tar');
  const count = 'SELECT count(*)::int AS rows FROM announcements';
  const rows = await withClient(target, async (client) => {
    await client.query('BEGIN; LOCK TABLE announcements');
    await client.query(
      "INSERT INTO announcements (id, message, enabled) VALUES (gen_random_uuid(), 'Meanwhile', false)",
    );
    const waiting = run('backup', dataDir, [file]);
    await withClient(target, (other) =>
      until(
        'the wait',
        async () => (await other.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount,
      ),
    );
    await client.query('COMMIT');
    expect((await waiting).code).toBe(0);
    return (await client.query<{ rows: number }>(count)).rows[0]?.rows;
  });
  const { tables } = await checkArchive(file);
  expect(tables.find(({ name }) => name === 'announcements')?.rows).toBe(rows);
});

test('a restore that comes too late for a folder leaves it to the desk that took it', async () => {
  const to = path.join(folder, 'raced');
  let desk: typeof server | undefined;
  const late = fillFolder(to, async () => {
    desk = await startServer(built.main, { DATA_DIR: to, DEMO_USERS: '0' });
    await openEmbedded({ dataDir: to, maxConnections: 10 }, createLog('silent'));
  });
  await expect(late).rejects.toThrow(/is in use by process/);
  expect(readdirSync(to)).toEqual(expect.arrayContaining(['postgres', 'postgres-password', 'reserve']));
  expect(await signIn(desk?.url ?? '', desk?.password ?? '')).toMatch(/^[\w-]{43}$/);
  if (desk) await endServer(desk, to);
});

test('a desk does not start in a folder in which a restore was killed', async () => {
  const to = path.join(folder, 'half');
  const killed = launch(built.program('restore'), { DATA_DIR: to }, { args: [first] });
  await until('the beginning', () => existsSync(path.join(to, 'restoring')));
  const postgres = postgresOf(to);
  killed.child.kill('SIGKILL');
  await gone(postgres);
  const desk = launch(built.main, { DATA_DIR: to, PORT: '0' });
  expect(await desk.ended).toBe(1);
  expect(desk.refusal()).toContain('a restore into it has not ended; if it was broken off, empty it and restore again');
});

test.each(mayMount() ? [30] : [])('where there is no room, nothing is kept', async (megabytes) => {
  const disk = smallDisk(megabytes);
  const no = { code: 1, errors: expect.stringContaining('There is no room for') };
  const to = path.join(disk.folder, 'data');
  expect(await run('restore', to, [first])).toMatchObject(no);
  expect(readdirSync(to)).toEqual([]);
  disk.fill();
  expect(await run('backup', dataDir, [path.join(disk.folder, 'backup.tar')])).toMatchObject(no);
  expect(readdirSync(disk.folder).toSorted()).toEqual(['data', 'filler']);
  disk.remove();
});
