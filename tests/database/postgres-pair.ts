import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, findBinaries } from '#server/database/embedded/binaries.ts';
import { giveFolder, type OsUser, chooseUser } from '#server/database/embedded/user.ts';
import { run, startPostgres } from '#server/database/embedded/process.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { flakyDatabase } from '#tests/load/flaky-proxy.ts';
import { until } from '#tests/desk/server-process.ts';

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  wal_log_hints: 'on',
  hot_standby: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  // Segments of the log that are reused.
  min_wal_size: '128MB',
  max_wal_size: '128MB',
  // Required while a replica is being created.
  wal_keep_size: '64MB',
  // A replica that was disconnected comes back at once.
  wal_retrieve_retry_interval: '200ms',
  // The tests kill processes, but never cut the power.
  fsync: 'off',
};

/**
 * The Postgres from npm in a folder, which also has the socket. It ends with this process. `own` are different
 * settings.
 */
function server(account: OsUser, folder: string, own: Record<string, string> = {}) {
  const cluster = path.join(folder, 'postgres');
  const log = path.join(folder, 'log');
  const url = `postgres://awa@localhost:${own.port ?? 5432}/postgres?host=${encodeURIComponent(folder)}`;
  let child: ChildProcess | undefined;

  /** Creates an empty database. `walFolder` is the place of its write-ahead log, if that is elsewhere. */
  const make = (walFolder?: string) =>
    run(account, account.binaries.initdb, [
      `--pgdata=${cluster}`,
      ...(walFolder ? [`--waldir=${walFolder}`] : []),
      '--username=awa',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
      '--no-instructions',
    ]);

  /** Starts it and waits until it responds, also as a replica. */
  async function start() {
    const args = Object.entries({ ...settings, ...own, unix_socket_directories: folder });
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
  return { folder, cluster, url, make, start, end, query, log: () => readFileSync(log, 'utf8') };
}

type Server = ReturnType<typeof server>;

/** The account that runs Postgres in these folders, which it then owns. */
async function accountFor(folders: string[], binaries?: Binaries) {
  const account = chooseUser(binaries ?? (await findBinaries()), folders.at(-1) ?? '');
  for (const folder of folders) giveFolder(folder, account.ids);
  return account;
}

/** An empty, started Postgres without a replica: that of the desk, or that of `binaries`. */
export async function postgresAlone(folder: string, own?: Record<string, string>, binaries?: Binaries) {
  const alone = server(await accountFor([folder], binaries), folder, own);
  await alone.make();
  await alone.start();
  return alone;
}

/** Copies `from` to `to` while it runs, as a replica that follows it through `link`. */
async function copyRunning(from: Server, to: Server, link: string) {
  const isLeftOut = (name: string) => /^(?:pg_wal|postmaster\.(?:pid|opts))$/.test(name);
  await withClient({ connectionString: from.url }, async (client) => {
    const { rows: known } = await client.query("SELECT FROM pg_proc WHERE proname = 'pg_backup_start'");
    // Postgres 14 has other names for both.
    const [begin, stop] =
      known.length > 0 ? ['pg_backup_start', 'pg_backup_stop'] : ['pg_start_backup', 'pg_stop_backup'];
    await client.query(`SELECT ${begin}('replica', true${begin === 'pg_start_backup' ? ', false' : ''})`);
    // A file may vanish during the copy.
    await until('a copy', () => {
      rmSync(to.cluster, { recursive: true, force: true });
      cpSync(from.cluster, to.cluster, {
        recursive: true,
        filter: (file) => !isLeftOut(path.relative(from.cluster, file)),
      });
      return true;
    });
    const { rows } = await client.query<{ label: string }>(`SELECT labelfile AS label FROM ${stop}(false)`);
    writeFileSync(path.join(to.cluster, 'backup_label'), rows[0]?.label ?? '');
  });
  mkdirSync(path.join(to.cluster, 'pg_wal'), { mode: 0o700 });
  writeFileSync(path.join(to.cluster, 'standby.signal'), '');
  appendFileSync(path.join(to.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${link}'\n`);
}

/**
 * A Postgres with a streaming replica, in two folders; each commit waits for the replica. The first one's write-ahead
 * log is in the second folder, so that a full disk of the first does not stop it.
 */
export async function postgresPair(first: string, second: string, binaries?: Binaries) {
  const folders = [path.join(first, 'one'), path.join(second, 'two')];
  const walFolder = path.join(second, 'wal');
  for (const folder of [...folders, walFolder]) mkdirSync(folder, { recursive: true });
  const account = await accountFor([first, second], binaries);
  const [one, two] = folders.map((folder) => server(account, folder)) as [Server, Server];
  await one.make(walFolder);
  await one.start();
  let primary = one;
  let replica = two;
  /** The proxy between the two. */
  let link = await flakyDatabase(one.url);

  /** Makes the other one a replica of the primary, for which each commit waits. */
  async function addReplica() {
    await replica.end('SIGKILL');
    await link.close();
    link = await flakyDatabase(primary.url);
    await copyRunning(primary, replica, link.url);
    giveFolder(replica.cluster, account.ids);
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
    /** The URL of the primary, which accepts changes. */
    url: () => primary.url,
    query: <T extends object>(sql: string) => primary.query<T>(sql),
    /** The replica. */
    replica: () => replica,
    /** While it is cut, no commit ends. */
    link: () => link,
    end: (signal: NodeJS.Signals) => primary.end(signal),
    start: () => primary.start(),
    /** The primary vanishes suddenly, and the replica takes its place, without a replica of its own. */
    async failOver() {
      await primary.end('SIGKILL');
      [primary, replica] = [replica, primary];
      // A query that waits for the promotion can keep the replica from applying its last changes.
      await primary.query('SELECT pg_promote(wait => false)');
      await until('the promotion', async () => {
        const [found] = await primary.query<{ isReplica: boolean }>('SELECT pg_is_in_recovery() AS "isReplica"');
        return found?.isReplica === false;
      });
    },
    addReplica,
    async close() {
      for (const each of [replica, primary]) await each.end('SIGQUIT');
      await link.close();
    },
  };
}
