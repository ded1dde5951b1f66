import pg from 'pg';
import { userRoutes } from '#contract/users.ts';
import { choose } from '#e2e/support/filter.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { found, usersPath, usersScreen } from '#e2e/support/users.ts';
import { expect, test } from '#e2e/support/test.ts';

const many = Array.from({ length: 27 }, () => ({}));

test('the page size is in the URL and kept on the device', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(many);
  await page.goto(found(mark, 2));
  const size = page.getByRole('combobox', { name: 'Rows' });
  await expect(page.getByText('Showing 11 to 20 of 27 users')).toBeVisible();
  await choose(size, '25');
  await expect(page.getByText('Showing 1 to 25 of 27 users')).toBeVisible();
  await expect(page).toHaveURL(`${usersPath}?search=${mark}&limit=25`);
  await page.goto(found(mark, 2));
  await expect(page.getByText('Showing 26 to 27 of 27 users')).toBeVisible();
  await page.goto(`${found(mark)}&limit=10`);
  await expect(page.getByText('Showing 1 to 10 of 27 users')).toBeVisible();
});

test('a page number can be typed; a page beyond the last leads back to it', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(many);
  await page.goto(found(mark));
  const field = page.getByRole('textbox', { name: 'Page' });
  const go = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  await go('2');
  await expect(page.getByText('Showing 11 to 20 of 27 users')).toBeVisible();
  await expect(page).toHaveURL(found(mark, 2));
  await go('999');
  await expect(page.getByText('Showing 21 to 27 of 27 users')).toBeVisible();
  await expect(field).toHaveValue('3');
  for (const nonsense of ['0', '-1', 'x', '']) {
    await go(nonsense);
    await expect(field).toHaveValue('3');
  }
  await page.goto(found(mark, 4));
  await expect(page.getByRole('heading', { name: 'There is no page 4' })).toBeVisible();
  await usersScreen(page).previous.click();
  await expect(page.getByText('Showing 21 to 27 of 27 users')).toBeVisible();
});

