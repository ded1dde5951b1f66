import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { readAddress } from '#server/database/address.ts';
import { type DeskConfig, DeskClient } from '#server/database/desk-client.ts';
import { PreparingClient } from '#server/database/preparing-client.ts';
import { describeError } from '#server/database/reason.ts';

// Timestamps stay text, which `instant` in `columns.ts` reads; a bigint is a count and fits a number.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** What a statement outside a transaction may take: it reads, or changes a few rows. */
const shortLimit = '5s';
/** How long a session may do nothing within a transaction, where that does not say otherwise. */
const idleLimit = '30s';

/**
 * The settings that every session needs. A pooler may refuse or drop them, so the start checks the ones that answers
 * depend on, which are all but `jit` and `idle_session_timeout`. docs/decisions/0006 says what such a database needs.
 */
const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: shortLimit,
  // Whoever holds a row or a table for longer is stuck, and those who wait for it are told so.
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: idleLimit,
  // Connections wait for the next call as long as they like.
  idle_session_timeout: '0',
  // Two edits at once wait for each other. In a stricter isolation all but one would fail.
  default_transaction_isolation: 'read committed',
  // For short statements compilation costs more than it saves: a page deep in a million users took eight times as long.
  jit: 'off',
};

/** The same as SQL, for the database's user. */
export const asRoleSettings = Object.entries(sessionSettings)
  .map(([name, value]) => `ALTER ROLE CURRENT_USER SET ${name} = '${value}';`)
  .join(' ');

/** The limits of a session. */
export type Limits = { statement: string; idle: string };

/**
 * The SQL that begins the transaction of a call, in one trip: a statement may take longer in it, and a process that has stopped, or lost
 * its network, holds its rows for 5 seconds. The limits are the session's own: others than ours are those of `options` in the URL
 * or of the database's user, and stay.
 */
export const beginning = ({ statement, idle }: Limits) =>
  [
    'begin',
    ...(statement === shortLimit ? ["SET LOCAL statement_timeout = '30s'"] : []),
    ...(idle === idleLimit ? ["SET LOCAL idle_in_transaction_session_timeout = '5s'"] : []),
  ].join('; ');

/** Only Postgres 17 and newer know the last one. */
const lifting = (isLocal: boolean) => `SELECT set_config(name, '0', ${isLocal}) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Lifts the timeouts for the transaction it runs in, which may then take as long as it needs. */
export const noTimeouts = lifting(true);

/** The same for all that a connection does from now on. */
export const noTimeoutsAtAll = lifting(false);

/** Lets its transaction wait for locks as long as a statement may take: for what a start does while other processes start. */
export const noLockTimeout = 'SET LOCAL lock_timeout = 0';

/**
 * A condition that is always true and makes its transaction commit without waiting for the disk. The changes may be
 * lost if the machine crashes within the next second.
 */
export const asyncCommit = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

/** Milliseconds that a call waits for a connection. */
export const connectTimeout = 3000;

/**
 * Milliseconds that a statement waits for its answer, unless its target says so: more than the database gives it, since the
 * database or the network may be gone without a word, and a commit waits for a replica that is away.
 */
const answerTimeout = 40_000;

/** What a call gets that has waited too long: an error with the code by which Postgres ends a statement. */
export const tooBusy = () => Object.assign(new Error('The database did not answer in time'), { code: '57014' });

/** Where and how to connect. `Client` is what connects, in the place of `PreparingClient`. `ssl` wins over what the URL says. */
export type Target = pg.ClientConfig & { Client?: typeof DeskClient; bindsChannel?: boolean };

/**
 * A connection that sends prepared statements without their names, so that they are planned at each call: for a pooler that hands
 * connections on after each transaction, and knows no prepared statements.
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

/** The settings which answers depend on. `options` of a URL may change the others. */
const fixedSettings = new Set(['timezone', 'datestyle', 'default_transaction_isolation']);

/** Settings as a value of `options`. Of two for one name the last wins. */
const asOptions = (names: (name: string) => boolean) =>
  Object.entries(sessionSettings)
    .filter(([name]) => names(name))
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');

/**
 * Connection settings with those that every session needs. Limits in a URL's own `options` win. Throws a plain sentence for files of
 * TLS that cannot be read.
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
  // In `pg` the URL wins, so the settings have to go there.
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
 * those that are idle for 30 seconds, or with `keep` none. Its connections send a statement before the one ahead is answered,
 * and so take no COPY.
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
  const pool = new pg.Pool({ Client: PreparingClient, ...sessionConfig(target), ...waits, max: size, pipeline: true });
  const lost = (error: Error) => log.warn({ error: describeError(error) }, 'a database connection was lost');
  pool.on('error', lost);
  // The pool handles errors only while a connection is idle. Without this handler, losing a busy one would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs `work` on a connection of its own, closed afterwards. */
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
