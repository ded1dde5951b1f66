import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { type OsUser, giveFolder } from '#server/database/embedded/user.ts';
import type { Binaries } from '#server/database/embedded/binaries.ts';
import { run } from '#server/database/embedded/process.ts';
import { freeBytes } from '#server/database/disk-full.ts';
import { alive } from '#server/database/embedded/os-processes.ts';

const reserveBytes = 8 * 1024 * 1024;

/** The paths in DATA_DIR. */
export const embeddedPaths = (dataDir: string) => ({
  cluster: path.join(dataDir, 'postgres'),
  log: path.join(dataDir, 'postgres.log'),
  /**
   * The password of Postgres, used only over loopback, when the folder cannot contain a socket. Marks the folder as the
   * desk's.
   */
  password: path.join(dataDir, 'postgres-password'),
  /** Reserved space for the small files that Postgres writes when it starts on a full disk. */
  reserve: path.join(dataDir, 'reserve'),
  /** This file exists until the first start has finished. */
  fresh: path.join(dataDir, 'new'),
  /** This file exists while a backup is restored into the folder. */
  restoring: path.join(dataDir, 'restoring'),
});

/** Names that may exist in an otherwise empty folder. */
const nothing = /^(\.DS_Store|\.git(keep|ignore)|lost\+found)$/;
const ours = /^(postgres([.-].*)?|new|reserve|images|uploads|\.s\.PGSQL\..*)$/;
/** A start writes one of these before anything else. */
const marks = /^postgres(-password|-program-.*|\.making-\d+)$/;

/**
 * The contents of DATA_DIR, except names that may exist in an empty folder; nothing when it is missing. Throws a plain
 * sentence.
 */
async function heldIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw unusable(dataDir, error);
  });
  return names.filter((name) => !nothing.test(name));
}

/**
 * Checks that DATA_DIR is missing, empty, or belongs to this program with the same Postgres version. Throws a plain
 * sentence otherwise. Changes nothing.
 */
export async function checkFolder(dataDir: string, { version }: Binaries): Promise<void> {
  const held = await heldIn(dataDir);
  if (held.includes('restoring')) {
    throw unusable(
      dataDir,
      new Error('a restore into it has not ended; if it was broken off, empty it and restore again'),
    );
  }
  const isOurs = held.some((name) => marks.test(name));
  const foreign = isOurs ? held.filter((name) => !ours.test(name)) : held;
  if (foreign.length > 0) {
    const some = foreign.slice(0, 3).join(', ');
    const advice = isOurs
      ? 'move them, or start the version of the program that it was last used with, which may have put them there'
      : 'move them, or name an empty or a new folder';
    throw unusable(dataDir, new Error(`it holds other things (${some}); ${advice}`));
  }
  if (held.includes('postgres')) await checkVersion(embeddedPaths(dataDir).cluster, Number.parseInt(version, 10));
}

/** Throws `NoDatabase` unless DATA_DIR contains one. */
export function expectDatabase(dataDir: string): void {
  if (!existsSync(embeddedPaths(dataDir).cluster)) throw new NoDatabase(dataDir);
}

/** A command found no desk in the given place. */
export class NoDatabase extends Error {
  constructor(
    dataDir: string,
    found = 'no database. Set DATA_DIR to the folder of the desk, or start a desk there first.',
  ) {
    super(`DATA_DIR ${dataDir} holds ${found}`);
    this.name = 'NoDatabase';
  }
}

/** Throws a plain sentence unless DATA_DIR is missing or empty. */
export async function expectUnused(dataDir: string): Promise<void> {
  if ((await heldIn(dataDir)).length > 0) {
    throw unusable(dataDir, new Error('it is not empty; name an empty or a new folder'));
  }
}

/** Removes everything that a desk has put into DATA_DIR. */
export async function emptyFolder(dataDir: string): Promise<void> {
  for (const name of await heldIn(dataDir)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

async function checkVersion(cluster: string, major: number): Promise<void> {
  const made = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (made === '') throw new Error(`${cluster} is not a Postgres data folder. Name another DATA_DIR.`);
  if (made !== String(major)) {
    throw new Error(
      `${cluster} was made by Postgres ${made}, and this program brings Postgres ${major}. ` +
        'Start the version of the program that it was last used with.',
    );
  }
}

/** Creates DATA_DIR when it is missing, readable by its owner alone. Only for a folder that has been checked. */
export async function prepareFolder(dataDir: string): Promise<void> {
  try {
    // The folders are created one by one, because Node never returns from a recursive mkdir in a folder that cannot
    // contain folders (/proc).
    await mkdir(path.dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await closeToOthers(dataDir);
    await removeLeftovers(dataDir);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/**
 * A volume may belong to root and be open to a group that contains only the desk. A folder that all others may enter is
 * refused.
 */
async function closeToOthers(dataDir: string): Promise<void> {
  await chmod(dataDir, 0o700).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' || ((await stat(dataDir)).mode & 0o007) !== 0) throw error;
    await access(dataDir, constants.W_OK);
  });
}

const unusable = (dataDir: string, error: unknown) =>
  new Error(`DATA_DIR ${dataDir} cannot be used: ${inWords(error)}.`);

function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'ENOENT') return 'it cannot be made there';
  if (code === 'EROFS') return 'it is read-only';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is not a folder';
  if (code === 'ENOSPC') return 'the disk is full';
  return message;
}

/**
 * Writes the reserve when it is missing and the disk has room for it. Only for a folder with a cluster: the reserve
 * alone does not mark the folder as the desk's.
 */
export async function keepReserve(dataDir: string, { ids }: OsUser): Promise<void> {
  const { reserve } = embeddedPaths(dataDir);
  try {
    if (existsSync(reserve) || freeBytes(dataDir) < 10 * reserveBytes) return;
    await writeFile(reserve, Buffer.alloc(reserveBytes));
    if (ids.uid !== undefined && ids.gid !== undefined) await chown(reserve, ids.uid, ids.gid);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/**
 * A cluster is created under a name that ends in the process id of its creator. If that process is gone, the folder is
 * a leftover.
 */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = /^postgres\.making-(\d+)$/.exec(name)?.[1];
    if (maker && (Number(maker) === process.pid || !alive(Number(maker)))) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}

/**
 * Creates the cluster when there is none. It gets its name only when it is complete, so that an interrupted start
 * leaves no partial cluster.
 */
export async function prepareCluster(dataDir: string, account: OsUser): Promise<void> {
  const { cluster, fresh } = embeddedPaths(dataDir);
  giveFolder(dataDir, account.ids);
  if (!existsSync(cluster)) {
    const making = path.join(dataDir, `postgres.making-${process.pid}`);
    await initialise(making, dataDir, account);
    await writeFile(fresh, '');
    try {
      await rename(making, cluster);
    } catch (error) {
      await rm(making, { recursive: true, force: true });
      // Another process created the cluster in the meantime. That one is used.
      if (!existsSync(cluster)) throw error;
    }
  }
}

async function initialise(making: string, dataDir: string, account: OsUser): Promise<void> {
  const { password } = embeddedPaths(dataDir);
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
