import { historyRoutes } from '#contract/history.ts';
import { userRoutes } from '#contract/users.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { dropResponses } from '#e2e/support/drop-responses.ts';
import { found, usersScreen } from '#e2e/support/users.ts';
import { expect, test } from '#e2e/support/test.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

const figure = new Intl.NumberFormat('en-US');
const eleven = Array.from({ length: 11 }, () => ({}));

test('verifies and unverifies; list and metrics follow', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ngozi Eze' }]);
  const before = await api(userRoutes.metrics, {});
  await page.goto(found(mark));
  const row = usersScreen(page).row(mark);
  const verified = page.getByRole('region', { name: 'Figures' }).getByRole('definition').nth(2);
  await expect(verified).toHaveText(figure.format(before.verifiedUsers));
  // The list requested after the change arrives late.
  const release = await delayRequests(page, '**/admin/users?*');
  await row.getByRole('button', { name: 'Verify Ngozi Eze' }).click();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Unverify Ngozi Eze' })).toBeVisible();
  release();
  await expect(verified).toHaveText(figure.format(before.verifiedUsers + 1));
  await expect(page.getByText('Verified Ngozi Eze')).toBeVisible();
  expect((await api(userRoutes.list, { search: mark })).users[0]?.isVerified).toBe(true);

  await page.getByRole('button', { name: 'Undo: Verified Ngozi Eze' }).click();
  await expect(row.getByText('Unverified', { exact: true })).toBeVisible();
  // The log names the user, as it does for the change itself.
  const [{ entityId } = { entityId: null }] = (await api(historyRoutes.list, { limit: 1 })).operations;
  expect(entityId).toBe((await api(userRoutes.list, { search: mark })).users[0]?.id);
  await page.getByRole('button', { name: 'Undo: Unverified Ngozi Eze' }).click();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Unverify Ngozi Eze' }).click();
  await expect(row.getByText('Unverified', { exact: true })).toBeVisible();
  await expect(verified).toHaveText(figure.format(before.verifiedUsers));
});

test('deleted by a colleague: the row stays and says so', async ({ signedIn: page, api, addAppUsers, guard }) => {
  guard.expectErrors(/status of 404/);
  const mark = await addAppUsers([{ name: 'Ada Eze' }]);
  await page.goto(found(mark));
  const { row } = usersScreen(page);
  await expect(row('Ada Eze')).toBeVisible();
  const [ada] = (await api(userRoutes.list, { search: mark })).users;
  await api(userRoutes.remove, { userId: ada?.id ?? '' });
  await row('Ada Eze')
    .getByRole('button', { name: /^(Verify|Unverify) Ada Eze/ })
    .click();
  await expect(page.getByRole('alert')).toContainText('Failed to update user status');
  await expect(page.getByRole('alert')).toContainText('This user does not exist.');
  await expect(row('Ada Eze')).toBeVisible();
});

test('a deletion asks first and names the user; list and metrics follow', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Bisi Adeyemi', username: 'bisi_a', posts: 3 }]);
  const before = await api(userRoutes.metrics, {});
  await page.goto(found(mark));
  const { row, dialog } = usersScreen(page);
  const bin = row(mark).getByRole('button', { name: 'Delete Bisi Adeyemi' });
  await bin.click();
  await expect(dialog).toHaveAccessibleDescription(
    new RegExp(
      `Bisi Adeyemi @bisi_a 1\\.${mark}@example\\.org Joined \\w{3} \\d+, \\d{4} Are you sure you want to delete this user\\? ` +
        'This action cannot be undone\\. Their 3 posts will be deleted too\\.$',
    ),
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
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

test('a change whose response was lost shows its actual state', async ({ signedIn: page, addAppUsers, guard }) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/);
  const mark = await addAppUsers([{ name: 'Tolu Ajayi' }]);
  const skipUntil = await skipPauses(page);
  await page.goto(found(mark));
  const row = usersScreen(page).row('Tolu Ajayi');
  await dropResponses(page, '**/admin/users/*/status', 50);
  await row.getByRole('button', { name: 'Verify Tolu Ajayi' }).click();
  const sentence = page.getByRole('alert').getByText('Not known whether the user status was updated');
  await skipUntil(() => expect(sentence).toBeVisible(now));
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
});

test('the focus moves on when the focused element disappears', async ({ signedIn: page, addAppUsers, guard }) => {
  guard.expectErrors(/status of 500/);
  const mark = await addAppUsers([{ name: 'Ada Obi' }, { name: 'Ife Oni' }]);
  const { dialog, rows } = usersScreen(page);
  const heading = page.getByRole('heading', { name: 'User Management' });
  const remove = async (name: string, left: number) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(rows).toHaveCount(left);
  };
  await page.goto(found(mark));
  await remove('Ife Oni', 1);
  await expect(page.getByRole('link', { name: 'Ada Obi' })).toBeFocused();
  await remove('Ada Obi', 0);
  await expect(heading).toBeFocused();

  await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
  await expect(heading).toBeFocused();

  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rows).toHaveCount(10);
  await expect(heading).toBeFocused();

  await withoutEarlyCalls(page);
  await page.route(/\/admin\/users\?/, (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.reload();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows).toHaveCount(10);
  await expect(heading).toBeFocused();
});

test('deleting the last row of the last page goes one page back', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(eleven);
  await page.goto(found(mark, 2));
  const { rows, dialog } = usersScreen(page);
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Showing 1 to 10 of 10 users')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
  await expect(rows).toHaveCount(10);
  await expect(rows.first().getByRole('link')).toBeFocused();
});
