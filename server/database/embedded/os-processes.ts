import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id runs, under any user. A zombie does not count. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || statusOf(pid)?.state !== 'Z';
}

/**
 * The parent of a process: the one that started it or, when that is gone, the one that adopted it. Undefined when the
 * system does not tell.
 */
export function parentProcessOf(pid: number): number | undefined {
  if (process.platform === 'linux') return statusOf(pid)?.parent;
  if (process.platform === 'win32') return undefined;
  const said = fromPs(pid, 'ppid');
  return said === '' ? undefined : Number(said);
}

/** Whether a process is a Postgres server on that folder. Process ids are reused after a crash. */
export function isPostgresOn(pid: number, cluster: string): boolean {
  if (!alive(pid)) return false;
  if (process.platform === 'win32') return true;
  const command =
    process.platform === 'linux' ? readProc(pid, 'cmdline').replaceAll('\0', ' ') : fromPs(pid, 'command');
  return command.includes('postgres') && command.includes(cluster);
}

function statusOf(pid: number): { state: string; parent: number } | undefined {
  const stat = readProc(pid, 'stat');
  // The name before the last bracket may itself contain spaces and brackets.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state && parent ? { state, parent: Number(parent) } : undefined;
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function fromPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
