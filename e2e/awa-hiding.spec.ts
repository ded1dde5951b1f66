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
  question: page.getByRole('dialog'),
  undo: page.getByRole('button', { name: 'Undo' }),
});

test('a post is hidden by a key, Undo puts it back in its place, and it is shown again from the hidden ones', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  await addPosts(desk.database, secretId, [
    { content: 'Be kind' },
    { content: 'Buy my tea', minutesAgo: 5 },
    { content: 'Ẹ kú ọjọ́', minutesAgo: 9 },
  ]);
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, undo } = parts(page);
  await expect(page.getByRole('heading', { name: '3 posts, newest first' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('h');
  await expect(rows).toHaveText([/Be kind/, /Ẹ kú ọjọ́/]);
  await expect(page.getByRole('checkbox', { name: 'Select the post “Ẹ kú ọjọ́”' })).toBeFocused();
  await expect(page.getByRole('heading', { name: '2 posts, newest first' })).toBeVisible();
  await undo.click();
  await expect(rows).toHaveText([/Be kind/, /Buy my tea/, /Ẹ kú ọjọ́/]);
  await expect(page.getByRole('heading', { name: '3 posts, newest first' })).toBeVisible();

  await page.getByRole('button', { name: 'Hide the post “Buy my tea”' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: /^In the app/ }).click();
  await page.getByRole('option', { name: 'Hidden' }).click();
  await expect(page).toHaveURL(/hidden=true/);
  await expect(rows).toHaveText([/Buy my tea.*Hidden, 30 days left/s]);
  await page.getByRole('button', { name: 'Show the post “Buy my tea” again' }).press('h');
  await expect(page.getByText('No posts here')).toBeVisible();
  const { posts } = await api(awaApi.posts.list, { secretId });
  expect(posts.map(({ content }) => content)).toEqual(['Be kind', 'Buy my tea', 'Ẹ kú ọjọ́']);
});

test('the question before several posts are hidden quotes each of them, and Undo shows all again', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { secretId } = await addSecret(api);
  const long =
    'A text that is much longer than the first words that a question can quote of it without being long itself';
  await addPosts(desk.database, secretId, [
    { content: long },
    { content: 'Hello', minutesAgo: 5 },
    { content: '', minutesAgo: 9 },
  ]);
  await page.goto(`${postsPath}?secret=${secretId}`);
  const { rows, question, undo } = parts(page);
  await expect(rows).toHaveCount(3);
  for (const _ of [1, 2, 3]) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  }
  await page.keyboard.press('h');
  await expect(question.getByRole('listitem')).toHaveText([
    /^“A text that is much longer .*…”$/,
    '“Hello”',
    'A picture without words',
  ]);
  await expectAccessibleInBoth(page);
  await question.getByRole('button', { name: 'Hide posts' }).click();
  await expect(page.getByText('No posts here')).toBeVisible();
  await undo.click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('Showed 3 posts again')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('a comment is hidden in place; hiding the post goes on to the next one', async ({
    signedIn: page,
    desk,
    api,
  }) => {
    const { secretId } = await addSecret(api);
    const [first = '', second = ''] = await addPosts(desk.database, secretId, [
      { content: 'Is this normal?' },
      { content: 'The next one', minutesAgo: 5 },
    ]);
    await addComments(desk.database, first, ['Buy my tea! 🍵', 'Be kind']);
    await page.goto(`${postsPath}?secret=${secretId}`);
    const { rows, panel, comments } = parts(page);
    await expectFitsPhone(page);
    await rows
      .first()
      .getByRole('button', { name: /^2 comments/ })
      .click();
    await panel.getByRole('button', { name: 'Hide the comment “Buy my tea! 🍵”' }).press('Enter');
    await expect(comments.first()).toContainText('Hidden, 30 days left');
    await expect(panel.getByRole('button', { name: 'Show the comment “Buy my tea! 🍵” again' })).toBeFocused();
    await expect(panel.getByRole('heading', { name: '1 comment' })).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessibleInBoth(page);
    await panel.getByRole('button', { name: 'Show the comment “Buy my tea! 🍵” again' }).click();
    await expect(panel.getByRole('heading', { name: '2 comments' })).toBeVisible();
    await panel.getByRole('button', { name: 'Hide post' }).click();
    await expect(panel.getByText('The next one').first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`post=${second}`));
    await page.goto(`${postsPath}?hidden=true&post=${first}`);
    await expect(panel.getByRole('button', { name: 'Show post again' })).toBeVisible();
  });
});
