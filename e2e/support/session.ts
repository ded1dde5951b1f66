import { type Page, expect } from '@playwright/test';
import type { Desk } from '#e2e/support/desk.ts';

/** Signs in through the form that is on screen. */
export async function signIn(page: Page, { email, password }: Desk) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('link', { name: 'Awa Desk' })).toBeVisible();
}

/** Opens the desk and signs in, as a session of the test's own. */
export async function openAndSignIn(page: Page, desk: Desk) {
  await page.goto(`${desk.address}/admin`);
  await signIn(page, desk);
}

/** Ends this browser's session on the server alone, as reaching its limits does: the page does not know. */
export async function endSession(page: Page, { address }: Desk) {
  const cookies = await page.context().cookies(address);
  const headers = { Origin: address, Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const refreshed = await fetch(`${address}/auth/refresh`, { method: 'POST', headers });
  const { token } = (await refreshed.json()) as { token: string };
  const ended = await fetch(`${address}/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(ended.status).toBe(204);
}
