import { readFile, readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { openAndSignIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';
import { withoutIdle } from '#e2e/support/without.ts';

const gzipped = (code: Buffer) => gzipSync(code).length;

test('signing in and the users need under 230 KB of scripts', async ({ page, desk }) => {
  // What comes in idle time is for later.
  await withoutIdle(page);
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(response.url(), response.body().then(gzipped));
  });
  await openAndSignIn(page, desk);
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveAttribute('aria-busy', 'false');
  const sizes = await Promise.all(scripts.values());
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(230_000);
});

test('no chunk is over 150 KB', async () => {
  const folder = 'dist/web/assets';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(names.map(async (name) => gzipped(await readFile(`${folder}/${name}`))));
  expect(Math.max(...sizes)).toBeLessThan(150_000);
});
