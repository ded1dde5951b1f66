import type { Page } from '@playwright/test';
import { userRoutes } from '#contract/users.ts';
import type { Call } from '#e2e/support/calls.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { choose } from '#e2e/support/filter.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/users';

const parts = (page: Page) => ({
  panel: page.getByRole('complementary', { name: 'User' }),
  person: page.getByRole('complementary', { name: 'User' }).getByRole('heading', { level: 3 }).first(),
  table: page.getByRole('table', { name: 'Users' }),
  row: (name: string) => page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: name }),
  link: (name: string) => page.getByRole('link', { name }),
  current: page.getByRole('table', { name: 'Users' }).locator('[aria-current=true]'),
});

/** The ids of the users with this mark in their email, newest first. */
const idsOf = async (api: Call, mark: string) =>
  (await api(userRoutes.list, { search: mark })).users.map(({ id }) => id);

test('shows the user and their latest posts', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ṣadé Awólọ́wọ̀', username: 'sadewrites', posts: 12 }]);
  await page.goto(`${path}?search=${mark}`);
  const { panel, person, link, current } = parts(page);
  await link('Ṣadé').click();
  await expect(person).toHaveText('Ṣadé Awólọ́wọ̀');
  await expect(panel.getByRole('heading', { name: 'User', exact: true })).toBeFocused();
  await expect(panel.getByText('@sadewrites')).toBeVisible();
  await expect(panel.getByText(`1.${mark}@example.org`)).toBeVisible();
  await expect(panel.getByText('Unverified', { exact: true })).toBeVisible();
  await expect(panel.getByRole('term')).toHaveText(['Joined', 'Last active', 'Posts', 'Comments']);
  await expect(panel.getByRole('definition')).toHaveText([/^\w{3} \d{1,2}, \d{4}$/, 'Never', '12', '0']);
  const posts = panel.getByRole('region', { name: 'Recent posts' }).getByRole('listitem');
  await expect(posts).toHaveCount(10);
  await expect(posts.first()).toHaveText(/^Hello\w{3} \d{1,2}, \d{4}0 likes0 comments$/);
  await expect(current).toContainText('Ṣadé');
});

test('the open user is in the URL: reload, a new tab, back and forward', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Ada Obi' }, { name: 'Ife Oni' }]);
  const [ife, ada] = await idsOf(api, mark);
  await page.goto(`${path}?search=${mark}`);
  const { panel, person, link } = parts(page);
  await link('Ada Obi').click();
  await expect(person).toHaveText('Ada Obi');
  await expect(page).toHaveURL(`${path}?search=${mark}&user=${ada}`);
  await link('Ife Oni').click();
  await expect(person).toHaveText('Ife Oni');
  await page.goBack();
  await expect(person).toHaveText('Ada Obi');
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.goForward();
  await page.reload();
  await expect(person).toHaveText('Ada Obi');

  const opened = page.context().waitForEvent('page');
  await link('Ife Oni').click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect(parts(tab).person).toHaveText('Ife Oni');
  expect(new URL(tab.url()).searchParams.get('user')).toBe(ife);
  await tab.close();
  await expect(person).toHaveText('Ada Obi');

  // A user is shown even if the list does not contain them.
  await page.goto(`${path}?search=nobody${mark}&user=${ada}`);
  await expect(person).toHaveText('Ada Obi');
  await page.goto(`${path}?search=${mark}&user=nonsense`);
  await expect(page.getByText('Showing 1 to 2 of 2 users')).toBeVisible();
  await expect(panel).toBeHidden();
});

