import type { Page } from '@playwright/test';
import { awaApi } from '#contract/awa.ts';
import { expectAccessible, expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { choose, choicesOf } from '#e2e/support/filter.ts';
import { addPosts, addSecret, demoPicture, postsPath } from '#e2e/support/posts.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

const parts = (page: Page) => ({
  list: page.getByRole('list', { name: 'Posts' }),
  rows: page.getByRole('list', { name: 'Posts' }).getByRole('listitem'),
  row: (content: string) => page.getByRole('listitem').filter({ hasText: content }),
  box: (content: string) => page.getByRole('checkbox', { name: `Select the post “${content}”`, exact: true }),
  at: (position: number) => page.locator(`[aria-posinset="${position}"]`),
  head: page.getByRole('heading', { level: 2 }),
  bar: page.getByRole('group', { name: 'Selection' }),
  dialog: page.getByRole('dialog'),
});

const contentOf = (at: number) => `Post number ${at}, as it was written`;
const some = (count: number, minutesAgo = 1) =>
  Array.from({ length: count }, (_, at) => ({ content: contentOf(at + 1), minutesAgo }));

test('a moderator clears 30 chosen posts of 200 by keyboard alone', async ({ signedIn: page, desk, api }) => {
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, some(200));
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { head, box, at, bar, dialog } = parts(page);
  await expect(head).toHaveText('200 posts, newest first');
  /** A run of ten, and then every ninth post. */
  const single = new Set(Array.from({ length: 20 }, (_, index) => 20 + index * 9));
  for (let position = 1; position <= 191; position += 1) {
    // Pages come by fifty.
    if (position % 50 === 1) await expect(at(position).getByRole('checkbox')).toBeAttached();
    await page.keyboard.press('j');
    if (position === 5 || single.has(position)) {
      await expect(box(contentOf(position))).toBeFocused();
      await page.keyboard.press('x');
    }
    if (position === 14) await page.keyboard.press('Shift+X');
  }
  await expect(box(contentOf(191))).toBeInViewport();
  await expect(bar.getByRole('status')).toHaveText('30 posts selected');
  await page.keyboard.press('Delete');
  await expect(dialog).toHaveAccessibleName('Delete 30 posts for good?');
  await expect(dialog.getByRole('button', { name: 'Keep them' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Deleted 30 posts')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(head).toHaveText('170 posts, newest first');
  await expect(box(contentOf(192))).toBeFocused();
  await page.keyboard.press('k');
  await expect(box(contentOf(190))).toBeFocused();
  const { pagination } = await api(awaApi.posts.list, { secretId });
  expect(pagination.total).toBe(170);
});

test('one post is deleted after a confirmation, and the next one gets the focus; deleting a deleted post is no error', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  const ids = await addPosts(desk.database, secretId, some(6));
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, box, dialog, bar } = parts(page);
  await expect(rows).toHaveCount(6);
  for (const key of ['j', 'j', 'Delete']) await page.keyboard.press(key);
  await expect(dialog).toContainText('Are you sure you want to delete this post?');
  await expect(dialog).toContainText(contentOf(2));
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(box(contentOf(2))).toBeFocused();
  // A colleague deletes one first.
  await api(awaApi.posts.remove, { id: ids[1] ?? '' });
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Delete post' }).click();
  await expect(page.getByText('Deleted the post')).toBeVisible();
  await expect(rows).toHaveCount(5);
  await expect(box(contentOf(3))).toBeFocused();

  await box(contentOf(3)).check();
  await box(contentOf(5)).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('3 posts selected');
  await api(awaApi.posts.remove, { id: ids[3] ?? '' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete posts' }).click();
  await expect(page.getByText('Deleted 2 posts. 1 was deleted already')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await box(contentOf(1)).check();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('the next post gets the focus even if posts are deleted before the list has scrolled to them', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, some(40));
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { box, at, dialog } = parts(page);
  await expect(box(contentOf(1))).toBeVisible();
  // A busy browser sends the scroll event late.
  const hold = await page.evaluateHandle(() => {
    const holding = new AbortController();
    for (const type of ['scroll', 'scrollend']) {
      addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true, signal: holding.signal });
    }
    return holding;
  });
  for (let position = 1; position <= 30; position += 1) await page.keyboard.press('j');
  await expect(box(contentOf(30))).toBeFocused();
  await expect(at(31)).toHaveCount(0);
  await hold.evaluate((holding) => {
    holding.abort();
    document.dispatchEvent(new Event('scroll', { bubbles: true }));
  });
  await expect(at(31)).toBeAttached();
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Delete post' }).click();
  await expect(page.getByText('Deleted the post')).toBeVisible();
  await expect(box(contentOf(31))).toBeFocused();
});

test('support reads posts with the same keys but cannot select, hide or delete them', async ({ page, desk, api }) => {
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, some(3));
  await openAndSignIn(page, await asColleague(desk, 'Bola Ige', 'support'));
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, at, dialog } = parts(page);
  await expect(rows).toHaveCount(3);
  for (const key of ['j', 'j', 'x', 'h', 'Delete']) await page.keyboard.press(key);
  await expect(at(2)).toBeFocused();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Hide|Delete)/ })).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(dialog).toContainText('Next post');
  await expect(dialog).not.toContainText(/Hide|Delete/);
});

