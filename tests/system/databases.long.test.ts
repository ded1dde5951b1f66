import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { Binaries } from '#server/database/embedded/binaries.ts';
import { inspectDatabase, obstacles } from '#server/database/inspect-database.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { reach } from '#server/database/connect/reach.ts';
import { built } from '#tests/desk/built-server.ts';
import { caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { newCa } from '#tests/database/certificates.ts';
import { expectKept, failed } from '#tests/load/chaos-desk.ts';
import { flakyDatabase } from '#tests/load/flaky-proxy.ts';
import { mixedLoad } from '#tests/load/mixed-load.ts';
import { noisyPicture } from '#tests/records/pictures.ts';
import { postgresAlone, postgresPair } from '#tests/database/postgres-pair.ts';
import { postgresOf, postgresVersions } from '#tests/database/postgres-versions.ts';
import { send } from '#tests/desk/send.ts';
import { type DeskSettings, freePort, launch, newFolder, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

/** A folder that is removed after the test. */
function folderOfTest() {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const run = (url: string, sql: string) => withClient({ connectionString: url }, (client) => client.query(sql));

/** An empty database whose owner is the role `desk`, without any other rights. */
async function ownedBy(postgres: Awaited<ReturnType<typeof postgresAlone>>) {
  await postgres.query('CREATE ROLE desk LOGIN');
  await run(
    postgres.url,
    "CREATE DATABASE desk OWNER desk TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'",
  );
  const url = new URL(postgres.url);
  url.pathname = '/desk';
  const administrator = url.href;
  url.username = 'desk';
  return { url: url.href, administrator };
}

async function start(settings: DeskSettings) {
  const server = await startServer(built.main, settings);
  const stop = async () => {
    server.child.kill('SIGTERM');
    return server.ended;
  };
  onTestFinished(async () => {
    await stop();
  });
  return { ...server, stop };
}

/** Runs all work of staff and the app in parallel: none of it fails, and the database keeps everything acknowledged. */
async function expectEveryWork(url: string, password: string, databaseUrl: string) {
  const picture = await noisyPicture('png', 200, 200);
  const load = mixedLoad({ urls: [url], bearer: await signIn(url, password), password, picture, isFollowed: true });
  await load.everyWork(url);
  await load.stop();
  expect([load.wrong, failed(load)]).toEqual([[], []]);
  await expectKept({ urls: [url], pool: () => new pg.Pool({ connectionString: databaseUrl }) }, load);
}

/** Saves, undoes and searches. */
async function mainRound(url: string, bearer: string) {
  const staff = caller(url, bearer);
  const { id } = expectDone(await staff.post('/admin/announcements', { message: 'First' })) as Announcement;
  const saved = await staff.put(`/admin/announcements/${id}`, { message: 'Second' });
  expect(saved.status).toBe(200);
  expect((await staff.undo(operationOf(saved) ?? '')).status).toBe(200);
  const { announcements } = (await staff.get('/admin/announcements')).json as { announcements: Announcement[] };
  expect(announcements.find((one) => one.id === id)?.message).toBe('First');
  const { users } = (await staff.get('/admin/users?search=a')).json as { users: unknown[] };
  expect(users.length).toBeGreaterThan(0);
}

describe.each(postgresVersions)('Postgres %s', (version) => {
  let binaries: Binaries;
  const major = Number.parseInt(version, 10);

  test('the main round, as the owner of a database, and without the right to create once it is up to date', async () => {
    binaries = await postgresOf(version);
    const folder = folderOfTest();
    const postgres = await postgresAlone(folder, {}, binaries);
    onTestFinished(() => postgres.end('SIGQUIT'));
    const { url, administrator } = await ownedBy(postgres);
    const settings = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'desk'), DISK_RESERVE_MB: '0' };
    const first = await start({ ...settings, DEMO_USERS: '100' });
    await expectEveryWork(first.url, first.password ?? '', url);
    await mainRound(first.url, await signIn(first.url, first.password ?? ''));

    const doctor = launch(built.program('doctor'), settings);
    expect([await doctor.ended, doctor.errors()]).toEqual([1, '']);
    // This desk has no mail server and no rota.
    expect(doctor.output().match(/^to do .*?: /gm)).toEqual(['to do  danger: ', 'to do  danger: ']);
    expect(doctor.output()).toContain(`well   database: Postgres ${major}.`);
    expect(await first.stop()).toBe(0);

    await run(administrator, 'ALTER DATABASE desk OWNER TO awa; REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    await run(administrator, 'ALTER SCHEMA public OWNER TO awa');
    const again = await start({ ...settings, LOG_LEVEL: 'warn' });
    expect(again.output()).toContain('may not add parts for the coming months to the log');
    expect((await send(again.url, '/readyz')).status).toBe(200);

    await run(administrator, 'ALTER DATABASE desk SET default_transaction_read_only = on');
    await postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'desk'");
    await until('a database that takes no changes', async () => (await send(again.url, '/readyz')).status === 503);
    await postgres.query('ALTER DATABASE desk RESET default_transaction_read_only');
    await until('a database that takes changes', async () => (await send(again.url, '/readyz')).status === 200);
  });

  test('the modes of TLS with a private CA', async () => {
    const folder = folderOfTest();
    const ca = newCa(folder, 'ca');
    const { certificate, key } = ca.issue('localhost');
    const hba = path.join(folder, 'hba.conf');
    writeFileSync(hba, 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n');
    const port = String(await freePort());
    const own = {
      listen_addresses: '127.0.0.1',
      port,
      hba_file: hba,
      ssl: 'on',
      ssl_cert_file: certificate,
      ssl_key_file: key,
    };
    const postgres = await postgresAlone(folder, own, binaries);
    onTestFinished(() => postgres.end('SIGQUIT'));
    const connect = (words: string) =>
      reach(
        { connectionString: `postgres://awa@localhost:${port}/postgres?${words}` },
        () => Promise.resolve('done'),
        0,
      ).catch((error: Error) => error.message);
    const known = `sslrootcert=${encodeURIComponent(ca.file)}`;
    expect(await connect('sslmode=disable')).toMatch(/no encryption|SSL off/);
    for (const mode of ['allow', 'prefer', 'require']) expect(await connect(`sslmode=${mode}`)).toBe('done');
    for (const mode of ['verify-ca', 'verify-full']) {
      expect(await connect(`sslmode=${mode}`)).toContain('Add sslrootcert=FILE');
      expect(await connect(`sslmode=${mode}&${known}`)).toBe('done');
    }
  });

  test('a fail-over to a replica, without a restart', async () => {
    const folder = folderOfTest();
    const [one, two] = [path.join(folder, 'a'), path.join(folder, 'b')];
    for (const each of [one, two]) mkdirSync(each);
    const pair = await postgresPair(one, two, binaries);
    onTestFinished(() => pair.close());
    const address = await flakyDatabase(pair.url());
    onTestFinished(() => address.close());
    const server = await start({ DATABASE_URL: address.url, DATA_DIR: path.join(folder, 'desk'), DEMO_USERS: '10' });
    const bearer = await signIn(server.url, server.password ?? '');
    await mainRound(server.url, bearer);

    const replica = { DATABASE_URL: pair.replica().url, DATA_DIR: path.join(folder, 'desk'), DISK_RESERVE_MB: '0' };
    const sentence = 'This is a replica, which takes no changes. Set DATABASE_URL to its primary';
    const second = launch(built.main, { ...replica, PORT: '0' });
    expect([await second.ended, second.errors()]).toEqual([1, expect.stringContaining(`cannot start: ${sentence}`)]);
    const doctor = launch(built.program('doctor'), replica);
    expect([await doctor.ended, doctor.output()]).toEqual([1, expect.stringContaining(`to do  database: ${sentence}`)]);

    await pair.failOver();
    address.pointTo(pair.url());
    await until('readiness', async () => (await send(server.url, '/readyz')).status === 200);
    const staff = caller(server.url, bearer);
    await until(
      'a change',
      async () => (await staff.post('/admin/announcements', { message: 'After' })).status === 201,
    );
    const rows = await pair.query<{ message: string }>(
      "SELECT message FROM announcements WHERE message IN ('First', 'After') ORDER BY message",
    );
    expect(rows.map(({ message }) => message)).toEqual(['After', 'First']);
  });
});

// Before Postgres 15 a whole database cannot have an ICU language, and machines usually have no Turkish locale.
test.each(postgresVersions.slice(1))('a Turkish database of Postgres %s is refused', async (version) => {
  const folder = folderOfTest();
  const postgres = await postgresAlone(folder, {}, await postgresOf(version));
  onTestFinished(() => postgres.end('SIGQUIT'));
  await run(postgres.url, "CREATE DATABASE desk TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'tr'");
  const url = new URL(postgres.url);
  url.pathname = '/desk';
  const found = await reach({ connectionString: url.href }, (client) => inspectDatabase(client));
  expect(obstacles(found)).toEqual([expect.stringContaining('(Turkish)')]);
});
