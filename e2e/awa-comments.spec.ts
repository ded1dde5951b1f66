import type { Page } from '@playwright/test';
import { awaApi } from '#contract/awa.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { addComments, addPosts, addSecret, postsPath } from '#e2e/support/posts.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const parts = (page: Page) => ({
  rows: page.getByRole('list', { name: 'Posts' }).getByRole('listitem'),
  panel: page.locator('[data-side-panel]'),
  comments: page.getByRole('list', { name: 'Comments' }).getByRole('listitem'),
  dialog: page.getByRole('dialog', { name: 'Delete this comment?' }),
});

test('a post opens by Enter with its comments; one is deleted by keys, and the list counts again', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  const posts = [{ content: 'Is this normal?' }, { content: 'The next one', minutesAgo: 5 }];
  const [first = '', second = ''] = await addPosts(desk.database, secretId, posts);
  await addComments(desk.database, first, ['Yes, it is', 'Buy my tea! 🍵', 'Ẹ kú ọjọ́ mẹ́ta']);
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, panel, comments, dialog } = parts(page);
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Post', exact: true })).toBeFocused();
  await expect(comments).toHaveText([/Yes, it is/, /Buy my tea/, /Ẹ kú ọjọ́ mẹ́ta/]);
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await panel.getByRole('button', { name: 'Delete the comment “Buy my tea! 🍵”' }).press('Enter');
  await expect(dialog).toContainText('“Buy my tea! 🍵”');
  await dialog.getByRole('button', { name: 'Delete comment' }).press('Enter');
  await expect(comments).toHaveText([/Yes, it is/, /Ẹ kú ọjọ́ mẹ́ta/]);
  await expect(panel.getByRole('button', { name: 'Hide the comment “Ẹ kú ọjọ́ mẹ́ta”' })).toBeFocused();
  await expect(panel.getByRole('heading', { name: '2 comments' })).toBeVisible();
  await expect(rows.first().getByRole('button', { name: /^2 comments: open the post/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('heading', { name: '0 comments' })).toBeVisible();
  await expect(panel.getByText('No comments yet')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`post=${second}`));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(rows.nth(1).getByRole('button', { name: /^0 comments/ })).toBeFocused();
  const { posts: kept } = await api(awaApi.posts.list, { secretId });
  expect(kept.map(({ _count }) => _count.comments)).toEqual([2, 0]);
});

test('many comments come page by page, and the link to a post that is gone says so', async ({
  signedIn: page,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const { secretId } = await addSecret(api);
  const [post = ''] = await addPosts(desk.database, secretId, [{ content: 'Tell me everything' }]);
  await addComments(
    desk.database,
    post,
    Array.from({ length: 60 }, (_, at) => `Comment ${at + 1}`),
  );
  await page.goto(`${postsPath}?post=${post}`);
  const { panel, comments } = parts(page);
  await expect(panel.getByText('Showing 50 of 60')).toBeVisible();
  await panel.getByRole('button', { name: 'Show more' }).click();
  await expect(comments).toHaveCount(60);
  await expect(comments.last()).toContainText('Comment 60');
  await expect(panel.getByRole('button', { name: 'Show more' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Delete post' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(panel).toBeHidden();
  await page.goto(`${postsPath}?post=${post}`);
  await expect(panel.getByText('This post no longer exists')).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(panel).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the panel covers the list, fits and is accessible', async ({ signedIn: page, desk, api }) => {
    const { secretId } = await addSecret(api);
    const [post = ''] = await addPosts(desk.database, secretId, [{ content: 'Is this normal? '.repeat(20) }]);
    await addComments(desk.database, post, ['a'.repeat(200), 'Short']);
    await page.goto(`${postsPath}?secret=${secretId}`);
    const { rows, panel, comments } = parts(page);
    await rows
      .first()
      .getByRole('button', { name: /^2 comments/ })
      .click();
    await expect(comments).toHaveCount(2);
    await expect(panel).toHaveRole('dialog');
    await expectFitsPhone(page);
    await expectAccessibleInBoth(page);
  });
});
