// Compresses built files once, beside themselves: the server sends `.br` or `.gz` to whoever takes it, and nothing is
// compressed anew for each visitor.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressible = /\.(css|js|json|svg|txt|webmanifest)$/;
/** Bytes below which a file travels as well as it is. */
const smallest = 1024;
// The default of brotli is its best; that of gzip is not.
const forms = [
  ['.br', promisify(brotliCompress)],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/** Writes a brotli and a gzip form beside each file of a folder that gets smaller by it. */
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
