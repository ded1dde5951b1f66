import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { createDatabase } from '#tests/database/database.ts';
import { send } from '#tests/desk/send.ts';
import { built, copyPreparedFolder, preparedPassword } from '#tests/desk/built-server.ts';
import {
  type DeskSettings,
  freePort,
  gone,
  launch,
  newFolder,
  postgresOf,
  startServer,
  until,
} from '#tests/desk/server-process.ts';
import { signIn, writeAnnouncements } from '#tests/desk/writes.ts';

const folders: string[] = [];
const running: { child: { kill(signal: NodeJS.Signals): boolean }; ended: Promise<unknown> }[] = [];

afterAll(async () => {
  for (const server of running) server.child.kill('SIGTERM');
  await Promise.all(running.map((server) => server.ended));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = newFolder();
  folders.push(made);
  return made;
}

/** A folder in which the desk was started before. */
const started = () => copyPreparedFolder(folder());

async function start(settings: DeskSettings) {
  const server = await startServer(built.main, settings);
  running.push(server);
  return server;
}

const ready = (url: string) => fetch(`${url}/readyz`).then((answer) => answer.status === 200);

test.concurrent('first start, second start beside it, Ctrl-C, start again', async () => {
  const dataDir = path.join(folder(), 'data');
  const first = await start({ DATA_DIR: dataDir, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  expect(await ready(first.url)).toBe(true);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  // Standard output is no terminal: each line of it is JSON.
  const lines = first.output().trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    expect.stringMatching(/^Awa Desk is ready: \S+ Sign in as admin@awa\.local with a password that this makes/),
  ]);
  const { weeks } = (await (await fetch(`${first.url}/content/v1/cycle`)).json()) as { weeks: unknown[] };
  // Texts that no clinician has reviewed.
  expect(weeks).toEqual([]);

  const second = launch(built.main, { DATA_DIR: dataDir, PORT: '0' });
  expect(await second.ended).toBe(1);
  expect(second.refusal()).toBe(
    `Awa Desk cannot start: DATA_DIR ${dataDir} is in use by process ${first.child.pid}. ` +
      'Stop it first, or start this one with another DATA_DIR.\n',
  );
  expect(await ready(first.url)).toBe(true);

  const postgres = postgresOf(dataDir);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  await gone(postgres);

  const again = await start({ DATA_DIR: dataDir });
  expect(again.password).toBeUndefined();
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
});

test.concurrent('is not ready before its first administrator can sign in and its address is printed', async () => {
  const { url: databaseUrl, drop } = await createDatabase("TEMPLATE template0 ENCODING 'UTF8'");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const status = (path: string) => fetch(`${url}${path}`).then((answer) => answer.status);
  const account = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'crisp-teal-lantern-48' };
  let server: ReturnType<typeof launch> | undefined;
  await withClient({ connectionString: databaseUrl }, async (holder) => {
    // The first administrator is created under this lock.
    await holder.query(`SELECT pg_advisory_lock(hashtext('awa-desk first start'))`);
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder(), PORT: String(port), DEMO_USERS: '5', ...account };
    server = launch(built.main, settings);
    running.push(server);
    await until('listening', async () => (await status('/healthz')) === 200);
    expect(await status('/readyz')).toBe(503);
    expect(server.output()).toBe('');
  });
  await until('the end of the start', () => ready(url));
  await signIn(url, account.ADMIN_PASSWORD, account.ADMIN_EMAIL);
  await until('the address', () => server?.output().includes(`Awa Desk is ready: ${url}`));
  server?.child.kill('SIGTERM');
  expect(await server?.ended).toBe(0);
  await drop();
});

test.concurrent('asked to end with DRAIN_SECONDS, it says that it is not ready and answers everything else for that long', async () => {
  const { url, child, ended } = await start({ DATA_DIR: started(), DRAIN_SECONDS: '4' });
  const asked = performance.now();
  child.kill('SIGHUP');
  await until('not ready', async () => (await fetch(`${url}/readyz`)).status === 503);
  const calls = await Promise.all(Array.from({ length: 50 }, () => send(url, '/content/v1/cycle')));
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await ended).toBe(0);
  expect(performance.now() - asked).toBeGreaterThan(4000);
});

