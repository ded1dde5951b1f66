import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lchownSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Binaries } from '#server/database/embedded/binaries.ts';

/**
 * The user of the operating system that runs Postgres. Postgres refuses to run as root, and initdb refuses a user
 * without a name.
 */
export type OsUser = {
  binaries: Binaries;
  /** The words before a program and its arguments. */
  prefix: string[];
  /** The ids of the spawned process, when another user runs it. */
  ids: { uid?: number; gid?: number };
};

/** Makes Postgres stop when this process is killed. It comes last, because a change of user resets it. */
const stopWithParent = ['setpriv', '--pdeathsig', 'INT', '--'];

/**
 * An ordinary user runs Postgres directly. Root runs it in a user namespace, where root's own files appear to belong to
 * another user, so that it works in place even in a home folder that no other user may enter. When namespaces are
 * refused (many containers), an unprivileged user runs it, from a copy in the data folder if necessary.
 */
export function chooseUser(binaries: Binaries, dataDir: string): OsUser {
  if (process.platform !== 'linux') return { binaries, prefix: [], ids: {} };
  const works = (account: OsUser) => {
    const [program, ...args] = [...account.prefix, account.binaries.postgres, '--version'];
    return spawnSync(program, args, { ...account.ids, stdio: 'ignore', cwd: '/' }).status === 0;
  };
  const withStop = (account: OsUser): OsUser => {
    const stopping = { ...account, prefix: [...account.prefix, ...stopWithParent] };
    return works(stopping) ? stopping : account;
  };
  if (process.getuid?.() !== 0 && hasName()) return withStop({ binaries, prefix: [], ids: {} });

  const owner = otherOwner(dataDir);
  const { uid, gid } = owner ?? somebody();
  const mapped = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  const inPlace = { binaries, prefix: mapped, ids: {} };
  if (!owner && works(inPlace)) return withStop(inPlace);
  if (process.getuid?.() === 0) {
    const other = { binaries, prefix: [], ids: { uid, gid } };
    if (works(other)) return withStop(other);
    const copied = { ...other, binaries: copyBinaries(binaries, dataDir) };
    giveFolder(copied.binaries.root, copied.ids);
    giveFolder(dataDir, copied.ids);
    if (works(copied)) return withStop(copied);
  }
  throw new Error(
    'The embedded Postgres cannot run as this user here. Start as an ordinary user, put DATA_DIR where every user ' +
      'may pass through, or set DATABASE_URL.',
  );
}

/**
 * When run as root: the account that owns a folder with a database, if it is not root. The folder stays with that
 * account.
 */
function otherOwner(dataDir: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0 || !existsSync(path.join(dataDir, 'postgres'))) return undefined;
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? undefined : { uid, gid };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** A user of this machine other than root. Not 65534: a namespace shows all foreign owners as that number. */
function somebody(): { uid: number; gid: number } {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  for (const line of users.split('\n')) {
    const [, , uid, gid] = line.split(':').map(Number);
    if (uid && gid && uid !== 65_534) return { uid, gid };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Copies the program under another name and renames it when complete. A newer package gets a separate copy. */
function copyBinaries(binaries: Binaries, dataDir: string): Binaries {
  const root = path.join(dataDir, `postgres-program-${binaries.version}`);
  const moved = (file: string) => path.join(root, path.relative(binaries.root, file));
  const copy = {
    ...binaries,
    root,
    initdb: moved(binaries.initdb),
    postgres: moved(binaries.postgres),
    pgCtl: moved(binaries.pgCtl),
  };
  if (!existsSync(root)) {
    const copying = `${root}.copying`;
    rmSync(copying, { recursive: true, force: true });
    cpSync(binaries.root, copying, { recursive: true, verbatimSymlinks: true });
    renameSync(copying, root);
  }
  return copy;
}

/**
 * When run as root: changes the owner of a folder and its contents to a user, root by default, if it belonged to
 * another one.
 */
export function giveFolder(folder: string, { uid = 0, gid = 0 }: OsUser['ids']): void {
  if (process.getuid?.() !== 0) return;
  if (statSync(folder).uid === uid) return;
  // Changes the owner of the links themselves, not of their targets.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries) lchownSync(path.join(parentPath, name), uid, gid);
  // The folder itself comes last, so that an interrupted run is repeated at the next start.
  lchownSync(folder, uid, gid);
}
