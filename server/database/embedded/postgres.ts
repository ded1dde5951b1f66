import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { freeBytes, hasNoRoom } from '#server/database/disk-full.ts';
import { chooseUser } from '#server/database/embedded/user.ts';
import { findBinaries } from '#server/database/embedded/binaries.ts';
import {
  checkFolder,
  embeddedPaths,
  expectDatabase,
  keepReserve,
  prepareCluster,
  prepareFolder,
} from '#server/database/embedded/folder.ts';
import { FolderInUse, unlockFolder, lockFolder, runningAt, starterOf } from '#server/database/embedded/lock.ts';
import { lastLogLine, startPostgres, stopPostgres } from '#server/database/embedded/process.ts';
import { LoggableError, describeError } from '#server/database/reason.ts';

export type Embedded = {
  target: pg.ClientConfig;
  /** The cluster is new, and no start has finished loading its initial content. */
  fresh: boolean;
  /** Ends `fresh` for later starts. */
  markFilled: () => Promise<void>;
  /** Stops Postgres. Sessions must have ended before, or they are cut off. */
  close: () => Promise<void>;
};

type Options = { dataDir: string; maxConnections: number };

/**
 * Opens the embedded Postgres on DATA_DIR for this process: creates it when there is none, starts it, and restarts it
 * when it dies. Throws FolderInUse when another server uses the folder, and a plain sentence for any other obstacle.
 */
export async function openEmbedded({ dataDir, maxConnections }: Options, log: FastifyBaseLogger): Promise<Embedded> {
  const found = await findBinaries();
  // Nothing in the folder is changed before it is known to be the desk's and not in use.
  await checkFolder(dataDir, found);
  await unlockFolder(dataDir, found);
  await prepareFolder(dataDir);
  const account = chooseUser(found, dataDir);
  await prepareCluster(dataDir, account);
  // Another process that started at the same moment may have been faster.
  await unlockFolder(dataDir, found);
  await keepReserve(dataDir, account);

  const place = embeddedPaths(dataDir);
  const target = await chooseTarget(dataDir);
  const name = `awa-desk ${process.pid} ${randomBytes(4).toString('hex')}`;
  const args = serverArguments(dataDir, target, maxConnections, name);
  let child: ChildProcess | undefined;
  let lock: pg.Client | undefined;
  let closing = false;

  const start = async () => {
    const started = startPostgres(account, args, place.log);
    child = started;
    await takeLock(started);
    started.once('exit', () => void restart('Postgres ended'));
  };

  const takeLock = async (from: ChildProcess) => {
    const taken = await lockWhenReady(from, name, target, dataDir);
    lock = taken;
    taken.once('end', () => void restart('the connection that holds DATA_DIR was lost'));
    keepSegments(taken, dataDir).catch((error: unknown) => {
      if (!closing)
        log.warn({ error: describeError(error) }, 'no segments of the write-ahead log were kept for a full disk');
    });
  };

  let restarting = false;
  const restart = async (reason: string) => {
    if (closing || restarting) return;
    restarting = true;
    log.error({ reason, words: await lastLogLine(place.log) }, 'the embedded database is started again');
    for (let tries = 0; !closing; tries++) {
      try {
        if (running(child)) await takeLock(child);
        else {
          if (hasNoRoom(dataDir)) await rm(place.reserve, { force: true });
          await start();
        }
        break;
      } catch (error) {
        log.error({ error: describeError(error) }, 'the embedded database does not start');
        await pause(Math.min(100 * 2 ** tries, 2000));
      }
    }
    restarting = false;
  };

  const close = async () => {
    closing = true;
    await lock?.end().catch(() => undefined);
    if (running(child)) await stopPostgres(child.pid, found, place.cluster);
  };

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    target,
    fresh: existsSync(place.fresh),
    markFilled: () => rm(place.fresh, { force: true }),
    close,
  };
}

/** Connects to the embedded database of a running server. Throws when no server runs. */
export async function visitEmbedded(dataDir: string): Promise<Embedded> {
  const running = await runningAt(dataDir);
  if (!running) throw new Error(`No server runs on DATA_DIR ${dataDir}.`);
  const nothing = () => Promise.resolve();
  return { target: running.target, fresh: false, markFilled: nothing, close: nothing };
}

/**
 * Connects to the embedded database of a running desk, or else starts it for this process. Nothing is created or
 * migrated. Throws `NoDatabase` when there is none.
 */
export async function attachEmbedded({ dataDir, maxConnections }: Options, log: FastifyBaseLogger): Promise<Embedded> {
  expectDatabase(dataDir);
  return openEmbedded({ dataDir, maxConnections }, log).catch((error: unknown) => {
    if (error instanceof FolderInUse) return visitEmbedded(dataDir);
    throw error;
  });
}

