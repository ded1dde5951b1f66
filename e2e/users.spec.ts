import { userRoutes } from '#contract/users.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { found, usersPath, usersScreen } from '#e2e/support/users.ts';
import { expect, test } from '#e2e/support/test.ts';

const figure = new Intl.NumberFormat('en-US');
const eleven = Array.from({ length: 11 }, () => ({}));

test('the four figures are those of the API', async ({ signedIn: page, api }) => {
  await page.goto(usersPath);
  const metrics = await api(userRoutes.metrics, {});
  const cards = page.getByRole('region', { name: 'Figures' });
  await expect(cards.getByRole('term')).toHaveText(['Total Users', 'Verified Users', 'Active Users', 'Total Posts']);
  await expect(cards.getByRole('definition')).toHaveText([
    figure.format(metrics.totalUsers),
    /^\+[\d,]+ in 30 days$/,
    figure.format(metrics.verifiedUsers),
    `${metrics.verificationRate}% verification rate`,
    figure.format(metrics.activeUsers),
    'last 30 days',
    figure.format(metrics.totalPosts),
    /^\+[\d,]+ in 30 days$/,
  ]);
});

test('users have small pictures; initials where there is none on this desk, or it does not load', async ({
  signedIn: page,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  // Demo users, because users added by tests have no picture.
  const { users: all } = await api(userRoutes.list, { limit: 50, sort: 'createdAt' });
  const profileImage = all.map((user) => user.profileImage).find(Boolean) ?? '';
  const mark = await addAppUsers([
    { name: 'Ada Obi', profileImage },
    { name: 'Ife Oni', profileImage: `/images/community-images/${'0'.repeat(32)}.webp` },
    { name: 'Uju Eze', profileImage: 'https://pictures.example.org/uju.jpg' },
  ]);
  const { row } = usersScreen(page);
  await page.goto(found(mark));
  const picture = row('Ada Obi').locator('img');
  await expect(picture).toHaveAttribute('src', `${profileImage}?w=96`);
  await expect(picture).toHaveAttribute('loading', 'lazy');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
  for (const [name, initials] of [
    ['Ife Oni', 'IO'],
    ['Uju Eze', 'UE'],
  ] as const) {
    await expect(row(name).locator('img')).toHaveCount(0);
    await expect(row(name).getByText(initials, { exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Ada Obi' }).click();
  const panel = page.getByRole('complementary', { name: 'User' });
  await expect(panel.locator('img').first()).toHaveAttribute('src', `${profileImage}?w=192`);
  await expect(panel).not.toContainText('Picture on');
  await page.getByRole('link', { name: 'Uju Eze' }).click();
  await expect(panel).toContainText('Picture on pictures.example.org');
  await expect(panel.getByRole('link', { name: 'Open the picture' })).toHaveAttribute(
    'href',
    'https://pictures.example.org/uju.jpg',
  );
  // Every list with them would request the missing picture.
  const { users: added } = await api(userRoutes.list, { search: mark });
  for (const { id } of added) await api(userRoutes.remove, { userId: id });
});

test('accepts wrapped metrics too', async ({ signedIn: page }) => {
  const figures = { totalUsers: 12, verifiedUsers: 9, verificationRate: 75, activeUsers: 4, totalPosts: 31 };
  await page.route('**/admin/metrics', (route) => route.fulfill({ json: { data: figures } }));
  await page.goto(usersPath);
  const cards = page.getByRole('region', { name: 'Figures' });
  await expect(cards.getByRole('definition')).toContainText(['12', '', '9', '75% verification rate', '4', '', '31']);
});

test('shows ten users per page with all their data', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ṣadé Awólọ́wọ̀', posts: 2 }]);
  await page.goto(usersPath);
  await expect(page).toHaveTitle('Users - Awa Desk');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['', 'User', 'Status', 'Joined', 'Activity', 'Actions']);
  const { rows, row } = usersScreen(page);
  await expect(rows).toHaveCount(10);
  const { pagination } = await api(userRoutes.list, {});
  await expect(page.getByText(`Showing 1 to 10 of ${figure.format(pagination.total)} users`)).toBeVisible();

  await page.goto(found(mark));
  const today = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'Africa/Lagos',
  }).format(new Date());
  await expect(row(mark).getByRole('cell')).toHaveText([
    '',
    new RegExp(`Ṣadé Awólọ́wọ̀.*1\\.${mark}@example\\.org`.normalize('NFC')),
    'Unverified',
    today,
    '2 posts 0 comments',
    'Verify',
  ]);
});

test('falls back to the username, then to No name', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: '', username: 'moon_child' }, { name: '' }]);
  await page.goto(found(mark));
  const { row } = usersScreen(page);
  await expect(row(`1.${mark}`)).toContainText('moon_child');
  await expect(row(`2.${mark}`)).toContainText('No name');
});

test('pages with Previous and Next; the page is in the URL', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(eleven);
  await page.goto(found(mark));
  const { previous, next, rows } = usersScreen(page);
  await expect(page.getByText('Showing 1 to 10 of 11 users')).toBeVisible();
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await expect(page.getByText('Showing 11 to 11 of 11 users')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  await page.reload();
  await expect(page.getByText('Showing 11 to 11 of 11 users')).toBeVisible();
  await previous.click();
  await expect(page.getByText('Showing 1 to 10 of 11 users')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
});

test('everything works on a phone', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([
    { name: 'Chidinma Nwosu-Okonkwo with quite a long name for so small a screen' },
    ...eleven,
  ]);
  await page.setViewportSize(phone);
  await page.goto(usersPath);
  const { search, dialog, next, previous } = usersScreen(page);
  const list = page.getByRole('list', { name: 'Users' });
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await expectFitsPhone(page);
  await search.fill(mark);
  await expect(page.getByText('Showing 1 to 10 of 12 users')).toBeVisible();
  await next.click();
  await expect(page.getByText('Showing 11 to 12 of 12 users')).toBeVisible();
  await expectFitsPhone(page);

  const actions = list.getByRole('button', { name: 'Actions for Chidinma' });
  await actions.click();
  await expectFitsPhone(page);
  const release = await delayRequests(page, '**/admin/users/*/status');
  await page.getByRole('menuitem', { name: 'Verify' }).click();
  await expect(list.getByRole('button', { name: 'Verifying' })).toHaveAttribute('aria-busy', 'true');
  await actions.click({ force: true });
  await expect(page.getByRole('menu')).toHaveCount(0);
  release();
  await expect(list.getByText(/^Verified/)).toBeVisible();
  await expect(actions).not.toHaveAttribute('aria-busy', 'true');
  await expect(actions).toBeFocused();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog).toContainText('Are you sure you want to delete this user?');
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Showing 11 to 11 of 11 users')).toBeVisible();
  await previous.click();
  await expect(page.getByText('Showing 1 to 10 of 11 users')).toBeVisible();
  // The accessibility scan at the end would report controls that the bottom bar partly covers: in this window it covers
  // none.
  await page.setViewportSize({ ...phone, height: 1600 });
});

test('searches, pages, verifies and deletes from the keyboard alone', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Keyed Person' }, ...eleven.slice(1)]);
  await page.goto(usersPath);
  const { search, next, dialog, row } = usersScreen(page);
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type(mark);
  await expect(page.getByText('Showing 1 to 10 of 11 users')).toBeVisible();
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 11 to 11 of 11 users')).toBeVisible();
  await expect(next).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Verify Keyed Person' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(row('Keyed Person').getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unverify Keyed Person' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 10 of 10 users')).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
});
