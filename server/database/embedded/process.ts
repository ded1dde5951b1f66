import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasNoRoom } from '#server/database/disk-full.ts';
import type { OsUser } from '#server/database/embedded/user.ts';
import type { Binaries } from '#server/database/embedded/binaries.ts';
import { alive } from '#server/database/embedded/os-processes.ts';

/**
 * The part of the environment that other programs get. The settings of the desk include secrets, and PG* variables
 * would change the behaviour of Postgres.
 */
export const programEnvironment = () => {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
  const entries = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' };
};

/** The command that runs a program as the operating-system account of Postgres. */
const asAccount = (account: OsUser, program: string, args: string[]) => {
  const [first = program, ...rest] = [...account.prefix, program, ...args];
  return [first, rest] as const;
};

/**
 * Runs a program of Postgres to its end and returns its output. Throws with the last line of the output when it fails.
 */
export async function run(account: OsUser, program: string, args: string[]): Promise<string> {
  const child = spawn(...asAccount(account, program, args), {
    ...account.ids,
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  });
  let said = '';
  let complained = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (complained += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Postgres could not be set up: ${lastLine(complained)}`);
  return said;
}

/**
 * Starts Postgres in a separate process session: Ctrl-C reaches only this process, which stops Postgres after draining.
 */
export function startPostgres(account: OsUser, args: string[], log: string): ChildProcess {
  const output = openSync(log, 'w', 0o600);
  const { uid, gid } = account.ids;
  try {
    if (uid !== undefined && gid !== undefined) fchownSync(output, uid, gid);
    return spawn(...asAccount(account, account.binaries.postgres, args), {
      ...account.ids,
      env: programEnvironment(),
      stdio: ['ignore', output, output],
      detached: true,
      windowsHide: true,
      cwd: '/',
    });
  } finally {
    closeSync(output);
  }
}

/** The last error in the log file of Postgres, for an error in one line. */
export async function lastLogLine(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  // On a full disk Postgres could not write its log either.
  if (!text.trim() && hasNoRoom(path.dirname(log))) return 'No space left on device';
  return lastLine(text);
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|error/i.test(line));
  const line = lines.at(-1) ?? text.trim().split('\n').at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|error): +/i, '').trim() || 'it said nothing';
}

/**
 * Ends the sessions of Postgres, lets it write everything and waits until its process has ended. After 30 s Postgres is
 * stopped immediately, and its next start recovers from the write-ahead log. Throws when it still runs 30 s later.
 */
export async function stopPostgres(pid: number, binaries: Binaries, cluster: string): Promise<void> {
  const gone = async (seconds: number) => {
    const end = performance.now() + seconds * 1000;
    while (alive(pid) && performance.now() < end) await pause(10);
    return !alive(pid);
  };
  for (const [signal, mode] of [
    ['SIGINT', 'fast'],
    ['SIGQUIT', 'immediate'],
  ] as const) {
    if (!alive(pid)) return;
    // Windows has no such signals. There pg_ctl stops Postgres.
    if (process.platform === 'win32') {
      await once(spawn(binaries.pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'], { stdio: 'ignore' }), 'close');
    } else {
      process.kill(pid, signal);
    }
    if (await gone(30)) return;
  }
  throw new Error(`Postgres (process ${pid}) on ${cluster} does not stop.`);
}