test.concurrent('connections that come while the server is busy wait in line, as many as may be open', async () => {
  const server = await start({ DATA_DIR: started() });
  const port = Number(new URL(server.url).port);
  // A stopped server accepts no connections, like a busy one. A client that finds the queue full tries again only
  // seconds later.
  server.child.kill('SIGSTOP');
  let connected = 0;
  const sockets = Array.from({ length: 900 }, () =>
    connect(port, '127.0.0.1')
      .on('connect', () => (connected += 1))
      .on('error', () => undefined),
  );
  await until('all connections', () => connected === sockets.length).finally(() => server.child.kill('SIGCONT'));
  for (const socket of sockets) socket.destroy();
  expect(await ready(server.url)).toBe(true);
});

test.concurrent('a unit of systemd that waits for the start is told of its end, and Postgres cannot tell it sooner', async () => {
  const [programs, dataDir] = [folder(), started()];
  const told = path.join(programs, 'told');
  const program = `#!/bin/sh\necho "$@" "$NOTIFY_SOCKET" > ${told}\n`;
  writeFileSync(path.join(programs, 'systemd-notify'), program, { mode: 0o755 });
  const settings = { DATA_DIR: dataDir, NOTIFY_SOCKET: '/run/systemd/notify' };
  const server = await start({ ...settings, PATH: `${programs}:${process.env.PATH}` });
  await until('the word', () => existsSync(told) && readFileSync(told, 'utf8') === '--ready /run/systemd/notify\n');
  expect(await ready(server.url)).toBe(true);
  const environment = readFileSync(`/proc/${postgresOf(dataDir)}/environ`, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('NOTIFY_SOCKET');
});

test.concurrent('two that start at once on an empty folder: one gets it, the other is refused', async () => {
  const dataDir = folder();
  const both = [1, 2].map(() => launch(built.main, { DATA_DIR: dataDir, PORT: '0', DEMO_USERS: '0' }));
  running.push(...both);
  const lost = await until('the end of one', () => Promise.race(both.map((server) => server.ended)));
  expect(lost).toBe(1);
  const winner = await until('the start of the other', () => both.find((server) => server.output().includes('ready:')));
  const loser = both.find((server) => server !== winner);
  expect(loser?.refusal()).toContain(`is in use by process ${winner.child.pid}`);
});

test.concurrent('kill -9 under writes: no Postgres stays, the next start is clean, acknowledged writes are there', async () => {
  const dataDir = started();
  const password = preparedPassword();
  let { url, child } = await start({ DATA_DIR: dataDir });
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round++) {
    const postgres = postgresOf(dataDir);
    const writing = writeAnnouncements(url, await signIn(url, password), acknowledged);
    await until('some writes', () => acknowledged.length >= (round + 1) * 40);
    child.kill('SIGKILL');
    await writing.stopped;
    await gone(postgres);
    const next = await start({ DATA_DIR: dataDir });
    ({ url, child } = next);
    expect(await writing.read(url, await signIn(url, password))).toEqual(expect.arrayContaining(acknowledged));
  }
});

test.concurrent('SIGINT under writes: nothing acknowledged is lost, exit code 0', async () => {
  const dataDir = started();
  const password = preparedPassword();
  const { url, child, ended } = await start({ DATA_DIR: dataDir });
  const acknowledged: string[] = [];
  const writing = writeAnnouncements(url, await signIn(url, password), acknowledged);
  await until('some writes', () => acknowledged.length >= 40);
  child.kill('SIGINT');
  await writing.stopped;
  expect(await ended).toBe(0);
  const next = await start({ DATA_DIR: dataDir });
  expect(await writing.read(next.url, await signIn(next.url, password))).toEqual(expect.arrayContaining(acknowledged));
});

test.concurrent('Postgres killed under a living server: it serves again', async () => {
  const dataDir = started();
  const { url } = await start({ DATA_DIR: dataDir });
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const postgres = postgresOf(dataDir);
    process.kill(postgres, signal);
    await gone(postgres);
    await until('serving again', () => ready(url));
    expect(postgresOf(dataDir)).not.toBe(postgres);
  }
});

