import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { readAddress } from '#server/database/connect/address.ts';
import { type DeskConfig, DeskClient } from '#server/database/connect/desk-client.ts';
import { isPlain } from '#server/database/driver/plain.ts';
import { PreparingClient } from '#server/database/driver/preparing-client.ts';
import { describeError } from '#server/database/reason.ts';

// Timestamps stay text, which `instant` in `columns.ts` reads; a bigint is a count and fits a number.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The time limit of a statement outside a transaction: it reads, or changes a few rows. */
const shortLimit = '5s';
/** The default time for which a session may be idle within a transaction. */
const idleLimit = '30s';

/**
 * The settings that every session needs. A pooler may refuse or drop them, so the start checks the ones that results
 * depend on, which are all but `jit` and `idle_session_timeout`. docs/decisions/0006 lists the requirements for such a
 * database.
 */
const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: shortLimit,
  // A session that locks a row or a table for longer is stuck, and calls that wait for it get an error.
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: idleLimit,
  // Connections may be idle between calls for any time.
  idle_session_timeout: '0',
  // Two simultaneous edits wait for each other. In a stricter isolation level all but one would fail.
  default_transaction_isolation: 'read committed',
  // For short statements compilation costs more than it saves: a page deep in a million users took eight times as long.
  jit: 'off',
};

/** The same as SQL, for the database's user. */
export const asRoleSettings = Object.entries(sessionSettings)
  .map(([name, value]) => `ALTER ROLE CURRENT_USER SET ${name} = '${value}';`)
  .join(' ');

/** The limits of a session. */
export type TimeLimits = { statement: string; idle: string };

/**
 * The SQL that begins the transaction of a call, in one round trip. Within it a statement may take longer, but a
 * process that has stopped, or lost its network, keeps its locks for only 5 seconds. These limits apply only when the
 * session has the desk's own limits: those from `options` in the URL or from the database's user stay.
 */
export const beginning = ({ statement, idle }: TimeLimits) =>
  [
    'begin',
    ...(statement === shortLimit ? ["SET LOCAL statement_timeout = '30s'"] : []),
    ...(idle === idleLimit ? ["SET LOCAL idle_in_transaction_session_timeout = '5s'"] : []),
  ].join('; ');

/** Only Postgres 17 and newer know the last one. */
const lifting = (isLocal: boolean) => `SELECT set_config(name, '0', ${isLocal}) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Lifts the timeouts for its transaction, which may then take as long as it needs. */
export const noTimeouts = lifting(true);

/** The same for everything that a connection does from now on. */
export const noTimeoutsAtAll = lifting(false);

/**
 * Lets its transaction wait for locks as long as a statement may take: for work at the start, while other processes
 * start too.
 */
export const noLockTimeout = 'SET LOCAL lock_timeout = 0';

/**
 * A condition that is always true and makes its transaction commit without waiting for the disk. The changes may be
 * lost if the machine crashes within the next second.
 */
export const asyncCommit = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

/** Milliseconds that a call waits for a connection. */
export const connectTimeout = 3000;

/**
 * Milliseconds after which a statement fails without a result, unless its target sets another value. It is longer than
 * the limits in the database, because the database or the network may vanish silently, and a commit waits for an
 * unreachable replica.
 */
const answerTimeout = 40_000;

/** The error of a call that has waited too long, with the code by which Postgres ends a statement. */
export const tooBusy = () => Object.assign(new Error('The database did not answer in time'), { code: '57014' });

/** The connection settings. `Client` replaces `PreparingClient`. `ssl` takes precedence over the URL. */
export type Target = pg.ClientConfig & { Client?: typeof DeskClient; bindsChannel?: boolean };

/**
 * A connection that sends prepared statements without their names, so that they are planned at each call: for a pooler
 * that changes connections after each transaction, and does not support prepared statements.
 */
export class UnnamedClient extends DeskClient {
  constructor(config?: DeskConfig) {
    super(config);
    const send = this.query.bind(this) as (...asked: unknown[]) => unknown;
    this.query = ((asked: object | string, ...rest: unknown[]) =>
      send(
        typeof asked === 'object' && 'name' in asked ? { ...asked, name: undefined } : asked,
        ...rest,
      )) as typeof this.query;
  }
}

/** The settings that results depend on. `options` of a URL may change the others. */
const fixedSettings = new Set(['timezone', 'datestyle', 'default_transaction_isolation']);

/** Settings as a value of `options`. When a name occurs twice, the last one wins. */
const asOptions = (names: (name: string) => boolean) =>
  Object.entries(sessionSettings)
    .filter(([name]) => names(name))
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');

/**
 * Connection settings with those that every session needs. Limits in a URL's own `options` win. Throws a plain sentence
 * for TLS files that cannot be read.
 */
export function sessionConfig(target: Target): Target {
  const config = {
    ...target,
    application_name: `awa-desk ${process.pid}`,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  if (!target.connectionString) return { ...config, ssl: false, options: asOptions(() => true) };
  const { connectionString, ssl, bindsChannel } = readAddress(target.connectionString);
  // In `pg` the URL wins, so the settings must be in it.
  const url = new URL(connectionString);
  const own = url.searchParams.get('options') ?? '';
  const limits = asOptions((name) => !fixedSettings.has(name));
  url.searchParams.set(
    'options',
    [limits, own, asOptions((name) => fixedSettings.has(name))].filter(Boolean).join(' '),
  );
  return { ...config, ssl: target.ssl ?? ssl, bindsChannel, connectionString: url.href };
}

/**
 * A pool that survives the loss of any connection: the query that used it fails, and the process goes on. It closes
 * connections that are idle for 30 seconds, or none with `keep`. Its connections send a statement before the previous
 * one has its result, so they do not support COPY.
 */
export function openPool(
  target: Target,
  size: number,
  log: FastifyBaseLogger,
  { keep = false, connectWithin = connectTimeout } = {},
): pg.Pool {
  const idleTimeoutMillis = keep ? 0 : 30_000;
  const waits = {
    idleTimeoutMillis,
    connectionTimeoutMillis: connectWithin,
    query_timeout: target.query_timeout ?? answerTimeout,
  };
  const Client = isPlain() ? DeskClient : PreparingClient;
  const pool = new pg.Pool({ Client, ...sessionConfig(target), ...waits, max: size, pipeline: !isPlain() });
  const lost = (error: Error) => log.warn({ error: describeError(error) }, 'a database connection was lost');
  pool.on('error', lost);
  // The pool handles errors only while a connection is idle. Without this handler, losing a busy one would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs `work` on a separate connection, closed afterwards. */
export async function withClient<T>(config: Target, work: (client: DeskClient) => Promise<T>): Promise<T> {
  const client = new DeskClient(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
