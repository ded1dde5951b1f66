import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

test('large texts of a folder get a brotli and a gzip form, pictures and small files none', async () => {
  const script = pathToFileURL(path.resolve('scripts/compress.mjs')).href;
  const { compressFolder } = (await import(script)) as { compressFolder: (folder: string) => Promise<void> };
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-compress-'));
  const text = 'const answer = 42;\n'.repeat(200);
  mkdirSync(path.join(folder, 'assets'));
  for (const name of ['assets/index-abc.js', 'style.css', 'font.woff2']) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, 'small.js'), 'small');

  await compressFolder(folder);

  const names = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
  expect(names.filter((name) => /\.(br|gz)$/.test(name)).toSorted()).toEqual([
    'assets/index-abc.js.br',
    'assets/index-abc.js.gz',
    'style.css.br',
    'style.css.gz',
  ]);
  const bytes = (name: string) => readFileSync(path.join(folder, name));
  expect(brotliDecompressSync(bytes('style.css.br')).toString()).toBe(text);
  expect(gunzipSync(bytes('assets/index-abc.js.gz')).toString()).toBe(text);
  rmSync(folder, { recursive: true });
});
