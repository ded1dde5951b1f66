import type { Page } from '@playwright/test';
import { users } from '#contract/users.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { dropResponses } from '#e2e/support/drop-responses.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const parts = (page: Page) => ({
  search: page.getByRole('searchbox', { name: 'Search users' }),
  /** Without the heads and the notes under the rows. */
  rows: page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('time') }),
  row: (text: string) => page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: text }),
  dialog: page.getByRole('dialog'),
  previous: page.getByRole('button', { name: 'Previous' }),
  next: page.getByRole('button', { name: 'Next' }),
});

const path = '/admin/desk/users';
const found = (mark: string, page?: number) => `${path}?search=${mark}${page ? `&page=${page}` : ''}`;
const figure = new Intl.NumberFormat('en-US');
const eleven = Array.from({ length: 11 }, () => ({}));

test('the four figures are those of the API', async ({ signedIn: page, api }) => {
  await page.goto(path);
  const metrics = await api(users.metrics, {});
  const cards = page.getByRole('region', { name: 'Figures' });
  await expect(cards.getByRole('term')).toHaveText(['Total Users', 'Verified Users', 'Active Users', 'Total Posts']);
  await expect(cards.getByRole('definition')).toHaveText([
    figure.format(metrics.totalUsers),
    /^\d+ joined today$/,
    figure.format(metrics.verifiedUsers),
    `${metrics.verificationRate}% verification rate`,
    figure.format(metrics.activeUsers),
    'last 30 days',
    figure.format(metrics.totalPosts),
    'all communities',
  ]);
});

test('people have their pictures, narrow; initials where there is none on this desk, or it does not come', async ({
  signedIn: page,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  // Those who were there before any test: whom tests add has none.
  const { users: all } = await api(users.list, { limit: 50, sort: 'createdAt' });
  const profileImage = all.map((user) => user.profileImage).find(Boolean) ?? '';
  const mark = await addAppUsers([
    { name: 'Ada Obi', profileImage },
    { name: 'Ife Oni', profileImage: `/images/community-images/${'0'.repeat(32)}.webp` },
    { name: 'Uju Eze', profileImage: 'https://pictures.example.org/uju.jpg' },
  ]);
  const { row } = parts(page);
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
  // Every list that shows them would ask for the picture that is not there.
  const { users: added } = await api(users.list, { search: mark });
  for (const { id } of added) await api(users.remove, { userId: id });
});

test('takes figures that come wrapped as well', async ({ signedIn: page }) => {
  const figures = { totalUsers: 12, verifiedUsers: 9, verificationRate: 75, activeUsers: 4, totalPosts: 31 };
  await page.route('**/admin/metrics', (route) => route.fulfill({ json: { data: figures } }));
  await page.goto(path);
  const cards = page.getByRole('region', { name: 'Figures' });
  await expect(cards.getByRole('definition')).toContainText(['12', '', '9', '75% verification rate', '4', '', '31']);
});

test('a search that is too long says so instead of showing everyone', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/status of 422/);
  await page.goto(`${path}?search=${'z'.repeat(201)}`);
  const { search, rows } = parts(page);
  await expect(page.getByRole('alert')).toContainText('Search can have at most 200 characters');
  await expect(rows).toHaveCount(0);
  // The box takes no more than that.
  await search.fill('y'.repeat(201));
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await expect(search).toHaveValue('y'.repeat(200));
});

test('shows ten people a page with everything about them', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ṣadé Awólọ́wọ̀', posts: 2 }]);
  await page.goto(path);
  await expect(page).toHaveTitle('Users - Awa Desk');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['', 'User', 'Status', 'Joined', 'Activity', 'Actions']);
  const { rows, row } = parts(page);
  await expect(rows).toHaveCount(10);
  const { pagination } = await api(users.list, {});
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
  const { row } = parts(page);
  await expect(row(`1.${mark}`)).toContainText('moon_child');
  await expect(row(`2.${mark}`)).toContainText('No name');
});

