import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageKey, Storage } from '#server/images/storage.ts';

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Flushes a folder to the disk: only then does a new name in it survive a power failure. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The time of the file system of the folder, in milliseconds. Creates the folder. */
export async function fileTime(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const probe = path.join(folder, `.time-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

/** Stores pictures as files below a folder. The folder is created when it is needed. */
export function diskStorage(folder: string): Storage {
  const fileOf = ({ bucket, name }: ImageKey) => path.join(folder, bucket, name);

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const folderOfFile = path.dirname(file);
      const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
      if (await mkdir(folderOfFile, { recursive: true, mode: 0o700 })) await syncFolder(folder);
      try {
        await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await rename(unfinished, file);
        await syncFolder(folderOfFile);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async get(key) {
      const handle = await open(fileOf(key), 'r').catch(unlessMissing);
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { bytes: handle.createReadStream(), size };
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    async *list(bucket) {
      const names = await readdir(path.join(folder, bucket)).catch(unlessMissing);
      for (const name of names ?? []) {
        const found = await stat(path.join(folder, bucket, name)).catch(unlessMissing);
        if (found) yield { name, at: found.mtimeMs };
      }
    },

    now: () => fileTime(folder),
  };
}
