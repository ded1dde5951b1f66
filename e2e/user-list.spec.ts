import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { userRoutes } from '#contract/users.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { choose } from '#e2e/support/filter.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

const path = '/admin/desk/users';
const eleven = Array.from({ length: 11 }, () => ({}));

const parts = (page: Page) => ({
  search: page.getByRole('searchbox', { name: 'Search users' }),
  status: page.getByRole('combobox', { name: 'Status' }),
  sort: page.getByRole('combobox', { name: 'Sort' }),
  table: page.getByRole('table', { name: 'Users' }),
  /** The rows of users, without the header. The text of each starts with the name. */
  names: page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('time') }),
  head: (name: string) => page.getByRole('columnheader', { name }),
  previous: page.getByRole('button', { name: 'Previous' }),
  next: page.getByRole('button', { name: 'Next' }),
});

const shows = (rows: Locator, names: string[]) => expect(rows).toHaveText(names.map((name) => new RegExp(name)));

/** Adds three people, of whom the middle one is verified. They do not sign up in the order of their names. */
async function three({ api, addAppUsers }: Pick<Fixtures, 'api' | 'addAppUsers'>) {
  const mark = await addAppUsers([{ name: 'Bọ́lá Ige' }, { name: 'Àdùkẹ́ Ojo' }, { name: 'Chika Obi' }]);
  const { users: all } = await api(userRoutes.list, { search: mark });
  await api(userRoutes.setStatus, { userId: all[1]?.id ?? '', isVerified: true });
  return mark;
}
type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

test('the list shows users of one status, which is in the URL', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await three({ api, addAppUsers });
  await page.goto(`${path}?search=${mark}`);
  const { status, names } = parts(page);
  await shows(names, ['Chika', 'Àdùkẹ́', 'Bọ́lá']);
  await choose(status, 'Unverified');
  await shows(names, ['Chika', 'Bọ́lá']);
  await expect(page.getByText('Showing 1 to 2 of 2 users')).toBeVisible();
  await expect(page).toHaveURL(`${path}?search=${mark}&status=unverified`);
  await choose(status, 'Verified');
  await shows(names, ['Àdùkẹ́']);
  await expect(names).toHaveCount(1);
  await choose(status, 'All');
  await expect(names).toHaveCount(3);
  await expect(page).toHaveURL(`${path}?search=${mark}`);
});

test('the list is sorted by the field and by the column heads, which say how it is sorted', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  const mark = await three({ api, addAppUsers });
  await page.goto(`${path}?search=${mark}`);
  const { sort, names, head } = parts(page);
  const sorted = async (joined: string | null, user: string | null) => {
    for (const [name, value] of [
      ['Joined', joined],
      ['User', user],
    ] as const) {
      if (value) await expect(head(name)).toHaveAttribute('aria-sort', value);
      else await expect(head(name)).not.toHaveAttribute('aria-sort');
    }
  };
  await sorted('descending', null);
  await choose(sort, 'Oldest first');
  await shows(names, ['Bọ́lá', 'Àdùkẹ́', 'Chika']);
  await sorted('ascending', null);
  await head('User').getByRole('button').click();
  await shows(names, ['Àdùkẹ́', 'Bọ́lá', 'Chika']);
  await sorted(null, 'ascending');
  await expect(sort).toContainText('Name A to Z');
  await head('User').getByRole('button').click();
  await shows(names, ['Chika', 'Bọ́lá', 'Àdùkẹ́']);
  await sorted(null, 'descending');
  await head('Joined').getByRole('button').click();
  await shows(names, ['Chika', 'Àdùkẹ́', 'Bọ́lá']);
  await expect(page).toHaveURL(`${path}?search=${mark}`);
  await head('Joined').getByRole('button').click();
  await shows(names, ['Bọ́lá', 'Àdùkẹ́', 'Chika']);
  await expect(page).toHaveURL(`${path}?search=${mark}&sort=createdAt`);
});

