import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { readAddress } from '#server/database/connect/address.ts';
import { expectRoom } from '#server/database/disk-full.ts';
import { type Embedded, attachEmbedded, openEmbedded, visitEmbedded } from '#server/database/embedded/postgres.ts';
import { expectMigrated, migrate } from '#server/database/migrate.ts';
import { inspectDatabase, obstacles, warnings } from '#server/database/inspect-database.ts';
import { isPlain } from '#server/database/driver/plain.ts';
import { openPipeline } from '#server/database/driver/pipeline.ts';
import {
  type TimeLimits,
  type Target,
  UnnamedClient,
  beginning,
  openPool,
  sessionConfig,
  withClient,
} from '#server/database/connect/pool.ts';
import { poolerRoom } from '#server/database/connect/pooler-room.ts';
import { Unsuitable, reach } from '#server/database/connect/reach.ts';
import { type Replica, openReplica } from '#server/database/connect/replica.ts';
import { areaLimit, overPool } from '#server/database/driver/over-pool.ts';

export type Database = {
  db: NodePgDatabase;
  pool: pg.Pool;
  /**
   * The database for one area, which uses at most three of five connections: when its tables are locked, other areas go
   * on. A call that waits for a connection for 3 seconds gets the error that the database is busy.
   */
  share: () => NodePgDatabase;
  /** The connection that bypasses a pooler, for uses that need a session: LISTEN. */
  direct: pg.ClientConfig;
  /** Runs `work` on a separate direct connection, closed afterwards. Unlike those of the pool it supports COPY. */
  alone: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
  /** The database over one more connection, in pipeline mode: see `openPipeline`. */
  pipeline: () => NodePgDatabase;
  /** Whether the database accepts changes now: it is not a replica, and not set to read-only. */
  takesChanges: () => Promise<boolean>;
  /** Undefined when there is none. */
  replica: Replica | undefined;
  /** Eight characters that distinguish this database from others. */
  id: string;
  embedded: boolean;
  /** An embedded database that no start has finished filling yet. */
  fresh: boolean;
  /** Ends `fresh` for later starts. */
  markFilled: () => Promise<void>;
  /** Throws when the disk of the embedded database has too little room for a change. */
  expectRoom: () => void;
  /** Ends the connections, then the embedded server. */
  close: () => Promise<void>;
};

type ConnectOptions = {
  prepare?: (target: pg.ClientConfig) => Promise<void>;
  /** Opens all connections of the pool at once and keeps them: a visitor leaves them to the server. */
  keeps?: boolean;
  /** Logs warnings, once for all workers. */
  warns?: boolean;
};

/**
 * When `databaseUrl` is empty, the database is the embedded one in `dataDir`. `databasePool` is the maximum number of
 * connections of this process. `databaseDirectUrl` bypasses the pooler at `databaseUrl`. With several `workers`, they
 * serve, and the process that starts them only prepares the database.
 */
type Wanted = {
  databaseUrl: string;
  databaseDirectUrl?: string;
  databaseReplicaUrl?: string;
  databasePool: number;
  dataDir: string;
  workers?: number;
};

/**
 * The maximum number of connections of a process besides its pool: its pipelines, one that listens, and a spare one.
 */
const besidePool = 5;

/**
 * Opens and migrates the database of these settings. Throws in one line when that is impossible: the database cannot be
 * reached within 10 seconds, is not suitable (`obstacles`) or newer than this program, or the folder of the embedded
 * one is in use.
 */
export async function openDatabase(settings: Wanted, log: FastifyBaseLogger): Promise<Database> {
  if (settings.databaseUrl) return connect(settings, { connectionString: settings.databaseUrl }, log);
  const { dataDir, databasePool, workers = 1 } = settings;
  const embedded = await openEmbedded(
    // Some connections are for the folder's lock, for migrations and for shell commands.
    { dataDir, maxConnections: workers * (databasePool + besidePool) + 15 },
    log,
  );
  return connectEmbedded(settings, embedded, log, { keeps: workers === 1 });
}

/** The same for a worker, whose primary process has opened and migrated the database. */
export async function joinDatabase(settings: Wanted, log: FastifyBaseLogger): Promise<Database> {
  const { databaseUrl, dataDir } = settings;
  const joining = { prepare: expectMigrated, warns: false };
  if (databaseUrl) return connect(settings, { connectionString: databaseUrl }, log, joining);
  return connectEmbedded(settings, await visitEmbedded(dataDir), log, { ...joining, keeps: true });
}

/**
 * The same for a shell command, which also works next to running servers. It creates and migrates no database: one that
 * is older than this program is refused in one line, and without one it throws `NoDatabase`.
 */
export async function attachDatabase(settings: Wanted, log: FastifyBaseLogger): Promise<Database> {
  const { databaseUrl, dataDir, databasePool } = settings;
  if (databaseUrl) return connect(settings, { connectionString: databaseUrl }, log, { prepare: expectMigrated });
  const embedded = await attachEmbedded({ dataDir, maxConnections: databasePool + besidePool + 5 }, log);
  return connectEmbedded(settings, embedded, log, { prepare: expectMigrated });
}

