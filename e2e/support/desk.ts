import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { visitEmbedded } from '#server/database/embedded/postgres.ts';
import { skipFsync } from '#tests/database/skip-fsync.ts';

export type Desk = {
  /** An origin: `http://127.0.0.1:41234`. */
  address: string;
  email: string;
  password: string;
  /** The connection to its database, for data that no API call can create: users of the app. */
  database: pg.ClientConfig;
  /** Stops the desk and starts it again on the same data, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type Options = { demoUsers?: number; settings?: Record<string, string> };

/** Starts the built desk on a separate database, as `npm start` does. */
export async function startDesk({ demoUsers = 60, settings = {} }: Options = {}): Promise<Desk> {
  const email = 'amaka.obi@awa.example';
  const password = randomBytes(12).toString('base64url');
  const folder = await mkdtemp(path.join(tmpdir(), 'awa-desk-'));
  const given = await makeDatabase();
  const start = (port: string) =>
    spawn(process.execPath, ['dist/server/main.mjs'], {
      env: {
        ...process.env,
        DATABASE_URL: given?.url ?? '',
        DATA_DIR: path.join(folder, 'data'),
        HOST: '127.0.0.1',
        PORT: port,
        PUBLIC_URL: '',
        ADMIN_EMAIL: email,
        ADMIN_PASSWORD: password,
        DEMO_USERS: String(demoUsers),
        LOG_LEVEL: 'error',
        // All sign-ins of a run of tests come from one address.
        SIGN_IN_LIMIT_ADDRESS: '1000',
        // The tests of a worker share a session, and a run may take longer than a confirmation is valid.
        CONFIRM_MINUTES: '1440',
        REQUIRE_SECOND_FACTOR: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  let child = start('0');
  const stop = async () => {
    await end(child);
    await given?.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const address = await readAddress(child);
    const database = given ? { connectionString: given.url } : (await visitEmbedded(path.join(folder, 'data'))).target;
    if (!given) await skipFsync(database);
    const restart = async () => {
      await end(child);
      child = start(new URL(address).port);
      await readAddress(child);
    };
    return { address, email, password, database, restart, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** The address that the start prints. Rejects with the whole output if the process ends before. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /is ready: (http\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The desk ended with code ${code}:\n${said}`)));
  });
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The desk ended with code ${code} after SIGTERM`);
}

/** A new database on the server of `TEST_DATABASE_URL`; without it the desk uses its embedded one. */
async function makeDatabase() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  const name = `awa_desk_browser_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await run(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  return { url: url.href, drop: () => run(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
