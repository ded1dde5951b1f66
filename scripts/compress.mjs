// Compresses built files once and writes the results next to them. The server sends `.br` or `.gz` to browsers that
// accept it, and compresses no file per visitor.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressible = /\.(css|js|json|svg|txt|webmanifest)$/;
/** Files smaller than this many bytes are not compressed. */
const smallest = 1024;
// Brotli's default level is the highest; gzip's is not.
const forms = [
  ['.br', promisify(brotliCompress)],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/** Writes a brotli and a gzip form beside each file of a folder, if that is smaller. */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const bytes = await readFile(file);
      if (bytes.length < smallest) return;
      for (const [extension, compress] of forms) await writeFile(file + extension, await compress(bytes));
    }),
  );
}