test('people are found by the days they joined, in the zone of the browser', async ({
  signedIn: page,
  desk,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Ada Obi' }, { name: 'Ife Oni' }, { name: 'Uju Eze' }]);
  const client = new pg.Client(desk.database);
  await client.connect();
  for (const [name, at] of [
    ['Ada Obi', '2026-10-31T22:59:59Z'],
    ['Ife Oni', '2026-10-31T23:00:00Z'],
    ['Uju Eze', '2026-11-02T23:00:00Z'],
  ]) {
    await client.query('UPDATE users SET created_at = $1 WHERE name = $2 AND email LIKE $3', [at, name, `%${mark}%`]);
  }
  await client.end();
  await page.goto(found(mark));
  const { rows } = usersScreen(page);
  await expect(rows).toHaveCount(3);
  const joined = page.getByRole('button', { name: /^Joined / });
  await expect(joined).toHaveText('Joined Any day');
  await joined.click();
  await page.getByLabel('First day').fill('2026-11-01');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Last day').fill('2026-11-02');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Nov 1, 2026');
  await expect(page).toHaveURL(`${found(mark)}&from=2026-11-01&to=2026-11-02`);
  await page.keyboard.press('Escape');
  await expect(joined).toBeFocused();
  await expect(joined).toHaveText('Joined Nov 1 to Nov 2, 2026');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('dialog')).toContainText(`Everyone matching “${mark}” who joined Nov 1 to Nov 2, 2026`);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${found(mark)}&from=2026-11-03&to=2026-11-01`);
  await expect(
    page.getByRole('heading', { name: /^No users match .* and joined Nov 3 to Nov 1, 2026$/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show any day' }).click();
  await expect(rows).toHaveCount(3);
});

test('sorted by activity and by last activity, which is then shown', async ({ signedIn: page, desk, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ada Obi', posts: 1 }, { name: 'Ife Oni', posts: 3 }, { name: 'Uju Eze' }]);
  const client = new pg.Client(desk.database);
  await client.connect();
  await client.query('UPDATE users SET last_active_at = now() WHERE name = $1 AND email LIKE $2', [
    'Uju Eze',
    `%${mark}%`,
  ]);
  await client.end();
  await page.goto(found(mark));
  const { rows } = usersScreen(page);
  const activity = page.getByRole('columnheader', { name: 'Activity' });
  await activity.getByRole('button').click();
  await expect(activity).toHaveAttribute('aria-sort', 'descending');
  await expect(rows).toContainText(['Ife Oni', 'Ada Obi', 'Uju Eze']);
  await activity.getByRole('button').click();
  await expect(page).toHaveURL(found(mark));
  await page.goto(`${found(mark)}&sort=-lastActiveAt`);
  await expect(rows).toContainText([/Uju Eze.*Active today/, /Never active/, /Never active/]);
});

test('a click anywhere in a row opens the panel, except on its controls', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ada Obi' }]);
  await page.goto(found(mark));
  const row = usersScreen(page).row('Ada Obi');
  const panel = page.getByRole('complementary', { name: 'User' });
  await row.getByRole('checkbox').check();
  await row.getByRole('button', { name: 'Verify' }).click();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
  await expect(panel).toHaveCount(0);
  const place = await boxAtRest(row.getByText('0 comments'));
  await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
  await expect(panel.getByRole('heading', { name: 'Ada Obi' })).toBeVisible();
});

test('the panel shows recent comments with their posts, and copies email and ID', async ({
  signedIn: page,
  desk,
  api,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Ada Obi', posts: 1 }, { name: 'Ife Oni' }]);
  const { users: listed } = await api(userRoutes.list, { search: mark });
  const ife = listed[0]?.id ?? '';
  const client = new pg.Client(desk.database);
  await client.connect();
  await client.query(
    `INSERT INTO comments (id, post_id, user_id, content)
     SELECT gen_random_uuid(), posts.id, $1, 'Welcome, dear' FROM posts WHERE user_id = $2`,
    [ife, listed[1]?.id],
  );
  await client.end();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desk.address });
  await page.goto(`${found(mark)}&user=${ife}`);
  const panel = page.getByRole('complementary', { name: 'User' });
  const comment = panel.getByRole('region', { name: 'Recent comments' }).getByRole('listitem');
  await expect(comment).toHaveText(/^Welcome, dear\w{3} \d{1,2}, \d{4}on “Hello”$/);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await panel.getByRole('button', { name: 'Copy email' }).click();
  await expect(page.getByText('Copied the email')).toBeVisible();
  expect(await copied()).toBe(`2.${mark}@example.org`);
  await panel.getByRole('button', { name: 'Copy ID' }).click();
  await expect(page.getByText('Copied the ID')).toBeVisible();
  expect(await copied()).toBe(ife);
});

test('seven users are visible on a small laptop', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(many);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(found(mark));
  const { rows, next } = usersScreen(page);
  await expect(rows).toHaveCount(10);
  const [seventh, foot] = [await boxAtRest(rows.nth(6)), await boxAtRest(next)];
  expect((seventh?.y ?? NaN) + (seventh?.height ?? NaN)).toBeLessThan(foot?.y ?? NaN);
});

test('four users are visible on a phone, where page and rows are behind a button', async ({
  signedIn: page,
  addAppUsers,
}) => {
  const mark = await addAppUsers(many);
  await page.setViewportSize(phone);
  await page.goto(found(mark));
  const rows = page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: mark });
  await expect(rows).toHaveCount(10);
  const [fourth, foot] = [await boxAtRest(rows.nth(3)), await boxAtRest(usersScreen(page).next)];
  expect((fourth?.y ?? NaN) + (fourth?.height ?? NaN)).toBeLessThan(foot?.y ?? NaN);
  await page.getByRole('button', { name: 'Page and rows' }).click();
  await expectFitsPhone(page);
  const field = page.getByRole('textbox', { name: 'Page' });
  await field.fill('3');
  await field.press('Enter');
  await expect(page.getByText('Showing 21 to 27 of 27 users')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters and sort' }).click();
  await page.getByRole('button', { name: /^Joined/ }).click();
  await expectFitsPhone(page);
});
