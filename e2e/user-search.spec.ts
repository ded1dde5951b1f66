import { userRoutes } from '#contract/users.ts';
import { found, usersPath, usersScreen } from '#e2e/support/users.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a search that is too long says so instead of showing everyone', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/status of 422/);
  await page.goto(`${usersPath}?search=${'z'.repeat(201)}`);
  const { search, rows } = usersScreen(page);
  await expect(page.getByRole('alert')).toContainText('Search can have at most 200 characters');
  await expect(rows).toHaveCount(0);
  // The maximum length of the box.
  await search.fill('y'.repeat(201));
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await expect(search).toHaveValue('y'.repeat(200));
});

test('a search waits for a pause in the typing', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{}]);
  const terms: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === userRoutes.list.path) terms.push(url.searchParams.get('search'));
  });
  await page.clock.install();
  await page.goto(usersPath);
  const { search, rows } = usersScreen(page);
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

test('a search starts on page 1, is in the URL, and can be shared', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Adé Ọlá' }]);
  await page.goto(`${usersPath}?page=3`);
  await expect(page.getByText(/^Showing 21 to 30 of/)).toBeVisible();
  const { search, row } = usersScreen(page);
  await search.fill(mark);
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible();
  await expect(page).toHaveURL(`${usersPath}?search=${mark}`);
  await page.reload();
  await expect(search).toHaveValue(mark);
  await expect(row('Adé Ọlá')).toBeVisible();

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(usersScreen(shared).row('Adé Ọlá')).toBeVisible();
  await shared.close();

  await search.fill(`${mark} `);
  await search.pressSequentially('%');
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await page.goBack();
  await expect(page, 'one search is one step back, however often its text was changed').toHaveURL(
    `${usersPath}?page=3`,
  );
  await page.goForward();
  await search.fill(mark);
  await expect(row('Adé Ọlá')).toBeVisible();

  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page).toHaveURL(/\/announcements$/);
  await page.goBack();
  await expect(search).toHaveValue(mark);
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible();
});

test('a late response to an older search never replaces a newer one', async ({ signedIn: page, addAppUsers }) => {
  const older = await addAppUsers([{ name: 'Older Answer' }]);
  const newer = await addAppUsers([{ name: 'Newer Answer' }]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/admin/users?*search=${older}*`, async (route) => {
    // Holds the response until the newer one is shown. The page may have cancelled the request by then.
    const answer = await route.fetch();
    await released;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await page.goto(usersPath);
  const { search, row } = usersScreen(page);
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

test('a search without a match names the term, and can be cleared', async ({ signedIn: page }) => {
  await page.goto(found('nobodyiscalledthis'));
  await expect(page.getByRole('heading', { name: 'No users match “nobodyiscalledthis”' })).toBeVisible();
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  const { rows, search } = usersScreen(page);
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rows).toHaveCount(10);
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(usersPath);
});
