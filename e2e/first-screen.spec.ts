import type { Page, Request } from '@playwright/test';
import { routes } from '#contract/api.ts';
import { announcementRoutes } from '#contract/announcements.ts';
import { doctorRoutes } from '#contract/doctors.ts';
import { openedPageId } from '#contract/opened-page.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { firstCell, listCell, watchFirstCell } from '#e2e/support/first-cell.ts';
import { addPosts, addSecret } from '#e2e/support/posts.ts';
import { watchRequests } from '#e2e/support/requests.ts';
import { builtPages, builtScripts, maxFirstBytes, watchScripts } from '#e2e/support/scripts.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

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

test('the scripts leave out the summaries of routes, but for those that a kind words in its own way', async () => {
  const scripts = await builtScripts();
  const said = routes
    .filter(({ method, path }) => scripts.some(({ code }) => code.includes(`${method} ${path}`)))
    .map(({ summary }) => summary);
  expect(said.length).toBeGreaterThan(50);
  const kept = said.filter((summary) => scripts.some(({ code }) => code.includes(summary)));
  expect(kept.join(' ').length).toBeLessThan(500);
});

test('no page fetches more than 12 scripts at once', async () => {
  const pages = await builtPages();
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter(({ scripts }) => scripts.length > 12)).toEqual([]);
});

test('no page fetches more than 317 KB before its first rows, and Lady Due and the users not more than 229 KB', async () => {
  const most = (name: string) => (/^(home|users|lady-due)\./.test(name) ? maxFirstBytes : 317_000);
  const pages = await builtPages();
  expect(pages.filter(({ name, bytes }) => bytes > most(name))).toEqual([]);
});

test('the rich text editor is loaded only with forms that have one', async () => {
  const scripts = await builtScripts();
  const importing = scripts.filter(({ code }) => /\bfrom ?"\.\/rich-text-/.test(code)).map(({ name }) => name);
  expect(importing.length).toBeGreaterThan(0);
  expect(importing.filter((name) => /^(index|page|shared|dialogs|packages)/.test(name))).toEqual([]);
});

/** The paths that a page requests from now on. */
function pathsOf(page: Page) {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

/** The code of the other pages is fetched last, once all data has arrived. */
const isLastScript = (path: string) => /\/assets\/(activity|bin)-page-.*\.js$/.test(path);

/** Pages that start with a list, and the call that loads it. */
const pages = [
  ['/admin/desk/users', '/admin/users?limit=10'],
  [
    '/admin/desk/users?page=2&search=a&status=verified&sort=name',
    '/admin/users?page=2&limit=10&search=a&status=verified&sort=name',
  ],
  ['/admin/desk/users?search=%22e%22', '/admin/users?limit=10&search=e'],
  ['/admin', '/admin/home'],
  ['/admin/desk/doctors', '/api/doctors'],
  ['/admin/desk/announcements', '/admin/announcements'],
  ['/admin/desk/activity', '/admin/operations?limit=50'],
  ['/admin/desk/bin', '/admin/bin?limit=50'],
  ['/admin/desk/awa/posts', '/admin/awa/posts?limit=50'],
] as const;

/** Opens pages as browsers do that get no data with them: from a link on another site, or over plain http. */
const withoutData = (page: Page) =>
  page.route(/\/admin(\/desk|$)/, async (route) => {
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'cross-site' };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });

test('without data the page requests session and first list once, before the main script', async ({
  signedIn,
  desk,
  api,
}) => {
  const [doctor] = await addDoctors(api, [
    { name: 'Adaeze Eze', specialty: 'Fertility' },
    { name: 'Bola Ade', specialty: 'Midwifery' },
  ]);
  await api(doctorRoutes.remove, { id: doctor?.id ?? '' });
  await api(announcementRoutes.create, { message: 'The clinic is open on Saturday', enabled: true });
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, [{ content: 'Tea helps' }]);
  for (const [path, call] of pages) {
    await test.step(path, async () => {
      const page = await signedIn.context().newPage();
      await withoutData(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().slice(new URL(request.url()).origin.length)));
      await watchFirstCell(page);
      const letMainRun = await delayRequests(page, /\/assets\/index-/);
      const early = page.waitForResponse((response) => response.url().endsWith(call));
      const opened = firstCell(page, path);
      await early;
      letMainRun();
      const { scripts } = await opened;
      await expect.poll(() => asked.filter(isLastScript)).toHaveLength(2);
      const { pathname } = new URL(call, 'http://desk');
      expect(asked.filter((one) => one.split('?')[0] === pathname)).toEqual([call]);
      expect(asked.filter((one) => one === '/auth/refresh')).toHaveLength(1);
      expect(scripts).toBeGreaterThan(3);
      expect(scripts).toBeLessThanOrEqual(12);
      await page.close();
    });
  }
  await signedIn.goto('/admin/desk/users');
  await expect(signedIn.locator(listCell).first()).toBeVisible();
});

