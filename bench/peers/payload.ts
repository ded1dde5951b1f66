import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { payloadAccount, payloadProject } from '#bench/peers/payload-project.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { copyRows } from '#server/database/copy.ts';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { createLog } from '#server/http/log/log.ts';
import { columns, demoUsers } from '#server/users/demo.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    users: { type: 'string', default: '100000' },
    port: { type: 'string', default: '4400' },
  },
});
/** A folder outside the repository, so that Payload finds no package of the desk. The next run uses it again. */
const folder = path.resolve(positionals[0] ?? path.join(os.tmpdir(), 'awa-bench-payload'));
const users = Number(values.users);
const address = `http://127.0.0.1:${values.port}`;
const say = (line: string) => process.stdout.write(`${line}\n`);

const made = path.join(folder, 'made.txt');
await mkdir(folder, { recursive: true });
if (!existsSync(made) && (await readdir(folder)).length > 0) {
  throw new Error(`${folder} is not empty and has no finished Payload. Remove it, or name another folder.`);
}
const dataDir = path.join(folder, 'database');
const postgres = await openEmbedded({ dataDir, maxConnections: 50 }, createLog('error'));
const { host, port, user, database, password } = postgres.target;
const env = {
  ...process.env,
  PGHOST: host,
  PGPORT: String(port),
  PGUSER: user,
  PGDATABASE: database,
  ...(typeof password === 'string' ? { PGPASSWORD: password } : {}),
  PAYLOAD_CONFIG_PATH: 'src/payload.config.js',
  PAYLOAD_SECRET: 'only-for-the-bench-and-only-on-this-machine',
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
};

const start = (command: string, ...args: string[]) => spawn(command, args, { cwd: folder, env, stdio: 'inherit' });

async function run(command: string, ...args: string[]) {
  const [code] = (await once(start(command, ...args), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

async function make() {
  for (const [name, content] of Object.entries(payloadProject)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await run('npm', 'install', '--no-audit', '--no-fund');
  await run('npx', 'payload', 'generate:importmap');
  await run('npx', 'payload', 'migrate:create', 'first');
  await run('npx', 'payload', 'migrate');
  await withClient(postgres.target, async (client) => {
    const { rows: known } = await client.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'users'",
    );
    const isKnown = columns.users.map((column) => known.some(({ name }) => name === column));
    const kept = <T>(values: readonly T[]) => values.filter((_, at) => isKnown[at]);
    const all = demoUsers(users, new Date()).users();
    const rows = function* () {
      for (const row of all) yield kept(row);
    };
    await copyRows(client, 'users', kept(columns.users), rows());
    await client.query('VACUUM ANALYZE users');
  });
  await run('npx', 'next', 'build');
}

/** Waits until the server answers, and creates its first account if it has none. */
async function createAccount(server: ChildProcess) {
  while (!(await fetch(`${address}/api/staff/init`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('Payload did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // Refused when there is an account.
  await fetch(`${address}/api/staff/first-register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payloadAccount),
  });
}

try {
  if (!existsSync(made)) {
    await make();
    await writeFile(made, `${users} users\n`);
  }
  const server = start('npx', 'next', 'start', '--hostname', '127.0.0.1', '--port', values.port);
  const ended = once(server, 'exit');
  const stop = () => void server.kill('SIGTERM');
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await createAccount(server);
  say(`Payload is ready: PAYLOAD_URL=${address} npm run bench:ui -- --users ${users} --only firstListCell`);
  await ended;
} finally {
  await postgres.close();
}