test('the address restores page, search, status and order, and so do back and forward', async ({
  signedIn: page,
  addAppUsers,
}) => {
  const mark = await addAppUsers(eleven);
  const whole = `${path}?page=2&search=${mark}&status=unverified&sort=-name`;
  await page.goto(whole);
  const { search, status, sort, names } = parts(page);
  const asAsked = async () => {
    await expect(page.getByText('Showing 11 to 11 of 11 users')).toBeVisible();
    await expect(search).toHaveValue(mark);
    await expect(status).toContainText('Unverified');
    await expect(sort).toContainText('Name Z to A');
    await shows(names, ['Person 1']);
  };
  await asAsked();
  await page.reload();
  await asAsked();
  await choose(sort, 'Name A to Z');
  await expect(page.getByText('Showing 1 to 10 of 11 users')).toBeVisible();
  await choose(status, 'Verified');
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await page.goBack();
  await expect(status).toContainText('Unverified');
  await expect(names).toHaveCount(10);
  await page.goBack();
  await asAsked();
  await page.goForward();
  await expect(sort).toContainText('Name A to Z');
  await expect(page.getByText('Showing 1 to 10 of 11 users')).toBeVisible();
});

test('another search, status or sort starts on page 1', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(eleven);
  const { search, status, sort, head } = parts(page);
  const acts = [
    () => choose(status, 'Unverified'),
    () => choose(sort, 'Oldest first'),
    () => head('User').getByRole('button').click(),
    () => search.fill(mark.slice(0, -1)),
  ];
  for (const act of acts) {
    await page.goto(`${path}?search=${mark}&page=2`);
    await expect(page.getByText('Showing 11 to 11 of 11 users')).toBeVisible();
    await act();
    await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
  }
});

test('an unknown status or order in the address is ignored', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{}]);
  await page.goto(`${path}?search=${mark}&status=famous&sort=height`);
  const { status, sort, names, head } = parts(page);
  await expect(names).toHaveCount(1);
  await expect(status).toContainText('All');
  await expect(sort).toContainText('Newest first');
  await expect(head('Joined')).toHaveAttribute('aria-sort', 'descending');
});

test('an invalid page and an empty search in the address show the plain list', async ({ signedIn: page }) => {
  await page.goto(`${path}?page=minus&search=`);
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
});

test('a page beyond the end leads to the last one', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(eleven);
  await page.goto(`${path}?search=${mark}&page=4321`);
  await expect(page.getByRole('heading', { name: 'There is no page 4,321' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect(page.getByText('Showing 11 to 11 of 11 users')).toBeVisible();
});

test('a search ignores diacritics and case', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ṣadé Ọlúwáṣeun' }, { name: 'Ɓoyi Danƙo' }]);
  await page.goto(path);
  const { search, names } = parts(page);
  const [sade, boyi] = [names.filter({ hasText: `1.${mark}` }), names.filter({ hasText: `2.${mark}` })];
  await search.fill('SADE OLUWASEUN');
  await expect(boyi).toHaveCount(0);
  await expect(sade).toBeVisible();
  await search.fill('boyi dan');
  await expect(sade).toHaveCount(0);
  await expect(boyi).toBeVisible();
});

test('a search for % finds a percent sign and nothing else', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: '100% Ada' }, { name: '100 Ada' }]);
  await page.goto(path);
  const { search, names } = parts(page);
  await search.fill('%');
  await expect(names.filter({ hasText: `1.${mark}` })).toBeVisible();
  await expect(names.filter({ hasNotText: '%' })).toHaveCount(0);
  await expect(page).toHaveURL(/search=%25$/);
});

test('a list without users of the chosen status says so', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{}]);
  await page.goto(`${path}?search=${mark}&status=verified`);
  await expect(page.getByRole('heading', { name: `No verified users match “${mark}”` })).toBeVisible();
  await withoutEarlyCalls(page);
  // The response is as if everyone were verified; users of other tests are not.
  await page.route(/\/admin\/users\?.*status=unverified/, async (route) => {
    const answer = await route.fetch({ url: route.request().url() + `&search=nobody${mark}` });
    await route.fulfill({ response: answer });
  });
  await page.goto(`${path}?status=unverified&sort=name`);
  await expect(page.getByRole('heading', { name: 'No unverified users' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect(page).toHaveURL(`${path}?sort=name`);
  await expect(parts(page).names).toHaveCount(10);
});

test('verifying the last unverified user of a page goes one page back', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(eleven);
  await page.goto(`${path}?search=${mark}&status=unverified&page=2`);
  const { names } = parts(page);
  await expect(names).toHaveCount(1);
  await names.getByRole('button', { name: /^Verify/ }).click();
  await expect(page.getByText('Showing 1 to 10 of 10 users')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
});

test('a late response to an older choice never replaces a newer one', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await three({ api, addAppUsers });
  await page.goto(`${path}?search=${mark}`);
  const { status, names } = parts(page);
  await expect(names).toHaveCount(3);
  const isOlder = (request: { url(): string }) => request.url().includes('status=verified');
  const over = Promise.race([
    page.waitForEvent('requestfinished', isOlder),
    page.waitForEvent('requestfailed', isOlder),
  ]);
  const release = await delayRequests(page, '**/admin/users?*status=verified*');
  await choose(status, 'Verified');
  await expect(parts(page).table).toHaveAttribute('aria-busy', 'true');
  await choose(status, 'Unverified');
  await shows(names, ['Chika', 'Bọ́lá']);
  release();
  await over;
  await shows(names, ['Chika', 'Bọ́lá']);
  await expect(names).toHaveCount(2);
});

