import type { Page } from '@playwright/test';
import { awaApi } from '#contract/awa.ts';
import { usersApi } from '#contract/users.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import type { Call } from '#e2e/support/calls.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { choose } from '#e2e/support/filter.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { expect, test } from '#e2e/support/test.ts';
import { desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const base = '/admin/desk/awa';

/** Two topics: one with two secrets and a community, one empty. */
async function addTopics(api: Call) {
  const { id: topicId } = await api(awaApi.topics.create, { title: 'Cycle talk', color: '#2874B2' });
  const { id } = await api(awaApi.secrets.create, { topicId, title: 'Late again', groupMode: 'TRACK_PERIOD' });
  await api(awaApi.secrets.create, { topicId, title: 'Two lines', groupMode: 'TRYING_TO_CONCEIVE' });
  await api(awaApi.communities.create, { topicId, name: 'Campus sisters', description: 'For students in hostels.' });
  await api(awaApi.topics.create, { title: 'Good news', description: 'Come and dance with us.' });
  return { topicId, secretId: id };
}

/** Undoes the change that a toast reports. */
const undo = (page: Page, told: string) => page.getByRole('button', { name: `Undo: ${told}` }).click();

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Awa Secrets' });
const actionsOf = (page: Page) => page.getByRole('navigation', { name: 'Quick Actions' });

test('each tab has its address, on a phone too, in light and dark', async ({ signedIn: page, api }) => {
  const { topicId } = await addTopics(api);
  await page.goto('/admin/desk/users');
  await page.getByRole('link', { name: 'Awa Secrets' }).click();
  for (const [label, path, shown] of [
    ['Overview', base, page.getByRole('slider', { name: 'Posted or commented, last 30 days: day' })],
    ['Topics', `${base}/topics`, page.getByRole('link', { name: 'Good news' })],
    ['Secrets', `${base}/secrets`, page.getByRole('link', { name: 'Two lines' })],
    ['Communities', `${base}/communities`, page.getByRole('link', { name: 'Campus sisters' })],
  ] as const) {
    await tabsOf(page).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === path);
    await expect(tabsOf(page).locator('[aria-current]')).toHaveText(label);
    await expect(shown).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.setViewportSize(phone);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessibleInBoth(page);
    await page.setViewportSize(desktop);
  }
  await page.goto(`${base}/topics?topic=${topicId}`);
  await expect(page.getByText('by Administrator')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expect(page.getByRole('button', { name: 'Topics' })).toBeVisible();
  await expectFitsPhone(page);
  await expectAccessibleInBoth(page);
});

test('the overview has the figures of the API, and leads to the posts that need a look', async ({
  signedIn: page,
  api,
}) => {
  await addTopics(api);
  const { totals, needsALook } = await api(awaApi.awa.analytics, {});
  expect(totals).toMatchObject({ topics: 2, secrets: 2, communities: 1 });
  const { days } = await api(usersApi.users.writers, { days: 30, timeZone: 'Africa/Lagos' });
  await page.goto(base);
  const figures = page.getByRole('region', { name: 'Figures' });
  for (const [label, count] of [
    ['Topics', 2],
    ['Secrets', 2],
    ['Communities', 1],
    ['Posts', totals.posts],
    ['Active users', totals.activeUsers],
    ['Marked posts', needsALook.any],
  ] as const) {
    await expect(figures).toContainText(`${label}${count.toLocaleString('en-US')}`);
  }
  await expect(
    page.getByRole('table', { name: 'Posted or commented, last 30 days, by days' }).getByRole('cell'),
  ).toHaveText(days.map(({ count }) => `${count} ${count === 1 ? 'person' : 'people'}`));
  // The tables for screen readers take no space.
  const below = await page.evaluate(() => {
    const last = document.querySelector('main')?.lastElementChild?.getBoundingClientRect();
    return document.documentElement.scrollHeight - scrollY - Math.max(last?.bottom ?? 0, innerHeight);
  });
  expect(below).toBeLessThan(100);
  const marked = page.getByRole('navigation', { name: 'Needs a look' });
  await expect(marked.getByRole('link')).toHaveCount(11);
  await expect(marked.getByRole('link', { name: 'May be in danger' })).toContainText(`${needsALook.harm} post`);
  await expect(marked.getByRole('link', { name: 'May be in danger' })).toHaveAttribute(
    'href',
    `${base}/posts?marks=harm`,
  );
  await expect(actionsOf(page).getByRole('link', { name: 'Marked posts' })).toHaveAttribute(
    'href',
    `${base}/posts?marks=any`,
  );
});

test('a quick action opens the form of a topic; its secret gets a group and a picture, its community a text', async ({
  signedIn: page,
  api,
}) => {
  await page.goto(base);
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Topics0');
  // Secrets and communities cannot be added before there is a topic.
  await expect(actionsOf(page).getByRole('link')).toHaveCount(3);
  await tabsOf(page).getByRole('link', { name: 'Secrets' }).click();
  await expect(page.getByText('Add a topic first. Each of the secrets belongs to one.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await page.goBack();
  await actionsOf(page).getByRole('link', { name: 'Add topic' }).click();

  const topic = entityScreen(page, 'topic');
  await topic.field('Title').fill('Cycle talk');
  await expect(topic.field('Colour')).toHaveValue('#FF6B9D');
  const colours = topic.form.getByRole('group', { name: 'Colour: choose one' }).getByRole('button');
  await expect(colours).toHaveCount(12);
  await topic.form.getByRole('button', { name: 'Sea' }).click();
  await expect(topic.field('Colour')).toHaveValue('#2874B2');
  await topic.save.click();
  await expect(topic.row('Cycle talk')).toContainText('0 secrets');

  await topic.panel.getByRole('link', { name: 'Add secret' }).click();
  const secret = entityScreen(page, 'secret');
  await expect(secret.field('Topic')).toHaveValue('Cycle talk');
  await secret.field('Title').fill('Late again');
  await secret.form.getByRole('radio', { name: 'PCOS' }).check();
  const image = secret.form.getByRole('group', { name: 'Image' });
  await image.getByLabel('Choose an image').setInputFiles(await portrait('late.jpg'));
  await expect(image.locator('[src^="/images/secret-images/"]')).toBeVisible();
  await secret.save.click();
  await expect(secret.row('Late again')).toContainText('Cycle talkPCOS0 members');
  await expect(secret.row('Late again').locator('img')).toHaveAttribute('src', /^\/images\/secret-images\/.*\?w=96$/);

  await tabsOf(page).getByRole('link', { name: 'Communities' }).click();
  const community = entityScreen(page, 'community');
  await page.getByRole('button', { name: 'Add community' }).click();
  await community.field('Name').fill('Campus sisters');
  await community.field('Topic').click();
  await page.getByRole('option', { name: 'Cycle talk' }).click();
  await community.field('Description').fill('For students.');
  await community.save.click();
  await expect(community.row('Campus sisters')).toContainText('Cycle talkFor students.');
  await expect(community.form).toBeHidden();
  await community.row('Campus sisters').getByRole('button', { name: /^Edit/ }).click();
  await community.field('Name').fill('Hostel sisters');
  await community.save.click();
  await expect(community.row('Hostel sisters')).toBeVisible();

  await tabsOf(page).getByRole('link', { name: 'Topics' }).click();
  await expect(topic.row('Cycle talk')).toContainText('Late again1 secret1 community');
  await topic.link('Cycle talk').click();
  await expect(topic.panel.getByRole('list', { name: 'Secrets' })).toHaveText('Late againPCOS, 0 members');
  await topic.panel.getByRole('link', { name: 'Hostel sisters' }).click();
  await expect(community.heading('Hostel sisters')).toBeVisible();
  const { topics } = await api(awaApi.topics.list, {});
  expect(topics).toMatchObject([
    { color: '#2874B2', secrets: [{ groupMode: 'PCOS' }], communities: [{ name: 'Hostel sisters' }] },
  ]);
});

test('secrets of all topics are in one list; group, topic and search are in the URL', async ({
  signedIn: page,
  api,
}) => {
  const { topicId, secretId } = await addTopics(api);
  const { rows, row, field } = entityScreen(page, 'secret');
  const filter = (label: string) => page.getByRole('combobox', { name: label });
  await page.goto(`${base}/secrets`);
  await expect(rows).toHaveCount(2);
  await choose(filter('Group'), 'Conceive');
  await expect(page).toHaveURL(/group=TRYING_TO_CONCEIVE/);
  await expect(rows).toHaveCount(1);
  await expect(row('Two lines')).toBeVisible();
  // A new secret takes its defaults from the filters of the list.
  await page.getByRole('button', { name: 'Add secret' }).click();
  await expect(page.getByRole('radio', { name: 'Conceive' })).toBeChecked();
  await expect(field('Topic')).toHaveValue('');
  await page.goto(`${base}/secrets?topic=${topicId}&search=late`);
  await expect(rows).toHaveCount(1);
  await expect(row('Late again')).toContainText('Cycle talkPeriod Tracker0 members');
  await choose(filter('Topic'), 'Good news');
  await expect(page.getByRole('heading', { name: 'No secrets match “late”' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all secrets' }).click();
  await expect(rows).toHaveCount(2);
  await page.goto(`${base}/secrets?topic=${secretId}`);
  await expect(filter('Topic')).toHaveText('removed');
  // A link from the log names only the secret.
  await page.goto(`${base}/secrets?secret=${secretId}`);
  await expect(page.getByRole('heading', { name: 'Late again' })).toBeVisible();
  await page.getByRole('button', { name: 'History of Late again' }).click();
  await expect(page.getByRole('complementary', { name: /^History/ })).toContainText('Created');
});

test('deleting a topic names its children, and Undo restores all of them', async ({ signedIn: page, api }) => {
  await addTopics(api);
  const before = await api(awaApi.topics.list, {});
  const { row, link } = entityScreen(page, 'topic');
  await page.goto(`${base}/topics`);
  await row('Cycle talk')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete Cycle talk?' });
  await expect(dialog).toContainText(
    /Are you sure you want to delete this topic\?.*Its 2 secrets and 1 community will be deleted too\./,
  );
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Delete topic' }).click();
  await expect(link('Cycle talk')).toHaveCount(0);
  await tabsOf(page).getByRole('link', { name: 'Secrets' }).click();
  await expect(page.getByRole('heading', { name: 'No secrets yet' })).toBeVisible();
  await undo(page, 'Deleted the topic');
  await expect(page.getByRole('link', { name: 'Late again' })).toBeVisible();
  const ids = ({ topics }: typeof before) =>
    topics.map((one) => [one.id, ...one.secrets.map(({ id }) => id), ...one.communities.map(({ id }) => id)]);
  expect(ids(await api(awaApi.topics.list, {}))).toEqual(ids(before));
});
