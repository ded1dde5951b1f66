import type { Page } from '@playwright/test';
import { userRoutes } from '#contract/users.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';

const path = '/admin/desk/users';
const label = 'Sign-ups, last 30 days';
const figure = new Intl.NumberFormat('en-US');
const shown = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const parts = (page: Page) => ({
  figures: page.getByRole('region', { name: 'Figures' }),
  chart: page.getByRole('group', { name: label }),
  days: page.getByRole('slider', { name: `${label}: day` }),
  /** On phones. */
  summary: page.getByRole('button', { name: /^[\d,]+ users?, [\d.]+% verified, [\d,]+ active$/ }),
  table: page.getByRole('table', { name: `${label}, by days` }),
});

/** Thirty days until Nov 21, with this many sign-ups on each. */
const series = (count: (ago: number) => number) => ({
  days: Array.from({ length: 30 }, (_, at) => ({
    day: new Date(Date.UTC(2026, 9, 23 + at)).toISOString().slice(0, 10),
    count: count(29 - at),
  })),
});

const answer = (page: Page, signups: ReturnType<typeof series>) =>
  page.route('**/admin/metrics/signups?*', (route) => route.fulfill({ json: signups }));

test('the sign-ups by day are those of the API, in bars and in a table', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  await addAppUsers([{}]);
  await page.goto(path);
  const { figures, chart, table } = parts(page);
  const { days } = await api(userRoutes.signups, { days: 30, timeZone: 'Africa/Lagos' });
  await expect(table.getByRole('rowheader')).toHaveText(days.map(({ day }) => shown.format(new Date(day))));
  await expect(table.getByRole('cell')).toHaveText(
    days.map(({ count }) => `${figure.format(count)} sign-up${count === 1 ? '' : 's'}`),
  );
  const today = days.at(-1)?.count ?? 0;
  expect(today).toBeGreaterThan(0);
  await expect(chart).toContainText(`Today ${figure.format(today)}`);
  const joined = days.reduce((sum, { count }) => sum + count, 0);
  await expect(figures).toContainText(`+${figure.format(joined)} in 30 days`);
  await expect(chart).toContainText(`${figure.format(Math.max(...days.map(({ count }) => count)))}0`);
});

test('a day is chosen by pointing, and says its count', async ({ signedIn: page }) => {
  await answer(
    page,
    series((ago) => (ago === 0 ? 43 : 1000 + ago)),
  );
  await page.goto(path);
  const { chart, days } = parts(page);
  await expect(chart).toContainText('Today 43');
  const box = await boxAtRest(days);
  if (!box) throw new Error('No bars');
  await page.mouse.move(box.x + 1, box.y + 10);
  await expect(chart).toContainText('Oct 23 1,029');
  await page.mouse.move(box.x + box.width - 1, box.y + 10);
  await expect(chart).toContainText('Today 43');
  await page.mouse.move(box.x + box.width / 2 + 1, box.y + 10);
  await expect(chart).toContainText('Nov 7 1,014');
  await page.mouse.move(0, 0);
  await expect(chart).toContainText('Today 43');
});

test('the arrow keys walk over the days in one stop of the Tab key', async ({ signedIn: page }) => {
  await answer(
    page,
    series((ago) => (ago === 1 ? 1 : ago * 2)),
  );
  await page.goto(path);
  const { days, chart } = parts(page);
  await tabTo(page, days);
  const valued = (text: string) => expect(days).toHaveAttribute('aria-valuetext', text);
  await valued('Today, 0 sign-ups');
  await page.keyboard.press('ArrowLeft');
  await valued('Nov 20, 1 sign-up');
  await page.keyboard.press('PageDown');
  await valued('Nov 13, 16 sign-ups');
  await page.keyboard.press('Home');
  await valued('Oct 23, 58 sign-ups');
  await page.keyboard.press('ArrowLeft');
  await valued('Oct 23, 58 sign-ups');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await valued('Today, 0 sign-ups');
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toContainText('Nov 20 1');
  await page.keyboard.press('Tab');
  await expect(chart).toContainText('Today 0');
});