/** Adds more users than a search counts, who signed up long before all others. Returns a function that deletes them. */
async function addCrowd({ database }: Desk, word: string) {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `INSERT INTO users (id, name, username, email, created_at)
     SELECT gen_random_uuid(), $1, '', n || '@' || $1 || '.example', '2020-01-01'
     FROM generate_series(1, 10015) AS n`,
    [word],
  );
  return async () => {
    await client.query('DELETE FROM users WHERE name = $1', [word]);
    await client.end();
  };
}

test('a search with too many matches to count says so, and pages beyond them', async ({ signedIn: page, desk }) => {
  const word = `crowd${crypto.randomUUID().slice(0, 8)}`;
  const removeCrowd = await addCrowd(desk, word);
  try {
    await page.goto(`${path}?search=${word}`);
    await expect(page.getByText('Showing 1 to 10 of 10,000+ users')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('1');
    await expect(page.getByText(/of 1,000\+$/)).toBeVisible();
    await page.goto(`${path}?search=${word}&page=1000`);
    const { previous, next } = parts(page);
    await next.click();
    await expect(page.getByText('Showing 10,001 to 10,010 of 10,000+ users')).toBeVisible();
    await next.click();
    await expect(page.getByText('Showing 10,011 to 10,015 of 10,000+ users')).toBeVisible();
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await previous.click();
    await expect(page.getByText('Showing 10,001 to 10,010 of 10,000+ users')).toBeVisible();
    await page.goto(`${path}?search=${word}&page=1003`);
    await expect(page.getByRole('heading', { name: 'There is no page 1,003' })).toBeVisible();
    await page.getByRole('button', { name: 'Go to page 1,000' }).click();
    await expect(page.getByText('Showing 9,991 to 10,000 of 10,000+ users')).toBeVisible();
  } finally {
    await removeCrowd();
  }
});

test('the list is filtered and sorted by the keyboard alone', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await three({ api, addAppUsers });
  await page.goto(`${path}?search=${mark}`);
  const { search, status, names, head } = parts(page);
  await expect(names).toHaveCount(3);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await tabTo(page, status);
  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  await shows(names, ['Chika', 'Bọ́lá']);
  await expect(status).toBeFocused();
  await tabTo(page, head('User').getByRole('button'));
  await page.keyboard.press('Enter');
  await shows(names, ['Bọ́lá', 'Chika']);
  await expect(head('User').getByRole('button')).toBeFocused();
});

test('on a phone a button shows the choices of status and order', async ({ signedIn: page, api, addAppUsers }) => {
  const mark = await three({ api, addAppUsers });
  await page.setViewportSize(phone);
  await page.goto(`${path}?search=${mark}`);
  const { status, sort } = parts(page);
  const rows = page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: mark });
  const more = page.getByRole('button', { name: 'Filters and sort' });
  await expect(rows).toHaveCount(3);
  await expect(status).toBeHidden();
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expectFitsPhone(page);
  await choose(status, 'Unverified');
  await expect(rows).toHaveCount(2);
  await choose(sort, 'Oldest first');
  await shows(rows, ['Bọ́lá', 'Chika']);
  await page.reload();
  await expect(sort).toBeVisible();
  await shows(rows, ['Bọ́lá', 'Chika']);
  await more.click();
  await expect(sort).toBeHidden();
  await expectFitsPhone(page);
});
