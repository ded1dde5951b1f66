import { readFile, readdir, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { disableIdleCallback } from '#e2e/support/disable-browser-apis.ts';

const gzipped = (code: Buffer) => gzipSync(code).length;

/**
 * Counts the scripts that a page needs, without those that are fetched in idle time. Call it before the page opens. The
 * returned function returns their number so far and their gzipped bytes.
 */
export async function watchScripts(page: Page) {
  await disableIdleCallback(page);
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(response.url(), response.body().then(gzipped));
  });
  return async () => {
    const sizes = await Promise.all(scripts.values());
    return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };
}

/** All chunks of the built dashboard, with their code and its gzipped bytes. */
export async function builtScripts() {
  const folder = 'dist/web/assets';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return Promise.all(
    names.map(async (name) => {
      const code = await readFile(`${folder}/${name}`);
      return { name, code: String(code), bytes: gzipped(code) };
    }),
  );
}

/** The most bytes of code that Lady Due and the users may fetch before their first rows: 4.6 s at 400 kbit/s. */
export const maxFirstBytes = 229_000;

/** Each built page, with its linked scripts, and the bytes of these and of its styles as sent by the server. */
export async function builtPages() {
  const folder = 'dist/web';
  const names = (await readdir(`${folder}/pages`)).filter((name) => name.endsWith('.html'));
  const size = async (file: string) => {
    // The smallest files are sent uncompressed.
    const compressed = await stat(`${folder}/${file}.br`).catch(() => stat(`${folder}/${file}`));
    return compressed.size;
  };
  return Promise.all(
    names.map(async (name) => {
      const html = await readFile(`${folder}/pages/${name}`, 'utf8');
      const files = [...html.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
      const sizes = await Promise.all(files.map(size));
      return {
        name,
        scripts: files.filter((file) => file.endsWith('.js')),
        bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
      };
    }),
  );
}