test('copies a link to the user alone', async ({ signedIn: page, desk, api, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ada Obi' }]);
  const [ada] = await idsOf(api, mark);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desk.address });
  await page.goto(`${path}?search=${mark}&user=${ada}`);
  const { panel } = parts(page);
  const copy = panel.getByRole('button', { name: 'Copy link' });
  await copy.click();
  await expect(page.getByText('Copied the link')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${desk.address}${path}?user=${ada}`);

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.click();
  await expect(panel.getByRole('alert')).toContainText('Failed to copy the link');
});

test('the arrow keys go through the rows', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Third' }, { name: 'Second' }, { name: 'First' }]);
  await page.goto(`${path}?search=${mark}`);
  const { panel, person, link, current } = parts(page);
  await tabTo(page, link('First'));
  await page.keyboard.press('Enter');
  await expect(person).toHaveText('First');
  await expect(panel.getByRole('heading', { name: 'User', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  for (const name of ['Second', 'Third', 'Third']) {
    await page.keyboard.press('ArrowDown');
    await expect(person).toHaveText(name);
    await expect(current).toContainText(name);
  }
  await page.keyboard.press('ArrowUp');
  await expect(person).toHaveText('Second');
  await expect(page.getByRole('status').filter({ hasText: 'Second' })).toBeAttached();

  // Together they are one entry of the browser history.
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(link('Second')).toBeFocused();
  await page.goBack();
  await expect(person).toHaveText('Second');
  await page.goBack();
  await expect(panel).toBeHidden();
});

test('a status changes in list and panel; a user who left the list still has neighbours', async ({
  signedIn: page,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Third' }, { name: 'Second' }, { name: 'First' }]);
  await page.goto(`${path}?search=${mark}`);
  const { panel, person, row, link, table } = parts(page);
  await link('Second').click();
  await panel.getByRole('button', { name: 'Verify Second' }).click();
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
  await expect(row('Second').getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByText('Verified Second')).toBeVisible();
  await row('Second').getByRole('button', { name: 'Unverify Second' }).click();
  await expect(panel.getByText('Unverified', { exact: true })).toBeVisible();

  await choose(page.getByRole('combobox', { name: 'Status' }), 'Unverified');
  await expect(table).toHaveAttribute('aria-busy', 'false');
  await panel.getByRole('button', { name: 'Verify Second' }).click();
  await expect(table.getByRole('link')).toHaveText(['First', 'Third']);
  await expect(person).toHaveText('Second');
  await expect(panel.getByRole('button', { name: 'Unverify Second' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(person).toHaveText('Third');
});

test('deleting the user closes the panel, and back does not reopen it', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ada Obi', posts: 2 }, { name: 'Ife Oni' }]);
  await page.goto(`${path}?search=${mark}`);
  const { panel, link, table } = parts(page);
  await link('Ada Obi').click();
  await panel.getByRole('button', { name: 'Delete Ada Obi' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Delete Ada Obi' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(panel).toBeHidden();
  await expect(table.getByRole('link')).toHaveText(['Ife Oni']);
  await expect(page).toHaveURL(`${path}?search=${mark}`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('back to a user deleted from the list says so', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ada Obi' }, { name: 'Ife Oni' }]);
  await page.goto(`${path}?search=${mark}`);
  const { panel, person, row, link, table } = parts(page);
  await link('Ada Obi').click();
  await expect(person).toHaveText('Ada Obi');
  await link('Ife Oni').click();
  await expect(person).toHaveText('Ife Oni');
  await row('Ada Obi').getByRole('button', { name: 'Delete Ada Obi' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(table.getByRole('link')).toHaveText(['Ife Oni']);
  await page.goBack();
  await expect(panel.getByRole('heading', { name: 'This user no longer exists' })).toBeVisible();
});

test('deleted by a colleague: the panel says so, and the list reloads', async ({
  signedIn: page,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const mark = await addAppUsers([{ name: 'Ada Obi' }, { name: 'Ife Oni' }]);
  const [, ada = ''] = await idsOf(api, mark);
  await page.goto(`${path}?search=${mark}`);
  const { panel, table, link } = parts(page);
  await expect(link('Ada Obi')).toBeVisible();
  await api(userRoutes.remove, { userId: ada });
  await link('Ada Obi').click();
  await expect(panel.getByRole('heading', { name: 'This user no longer exists' })).toBeVisible();
  await expect(table.getByRole('link')).toHaveText(['Ife Oni']);
  await expect(panel.getByRole('button', { name: /^Delete/ })).toHaveCount(0);

  await link('Ife Oni').click();
  await expect(panel.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  const [ife = ''] = await idsOf(api, mark);
  await api(userRoutes.remove, { userId: ife });
  await panel.getByRole('button', { name: 'Verify Ife Oni' }).click();
  await expect(panel.getByRole('heading', { name: 'This user no longer exists' })).toBeVisible();
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).last().click();
  await expect(panel).toBeHidden();
});

test('while loading, the panel shows the data of the list; a late response is not shown', async ({
  signedIn: page,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Ada Obi', posts: 1 }, { name: 'Ife Oni' }]);
  await page.goto(`${path}?search=${mark}`);
  const { panel, person, link } = parts(page);
  await expect(link('Ada Obi')).toBeVisible();
  const release = await delayRequests(page, /\/admin\/users\/[0-9a-f-]{36}$/);
  await link('Ada Obi').click();
  await expect(person).toHaveText('Ada Obi');
  await expect(panel.getByRole('definition').nth(2)).toHaveText('1');
  await expect(panel.getByRole('listitem')).toHaveCount(0);
  await link('Ife Oni').click();
  await expect(person).toHaveText('Ife Oni');
  release();
  await expect(panel.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  await expect(person).toHaveText('Ife Oni');
});

test('on a phone the panel fills the screen, and back closes it', async ({ signedIn: page, addAppUsers }) => {
  const name = 'Chidinma Oluwaseunfunmi Nwosu-Okonkwo with quite a long name';
  const mark = await addAppUsers([{ name, username: 'chidinma_with_a_username_without_end', posts: 3 }]);
  await page.setViewportSize(phone);
  await page.goto(`${path}?search=${mark}`);
  const panel = page.getByRole('dialog', { name: 'User' });
  await page.getByRole('link', { name: 'Chidinma' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await expectFitsPhone(page);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('link', { name: 'Chidinma' })).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog', { name: 'Delete Chidinma' }).getByRole('button', { name: 'Delete user' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
});

for (const width of [1024, 1200, 1400]) {
  test(`beside it the table fits at ${width} pixels`, async ({ signedIn: page, addAppUsers }) => {
    const mark = await addAppUsers([{ name: 'Chidinma Oluwaseunfunmi Nwosu-Okonkwo with a long name', posts: 1 }]);
    await page.setViewportSize({ width, height: 768 });
    await page.goto(`${path}?search=${mark}`);
    const { panel, table, link } = parts(page);
    await link('Chidinma').click();
    await expect(panel.getByRole('listitem')).toHaveCount(1);
    await expect(table.getByRole('button', { name: /^Verify/ })).toBeVisible();
    const [list, side] = [await boxAtRest(table), await boxAtRest(panel)];
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan(side?.x ?? 0);
    const cut = await table.evaluate(
      (element) =>
        [...element.querySelectorAll('th, td')].filter(
          (cell) => cell.scrollWidth > cell.clientWidth && !cell.querySelector('a'),
        ).length,
    );
    expect(cut, 'cells that are too narrow for what is in them').toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}