async function connectEmbedded(
  settings: Wanted,
  embedded: Embedded,
  log: FastifyBaseLogger,
  options: ConnectOptions,
): Promise<Database> {
  try {
    const database = await connect(settings, embedded.target, log, options);
    if (options.keeps) await openAll(database.pool, settings.databasePool);
    const close = async () => {
      // A busy connection does not delay the end, because stopping Postgres cuts it off.
      await Promise.race([database.close(), pause(1000)]);
      await embedded.close();
    };
    const { fresh, markFilled } = embedded;
    return { ...database, embedded: true, fresh, markFilled, expectRoom: () => expectRoom(settings.dataDir), close };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function connect(
  settings: Wanted,
  given: pg.ClientConfig,
  log: FastifyBaseLogger,
  { prepare = migrate, keeps: keepsOpen = false, warns = true }: ConnectOptions = {},
): Promise<Database> {
  const { databasePool } = settings;
  const { found, settled: target, keepsStatements: keeps } = await waitAndLook(given);
  const direct = settings.databaseDirectUrl
    ? (await waitAndLook({ connectionString: settings.databaseDirectUrl })).settled
    : target;
  await prepare(direct);
  if (warns) {
    for (const sentence of warnings(found, target.connectionString ? settings : undefined)) log.warn(sentence);
    const room = found.isPooled ? await poolerRoom(target, databasePool) : undefined;
    if (room?.isTooSmall) throw new Unsuitable(room.sentence);
    if (room) log.warn(room.sentence);
    if (!keeps)
      log.warn('the pooler in front of the database keeps no prepared statements: each call has its own planned');
  }
  const pooled: Target = keeps ? target : { ...target, Client: UnnamedClient };
  const pool = openPool(pooled, databasePool, log, { keep: keepsOpen });
  const pipelines: ReturnType<typeof openPipeline>[] = [];
  const { rows } = await pool.query<{ id: string } & TimeLimits>(
    `SELECT left(database_id::text, 8) AS id, current_setting('statement_timeout') AS statement,
       current_setting('idle_in_transaction_session_timeout') AS idle FROM desk`,
  );
  const { id = '', statement = '', idle = '' } = rows[0] ?? {};
  if (direct !== target) await expectSame(direct, id);
  const begin = beginning({ statement, idle });
  const db = overPool(pool, begin);
  const replica = settings.databaseReplicaUrl
    ? openReplica(await replicaTarget(settings.databaseReplicaUrl), log)
    : undefined;
  return {
    db,
    pool,
    share: () => overPool(pool, begin, areaLimit(databasePool)),
    direct: sessionConfig(direct),
    alone: (work) => withClient(sessionConfig(direct), work),
    pipeline() {
      if (isPlain()) return db;
      const opened = openPipeline(pooled);
      pipelines.push(opened);
      return opened.db;
    },
    async takesChanges() {
      const { rows } = await db.execute<{ takes: boolean }>(
        sql`SELECT current_setting('transaction_read_only') = 'off' AS takes`,
      );
      return rows[0]?.takes ?? false;
    },
    replica,
    id,
    embedded: false,
    fresh: false,
    markFilled: () => Promise.resolve(),
    expectRoom: () => undefined,
    async close() {
      await Promise.all([...pipelines.map((pipeline) => pipeline.close()), pool.end(), replica?.close()]);
    },
  };
}

/** Throws in one line when the direct address leads to another database than the one with this id. */
async function expectSame(direct: pg.ClientConfig, id: string): Promise<void> {
  const { rowCount } = await withClient(sessionConfig(direct), (client) =>
    client.query('SELECT FROM desk WHERE left(database_id::text, 8) = $1', [id]),
  );
  if (rowCount === 0) throw new Error('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.');
}

/** Opens all connections of a pool, because Postgres may accept no new ones when the disk is full (decision 14). */
async function openAll(pool: pg.Pool, size: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: size }, () => pool.connect()));
  for (const client of clients) client.release();
}

/** The connection of a replica. An unreachable one is tried with TLS later. */
async function replicaTarget(connectionString: string): Promise<Target> {
  const target = { connectionString };
  if (!readAddress(connectionString).isOptional) return target;
  return reach(target, (_one, _two, settled) => Promise.resolve(settled), 0).catch(() => target);
}

/**
 * Tries for 10 seconds to reach the database, and inspects it before anything is changed. Throws when it stays out of
 * reach or is unsuitable. `keepsStatements` is whether prepared statements are kept there.
 */
const waitAndLook = (target: Target) =>
  reach(target, async (client, beside, settled) => {
    const found = await inspectDatabase(client);
    const sentences = obstacles(found);
    if (sentences.length > 0) throw new Unsuitable(sentences.join('\n'));
    return { found, settled, keepsStatements: await keepsStatements(client, beside) };
  });

/**
 * Whether prepared statements are kept: a pooler may put two connections on one session of the database, or one on
 * several.
 */
async function keepsStatements(client: pg.Client, beside: pg.Client): Promise<boolean> {
  try {
    for (const one of [client, beside, client]) await one.query({ name: 'awa_desk_check', text: 'SELECT 1' });
    return true;
  } catch (error) {
    if (!lostStatement.has((error as { code?: string }).code ?? '')) throw error;
    return false;
  }
}

/** The error codes for a prepared statement that already exists, or does not exist. */
const lostStatement = new Set(['42P05', '26000']);
