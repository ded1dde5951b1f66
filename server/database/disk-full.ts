import { statfs } from 'node:fs/promises';

/** With fewer free bytes than this, Postgres does not start. */
const least = 1_000_000;

/** Whether the disk of a folder is almost full. */
export async function hasNoRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < least;
}

/** Whether an error, or one that caused it, says that a disk is full: ours, or that of Postgres. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // When Postgres does not start, only the last line of its log tells why.
    if (code === 'ENOSPC' || code === '53100' || /No space left on device|disk is full/.test(cause.message))
      return true;
  }
  return false;
}