test('the key for the next post loads more when the last loaded post has the focus', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, some(6));
  const letPages = await delayRequests(page, /\/admin\/awa\/posts\?.*cursor=/);
  await withoutEarlyCalls(page);
  await page.route('**/admin/awa/posts?*', (route) =>
    route.fallback({ url: route.request().url().replace('limit=50', 'limit=3') }),
  );
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, box } = parts(page);
  await expect(rows).toHaveCount(3);
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('j');
  await expect(box(contentOf(3))).toBeFocused();
  letPages();
  await expect(box(contentOf(4))).toBeFocused();
});

test('new posts are announced without moving the list; posts since the last visit are counted', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  // Posts of other tests are further down.
  await addPosts(desk.database, secretId, some(60, 0));
  const skipUntil = await skipPauses(page, 21_000);
  await page.goto(postsPath);
  const { rows, row, box, head } = parts(page);
  await expect(box(contentOf(1))).toBeVisible();
  await page.mouse.move(700, 600);
  await page.mouse.wheel(0, 2000);
  await expect(row(contentOf(18))).toBeInViewport();
  const before = await boxAtRest(row(contentOf(18)));
  await addPosts(desk.database, secretId, [{ content: 'Just written' }, { content: 'Written before' }]);
  const show = page.getByRole('button', { name: '2 new posts' });
  await skipUntil(() => expect(show).toBeVisible(now));
  expect(await row(contentOf(18)).boundingBox()).toEqual(before);
  await show.click();
  await expect(rows.first()).toContainText('Just written');
  await expect(show).toBeHidden();
  await expect(box('Just written')).toBeInViewport();
  await expect(head).toBeFocused();

  await addPosts(
    desk.database,
    secretId,
    Array.from({ length: 12 }, (_, at) => ({ content: `Later ${at}` })),
  );
  await page.reload();
  await expect(page.getByText('12 posts since you were here')).toBeVisible();
  await expect(box('Later 0')).toBeVisible();
  await page.mouse.wheel(0, 1000);
  await expect(row('You were here')).toContainText('Just written');
});

