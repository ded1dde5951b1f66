import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { expect } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';

const path = '/admin/desk/lady-due';
const content = (page: Page) => page.getByRole('region', { name: 'Period Tracker' });
const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Content' }).getByRole('listitem').filter({ hasText: title });

/** Adds a category with a section and two cards. Returns the ids of the parents, as they are in an address. */
async function addTree({ api }: Fixtures) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'The cycle',
    trackingMode: 'TRACK_PERIOD',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  await api(ladyDueApi.cards.create, { sectionId, title: 'Card one' });
  await api(ladyDueApi.cards.create, { sectionId, title: 'Card two' });
  return { category: `category=${categoryId}`, section: `section=${sectionId}` };
}

async function open(fixtures: Fixtures) {
  await addTree(fixtures);
  await fixtures.page.goto(path);
  await expect(row(fixtures.page, 'Card one')).toBeVisible();
  await untilLoaded(fixtures.page);
}

/** An item of a row's menu. */
async function choose(page: Page, title: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** From the leaves up, so that the name of a row stays the only one. */
const levels = [
  ['card', 'Card one', ladyDueApi.cards],
  ['section', 'Basics', ladyDueApi.sections],
  ['category', 'The cycle', ladyDueApi.categories],
] as const;

/** An item of a row's menu, whose failure is shown above the rows. */
const itemCase = (
  route: FaultCase['route'],
  title: string,
  item: string,
  done: (page: Page) => Promise<unknown>,
): FaultCase => ({
  route,
  where: `the menu of ${title}`,
  stays: true,
  arrange: ({ page }) => ({
    beside: content(page).getByRole('alert'),
    act: () => choose(page, title, item),
    done: () => done(page),
  }),
});

const forms = [
  ['category', 'Name', ladyDueApi.categories, undefined],
  ['section', 'Title', ladyDueApi.sections, 'category'],
  ['card', 'Title', ladyDueApi.cards, 'section'],
] as const;

/** The form of a new record, which the address opens, and the one of that record, with their failures in them. */
function formCases([noun, field, { create, update }, parent]: (typeof forms)[number]): FaultCase[] {
  const write = async (page: Page, text: string) => {
    const form = page.getByRole('form');
    const input = form.getByRole('textbox', { name: field });
    await input.fill(text);
    return {
      beside: form.getByRole('alert'),
      act: () => form.getByRole('button', { name: `Save ${noun}` }).click(),
      kept: () => expect(input).toHaveValue(text),
      done: () => expect(content(page).getByText(text, { exact: true })).toBeVisible(),
    };
  };
  return [
    {
      route: create,
      where: `the form of a new ${noun}`,
      arrange: async (fixtures) => {
        const ids = await addTree(fixtures);
        await fixtures.page.goto(`${path}?${parent ? `${ids[parent]}&` : ''}form=new`);
        return write(fixtures.page, 'Against all odds');
      },
    },
    {
      route: update,
      where: `the form of a stored ${noun}`,
      stays: true,
      arrange: async ({ page }) => {
        await choose(page, 'Against all odds', 'Edit');
        return write(page, 'For all odds');
      },
    },
  ];
}

export const treeCases: FaultCase[] = [
  {
    route: ladyDueApi.categories.list,
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
    route: ladyDueApi.ladyDue.createDefault,
    where: 'the empty mode',
    stays: true,
    arrange: ({ page }) => ({
      beside: content(page).getByRole('alert'),
      act: () => content(page).getByRole('button', { name: 'Create Default' }).click(),
      done: () => expect(row(page, 'When to get help now')).toBeVisible(),
    }),
  },
  {
    route: ladyDueApi.ladyDue.analytics,
    where: 'the banner',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const modes = page.getByRole('navigation', { name: 'Tracking mode' });
      const beside = page.getByRole('region', { name: 'Analytics' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        done: () => expect(modes.getByRole('link', { name: 'PCOS 0 of 0' })).toBeVisible(),
      };
    },
  },
  {
    route: ladyDueApi.ladyDue.search,
    where: 'the other modes, below what a search finds',
    arrange: async (fixtures) => {
      const { api, page } = fixtures;
      await addTree(fixtures);
      await api(ladyDueApi.ladyDue.createDefault, { trackingMode: 'PCOS' });
      const beside = content(page).getByRole('alert');
      return {
        beside,
        act: () => page.goto(`${path}?search=hormones`),
        again: retryIn(beside),
        done: () => expect(page.getByRole('link', { name: /^\d in PCOS$/ })).toBeVisible(),
      };
    },
  },
  {
    route: ladyDueApi.ladyDue.export,
    where: 'the button over the tree',
    arrange: async (fixtures) => {
      await open(fixtures);
      const { page } = fixtures;
      return {
        beside: content(page).getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Export' }).click(),
        done: () => expect(page.getByText(/^Saved lady-due-content-TRACK_PERIOD-/)).toBeVisible(),
      };
    },
  },
  itemCase(ladyDueApi.cards.update, 'Card one', 'Deactivate', (page) =>
    expect(row(page, 'Card one')).toContainText('Inactive'),
  ),
  itemCase(ladyDueApi.ladyDue.order, 'Card one', 'Move down', (page) =>
    expect(row(page, 'Card one')).toHaveAttribute('aria-posinset', '2'),
  ),
  ...levels.map(([, title, { duplicate }]) =>
    itemCase(duplicate, title, 'Duplicate', (page) => expect(row(page, `${title} (copy)`)).toBeVisible()),
  ),
  {
    route: ladyDueApi.cards.bulk,
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
  ...levels.map(([noun, title, { remove }]): FaultCase => ({
    route: remove,
    where: `the question before a ${noun} is deleted`,
    stays: true,
    arrange: async ({ page }) => {
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
    route: ladyDueApi.ladyDue.preview,
    where: 'the phone',
    arrange: async ({ page }) => {
      const beside = page.getByRole('complementary', { name: 'In the app now' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        done: () => expect(page.getByText('The app has nothing to show here')).toBeVisible(),
      };
    },
  },
  {
    route: api.ladyDuePreview.createLink,
    where: 'the dialog with the link for a phone',
    stays: true,
    arrange: ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Open on a phone' });
      return {
        beside: dialog.getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Open on a phone' }).click(),
        again: retryIn(dialog),
        done: () => expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible(),
      };
    },
  },
  {
    route: api.ladyDuePreview.publishedBy,
    where: 'the phone at a past time',
    arrange: async ({ page }) => {
      const column = page.getByRole('complementary', { name: /^In the app on/ });
      const beside = column.getByRole('alert');
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      return {
        beside,
        act: () => page.goto(`${path}?preview=${yesterday}`),
        again: retryIn(beside),
        done: () => expect(column.getByText('The app has nothing to show here')).toBeVisible(),
      };
    },
  },
];

const importIn = (page: Page) => page.getByRole('dialog', { name: 'Import into Period Tracker' });

export const ladyDueFormCases: FaultCase[] = [
  ...forms.flatMap(formCases),
  {
    route: api.images.uploadForCard,
    where: 'the header image of a card in its form',
    stays: true,
    arrange: async ({ page }) => {
      await choose(page, 'For all odds', 'Edit');
      const field = page.getByRole('group', { name: 'Header image' });
      const beside = field.getByRole('alert');
      return {
        beside,
        act: async () => field.getByLabel('Choose an image').setInputFiles(await portrait('cup.jpg')),
        again: retryIn(field),
        kept: () => expect(beside).toContainText('cup.jpg is still here.'),
        done: () => expect(field.getByRole('button', { name: 'Remove' })).toBeVisible(),
      };
    },
  },
  {
    route: ladyDueApi.ladyDue.import,
    where: 'the dry run of an import',
    arrange: async ({ page }) => {
      await page.goto(path);
      await page.getByRole('button', { name: 'Import' }).click();
      const dialog = importIn(page);
      const content = { trackingMode: 'TRACK_PERIOD', categories: [{ name: 'From a file', sections: [] }] };
      const buffer = Buffer.from(JSON.stringify(content));
      return {
        beside: dialog.getByRole('alert'),
        act: () =>
          dialog
            .locator('input[type="file"]')
            .setInputFiles({ name: 'content.json', mimeType: 'application/json', buffer }),
        again: () => dialog.getByRole('button', { name: 'Check again' }).click(),
        done: () => expect(dialog.getByRole('row', { name: 'Added 1 0 0' })).toBeVisible(),
      };
    },
  },
  {
    route: ladyDueApi.ladyDue.import,
    where: 'the run of an import',
    stays: true,
    arrange: ({ page }) => {
      const dialog = importIn(page);
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Import', exact: true }).click(),
        kept: () => expect(dialog).toContainText('content.json'),
        done: () => expect(row(page, 'From a file')).toBeVisible(),
      };
    },
  },
];