test('pages with Previous and Next; the address has the page', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(eleven);
  await page.goto(found(mark));
  const { previous, next, rows } = parts(page);
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

test('a search waits for a pause in the typing', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{}]);
  const terms: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === users.list.path) terms.push(url.searchParams.get('search'));
  });
  await page.clock.install();
  await page.goto(path);
  const { search, rows } = parts(page);
  await expect(rows).toHaveCount(10);
  await page.clock.pauseAt(Date.now() + 60_000);
  terms.length = 0;
  for (const letter of mark) {
    await search.press(letter);
    await page.clock.runFor(100);
  }
  expect(terms).toEqual([]);
  await page.clock.resume();
  await expect(rows).toHaveCount(1);
  expect(terms).toEqual([mark]);
});

test('a search starts on page 1, stands in the address, and can be shared', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Adé Ọlá' }]);
  await page.goto(`${path}?page=3`);
  await expect(page.getByText(/^Showing 21 to 30 of/)).toBeVisible();
  const { search, row } = parts(page);
  await search.fill(mark);
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible();
  await expect(page).toHaveURL(`${path}?search=${mark}`);
  await page.reload();
  await expect(search).toHaveValue(mark);
  await expect(row('Adé Ọlá')).toBeVisible();

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(parts(shared).row('Adé Ọlá')).toBeVisible();
  await shared.close();

  await search.fill(`${mark} `);
  await search.pressSequentially('x');
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await page.goBack();
  await expect(page, 'only the beginning of a search is a step of the way back').toHaveURL(`${path}?page=3`);
  await page.goForward();
  await search.fill(mark);
  await expect(row('Adé Ọlá')).toBeVisible();

  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page).toHaveURL(/\/announcements$/);
  await page.goBack();
  await expect(search).toHaveValue(mark);
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible();
});