test.concurrent('everything killed at once, and its process id reused', async () => {
  const dataDir = started();
  const server = await start({ DATA_DIR: dataDir });
  const postgres = postgresOf(dataDir);
  const note = path.join(dataDir, 'postgres/postmaster.pid');
  process.kill(postgres, 'SIGSTOP');
  server.child.kill('SIGKILL');
  process.kill(postgres, 'SIGKILL');
  await gone(postgres);
  expect(existsSync(note)).toBe(true);
  writeFileSync(note, `${process.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}\n\n`);
  const next = await start({ DATA_DIR: dataDir });
  expect(await ready(next.url)).toBe(true);
});

test.concurrent('a path too long for a socket: loopback with a password', async () => {
  const dataDir = copyPreparedFolder(path.join(folder(), 'x'.repeat(110)));
  const server = await start({ DATA_DIR: dataDir });
  expect(await ready(server.url)).toBe(true);
  const list = launch(built.staff, { DATA_DIR: dataDir }, { args: ['list'] });
  expect(await list.ended).toBe(0);
  expect(list.output()).toContain('admin@awa.local');
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(await ready((await start({ DATA_DIR: dataDir })).url)).toBe(true);
});

test.concurrent('staff accounts from the shell, beside the server and alone', async () => {
  const dataDir = started();
  const server = await start({ DATA_DIR: dataDir });
  const staff = async (args: string[], input = '') => {
    const command = launch(built.staff, { DATA_DIR: dataDir }, { args });
    command.child.stdin?.end(input);
    return [await command.ended, command.output(), command.errors()] as const;
  };
  const [code, output] = await staff(['add', 'ada@example.org', '--name', 'Ada']);
  expect(code).toBe(0);
  const password = /shown this once: (\S+)/.exec(output)?.[1] ?? '';
  const post = (to: string, body: unknown, bearer?: string) =>
    send(server.url, to, { method: 'POST', body, ...(bearer && { bearer }) });
  const logIn = (secret: string) => post('/auth/login', { email: 'ada@example.org', password: secret });
  const as = (secret: string) => logIn(secret).then(({ status }) => status);
  expect(await as(password)).toBe(200);
  expect((await staff(['disable', 'ada@example.org']))[0]).toBe(0);
  expect(await as(password)).toBe(401);
  expect((await staff(['enable', 'ada@example.org']))[0]).toBe(0);
  const chosen = 'crisp-teal-lantern-48';
  expect((await staff(['reset-password', 'ada@example.org', '--password-stdin'], `${chosen}\n`))[1]).not.toContain(
    chosen,
  );
  expect(await as(chosen)).toBe(200);
  expect(await staff(['unlock', 'ada@example.org'])).toEqual([0, expect.stringContaining('can sign in again'), '']);
  expect(await staff(['unlock', '127.0.0.1'])).toEqual([
    0,
    expect.stringContaining('127.0.0.1 can be used to sign in'),
    '',
  ]);

  const { token } = (await logIn(chosen)).json as { token: string };
  const begun = await post('/account/factors/totp/challenge', undefined, token);
  const { challenge, secret } = begun.json as { challenge: string; secret: string };
  const shown = new TOTP({ secret }).generate();
  expect((await post('/account/factors/totp', { challenge, code: shown }, token)).status).toBe(201);
  expect((await logIn(chosen)).json).toMatchObject({ factor: { kinds: ['totp'] } });
  expect(await staff(['remove-factors', 'ada@example.org'])).toEqual([
    0,
    'ada@example.org signs in with the password alone now, or sets up a new second factor.\n',
    '',
  ]);
  expect((await send(server.url, '/auth/session', { bearer: token })).status).toBe(401);
  expect((await logIn(chosen)).json).toMatchObject({ admin: { email: 'ada@example.org' } });

  expect(await staff(['disable', 'nobody@example.org'])).toEqual([
    1,
    '',
    'There is no account for nobody@example.org.\n',
  ]);
  expect((await staff(['remove-factors', 'nobody@example.org']))[0]).toBe(1);
  expect((await staff(['remove', 'ada@example.org']))[0]).toBe(2);
  expect((await staff(['add']))[0]).toBe(2);

  expect((await staff(['add', 'bola@example.org', '--role', 'support']))[0]).toBe(0);
  expect(await staff(['set-role', 'bola@example.org', '--role', 'editor'])).toEqual([
    0,
    'bola@example.org has the role editor.\n',
    '',
  ]);
  expect((await staff(['list']))[1]).toMatch(/ editor .*bola@example\.org/);
  expect((await staff(['set-role', 'bola@example.org']))[0]).toBe(2);
  expect((await staff(['add', 'chi@example.org', '--role', 'boss']))[2]).toContain('There is no role boss.');

  server.child.kill('SIGINT');
  await server.ended;
  // Added, signed in, disabled, refused, enabled, new password, signed in, unlocked, address unlocked, signed in, a
  // factor added and removed, signed in; another account added, and its role changed: at its end the server seals the
  // waiting entries.
  expect(await staff(['verify-log'])).toEqual([
    0,
    expect.stringMatching(
      /^\d{4}-\d\d +15 entries {2}last seal [\da-f]{64}\nThe log is whole\. It is sealed up to [\dT:.-]+Z\.\n$/,
    ),
    expect.stringMatching(/^Checking \d{4}-\d\d: 1 of 15 entries\n$/),
  ]);
  const rename = "UPDATE operations SET label = 'eve@example.org' WHERE action = 'unlock'";
  const byHand = await openEmbedded({ dataDir, maxConnections: 10 }, createLog('silent'));
  await withClient(byHand.target, (client) => client.query(`ALTER TABLE operations DISABLE TRIGGER USER; ${rename}`));
  await byHand.close();
  const [forged, , found] = await staff(['verify-log']);
  expect([forged, found]).toEqual([1, expect.stringContaining(' was changed after it was sealed.')]);
  expect((await staff(['list']))[1]).toMatch(/enabled .*ada@example.org {2}Ada/);
});

