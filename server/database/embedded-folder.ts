import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, giveFolder } from '#server/database/embedded-account.ts';
import { run } from '#server/database/embedded-process.ts';
import { alive } from '#server/database/processes.ts';

/** Where things are in DATA_DIR. */
export const places = (dataDir: string) => ({
  cluster: path.join(dataDir, 'postgres'),
  log: path.join(dataDir, 'postgres.log'),
  /** Asked for only over loopback, which is used where the folder cannot hold a socket. */
  password: path.join(dataDir, 'postgres-password'),
  /** There until the first start has put everything in. */
  fresh: path.join(dataDir, 'new'),
});

const ours = /^(postgres(\..*|-.*)?|new|images|\.s\.PGSQL\..*|\.DS_Store|\.git(keep|ignore)|lost\+found)$/;

/** Makes DATA_DIR when it is missing, for its owner alone. Throws when it is something else or cannot be written. */
export async function prepareFolder(dataDir: string): Promise<void> {
  try {
    // Not in one step: Node never comes back from a recursive mkdir in a folder that cannot hold folders (/proc).
    await mkdir(path.dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await stat(dataDir)).isDirectory()) throw new Error('it is not a folder');
    const foreign = (await readdir(dataDir)).filter((name) => !ours.test(name));
    if (foreign.length > 0 && !existsSync(places(dataDir).cluster)) {
      throw new Error(`it holds other things (${foreign.slice(0, 3).join(', ')}); name an empty or a new folder`);
    }
    await chmod(dataDir, 0o700);
    await removeLeftovers(dataDir);
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${inWords(error)}.`);
  }
}

function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'ENOENT') return 'it cannot be made there';
  if (code === 'EROFS') return 'it is read-only';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is not a folder';
  if (code === 'ENOSPC') return 'the disk is full';
  return message;
}

/** A cluster is made under a name that ends in the maker's process id. Those of makers that are gone are rests. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = /^postgres\.making-(\d+)$/.exec(name)?.[1];
    if (maker && (Number(maker) === process.pid || !alive(Number(maker)))) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}

/**
 * Makes the cluster when there is none: under another name, renamed when complete, so that a start that was cut
 * off leaves nothing half. Throws when the one there belongs to another Postgres version.
 */
export async function prepareCluster(dataDir: string, account: Account): Promise<void> {
  const { cluster, fresh } = places(dataDir);
  giveFolder(dataDir, account);
  if (!existsSync(cluster)) {
    const making = path.join(dataDir, `postgres.making-${process.pid}`);
    await initialise(making, dataDir, account);
    await writeFile(fresh, '');
    try {
      await rename(making, cluster);
    } catch (error) {
      await rm(making, { recursive: true, force: true });
      // Another process made one in the meantime: then that is the cluster.
      if (!existsSync(cluster)) throw error;
    }
  }
  await checkVersion(cluster, account);
}

async function initialise(making: string, dataDir: string, account: Account): Promise<void> {
  const { password } = places(dataDir);
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const { uid, gid } = account.ids;
  if (uid !== undefined && gid !== undefined) await chown(password, uid, gid);
  await run(account, account.binaries.initdb, [
    `--pgdata=${making}`,
    '--username=awa',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--no-instructions',
  ]);
}

async function checkVersion(cluster: string, account: Account): Promise<void> {
  const made = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (made === '') throw new Error(`${cluster} is not a Postgres data folder. Name another DATA_DIR.`);
  const said = await run(account, account.binaries.postgres, ['--version']);
  const major = /(\d+)\./.exec(said)?.[1];
  if (made !== major) {
    throw new Error(
      `${cluster} was made by Postgres ${made}, and this program brings Postgres ${major}. ` +
        'Start the version of the program that it was last used with.',
    );
  }
}
