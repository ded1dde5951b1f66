import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseUser, giveFolder } from '#server/database/embedded/user.ts';
import { findBinaries } from '#server/database/embedded/binaries.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { freePort, until } from '#tests/desk/server-process.ts';

const program = '/usr/sbin/pgbouncer';

/**
 * Starts Debian's PgBouncer in front of a database, in its own folder: connections change after each transaction,
 * unless `own` says otherwise. Throws with installation instructions when it is missing.
 */
export async function pgbouncer(databaseUrl: string, folder: string, own: Record<string, string | number> = {}) {
  if (!existsSync(program)) throw new Error('These tests need PgBouncer: apt-get install pgbouncer');
  const { hostname, port, username, pathname, searchParams } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const listensOn = await freePort();
  const account = chooseUser(await findBinaries(), folder);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = {
    pool_mode: 'transaction',
    default_pool_size: 6,
    max_client_conn: 200,
    ignore_startup_parameters: 'options',
    ...own,
  };
  const lines = Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
  writeFileSync(
    file,
    `[databases]
${database} = host=${searchParams.get('host') ?? hostname} port=${port || 5432} dbname=${database} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listensOn}
unix_socket_dir =
auth_type = any
${lines}
`,
  );
  giveFolder(folder, account.ids);
  const [command, ...prefix] = [...account.prefix, program];
  const child = spawn(command, [...prefix, file], { ...account.ids, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const url = `postgres://${username}@127.0.0.1:${listensOn}/${database}`;
  await until('the start of PgBouncer', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    await withClient({ connectionString: url }, (client) => client.query('SELECT'));
    return true;
  });
  return {
    url,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}