test.concurrent('half-made and foreign folders, another version, a taken port', async () => {
  const refused = async (settings: DeskSettings) => {
    const server = launch(built.main, { PORT: '0', DEMO_USERS: '0', ...settings });
    expect(await server.ended).toBe(1);
    expect(server.refusal()).toMatch(/^Awa Desk cannot start: [^\n]+\n$/);
    return server.refusal();
  };
  const foreign = folder();
  writeFileSync(path.join(foreign, 'thesis.odt'), '');
  expect(await refused({ DATA_DIR: foreign })).toContain('it holds other things (thesis.odt)');
  expect(await refused({ DATA_DIR: path.join(foreign, 'thesis.odt') })).toContain('it is not a folder');

  const half = folder();
  mkdirSync(path.join(half, 'postgres.making-4194305'));
  const server = await start({ DATA_DIR: half });
  expect(existsSync(path.join(half, 'postgres.making-4194305'))).toBe(false);
  const port = new URL(server.url).port;
  expect(await refused({ DATA_DIR: started(), PORT: port })).toContain(`port ${port} of 127.0.0.1 is in use`);
  server.child.kill('SIGINT');
  await server.ended;

  writeFileSync(path.join(half, 'postgres/PG_VERSION'), '15\n');
  expect(await refused({ DATA_DIR: half })).toMatch(/was made by Postgres 15, and this program brings Postgres 18/);

  expect(await refused({ DATA_DIR: folder(), PORT: 'four' })).toContain('PORT must be a whole number');
  const untouched = folder();
  const weak = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'password12345' };
  expect(await refused({ DATA_DIR: untouched, ...weak })).toContain('ADMIN_PASSWORD is on the list of common ones');
  expect(readdirSync(untouched)).toEqual([]);
});

test.concurrent('a database that cannot be reached is tried again and again, then the start ends', async () => {
  let tries = 0;
  const probe = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await until('a port', () => probe.listening);
  const address = probe.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const databaseUrl = `postgres://x@127.0.0.1:${port}/x`;
  const server = launch(built.main, { DATABASE_URL: databaseUrl, DATA_DIR: folder(), PORT: '0' });
  // The tries last for ten seconds, and on a busy machine this process may accept each of them late.
  await until('the second try', () => tries >= 2);
  // From now on nothing listens there at all.
  probe.close();
  expect(await server.ended).toBe(1);
  expect(server.refusal()).toContain('The database cannot be reached: connect ECONNREFUSED');
});
