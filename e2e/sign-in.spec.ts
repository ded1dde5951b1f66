import { invalidSignIn } from '#contract/errors.ts';
import { startDesk } from '#e2e/support/desk.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { cookieHeader, logOut, openAndSignIn, refresh, signIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';
import { disableStorage } from '#e2e/support/disable-browser-apis.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

const refused = /status of 401/;

test('shows every label of the sign-in screen and moves from empty fields to what is missing', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveTitle('Sign in - Awa Desk');
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await expect(page.getByText('Restricted access. Authorized personnel only.')).toBeVisible();
  const email = page.getByRole('textbox', { name: 'Email' });
  const password = page.getByLabel('Password', { exact: true });
  const button = page.getByRole('button', { name: 'Sign in' });
  await expect(email).toHaveAttribute('aria-required', 'true');
  await expect(password).toHaveAttribute('aria-required', 'true');

  await button.click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(password).toHaveAccessibleDescription('Password is required');

  await email.fill('amaka.obi@awa.example');
  await button.click();
  await expect(password).toBeFocused();
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveValue('amaka.obi@awa.example');
});

test('shows and hides the password, also from the keyboard', async ({ page }) => {
  await page.goto('/admin');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('no secret at all');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  const hide = page.getByRole('button', { name: 'Hide password' });
  await password.focus();
  await page.keyboard.press('Tab');
  await expect(hide).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('no secret at all');
});

test('the button says Signing in... until the response, and then the desk opens', async ({ page, desk }) => {
  const answer = await delayRequests(page, '**/auth/login');
  await page.goto('/admin');
  await page.getByRole('textbox', { name: 'Email' }).fill(desk.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(desk.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/desk\/home$/);
});

test('refuses a wrong password in a red box and keeps the email', async ({ page, desk, guard }) => {
  guard.expectErrors(refused);
  await page.goto('/admin');
  await page.getByRole('textbox', { name: 'Email' }).fill(desk.email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(invalidSignIn);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(desk.email);
  await signIn(page, desk);
});

test('too many tries: the form says how many minutes to wait, counted down', async ({ page, desk, guard }) => {
  const email = 'stranger@awa.example';
  const body = JSON.stringify({ email, password: 'a guess' });
  const headers = { 'Content-Type': 'application/json' };
  for (let tries = 0; tries < 10; tries += 1) {
    await fetch(`${desk.address}/auth/login`, { method: 'POST', headers, body });
  }
  guard.expectErrors(/status of 429/);
  await page.clock.install();
  await page.goto('/admin');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a guess');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many failed tries. Try again in 15 minutes.');
  await page.clock.fastForward('14:10');
  await expect(page.getByRole('alert')).toHaveText('Too many failed tries. Try again in 1 minute.');
  await page.clock.fastForward('01:00');
  await expect(page.getByRole('alert')).toHaveText('Too many failed tries. You can try again now.');
});

test('signs in silently on reload; Loading... shows only after 150 ms, before any script or style is there', async ({
  page,
  desk,
}) => {
  await openAndSignIn(page, desk);
  await withoutEarlyCalls(page);
  const [answer, code] = [
    await delayRequests(page, '**/auth/refresh'),
    await delayRequests(page, /index-.*\.(js|css)$/),
  ];
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload({ waitUntil: 'commit' });
  const loading = page.getByText('Loading...');
  const mark = page.locator('#opening');
  await expect(loading).toBeVisible();
  const seen = await mark.evaluate((element) => {
    const [waiting] = element.getAnimations();
    return [149, 151].map((milliseconds) => {
      if (waiting) waiting.currentTime = milliseconds;
      return element.checkVisibility({ visibilityProperty: true });
    });
  });
  expect(seen).toEqual([false, true]);
  expect(await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)).toBe('rgb(27, 20, 32)');
  const before = await loading.boundingBox();
  const byPage = await mark.elementHandle();
  code();
  // The gate shows the same text in the same place.
  await byPage?.waitForElementState('hidden');
  await expect(loading).toBeVisible();
  expect(await loading.boundingBox()).toEqual(before);
  answer();
  await expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible();
  await expect(loading).toBeHidden();
});

test('says so when it cannot find out who is signed in, and goes on with Retry', async ({ page, desk, guard }) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/);
  await openAndSignIn(page, desk);
  await withoutEarlyCalls(page);
  await page.route('**/auth/refresh', (route) => route.abort('connectionfailed'));
  await page.reload();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to check your session');
  await page.unrouteAll({ behavior: 'wait' });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible();
});

