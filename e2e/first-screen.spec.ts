import { builtScripts, watchScripts } from '#e2e/support/scripts.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';

test('signing in and the users need under 230 KB of scripts', async ({ page, desk }) => {
  const scripts = await watchScripts(page);
  await openAndSignIn(page, desk);
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveAttribute('aria-busy', 'false');
  const { count, bytes } = await scripts();
  expect(count).toBeGreaterThan(3);
  expect(bytes).toBeLessThan(230_000);
});

test('no chunk is over 150 KB', async () => {
  const sizes = (await builtScripts()).map(({ bytes }) => bytes);
  expect(Math.max(...sizes)).toBeLessThan(150_000);
});
