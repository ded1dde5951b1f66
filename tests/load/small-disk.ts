import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk in memory of this many megabytes. Throws when this user may not mount one. */
export function smallDisk(megabytes: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  if (mounted.status !== 0) {
    rmdirSync(folder);
    throw new Error('This user may not mount a disk in memory.');
  }
  const filler = path.join(folder, 'filler');

  return {
    folder,
    /** Fills all remaining space, as another program would. */
    fill() {
      const file = openSync(filler, 'a');
      for (const bytes of [1 << 20, 4096]) {
        try {
          while (writeSync(file, Buffer.alloc(bytes)) === bytes);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    /** Frees the space again. */
    free: () => rmSync(filler, { force: true }),
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    remove() {
      spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' });
      rmdirSync(folder);
    },
  };
}

/** Whether this user may mount a disk in memory. */
export function mayMount() {
  try {
    smallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}
