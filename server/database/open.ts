import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Embedded, openEmbedded, visitEmbedded } from '#server/database/embedded.ts';
import { FolderHeld } from '#server/database/embedded-owner.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Log, openPool, sessionConfig, withClient } from '#server/database/pool.ts';
import type { Settings } from '#server/env.ts';

export type Database = {
  db: NodePgDatabase;
  pool: pg.Pool;
  /** Eight characters that set this database apart from others. */
  id: string;
  embedded: boolean;
  /** An embedded database that no start has finished filling yet. */
  fresh: boolean;
  /** Ends `fresh` for the starts to come. */
  settle: () => Promise<void>;
  /** Ends the connections, then the embedded server. */
  close: () => Promise<void>;
};

type Wanted = Pick<Settings, 'databaseUrl' | 'databasePool' | 'dataDir'>;

/**
 * The database of these settings, migrated. Throws in one line what is in the way: it cannot be reached within 10
 * seconds, is too old, not UTF8 or newer than this program, or the embedded one's folder is in use.
 */
export async function openDatabase(settings: Wanted, log: Log): Promise<Database> {
  if (settings.databaseUrl) return connect(settings, { connectionString: settings.databaseUrl }, log);
  const embedded = await openEmbedded(
    // Some are for the folder's lock, for migrations and for commands from the shell.
    { dataDir: settings.dataDir, maxConnections: settings.databasePool + 15 },
    log,
  );
  return connectEmbedded(settings, embedded, log);
}

/** The same for a command from the shell, which also works beside the server that holds the folder. */
export async function attachDatabase(settings: Wanted, log: Log): Promise<Database> {
  try {
    return await openDatabase(settings, log);
  } catch (error) {
    if (!(error instanceof FolderHeld)) throw error;
    return connectEmbedded(settings, await visitEmbedded(settings.dataDir), log);
  }
}

async function connectEmbedded(settings: Wanted, embedded: Embedded, log: Log): Promise<Database> {
  try {
    const database = await connect(settings, embedded.target, log);
    const close = async () => {
      // A connection that is still at work does not hold up the end: stopping Postgres cuts it off.
      await Promise.race([database.close(), pause(1000)]);
      await embedded.close();
    };
    return { ...database, embedded: true, fresh: embedded.fresh, settle: embedded.settle, close };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function connect(settings: Wanted, target: pg.ClientConfig, log: Log): Promise<Database> {
  await waitAndCheck(target);
  await migrate(target);
  const pool = openPool(target, settings.databasePool, log);
  const { rows } = await pool.query<{ id: string }>('SELECT left(database_id::text, 8) AS id FROM desk');
  return {
    db: drizzle(pool),
    pool,
    id: rows[0]?.id ?? '',
    embedded: false,
    fresh: false,
    settle: () => Promise.resolve(),
    close: () => pool.end(),
  };
}

/** What a database says, or the network, that may only just be starting. */
const starting = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  '57P03',
  '53300',
]);

async function waitAndCheck(target: pg.ClientConfig, seconds = 10): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await withClient(sessionConfig(target), check);
    } catch (error) {
      if (error instanceof Unsuitable) throw error;
      const { code = '', message } = error as Error & { code?: string };
      const later = starting.has(code) || /timeout|terminated/i.test(message);
      if (!later || Date.now() > until) throw new Error(`The database cannot be reached: ${message || code}`);
    }
    await pause(100);
  }
}

class Unsuitable extends Error {}

async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding",
  );
  const { version = '', encoding = '' } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < 14) {
    throw new Unsuitable(`The database is Postgres ${version}. Awa Desk needs Postgres 14 or newer.`);
  }
  if (encoding !== 'UTF8') {
    throw new Unsuitable(`The database has the encoding ${encoding}. Awa Desk needs one with the encoding UTF8.`);
  }
}
