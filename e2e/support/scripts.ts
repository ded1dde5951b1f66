import { readFile, readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { disableIdleCallback } from '#e2e/support/disable-browser-apis.ts';

const gzipped = (code: Buffer) => gzipSync(code).length;

/**
 * Counts the scripts that a page cannot do without: what comes in idle time is for later. Before the page opens. The
 * answer says how many there were so far, and their bytes gzipped.
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

/** All chunks of the built dashboard, with their bytes gzipped. */
export async function builtScripts() {
  const folder = 'dist/web/assets';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return Promise.all(names.map(async (name) => ({ name, bytes: gzipped(await readFile(`${folder}/${name}`)) })));
}
