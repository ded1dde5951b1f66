import { type BrowserContext, type Page, type Response, expect } from '@playwright/test';
import type { Desk } from '#e2e/support/desk.ts';
import { authRoutes } from '#contract/auth.ts';
import { liveRoutes } from '#contract/live.ts';
import { safetyApi } from '#contract/safety.ts';
import { usersApi } from '#contract/users.ts';
import { leaveOut, untilLoaded } from '#e2e/support/under-way.ts';

/** Signs in through the form on screen. */
export async function signIn(page: Page, { email, password }: Pick<Desk, 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('link', { name: 'Awa Desk' })).toBeVisible();
}

/** Opens a page of the desk, by default the users, and signs in, with a new session for the test. */
export async function openAndSignIn(
  page: Page,
  desk: Pick<Desk, 'address' | 'email' | 'password'>,
  path = '/admin/desk/users',
) {
  await page.goto(`${desk.address}${path}`);
  await signIn(page, desk);
}

/**
 * Signs in and waits until the first page has made all its calls. The figures and charts follow the first list together,
 * on a busy machine long after the network became idle, and would notice the end of the session.
 */
export async function openWholeAndSignIn(page: Page, desk: Pick<Desk, 'address' | 'email' | 'password'>) {
  const { path } = usersApi.users.metrics;
  const figures = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await openAndSignIn(page, desk);
  await figures;
  await untilLoaded(page);
}

/** This browser's cookies as a program sends them. */
export async function cookieHeader(page: Page, { address }: Desk) {
  const cookies = await page.context().cookies(address);
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Renews the bearer as the page does: 401 when the session of these cookies has ended. */
export const refresh = ({ address }: Desk, Cookie: string) =>
  fetch(`${address}/auth/refresh`, { method: 'POST', headers: { Origin: address, Cookie } });

/** Holds the calls that the shell of every open page makes on its own, whenever it gets to them, until the next sign-in. */
async function holdShellCalls(context: BrowserContext) {
  const isSignIn = (response: Response) => new URL(response.url()).pathname === authRoutes.signIn.path;
  const signedIn = context.waitForEvent('response', { predicate: isSignIn, timeout: 0 }).catch(() => undefined);
  for (const page of context.pages())
    for (const { path } of [liveRoutes.events, safetyApi.crisis.waiting])
      await page.route(`**${path}*`, async (route) => {
        leaveOut(page, route.request());
        if (await signedIn) await route.continue();
      });
}

/** Logs out once no call of any open page is pending: the server would refuse later ones. */
export async function logOut(page: Page) {
  const context = page.context();
  for (const open of context.pages()) await untilLoaded(open);
  await holdShellCalls(context);
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
}

/**
 * Ends this browser's session only on the server, as its limits do. The page does not notice before the test's own
 * action: no call is pending, except this many that the test holds back, and the shell's calls wait for the next sign-in.
 */
export async function endSession(page: Page, desk: Desk, held = 0) {
  await untilLoaded(page, held);
  await holdShellCalls(page.context());
  const { address } = desk;
  const refreshed = await refresh(desk, await cookieHeader(page, desk));
  const { token } = (await refreshed.json()) as { token: string };
  const ended = await fetch(`${address}/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(ended.status).toBe(204);
}