test('a page with its data requests the session alone, and shows the list at once, without a skeleton', async ({
  signedIn,
  api,
}) => {
  await addDoctors(api, [{ name: 'Adaeze Eze', specialty: 'Fertility' }]);
  await api(announcementRoutes.create, { message: 'The clinic is open on Saturday', enabled: true });
  await signedIn.addInitScript(() => {
    // Removes the page's time limit: on a busy machine its code alone may take longer than `maxWait` of `web/main.tsx`.
    const start = window.setTimeout;
    Object.assign(window, {
      setTimeout: (...given: Parameters<typeof start>) => (given[1] === 100 ? 0 : start(...given)),
    });
    new MutationObserver(() => {
      const loading = [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
        textContent.startsWith('Loading'),
      );
      if (loading) document.documentElement.dataset.sawSkeleton = 'yes';
    }).observe(document, { childList: true, subtree: true });
  });
  for (const [path, call] of pages.slice(0, 6)) {
    await test.step(path, async () => {
      const asked = pathsOf(signedIn);
      const letMainRun = await delayRequests(signedIn, /\/assets\/index-.*\.js$/);
      const refreshed = signedIn.waitForResponse((response) => response.url().endsWith('/auth/refresh'));
      await signedIn.goto(path, { waitUntil: 'commit' });
      await refreshed;
      await signedIn.locator(`#${openedPageId}`).waitFor({ state: 'attached' });
      letMainRun();
      await expect(signedIn.locator(listCell).first()).toBeVisible();
      expect(await signedIn.locator('html').getAttribute('data-saw-skeleton')).toBeNull();
      await expect.poll(() => asked.filter(isLastScript)).toHaveLength(2);
      expect(asked.filter((one) => one === call.split('?')[0])).toEqual([]);
      expect(asked.filter((one) => one === '/auth/refresh')).toHaveLength(1);
      await signedIn.unrouteAll({ behavior: 'wait' });
    });
  }
});

test('with early calls switched off, a page makes the same calls itself', async ({ signedIn: page }) => {
  await withoutEarlyCalls(page);
  for (const [path, call] of pages.slice(0, 4)) {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url().slice(new URL(request.url()).origin.length));
    page.on('request', note);
    await page.goto(path);
    await expect(page.locator(listCell).first()).toBeVisible();
    page.off('request', note);
    const { pathname } = new URL(call, 'http://desk');
    expect(asked.filter((one) => one.split('?')[0] === pathname)).toEqual([call]);
    expect(asked.findIndex((one) => /\/assets\/index-/.test(one))).toBeLessThan(asked.indexOf('/auth/refresh'));
  }
});

test('an address with invalid parameters sends no early request with them', async ({ signedIn }) => {
  const asked: string[] = [];
  signedIn.on('request', (request) => asked.push(request.url()));
  await signedIn.goto('/admin/desk/users?sort=-createdAt&page=minus');
  await expect(signedIn.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  const lists = asked.filter((url) => url.includes('/admin/users?')).map((url) => new URL(url).search);
  expect(lists).toEqual(['?limit=10']);
});

test('a first visit requests no data before the sign-in', async ({ page }) => {
  const requests = watchRequests(page);
  await page.goto('/admin/desk/doctors');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const asked = requests.map((request) => new URL(request.url()).pathname);
  expect(asked.filter((path) => !/^\/(assets|admin\/desk)/.test(path))).toEqual([]);
});