test('search and filters are in the URL; marks and matches are highlighted in the text', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { topicId, secretId } = await addSecret(api, 'Pain is not small talk');
  const { secretId: other } = await addSecret(api, 'Trying, together');
  await addPosts(desk.database, secretId, [
    { content: 'My number is 0803 123 4567, and the herbal mix did nothing' },
    { content: 'Is it normal to bleed for nine days?' },
  ]);
  await addPosts(desk.database, other, [{ content: 'A herbal tea helped me to sleep' }]);
  await page.goto(`${postsPath}?topic=${topicId}`);
  const { rows, row, head } = parts(page);
  await expect(head).toHaveText('2 posts, newest first');
  await expect(row('herbal mix')).toContainText('Pain is not small talk');
  await expect(row('herbal mix').getByTitle('Phone number')).toHaveText('0803 123 4567');
  await expect(row('herbal mix').getByText('Phone number', { exact: true })).toBeVisible();
  const filter = (name: string) => page.getByRole('combobox', { name });
  await expect(await choicesOf(filter('Secret'))).toHaveText(['All', 'Pain is not small talk']);
  await page.keyboard.press('Escape');
  await choose(filter('Needs a look'), 'Phone number');
  await expect(page).toHaveURL(/marks=phone/);
  await expect(rows).toHaveCount(1);
  await choose(filter('Needs a look'), 'Most serious first');
  await expect(page).toHaveURL(/marks=serious/);
  await expect(page.getByRole('heading', { name: '1 post, most serious first' })).toBeVisible();
  await choose(filter('Needs a look'), 'May be in danger');
  await expect(page.getByRole('heading', { name: 'No posts here' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all posts' }).click();
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('HERBAL');
  await expect(page).toHaveURL(/search=HERBAL/);
  await expect(rows).toHaveCount(2);
  await expect(row('herbal mix').locator('mark')).toHaveText('herbal');

  await api(awaApi.topics.remove, { id: topicId });
  await page.reload();
  await expect(row('herbal mix')).toContainText('Secret: removed');
  await page.goto(`${postsPath}?secret=${secretId}`);
  await expect(filter('Secret')).toContainText('removed');
  await expect(rows).toHaveCount(2);
});

test('pictures are shown on request, names can be hidden, and the device remembers both', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, [
    { content: 'Day 3 on the cup', imageUrl: await demoPicture(desk.database) },
    { content: 'From another place', imageUrl: 'https://elsewhere.example/a.png' },
  ]);
  await addPosts(desk.database, secretId, [{ content: 'Seen elsewhere' }], 'https://elsewhere.example/b.png');
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { row } = parts(page);
  const portrait = row('Seen elsewhere').getByRole('link', { name: 'Portrait on elsewhere.example' });
  await expect(portrait).toHaveAttribute('href', 'https://elsewhere.example/b.png');
  const [cup, settings] = [row('Day 3 on the cup'), page.getByRole('button', { name: 'Display of posts' })];
  await expect(row('From another place')).toContainText('Picture on elsewhere.example');
  await expect(cup).toContainText('moonchild_ife');
  await cup.getByRole('checkbox').focus();
  await page.keyboard.press('o');
  const picture = cup.getByRole('link', { name: 'Open the picture' });
  await expect(picture.locator('img')).not.toHaveJSProperty('naturalHeight', 0);
  await expect(cup.getByRole('checkbox')).toBeFocused();
  await picture.evaluate((link) => {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      link.dataset.opened = 'yes';
    });
  });
  await page.keyboard.press('o');
  await expect(picture).toHaveAttribute('data-opened', 'yes');
  await expectAccessible(page);

  await settings.click();
  await page.getByRole('switch', { name: 'Show pictures at once' }).check();
  await page.reload();
  await expect(picture).toBeVisible();
  await settings.click();
  await page.getByRole('switch', { name: 'Hide names and pictures' }).check();
  await expect(page.getByRole('switch', { name: 'Show pictures at once' })).toBeDisabled();
  await expectAccessibleInBoth(page);
  await page.reload();
  await expect(cup).toContainText('Name hidden');
  await expect(cup).not.toContainText('moonchild_ife');
  await expect(portrait).toHaveCount(0);
  await expect(cup.getByRole('button', { name: 'Show picture' })).toBeVisible();
});

test('a phone shows posts without scrolling sideways, with targets for a finger, in light and dark', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api, 'A secret with a title that no phone has room for in one line');
  await addPosts(desk.database, secretId, [
    { content: `${'Ọ̀pọ̀lọpọ̀'.repeat(30)} 0803 123 4567`, imageUrl: await demoPicture(desk.database) },
    { content: 'مرحبا، هل هذا طبيعي؟' },
    { content: '' },
  ]);
  await addPosts(desk.database, secretId, [{ content: 'Seen elsewhere' }], 'https://elsewhere.example/b.png');
  await page.setViewportSize(phone);
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, bar } = parts(page);
  await expect(rows).toHaveCount(4);
  await expectFitsPhone(page);
  await expectAccessibleInBoth(page);
  await rows.nth(1).getByRole('checkbox').check();
  await expect(bar).toBeVisible();
  await expectFitsPhone(page);
});

test('a post that was scrolled away is loaded again on return', async ({ signedIn: page, desk, api }) => {
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, some(200));
  await page.clock.install();
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, row, at } = parts(page);
  await expect(row(contentOf(1))).toBeVisible();
  const wheelTo = (position: number) =>
    expect(async () => {
      const all = await rows.evaluateAll((some) => some.map((one) => Number(one.ariaPosInSet)));
      const middle = all[Math.floor(all.length / 2)] ?? 0;
      // Less than the height of these rows, so that the post is approached from both sides.
      await page.mouse.wheel(0, (position - middle) * 60);
      await expect(at(position)).toBeInViewport(now);
    }).toPass({ intervals: [20] });
  await wheelTo(200);
  // A page that was dropped is requested again, and the list keeps its place.
  await page.clock.fastForward(60_000);
  const asked = page.waitForRequest((request) => request.url().includes('cursor='));
  await wheelTo(75);
  await asked;
  await expect(at(75)).toContainText(contentOf(75));
});
