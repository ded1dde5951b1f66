import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { AppScope } from '#contract/app-scopes.ts';
import { makeAppKey } from '#server/auth/app-keys/store.ts';
import { visitEmbedded } from '#server/database/embedded/postgres.ts';
import { sessionConfig } from '#server/database/connect/pool.ts';
import { residentMb, startServer } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

export const account = { email: 'bench@awa.local', password: 'gentle-harmattan-lantern-27' };

/** The number of doctors: as many as the demo data can invent. */
export const benchDoctors = 5000;

/** The number of cards, of which the demo data gives about 500 to the first mode, in 12 categories and 54 sections. */
const benchCards = 587;

/** The built server. */
export const serverProgram = path.resolve('dist/server/main.mjs');

/** The settings of a desk with this many users. */
export const settingsOf = (dataDir: string, users: number, cards = benchCards) => ({
  DATA_DIR: dataDir,
  DEMO_USERS: String(users),
  DEMO_DOCTORS: String(benchDoctors),
  DEMO_CARDS: String(cards),
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
  BEARER_MINUTES: '720',
  // Each sign-in counts as failed until its password is checked, and here many run at once.
  SIGN_IN_LIMIT_ACCOUNT_ADDRESS: '1000000',
  SIGN_IN_LIMIT_ADDRESS: '1000000',
  SIGN_IN_LIMIT_ACCOUNT: '1000000',
  APP_CALLS_PER_MINUTE: '1000000000',
});

/** Makes a key of the app's backend. Those of earlier runs on the same data are revoked. */
async function makeKey(pool: pg.Pool) {
  await pool.query('UPDATE app_keys SET revoked_at = now() WHERE revoked_at IS NULL');
  const scopes: AppScope[] = ['posts:write', 'changes:read'];
  const wanted = { name: 'Bench', scopes, networks: [], days: 1, by: null };
  return (await drizzle(pool).transaction((tx) => makeAppKey(tx, wanted))).secret;
}

/**
 * Starts the built desk with this many users, and the limit server on the same database. `close` ends both and removes
 * all files, except `kept`, a DATA_DIR for further runs, which the first run fills. Both servers run on `node`.
 */
export async function startBench(users: number, cards = benchCards, kept?: string, node = process.execPath) {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-bench-'));
  const dataDir = kept ?? path.join(folder, 'data');
  const began = performance.now();
  const settings = settingsOf(dataDir, users, cards);
  const first = await startServer(serverProgram, settings, { within: 3_600_000, account: { node } });
  const loaded = performance.now() - began;
  // The desk is measured after a restart, because loading takes more memory than serving.
  first.child.kill('SIGTERM');
  await first.ended;
  const again = performance.now();
  // The log is written at the default level, as in production.
  const asUsual = { ...settings, LOG_LEVEL: 'info' };
  const desk = await startServer(serverProgram, asUsual, {
    outputFile: path.join(folder, 'desk.log'),
    account: { node },
  });
  const restarted = performance.now() - again;
  const { target } = await visitEmbedded(dataDir);
  const pool = new pg.Pool({ ...sessionConfig(target), max: 2 });
  const { rows } = await pool.query<{ hash: string }>('SELECT password_hash AS hash FROM staff WHERE email = $1', [
    account.email,
  ]);
  await pool.query(
    `INSERT INTO staff (id, email, name, role, password_hash)
    SELECT gen_random_uuid(), n || email, name, role, password_hash FROM staff, generate_series(0, 31) AS n WHERE email = $1
    ON CONFLICT DO NOTHING`,
    [account.email],
  );
  const limit = spawn(node, ['--import', 'tsx', path.resolve('bench/baseline-server.ts')], {
    env: { PATH: process.env.PATH, LIMIT_TARGET: JSON.stringify(sessionConfig(target)), LIMIT_HASH: rows[0]?.hash },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(limit.stdout, 'data')) as [Buffer];
  return {
    pool,
    /** Milliseconds from an empty folder to serving this many users. */
    loaded,
    /** Milliseconds of a start with existing data. */
    restarted,
    bearer: await signIn(desk.url, account.password, account.email),
    appKey: await makeKey(pool),
    desk: desk.url,
    limit: `http://127.0.0.1:${String(port).trim()}`,
    dataDir,
    pids: { desk: desk.child.pid, limit: limit.pid },
    /** The memory of the desk's process now, in MB. */
    resident: () => residentMb(desk.child.pid),
    async close() {
      await pool.end();
      limit.kill();
      desk.child.kill('SIGTERM');
      await desk.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Bench = Awaited<ReturnType<typeof startBench>>;
