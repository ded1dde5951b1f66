import { readFile, readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { disableIdleCallback } from '#e2e/support/disable-browser-apis.ts';

const gzipped = (code: Buffer) => gzipSync(code).length;

/**
 * Counts the scripts that a page needs, without those that are fetched in idle time. Call it before the page opens. The
 * returned function gives their number so far and their gzipped bytes.
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

/** Each built page, with the number of scripts that it links to. */
export async function scriptsOfPages() {
  const folder = 'dist/web/pages';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const count = async (name: string) =>
    (await readFile(`${folder}/${name}`, 'utf8')).match(/"\/assets\/[^"]+\.js"/g) ?? [];
  return Promise.all(names.map(async (name) => ({ name, scripts: (await count(name)).length })));
}
