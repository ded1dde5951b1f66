import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from '#server/database/embedded/binaries.ts';
import { embeddedPaths } from '#server/database/embedded/folder.ts';
import { stopPostgres } from '#server/database/embedded/process.ts';
import { alive, isPostgresOn, parentProcessOf } from '#server/database/embedded/os-processes.ts';

/** An arbitrary number: a running server holds this lock in its embedded database, on a separate connection. */
const folderLock = 41_127_001;

/** Another server or command uses the folder. */
export class FolderInUse extends Error {
  constructor(dataDir: string, holder: number | undefined) {
    const who = holder ? `process ${holder}` : 'another process';
    super(`DATA_DIR ${dataDir} is in use by ${who}. Stop it first, or start this one with another DATA_DIR.`);
    this.name = 'FolderInUse';
  }
}

/** The error code with which Postgres refuses a connection while it starts or stops. */
const startingOrStopping = '57P03';

const tryLock = 'SELECT pg_try_advisory_lock($1) AS gained';

/** The process that holds the lock, from its application name. */
const lockHolder = `SELECT substring(a.application_name FROM '[0-9]+$')::int AS pid
  FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`;

/** Takes the lock for as long as the connection lives. Throws FolderInUse when another process holds it. */
export async function lockFolder(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ gained: boolean }>(tryLock, [folderLock]);
  if (rows[0]?.gained) return;
  const { rows: holders } = await client.query<{ pid: number | null }>(lockHolder, [folderLock]);
  throw new FolderInUse(dataDir, holders[0]?.pid ?? undefined);
}

type Running = { pid: number; target: pg.ClientConfig };

/** The connection of a Postgres that may run on the folder, from the file in which Postgres recorded its address. */
export async function runningAt(dataDir: string): Promise<Running | null> {
  const { cluster, password } = embeddedPaths(dataDir);
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, , , port, socketFolder] = lines;
  if (!Number(pid)) return null;
  const common = { user: 'awa', database: 'postgres', port: Number(port), application_name: `awa-desk ${process.pid}` };
  const target = socketFolder
    ? { ...common, host: dataDir }
    : { ...common, host: '127.0.0.1', password: (await readFile(password, 'utf8').catch(() => '')).trim() };
  return { pid: Math.abs(Number(pid)), target };
}

/** The process that started a Postgres, from its settings; undefined when it was started by hand. */
export async function starterOf(client: pg.Client): Promise<{ name: string; pid: number | undefined }> {
  const { rows } = await client.query<{ name: string }>("SELECT current_setting('cluster_name') AS name");
  const name = rows[0]?.name ?? '';
  return { name, pid: Number(/^awa-desk (\d+) /.exec(name)?.[1]) || undefined };
}

/**
 * Resolves when no Postgres runs on the folder. Stops one that a killed server left behind. Throws FolderInUse when a
 * running server uses the folder.
 */
export async function unlockFolder(dataDir: string, binaries: Binaries): Promise<void> {
  const { cluster } = embeddedPaths(dataDir);
  const until = performance.now() + 60_000;
  for (;;) {
    const running = await runningAt(dataDir);
    if (!running) return;
    const state = await ask(running, dataDir);
    if (state === 'orphan') {
      // In another container the same number may be a different process, which must not be stopped.
      if (!isPostgresOn(running.pid, cluster)) throw new FolderInUse(dataDir, undefined);
      await stopPostgres(running.pid, binaries, cluster);
    }
    if (state === 'silent' && !isPostgresOn(running.pid, cluster)) return removeTraces(dataDir);
    if (performance.now() > until)
      throw new Error(`A Postgres (process ${running.pid}) on ${cluster} does not answer.`);
    // Postgres is starting or stopping: after its server was killed a moment ago, it is still writing.
    await pause(25);
  }
}

/**
 * Finds out which server a running Postgres belongs to. The lock decides; it is tried only when the starter seems to be
 * gone.
 */
async function ask({ pid, target }: Running, dataDir: string): Promise<'orphan' | 'busy' | 'silent'> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 1000, query_timeout: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const starter = await starterOf(client);
    if (starter.pid && alive(starter.pid) && (parentProcessOf(pid) ?? starter.pid) === starter.pid) {
      throw new FolderInUse(dataDir, starter.pid);
    }
    await lockFolder(client, dataDir);
    return 'orphan';
  } catch (error) {
    if (error instanceof FolderInUse) throw error;
    return (error as { code?: string }).code === startingOrStopping ? 'busy' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * After everything was killed at once, the process id that Postgres recorded may belong to another program by now, and
 * Postgres would refuse to start.
 */
async function removeTraces(dataDir: string): Promise<void> {
  const traces = [
    path.join(embeddedPaths(dataDir).cluster, 'postmaster.pid'),
    path.join(dataDir, '.s.PGSQL.5432.lock'),
  ];
  for (const trace of traces) if (existsSync(trace)) await rm(trace, { force: true });
}
