import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { giveFolder, type OsUser, chooseUser } from '#server/database/embedded/user.ts';
import { run, startPostgres } from '#server/database/embedded/process.ts';
import { withClient } from '#server/database/pool.ts';
import { flakyDatabase } from '#server/testing/flaky-proxy.ts';
import { until } from '#server/testing/start.ts';

const debianFolder = '/usr/lib/postgresql';
const needed = ['postgres', 'initdb', 'pg_basebackup', 'pg_ctl'];

/** The newest Postgres that Debian installed, from version 15 on. Throws with what to install when there is none. */
function findPostgres() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const [version] = versions
    .filter((name) => Number(name) >= 15 && needed.every((tool) => existsSync(`${debianFolder}/${name}/bin/${tool}`)))
    .toSorted((one, other) => Number(other) - Number(one));
  if (!version) throw new Error('These tests need Postgres 15 or newer with its tools: apt-get install postgresql');
  const root = path.join(debianFolder, version);
  const [postgres = '', initdb = '', backup = '', pgCtl = ''] = needed.map((tool) => path.join(root, 'bin', tool));
  return { backup, binaries: { postgres, initdb, pgCtl, root, version } };
}

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  wal_log_hints: 'on',
  hot_standby: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  // Segments of the log that are used in turn.
  min_wal_size: '128MB',
  max_wal_size: '128MB',
  // A replica that was away comes back at once.
  wal_retrieve_retry_interval: '200ms',
  // The tests end processes. None takes the power from the machine.
  fsync: 'off',
};

/** A Postgres in a folder, which has the socket too. */
function server(account: OsUser, folder: string) {
  const cluster = path.join(folder, 'postgres');
  const log = path.join(folder, 'log');
  const url = `postgres://awa@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let child: ChildProcess | undefined;

  /** Starts it and waits until it answers, also as a replica. */
  async function start() {
    const args = Object.entries({ ...settings, unix_socket_directories: folder });
    await until('the start of Postgres', async () => {
      if (child?.exitCode !== null || child.signalCode !== null) {
        child = startPostgres(
          account,
          ['-D', cluster, ...args.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
          log,
        );
      }
      await withClient({ connectionString: url }, (client) => client.query('SELECT'));
      return true;
    });
  }

  /** Ends it: SIGINT in an orderly way, SIGQUIT as after a fault, SIGKILL without a chance to write anything. */
  async function end(signal: NodeJS.Signals) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  const query = <T extends object>(sql: string) =>
    withClient({ connectionString: url }, async (client) => (await client.query<T>(sql)).rows);
  return { folder, cluster, url, start, end, query, log: () => readFileSync(log, 'utf8') };
}

/**
 * Debian's Postgres with a streaming replica, in two folders; each commit waits for the replica. The first one's write-ahead
 * log lies in the second folder, so that a full disk of the first does not stop it. Both end with this process.
 */
export async function postgresPair(first: string, second: string) {
  const { binaries, backup } = findPostgres();
  const folders = [path.join(first, 'one'), path.join(second, 'two')];
  const walFolder = path.join(second, 'wal');
  for (const folder of [...folders, walFolder]) mkdirSync(folder, { recursive: true });
  const account = chooseUser(binaries, second);
  for (const folder of [...folders, walFolder]) giveFolder(folder, account);
  const [one, two] = folders.map((folder) => server(account, folder)) as [Server, Server];
  await run(account, binaries.initdb, [
    `--pgdata=${one.cluster}`,
    `--waldir=${walFolder}`,
    '--username=awa',
    '--encoding=UTF8',
    '--locale=C',
    '--auth=trust',
    '--no-instructions',
  ]);
  await one.start();
  let primary = one;
  let replica = two;
  /** Between the two. */
  let link = await flakyDatabase(one.url);

  /** Makes the other one a replica of the primary, for which each commit waits. */
  async function addReplica() {
    await replica.end('SIGKILL');
    rmSync(replica.cluster, { recursive: true, force: true });
    await link.close();
    link = await flakyDatabase(primary.url);
    await run(account, backup, [
      `--pgdata=${replica.cluster}`,
      `--dbname=${link.url}`,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--wal-method=stream',
      '--no-sync',
    ]);
    await replica.start();
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    await until('the replica', async () => {
      const [found] = await primary.query<{ sync_state: string }>('SELECT sync_state FROM pg_stat_replication');
      return found?.sync_state === 'sync';
    });
  }
  await addReplica();

  return {
    /** The URL of the one that takes changes. */
    url: () => primary.url,
    query: <T extends object>(sql: string) => primary.query<T>(sql),
    /** The one that follows. */
    replica: () => replica,
    /** While it is cut, no commit ends. */
    link: () => link,
    end: (signal: NodeJS.Signals) => primary.end(signal),
    start: () => primary.start(),
    /** The primary is gone from one moment to the next, and the replica takes its place, without one of its own. */
    async failOver() {
      await primary.end('SIGKILL');
      [primary, replica] = [replica, primary];
      await primary.query('SELECT pg_promote()');
    },
    addReplica,
    async close() {
      for (const each of [replica, primary]) await each.end('SIGQUIT');
      await link.close();
    },
  };
}

type Server = ReturnType<typeof server>;