test('the charts follow a deletion', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Gone Soon' }]);
  await page.goto(`${path}?search=${mark}`);
  await expect(parts(page).table).toBeAttached();
  await untilLoaded(page);
  const again = Promise.all(
    ['signups', 'posts'].map((what) => page.waitForResponse((response) => response.url().includes(`/metrics/${what}`))),
  );
  await page.getByRole('button', { name: 'Delete Gone Soon' }).click();
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await again;
});

test('simultaneous failures are reported once, and one Retry reloads all', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/status of 500/);
  const { figures, days } = parts(page);
  for (const [failing, kept] of [
    [/\/admin\/metrics/, 0],
    [/\/admin\/metrics\//, 1],
  ] as const) {
    await page.route(failing, (route) => route.fulfill({ status: 500 }));
    await page.goto(path);
    await expect(figures.getByRole('alert')).toHaveText(/Failed to fetch metrics/);
    await expect(figures.getByText('Total Users')).toHaveCount(kept);
    await page.unrouteAll();
    await figures.getByRole('button', { name: 'Retry' }).click();
    await expect(days).toBeVisible();
    await expect(figures.getByText(/in 30 days$/)).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('a chart without sign-ups says so', async ({ signedIn: page }) => {
  await answer(
    page,
    series(() => 0),
  );
  await page.goto(path);
  const { chart, days, figures } = parts(page);
  await expect(chart).toContainText('No sign-ups in the last 30 days.');
  await expect(days).toHaveCount(0);
  await expect(figures).toContainText('+0 in 30 days');
});

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
]) {
  test(`what loads has its final size at once, ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height });
    const releases = await Promise.all(
      ['', '/signups?*', '/posts?*'].map((what) => delayRequests(page, `**/admin/metrics${what}`)),
    );
    await page.goto(path);
    const { figures, days } = parts(page);
    await expect(figures).toHaveAttribute('aria-busy', 'true');
    const before = await boxAtRest(figures, releases.length);
    for (const release of releases) release();
    await expect(figures).toHaveAttribute('aria-busy', 'false');
    await expect(days).toBeVisible();
    await expect(figures).toContainText('in 30 days');
    expect(await boxAtRest(figures)).toEqual(before);
  });
}

test('on a phone a line opens the metrics, the bars are below them, and a tap selects a day', async ({
  openContext,
}) => {
  const context = await openContext({ viewport: phone, hasTouch: true });
  const page = await context.newPage();
  await answer(
    page,
    series((ago) => ago + 5),
  );
  await page.goto(path);
  const { chart, days, figures, summary } = parts(page);
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await expect(figures).toHaveCount(0);
  await summary.tap();
  await expect(chart).toContainText('Today 5');
  await expectFitsPhone(page);
  const box = await boxAtRest(days);
  const posts = await boxAtRest(figures.getByText('Total Posts'));
  expect(box?.y).toBeGreaterThan(posts?.y ?? 0);
  await days.tap({ position: { x: 3, y: 20 } });
  await expect(chart).toContainText('Oct 23 34');
  await summary.tap();
  await expect(figures).toHaveCount(0);
});

test('metrics of a million users and of none fit', async ({ signedIn: page }) => {
  const metrics = (totalUsers: number) => ({
    totalUsers,
    verifiedUsers: totalUsers,
    verificationRate: totalUsers ? 100 : 0,
    activeUsers: totalUsers,
    totalPosts: totalUsers * 12,
  });
  for (const total of [0, 1, 1_000_000]) {
    await page.unrouteAll();
    await page.route('**/admin/metrics', (route) => route.fulfill({ json: metrics(total) }));
    await answer(
      page,
      series(() => Math.ceil(total / 40)),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
      { width: 768, height: 800 },
      phone,
    ]) {
      await page.setViewportSize(size);
      const { figures, summary } = parts(page);
      if (size === phone) await summary.click();
      await expect(figures).toContainText(figure.format(total));
      const cut = await figures.evaluate((region) =>
        [...region.querySelectorAll('dt, dd, p')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
      expect(cut, `${total} at ${size.width} px`).toEqual([]);
      if (size === phone) await summary.click();
    }
  }
});
