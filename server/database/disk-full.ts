import { statfsSync } from 'node:fs';

/** With fewer free bytes than this, Postgres does not start. */
const leastToStart = 1_000_000;
/** With fewer free bytes than this, changes are refused: the rest is for signing in, and for Postgres itself. */
const leastForChanges = 32 * 1024 * 1024;

/** The free bytes on the disk of a folder. Synchronous, because a thread switch would take far longer than the call. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Whether the disk of a folder is almost full. */
export const hasNoRoom = (folder: string) => freeBytes(folder) < leastToStart;

/** Throws when the disk of a folder has fewer free bytes than changes need. */
export function expectRoom(folder: string, least = leastForChanges): void {
  if (freeBytes(folder) < least) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' });
}

/** Whether an error, or one of its causes, means that a disk is full: an error of the desk or of Postgres. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // When Postgres does not start, only the last line of its log has the reason.
    if (code === 'ENOSPC' || code === '53100' || /No space left on device|disk is full/.test(cause.message))
      return true;
  }
  return false;
}
