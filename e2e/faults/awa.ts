import { awaApi } from '#contract/awa.ts';
import type { Route } from '#contract/route.ts';
import { usersApi } from '#contract/users.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { addComments, addPosts, addSecret, postsPath } from '#e2e/support/posts.ts';
import { expect } from '#e2e/support/test.ts';

const path = '/admin/desk/awa';

/** A chart of the overview fails, and the other chart is still shown. */
const chartCase = (route: Route, where: string, label: string, other: string): FaultCase => ({
  route,
  where,
  arrange: ({ page }) => {
    const charts = page.getByRole('region', { name: 'By day' });
    const beside = charts.getByRole('alert');
    return {
      beside,
      act: () => page.goto(path),
      again: retryIn(beside),
      kept: () => expect(charts.getByRole('slider', { name: other })).toBeVisible(),
      done: () => expect(charts.getByRole('slider', { name: label })).toBeVisible(),
    };
  },
});

/** The overview. The cases of this area's kinds are generated. */
export const awaCases: FaultCase[] = [
  {
    route: awaApi.awa.analytics,
    where: 'the figures',
    arrange: ({ page }) => {
      const figures = page.getByRole('region', { name: 'Figures' });
      const beside = figures.getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        kept: () => expect(page.getByRole('link', { name: 'Add topic' })).toBeVisible(),
        done: () => expect(figures).toContainText('Communities'),
      };
    },
  },
  {
    route: awaApi.topics.list,
    where: 'the topics of the secrets',
    arrange: ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(`${path}/secrets`),
        again: retryIn(beside),
        done: () => expect(page.getByText('Add a topic first.')).toBeVisible(),
      };
    },
  },
  chartCase(usersApi.users.posts, 'the chart of the posts', 'Posts', 'Posted or commented'),
  chartCase(usersApi.users.writers, 'the chart of who wrote', 'Posted or commented', 'Posts'),
];

/** Calls whose failure is shown in the card of the posts. */
const postsCase = (route: Route, where: string): FaultCase => ({
  route,
  where,
  arrange: async ({ page, addAppUsers }) => {
    await addAppUsers([{ name: 'Faulted Person', posts: 2 }]);
    const beside = page.getByRole('main').getByRole('alert');
    return {
      beside,
      act: () => page.goto(postsPath),
      again: retryIn(beside),
      done: () => expect(page.getByRole('list', { name: 'Posts' }).getByText('Hello').first()).toBeVisible(),
    };
  },
});

export const postsCases: FaultCase[] = [
  {
    route: awaApi.comments.list,
    where: 'the panel of a post',
    arrange: async ({ page, desk, api }) => {
      const { secretId } = await addSecret(api);
      const [post = ''] = await addPosts(desk.database, secretId, [{ content: 'Hello' }]);
      await addComments(desk.database, post, ['Be kind']);
      const panel = page.getByRole('complementary', { name: 'Post' });
      const beside = panel.getByRole('alert');
      return {
        beside,
        act: () => page.goto(`${postsPath}?post=${post}`),
        again: retryIn(beside),
        done: () => expect(panel.getByText('Be kind')).toBeVisible(),
      };
    },
  },
  {
    route: awaApi.comments.setHidden,
    where: 'the comments of a post',
    stays: true,
    arrange: ({ page }) => {
      const comment = page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
      return {
        beside: comment.getByRole('alert'),
        act: () => comment.getByRole('button', { name: 'Hide the comment “Be kind”' }).click(),
        done: () => expect(comment.getByText('Hidden, 30 days left')).toBeVisible(),
      };
    },
  },
  {
    route: awaApi.comments.remove,
    where: 'the question before a comment is deleted',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Delete the comment “Be kind”' }).click();
      const dialog = page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete comment' }).click(),
        done: () => expect(page.getByText('Deleted the comment')).toBeVisible(),
      };
    },
  },
  {
    route: awaApi.posts.setHidden,
    where: 'the list of posts',
    arrange: async ({ page, addAppUsers }) => {
      await addAppUsers([{ name: 'Faulted Person', posts: 2 }]);
      // The only ones that the search finds.
      await page.goto(`${postsPath}?search=hello`);
      await expect(page.getByRole('checkbox', { name: 'Select the post “Hello”' }).first()).toBeVisible();
      const row = page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first();
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: 'Hide the post “Hello”' }).click(),
        done: () => expect(page.getByText('Hid 1 post')).toBeVisible(),
      };
    },
  },
  {
    route: awaApi.posts.remove,
    where: 'the question before a post is deleted',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Delete the post “Hello”' }).first().click();
      const dialog = page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete post' }).click(),
        done: () => expect(page.getByText('Deleted the post')).toBeVisible(),
      };
    },
  },
  {
    route: awaApi.posts.bulkRemove,
    where: 'the question before several posts are deleted',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('checkbox', { name: 'Select the post “Hello”' }).first().check();
      const bar = page.getByRole('group', { name: 'Selection' });
      await bar.getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete post' }).click(),
        kept: () => expect(bar).toContainText('1 post selected'),
        done: () => expect(page.getByText('Deleted 1 post')).toBeVisible(),
      };
    },
  },
  postsCase(awaApi.posts.list, 'the list of posts'),
  postsCase(awaApi.posts.countNew, 'the head of the posts'),
  postsCase(awaApi.topics.list, 'the filters of the posts'),
];
