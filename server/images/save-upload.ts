import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { failures } from '#contract/errors.ts';
import { maxImageBytes } from '#contract/images.ts';
import { freeBytes } from '#server/database/disk-full.ts';
import { Failure } from '#server/http/failure.ts';
import { type SaveUpload, Upload } from '#server/http/multipart.ts';
import { fileTime } from '#server/images/disk.ts';

const noRoom = () =>
  new Failure(507, 'no_room', 'The server’s disk is almost full, so it cannot take images now. Nothing was saved.');

/**
 * Writes an upload into a folder while it streams in. Throws 413 `image_too_large` at the first byte too many, and 507
 * `no_room` when the disk has less than `reserve` bytes left. A refused or aborted upload leaves no file.
 */
export function saveUploadsTo(folder: string, reserve: number): SaveUpload {
  return async (bytes) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (freeBytes(folder) < reserve) throw noRoom();
    const file = path.join(folder, randomBytes(16).toString('hex'));
    const hash = createHash('sha256');
    let size = 0;
    try {
      await pipeline(
        bytes,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            if (size > maxImageBytes) throw new Failure(413, 'image_too_large', failures.images.tooLarge);
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      );
      return new Upload(file, hash.digest('hex'));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  };
}

/** Removes the uploads that a killed process left in the folder: files older than `age` milliseconds. */
export async function sweepUploads(folder: string, age: number) {
  const until = (await fileTime(folder)) - age;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < until) await rm(file, { force: true });
  }
}