/** Runs `work` with the connection of the embedded database, as `attachEmbedded` finds it. */
export async function useEmbedded<T>(
  dataDir: string,
  log: FastifyBaseLogger,
  work: (target: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const embedded = await attachEmbedded({ dataDir, maxConnections: 10 }, log);
  try {
    return await work(embedded.target);
  } finally {
    await embedded.close();
  }
}

type Running = ChildProcess & { pid: number };

const running = (child: ChildProcess | undefined): child is Running =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** Waits until this Postgres accepts connections, and takes the folder's lock. */
async function lockWhenReady(child: ChildProcess, name: string, target: pg.ClientConfig, dataDir: string) {
  const until = performance.now() + 120_000;
  // Another process may hold the lock for a moment to find out which server this Postgres belongs to.
  const freeUntil = performance.now() + 1000;
  let spawnError: Error | undefined;
  child.once('error', (error) => (spawnError = error));
  for (;;) {
    const client = new pg.Client({ ...target, connectionTimeoutMillis: 2000, keepAlive: true });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const starter = await starterOf(client);
      // When two processes start together, one gets the folder. The other finds the Postgres of the first one there.
      if (starter.name !== name) throw new FolderInUse(dataDir, starter.pid);
      await lockFolder(client, dataDir);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof FolderInUse && performance.now() > freeUntil) throw error;
      if (spawnError) throw new LoggableError(`The embedded Postgres does not start: ${spawnError.message}`);
      if (!running(child)) {
        if (error instanceof FolderInUse) throw error;
        throw new LoggableError(
          `The embedded Postgres does not start: ${await lastLogLine(embeddedPaths(dataDir).log)}`,
        );
      }
      if (performance.now() > until) throw new LoggableError('The embedded Postgres does not answer.');
    }
    await pause(15);
  }
}

/** The number of segments of the write-ahead log that are reused, and the megabytes of each. */
const keptSegments = 8;
const segmentSize = 16;

const countSegments = "SELECT count(*)::int AS n FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'";

/**
 * Creates the segments that `min_wal_size` keeps from then on. Without segments to write in, Postgres would stop when
 * the disk is full.
 */
async function keepSegments(client: pg.Client, dataDir: string) {
  if (freeBytes(dataDir) < 2 * keptSegments * segmentSize * 1024 * 1024) return;
  let made = 0;
  while (((await client.query<{ n: number }>(countSegments)).rows[0]?.n ?? keptSegments) < keptSegments) {
    await client.query('SELECT pg_current_xact_id(); SELECT pg_switch_wal()');
    made++;
  }
  if (made > 0) await client.query('CHECKPOINT');
}

/** A socket in DATA_DIR, which the mode of the folder protects. If that is impossible, loopback with the password. */
async function chooseTarget(dataDir: string): Promise<pg.ClientConfig> {
  const common = { user: 'awa', database: 'postgres', application_name: `awa-desk ${process.pid}` };
  const fits = Buffer.byteLength(path.join(dataDir, '.s.PGSQL.5432')) <= 100;
  if (fits && process.platform !== 'win32') return { ...common, host: dataDir, port: 5432 };
  const password = (await readFile(embeddedPaths(dataDir).password, 'utf8')).trim();
  return { ...common, host: '127.0.0.1', port: await freePort(), password };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}

function serverArguments(dataDir: string, target: pg.ClientConfig, maxConnections: number, name: string): string[] {
  const socket = target.host === dataDir;
  const settings = {
    listen_addresses: socket ? '' : '127.0.0.1',
    port: target.port,
    unix_socket_directories: socket ? `"${dataDir.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0600',
    // The name of the process that started it.
    cluster_name: name,
    max_connections: maxConnections,
    shared_buffers: '128MB',
    maintenance_work_mem: '128MB',
    // There are no replicas, so the write-ahead log only has to support crash recovery.
    wal_level: 'minimal',
    max_wal_senders: 0,
    min_wal_size: `${keptSegments * segmentSize}MB`,
    max_wal_size: `${keptSegments * segmentSize}MB`,
    // Otherwise each checkpoint creates a new file, and Postgres stops when the disk has no room for it.
    max_active_replication_origins: 0,
    jit: 'off',
    timezone: 'UTC',
    // The text of an error can include content. The server logs failures itself, without that text.
    log_min_messages: 'fatal',
    log_error_verbosity: 'terse',
  };
  return [
    '-D',
    embeddedPaths(dataDir).cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