test('a late answer to an older search never replaces a newer one', async ({ signedIn: page, addAppUsers }) => {
  const older = await addAppUsers([{ name: 'Older Answer' }]);
  const newer = await addAppUsers([{ name: 'Newer Answer' }]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/admin/users?*search=${older}*`, async (route) => {
    // Kept until after the newer one was shown. The page may have given up on it by then.
    const answer = await route.fetch();
    await released;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await page.goto(path);
  const { search, row } = parts(page);
  const isOlder = (request: { url(): string }) => request.url().includes(older);
  const asked = page.waitForRequest(isOlder);
  const over = Promise.race([
    page.waitForEvent('requestfinished', isOlder),
    page.waitForEvent('requestfailed', isOlder),
  ]);
  await search.fill(older);
  await asked;
  await search.fill(newer);
  await expect(row('Newer Answer')).toBeVisible();
  release();
  await over;
  await expect(row('Newer Answer')).toBeVisible();
  await expect(row('Older Answer')).toHaveCount(0);
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible();
});

test('verifies and unverifies; the list and the figures follow', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ngozi Eze' }]);
  const before = await api(users.metrics, {});
  await page.goto(found(mark));
  const row = parts(page).row(mark);
  const verified = page.getByRole('region', { name: 'Figures' }).getByRole('definition').nth(2);
  await expect(verified).toHaveText(figure.format(before.verifiedUsers));
  await row.getByRole('button', { name: 'Verify Ngozi Eze' }).click();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
  await expect(verified).toHaveText(figure.format(before.verifiedUsers + 1));
  await expect(page.getByText('Verified Ngozi Eze')).toBeVisible();
  expect((await api(users.list, { search: mark })).users[0]?.isVerified).toBe(true);

  await row.getByRole('button', { name: 'Unverify Ngozi Eze' }).click();
  await expect(row.getByText('Unverified', { exact: true })).toBeVisible();
  await expect(verified).toHaveText(figure.format(before.verifiedUsers));
});

test('somebody else deleted the person: the row stays to say so', async ({
  signedIn: page,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const mark = await addAppUsers([{ name: 'Ada Eze' }]);
  await page.goto(found(mark));
  const { row } = parts(page);
  await expect(row('Ada Eze')).toBeVisible();
  const [ada] = (await api(users.list, { search: mark })).users;
  await api(users.remove, { userId: ada?.id ?? '' });
  await row('Ada Eze')
    .getByRole('button', { name: /^(Verify|Unverify) Ada Eze/ })
    .click();
  await expect(page.getByRole('alert')).toContainText('Failed to update user status');
  await expect(page.getByRole('alert')).toContainText('This user does not exist.');
  await expect(row('Ada Eze')).toBeVisible();
});

test('asks before it deletes; the list and the figures follow', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Bisi Adeyemi', posts: 3 }]);
  const before = await api(users.metrics, {});
  await page.goto(found(mark));
  const { row, dialog } = parts(page);
  const bin = row(mark).getByRole('button', { name: 'Delete Bisi Adeyemi' });
  await bin.click();
  await expect(dialog).toHaveAccessibleDescription(
    'Are you sure you want to delete this user? This action cannot be undone. Posts that go with them: 3. Comments: 0.',
  );
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row(mark)).toBeVisible();
  await expect(bin).toBeFocused();

  await bin.click();
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await expect(page.getByText('Deleted Bisi Adeyemi')).toBeVisible();
  const figures = page.getByRole('region', { name: 'Figures' }).getByRole('definition');
  await expect(figures.nth(0)).toHaveText(figure.format(before.totalUsers - 1));
  await expect(figures.nth(6)).toHaveText(figure.format(before.totalPosts - 3));
});

test('a change whose answer was lost is shown as it is', async ({ signedIn: page, addAppUsers, guard }) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/);
  const mark = await addAppUsers([{ name: 'Tolu Ajayi' }]);
  const skipUntil = await skipPauses(page);
  await page.goto(found(mark));
  const row = parts(page).row('Tolu Ajayi');
  await dropResponses(page, '**/admin/users/*/status', 50);
  await row.getByRole('button', { name: 'Verify Tolu Ajayi' }).click();
  const sentence = page.getByRole('alert').getByText('Not known whether the user status was updated');
  await skipUntil(() => expect(sentence).toBeVisible(now));
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
});

test('what goes while it has the focus hands it on', async ({ signedIn: page, addAppUsers, guard }) => {
  guard.expectErrors(/status of 500/);
  const mark = await addAppUsers([{ name: 'Ada Obi' }, { name: 'Ife Oni' }]);
  const { dialog, rows } = parts(page);
  const heading = page.getByRole('heading', { name: 'User Management' });
  const remove = async (name: string, left: number) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(rows).toHaveCount(left);
  };
  await page.goto(found(mark));
  await remove('Ife Oni', 1);
  await expect(page.getByRole('button', { name: 'Verify Ada Obi' })).toBeFocused();
  await remove('Ada Obi', 0);
  await expect(heading).toBeFocused();

  await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rows).toHaveCount(10);
  await expect(heading).toBeFocused();

  await page.route(/\/admin\/users\?/, (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.reload();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows).toHaveCount(10);
  await expect(heading).toBeFocused();
});

test('deleting the last row of the last page goes one page back', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(eleven);
  await page.goto(found(mark, 2));
  const { rows, dialog } = parts(page);
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Showing 1 to 10 of 10 users')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
  await expect(rows).toHaveCount(10);
  await expect(rows.first().getByRole('button').first()).toBeFocused();
});

test('a search without a match says what is looked into, and can be cleared', async ({ signedIn: page }) => {
  await page.goto(found('nobodyiscalledthis'));
  await expect(page.getByRole('heading', { name: 'No users match “nobodyiscalledthis”' })).toBeVisible();
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  const { rows, search } = parts(page);
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rows).toHaveCount(10);
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(path);
});

test('everything works on a phone', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([
    { name: 'Chidinma Nwosu-Okonkwo with quite a long name for so small a screen' },
    ...eleven,
  ]);
  await page.setViewportSize(phone);
  await page.goto(path);
  const { search, dialog, next, previous } = parts(page);
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
});

test('searches, pages, verifies and deletes from the keyboard alone', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Keyed Person' }, ...eleven.slice(1)]);
  await page.goto(path);
  const { search, next, dialog, row } = parts(page);
  await expect(search).toBeVisible();
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
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 10 of 10 users')).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
});
