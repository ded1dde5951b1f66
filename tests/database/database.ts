import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log/log.ts';
import { urlOf } from '#tests/database/global-setup.ts';

/** A name that no other test uses, on a server that other runs may use at the same time. */
const newName = () => `awa_test_${process.pid}_${randomBytes(4).toString('hex')}`;

/** Creates a database on the run's server; `options` is SQL after its name. `drop` ends its connections. */
export async function createDatabase(
  options: string,
): Promise<{ url: string; name: string; drop: () => Promise<void> }> {
  const adminUrl = inject('adminUrl');
  const name = newName();
  const run = (sql: string) => withClient({ connectionString: adminUrl }, (client) => client.query(sql));
  await run(`CREATE DATABASE ${name} ${options}`);
  const drop = async () => {
    await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { url: urlOf(adminUrl, name), name, drop };
}

/** A migrated database without rows, for one test file. `close` drops it. */
export async function testDatabase() {
  const { url, drop } = await createDatabase(`TEMPLATE ${inject('template')}`);
  return openTestDatabase(url, drop);
}

/** Opens a database of a test as the desk does. `close` closes it and calls `drop`. */
export async function openTestDatabase(bare: string, drop: () => Promise<void>) {
  // Tests hold locks to observe waiting transactions, and fill tables with thousands of rows: both take longer on a
  // slow machine.
  const patient = new URL(bare);
  patient.searchParams.set('options', '-c lock_timeout=30s -c statement_timeout=3min');
  const url = patient.href;
  const settings = { ...readEnv({}), databaseUrl: url };
  const database = await openDatabase(settings, createLog('silent'));
  // A copy has the template's id, so it gets a new one here.
  const { rows } = await database.pool.query<{ id: string }>(
    'UPDATE desk SET database_id = gen_random_uuid() RETURNING left(database_id::text, 8) AS id',
  );
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, id: rows[0]?.id ?? database.id, url, close };
}

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;
