import type { Page } from '@playwright/test';
import { ladyDueApi as calls } from '#contract/lady-due.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const path = '/admin/desk/lady-due';
const content = (page: Page) => page.getByRole('region', { name: 'Period Tracker' });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** A category with a section and two cards, and its page. */
async function open({ page, api }: Fixtures) {
  const { id: categoryId } = await api(calls.categories.create, { name: 'The cycle', trackingMode: 'TRACK_PERIOD' });
  const { id: sectionId } = await api(calls.sections.create, { categoryId, title: 'Basics' });
  for (const title of ['Card one', 'Card two']) await api(calls.cards.create, { sectionId, title });
  await page.goto(path);
  await expect(row(page, 'Card one')).toBeVisible();
}

/** An item of a row's menu. */
async function choose(page: Page, title: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const levels = [
  ['category', 'The cycle', calls.categories],
  ['section', 'Basics', calls.sections],
  ['card', 'Card one', calls.cards],
] as const;

/** An item of a row's menu, whose failure stands above the rows. */
const itemCase = (
  route: FaultCase['route'],
  title: string,
  item: string,
  done: (page: Page) => Promise<unknown>,
): FaultCase => ({
  route,
  where: `the menu of ${title}`,
  arrange: async (fixtures) => {
    await open(fixtures);
    const { page } = fixtures;
    return { beside: content(page).getByRole('alert'), act: () => choose(page, title, item), done: () => done(page) };
  },
});

export const ladyDueCases: FaultCase[] = [
  {
    route: calls.categories.list,
    where: 'the tree',
    arrange: async ({ page }) => {
      const beside = content(page).getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        done: () => expect(page.getByText('Nothing in Period Tracker yet')).toBeVisible(),
      };
    },
  },
  {
    route: calls.ladyDue.analytics,
    where: 'the modes',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const modes = page.getByRole('navigation', { name: 'Tracking mode' });
      const beside = modes.getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        done: () => expect(modes.getByRole('link', { name: 'PCOS 0' })).toBeVisible(),
      };
    },
  },
  {
    route: calls.ladyDue.createDefault,
    where: 'the empty mode',
    arrange: async ({ page }) => {
      await page.goto(path);
      return {
        beside: content(page).getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Create Default' }).click(),
        done: () => expect(row(page, 'When to get help now')).toBeVisible(),
      };
    },
  },
  itemCase(calls.cards.update, 'Card one', 'Deactivate', (page) =>
    expect(row(page, 'Card one')).toContainText('Inactive'),
  ),
  itemCase(calls.ladyDue.order, 'Card one', 'Move down', (page) =>
    expect(row(page, 'Card one')).toHaveAttribute('aria-posinset', '2'),
  ),
  ...levels.map(([, title, { duplicate }]) =>
    itemCase(duplicate, title, 'Duplicate', (page) => expect(row(page, title)).toHaveCount(2)),
  ),
  ...levels.map(([noun, title, { remove }]): FaultCase => ({
    route: remove,
    where: `the question before a ${noun} is deleted`,
    arrange: async (fixtures) => {
      await open(fixtures);
      const { page } = fixtures;
      await choose(page, title, 'Delete');
      const dialog = page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: `Delete ${noun}` }).click(),
        done: () => expect(row(page, title)).toHaveCount(0),
      };
    },
  })),
  {
    route: calls.cards.bulk,
    where: 'the bar of what is selected',
    arrange: async (fixtures) => {
      await open(fixtures);
      const { page } = fixtures;
      await page.getByRole('checkbox', { name: 'Select Card one' }).check();
      const bar = page.getByRole('group', { name: 'Selection' });
      return {
        beside: bar.getByRole('alert'),
        act: () => bar.getByRole('button', { name: 'Publish' }).click(),
        kept: () => expect(bar).toContainText('1 selected'),
        done: () => expect(row(page, 'Card one')).toContainText('Published'),
      };
    },
  },
];