test('without an answer for its session, a page shows the list that it has, and goes on with Retry', async ({
  page,
  desk,
  guard,
}) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/);
  await openAndSignIn(page, desk);
  await page.route('**/auth/refresh', (route) => route.abort('connectionfailed'));
  await page.reload();
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to fetch metrics');
  await page.unrouteAll({ behavior: 'wait' });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveAttribute('aria-busy', 'false');
  await expect(alert).toBeHidden();
});

test('a page whose session ends while it opens shows the sign-in, and nothing of its data', async ({
  page,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 401/);
  await openAndSignIn(page, desk);
  await page.route('**/auth/refresh', async (route) => {
    await page.context().clearCookies();
    await route.fulfill({ status: 401, json: { status: 401, code: 'unauthenticated', detail: '', requestId: '' } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeHidden();
});

test('Logout ends the session here, in other tabs and on the server', async ({ page, context, desk }) => {
  await openAndSignIn(page, desk);
  const other = await context.newPage();
  await other.goto('/admin/desk/announcements');
  await expect(other.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await untilLoaded(other);
  await logOut(page);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(other.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();

  // After signing in again, this tab shows the page of before, and the other tab is signed in as well.
  await signIn(other, desk);
  await expect(other).toHaveURL(/\/announcements$/);
  await expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible();
});

test('Logout with an expired bearer ends the session as well', async ({ page, desk, guard }) => {
  guard.expectErrors(refused);
  await openAndSignIn(page, desk);
  const cookie = await cookieHeader(page, desk);
  const stale = (headers: Record<string, string>) => ({ ...headers, authorization: 'Bearer ran-out' });
  await page.route('**/auth/logout', (route) => route.continue({ headers: stale(route.request().headers()) }), {
    times: 1,
  });
  await logOut(page);
  expect((await refresh(desk, cookie)).status).toBe(401);
});

test('a Logout whose outcome is unknown says that it failed, and the person stays signed in', async ({
  page,
  desk,
  guard,
}) => {
  guard.expectErrors(refused, /net::ERR_CONNECTION_FAILED/);
  await openAndSignIn(page, desk);
  await page.route('**/auth/logout', (route) => route.fulfill({ status: 401 }));
  await page.route('**/auth/refresh', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to sign out');
  await expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible();
  await page.unrouteAll();
  await logOut(page);
});

test('a toast of one person is gone at once when they log out', async ({ page, desk, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Simi Bello' }]);
  await openAndSignIn(page, desk);
  await page.goto(`/admin/desk/users?search=${mark}`);
  await page.getByRole('button', { name: 'Verify Simi Bello' }).click();
  const toast = page.getByText('Verified Simi Bello');
  await expect(toast).toBeVisible();
  await logOut(page);
  // No waiting here: the toast would soon disappear anyway.
  expect(await toast.count()).toBe(0);
});

test('signing in works where the browser has no storage', async ({ page, desk, guard }) => {
  guard.expectErrors(refused);
  await disableStorage(page);
  await openAndSignIn(page, desk);
  await page.reload();
  await expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible();
  await page.getByRole('button', { name: `Welcome, ${desk.email}` }).click();
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck();
  await logOut(page);
});

test('works in a browser that cannot join two abort signals', async ({ signedIn: page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
  await page.goto('/admin/desk/users');
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
});

test('two desks on two ports of one host keep their sessions apart', async ({ page, context, desk, guard }) => {
  const second = await startDesk({ demoUsers: 0 });
  try {
    guard.allow(second.address);
    const other = await context.newPage();
    await openAndSignIn(page, desk);
    await openAndSignIn(other, second);
    await page.reload();
    await expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible();
    await logOut(page);
    await other.reload();
    await expect(other.getByText(`Welcome, ${second.email}`)).toBeVisible();
    // The page still fetches the code of other pages in idle time, which a stopped desk would refuse.
    await other.close();
  } finally {
    await second.stop();
  }
});

for (const path of [
  '/admin?redirect=https://elsewhere.example/',
  '/admin/desk/users?next=//elsewhere.example',
  '//elsewhere.example/admin',
  '/%2F/elsewhere.example',
  '/\\elsewhere.example',
  '/admin/desk//elsewhere.example',
]) {
  test(`signing in at ${path} leads to no other site`, async ({ page, desk, guard }) => {
    guard.expectErrors(/status of 404/);
    await page.goto(`${desk.address}${path}`);
    await signIn(page, desk);
    expect(new URL(page.url()).origin).toBe(desk.address);
  });
}
