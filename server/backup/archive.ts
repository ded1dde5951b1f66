import { type Hash, createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { z } from 'zod';
import { syncFolder } from '#server/images/disk.ts';

/** The last file of a backup, which lists its contents. */
const Manifest = z.object({
  /** Another number means a different file format. */
  format: z.literal(1),
  /** The time of the state in the backup. */
  madeAt: z.iso.datetime(),
  databaseId: z.string(),
  /** The version of the backed-up Postgres. */
  postgres: z.string(),
  /** The SHA-256 of each migration of the database, in order. */
  migrations: z.array(z.string()),
  /** The months for which the log has partitions, such as `2026_11`. */
  months: z.array(z.string().regex(/^\d{4}_\d\d$/)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** The names of images whose files were removed during the backup. */
  gone: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

const manifestName = 'manifest.json';

/** The length of the last line of a backup: the SHA-256 of everything before it, in hexadecimal. */
const lastLine = 65;

/** Adds a file to a backup. Resolves when there is room for the next one. */
export type AddFile = (name: string, bytes: Buffer) => Promise<void>;

/** Passes bytes on and adds them to a hash. */
const hashing = (hash: Hash) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };

/**
 * Writes a backup: a tar of the files that `write` adds and of the manifest that it returns, then the last line. The
 * file gets its name only when it is completely on the disk. Throws when there is a file of this name; a failure leaves
 * no file.
 */
export async function writeArchive(
  file: string,
  write: (add: AddFile) => Promise<Omit<Manifest, 'format' | 'files'>>,
): Promise<{ manifest: Manifest; bytes: number; sha256: string }> {
  const refuseExisting = () => {
    if (existsSync(file)) throw new Error(`${file} exists already. Name a new file.`);
  };
  refuseExisting();
  const folder = path.dirname(file);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Make it, or name another file.`);
  const unfinished = `${file}.unfinished`;
  const tar = pack();
  const hash = createHash('sha256');
  const files: Manifest['files'] = [];
  const mtime = new Date();
  // A file put there by another user would stay theirs, and a link would lead elsewhere.
  await rm(unfinished, { force: true });
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
  const writing = pipeline(tar as AsyncIterable<Buffer>, hashing(hash), output);
  // The next `add` throws the error.
  writing.catch(() => undefined);
  const put = (name: string, bytes: Buffer) =>
    Promise.race([
      writing,
      new Promise<void>((resolve, reject) =>
        tar.entry({ name, mode: 0o600, mtime }, bytes, (error) => (error ? reject(error) : resolve())),
      ),
    ]);
  try {
    const described = await write(async (name, bytes) => {
      files.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      await put(name, bytes);
    });
    const manifest: Manifest = { format: 1, ...described, files };
    await put(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    tar.finalize();
    await writing;
    const sha256 = hash.digest('hex');
    const handle = await open(unfinished, 'a');
    await handle.appendFile(`${sha256}\n`);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    refuseExisting();
    await rename(unfinished, file);
    await syncFolder(path.dirname(file));
    return { manifest, bytes: size, sha256 };
  } catch (error) {
    tar.destroy();
    await writing.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

type Part = { name: string; chunks: AsyncIterable<Buffer> };

/** The files of a backup, in order. The chunks of each must be read before the next one. */
export async function* filesIn(file: string, hash = createHash('sha256')): AsyncGenerator<Part> {
  const { size } = await stat(file);
  const reader = extract();
  const reading = pipeline(createReadStream(file, { end: Math.max(0, size - lastLine - 1) }), hashing(hash), reader);
  reading.catch(() => undefined);
  for await (const entry of reader)
    yield { name: entry.header.name, chunks: entry as unknown as AsyncIterable<Buffer> };
  await reading;
}

async function readLastLine(file: string) {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(lastLine), 0, lastLine, Math.max(0, size - lastLine));
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const damaged = (file: string, what: string) =>
  new Error(`${file} is no whole backup: ${what}. Nothing was changed. Take another copy of it, or an earlier backup.`);

/** Reads a whole backup and compares every byte with its hash. Throws a plain sentence when it does not match. */
export async function checkArchive(file: string): Promise<Manifest> {
  const all = createHash('sha256');
  const found: Manifest['files'] = [];
  let manifest = '';
  let broken = false;
  try {
    for await (const { name, chunks } of filesIn(file, all)) {
      if (name === manifestName) {
        manifest = await text(chunks);
        continue;
      }
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
      }
      found.push({ name, bytes, sha256: hash.digest('hex') });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new Error(`${file} cannot be read: ${code}.`);
    broken = true;
  }
  if (broken || (await readLastLine(file)) !== `${all.digest('hex')}\n`) {
    throw damaged(file, 'its bytes do not match the hash in its last line');
  }
  const read = Manifest.safeParse(JSON.parse(manifest || 'null'));
  if (!read.success) throw damaged(file, 'this version of the program does not know its form');
  if (JSON.stringify(found) !== JSON.stringify(read.data.files))
    throw damaged(file, 'it holds other files than it says');
  return read.data;
}
