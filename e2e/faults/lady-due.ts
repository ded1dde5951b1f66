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

/** Adds a category with a section and two cards. Returns their ids, as they are in an address. */
async function addTree({ api }: Fixtures) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'The cycle',
    trackingMode: 'TRACK_PERIOD',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  const { id: cardId } = await api(ladyDueApi.cards.create, { sectionId, title: 'Card one' });
  await api(ladyDueApi.cards.create, { sectionId, title: 'Card two' });
  return { category: `category=${categoryId}`, section: `section=${sectionId}`, card: `card=${cardId}` };
}

async function open(fixtures: Fixtures) {
  await addTree(fixtures);
  await fixtures.page.goto(path);
  await expect(row(fixtures.page, 'Card one')).toBeVisible();
  await untilLoaded(fixtures.page);
}

/** An item of a row's menu. */
async function choose(page: Page, title: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const levels = [
  ['category', 'The cycle', ladyDueApi.categories],
  ['section', 'Basics', ladyDueApi.sections],
  ['card', 'Card one', ladyDueApi.cards],
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
  arrange: async (fixtures) => {
    await open(fixtures);
    const { page } = fixtures;
    return { beside: content(page).getByRole('alert'), act: () => choose(page, title, item), done: () => done(page) };
  },
});

const forms = [
  ['category', 'Name', ladyDueApi.categories, undefined],
  ['section', 'Title', ladyDueApi.sections, 'category'],
  ['card', 'Title', ladyDueApi.cards, 'section'],
] as const;

/** A form that the address opens, with its failure in it. */
const formCase = (
  route: FaultCase['route'],
  where: string,
  field: string,
  noun: string,
  search: (ids: Awaited<ReturnType<typeof addTree>>) => string,
): FaultCase => ({
  route,
  where,
  arrange: async (fixtures) => {
    const { page } = fixtures;
    await page.goto(`${path}?${search(await addTree(fixtures))}`);
    const form = page.getByRole('form');
    const input = form.getByRole('textbox', { name: field });
    await input.fill('Against all odds');
    return {
      beside: form.getByRole('alert'),
      act: () => form.getByRole('button', { name: `Save ${noun}` }).click(),
      kept: () => expect(input).toHaveValue('Against all odds'),
      done: () => expect(content(page).getByText('Against all odds', { exact: true })).toBeVisible(),
    };
  },
});

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
    route: ladyDueApi.ladyDue.createDefault,
    where: 'the empty mode',
    arrange: async ({ page }) => {
      await page.goto(path);
      return {
        beside: content(page).getByRole('alert'),
        act: () => content(page).getByRole('button', { name: 'Create Default' }).click(),
        done: () => expect(row(page, 'When to get help now')).toBeVisible(),
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
  itemCase(ladyDueApi.cards.update, 'Card one', 'Deactivate', (page) =>
    expect(row(page, 'Card one')).toContainText('Inactive'),
  ),
  itemCase(ladyDueApi.ladyDue.order, 'Card one', 'Move down', (page) =>
    expect(row(page, 'Card one')).toHaveAttribute('aria-posinset', '2'),
  ),
  ...levels.map(([, title, { duplicate }]) =>
    itemCase(duplicate, title, 'Duplicate', (page) => expect(row(page, `${title} (copy)`)).toBeVisible()),
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
  {
    route: api.ladyDuePreview.createLink,
    where: 'the dialog with the link for a phone',
    arrange: async ({ page }) => {
      await page.goto(path);
      const dialog = page.getByRole('dialog', { name: 'Open on a phone' });
      return {
        beside: dialog.getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Open on a phone' }).click(),
        again: retryIn(dialog),
        done: () => expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible(),
      };
    },
  },
];

export const ladyDueFormCases: FaultCase[] = [
  ...forms.flatMap(([noun, field, { create, update }, holder]) => [
    formCase(create, `the form of a new ${noun}`, field, noun, (ids) => `${holder ? `${ids[holder]}&` : ''}form=new`),
    formCase(update, `the form of a stored ${noun}`, field, noun, (ids) => `${ids[noun]}&form=edit`),
  ]),
  {
    route: api.images.uploadForCard,
    where: 'the header image of a card in its form',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const { card } = await addTree(fixtures);
      await page.goto(`${path}?${card}&form=edit`);
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
  ...[true, false].map((isDry): FaultCase => {
    const content = { trackingMode: 'TRACK_PERIOD', categories: [{ name: 'From a file', sections: [] }] };
    return {
      route: ladyDueApi.ladyDue.import,
      where: `${isDry ? 'the dry run' : 'the run'} of an import`,
      arrange: async ({ page }) => {
        await page.goto(path);
        await page.getByRole('button', { name: 'Import' }).click();
        const dialog = page.getByRole('dialog', { name: 'Import into Period Tracker' });
        const file = {
          name: 'content.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(content)),
        };
        const choose = () => dialog.locator('input[type="file"]').setInputFiles(file);
        if (isDry) {
          return {
            beside: dialog.getByRole('alert'),
            act: choose,
            again: () => dialog.getByRole('button', { name: 'Check again' }).click(),
            done: () => expect(dialog.getByRole('row', { name: 'Added 1 0 0' })).toBeVisible(),
          };
        }
        await choose();
        await expect(dialog.getByRole('row', { name: 'Added 1 0 0' })).toBeVisible();
        return {
          beside: dialog.getByRole('alert'),
          act: () => dialog.getByRole('button', { name: 'Import', exact: true }).click(),
          kept: () => expect(dialog).toContainText('content.json'),
          done: () => expect(row(page, 'From a file')).toBeVisible(),
        };
      },
    };
  }),
];
