import type { Locator, Page } from '@playwright/test';
import { type Kind, kinds } from '#contract/kinds.ts';
import { api as contract } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { expect } from '#e2e/support/test.ts';

type EntityFaults = {
  kind: Kind;
  routes: Record<'list' | 'create' | 'update' | 'remove', Route> & { order?: Route; bulk?: Route };
  /** The call that makes the parent of the things, what it gets, and the field of the things that has its id. */
  within?: [create: Route, input: Record<string, unknown>, field: string];
  /** Two things as they are made, and what the list calls them. */
  things: [input: Record<string, unknown>, title: string][];
  /** What is typed into a form, by the labels of its fields, and what the list calls the thing then. */
  typed: [fields: Record<string, string>, title: string];
  /** The message of a list that could not be loaded, where it is not that of the call. */
  listFailure?: string;
};

type Form = { form: Locator; save: Locator; field: (label: string) => Locator };

/** Where a screen shows the list, the rows and the forms of a kind. */
type Screen = {
  path: string;
  /** The list with why something of it failed. */
  card: Locator;
  row: (title: string) => Locator;
  /** The forms of a new one and of a stored one, with the button that saves. */
  adding: Form & { path: string };
  editing: Form;
};

/** The screen of a kind that has an `EntityPage`. */
function pageOf(page: Page, kind: Kind): Screen {
  const { path, card, row, form, save, field } = entityScreen(page, kind);
  const editing = { form, save, field };
  return { path, card, row, adding: { path: `${path}?form=new`, ...editing }, editing };
}

/**
 * The faults of all calls that the screen of a kind makes: of its list, its forms, its question and, on an `EntityPage`,
 * of its order, what is done with several and the line that says who changed one last. A kind with a screen of its own
 * says where its parts are.
 */
export function entityFaults(
  { kind, routes, within, things, typed: [fields, title], listFailure }: EntityFaults,
  screenOf?: (page: Page) => Screen,
): FaultCase[] {
  const { one, many } = kinds[kind];
  const [[, first], [, second]] = things as [[object, string], [object, string]];
  const on = screenOf ?? ((page: Page) => pageOf(page, kind));
  /** What a thing of a parent has in its field for the parent. */
  const makeParent = async (api: Fixtures['api']) => {
    if (!within) return {};
    const [create, input, field] = within;
    const { id } = (await api(create, input)) as { id: string };
    return { [field]: id };
  };
  const open = async ({ page, api }: Fixtures) => {
    const parent = await makeParent(api);
    for (const [input] of things) await api(routes.create, { ...parent, ...input });
    const screen = on(page);
    await page.goto(screen.path);
    await expect(screen.row(first)).toBeVisible();
    return screen;
  };
  const write = async ({ form, save, field }: Form) => {
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
    return {
      beside: form.getByRole('alert'),
      act: () => save.click(),
      kept: async () => {
        for (const [label, text] of Object.entries(fields)) await expect(field(label)).toHaveValue(text);
      },
    };
  };
  const ofAll: FaultCase[] = [
    {
      route: routes.list,
      where: `the list of ${many}`,
      arrange: async ({ page, api }) => {
        await makeParent(api);
        const { path, card } = on(page);
        const beside = card.getByRole('alert');
        return {
          beside,
          act: () => page.goto(path),
          again: retryIn(beside),
          done: () => expect(page.getByRole('heading', { name: `No ${many} yet` })).toBeVisible(),
          ...(listFailure ? { failure: listFailure } : {}),
        };
      },
    },
    {
      route: routes.create,
      where: `the form of a new ${one}`,
      arrange: async ({ page, api }) => {
        await makeParent(api);
        const { adding, row } = on(page);
        await page.goto(adding.path);
        return { ...(await write(adding)), done: () => expect(row(title)).toBeVisible() };
      },
    },
    {
      route: routes.update,
      where: `the form of a stored ${one}`,
      arrange: async (fixtures) => {
        const { row, editing } = await open(fixtures);
        await row(first).getByRole('button', { name: /^Edit/ }).click();
        return { ...(await write(editing)), done: () => expect(row(title)).toBeVisible() };
      },
    },
    {
      route: routes.remove,
      where: `the question before one of the ${many} is deleted`,
      arrange: async (fixtures) => {
        const { row } = await open(fixtures);
        await row(first)
          .getByRole('button', { name: /^Delete/ })
          .click();
        const dialog = fixtures.page.getByRole('dialog');
        return {
          beside: dialog.getByRole('alert'),
          act: () => dialog.getByRole('button', { name: `Delete ${one}` }).click(),
          done: () => expect(row(first)).toHaveCount(0),
        };
      },
    },
  ];
  if (screenOf) return ofAll;
  const { order, bulk } = routes;
  return [
    ...ofAll,
    ...(order
      ? [
          {
            route: order,
            where: `the list of ${many}`,
            arrange: async (fixtures: Fixtures) => {
              const { page } = fixtures;
              const { card } = await open(fixtures);
              const { link, names } = entityScreen(page, kind);
              return {
                beside: card.getByRole('alert'),
                act: async () => {
                  await link(second).focus();
                  await page.keyboard.press('Alt+ArrowUp');
                  await page.clock.runFor(1000);
                },
                done: () => expect.poll(names).toEqual([second, first]),
              };
            },
          },
        ]
      : []),
    ...(bulk
      ? [
          {
            route: bulk,
            where: 'the bar of what is selected',
            arrange: async (fixtures: Fixtures) => {
              const { row } = await open(fixtures);
              const { box, bar, count, act } = entityScreen(fixtures.page, kind);
              const dialog = fixtures.page.getByRole('dialog');
              await box(first).check();
              return {
                beside: bar.getByRole('alert'),
                act: async () => {
                  await act('Delete').click();
                  await dialog.getByRole('button', { name: `Delete ${one}` }).click();
                },
                kept: () => expect(count).toHaveText('1 selected'),
                done: () => expect(row(first)).toHaveCount(0),
              };
            },
          },
        ]
      : []),
    {
      route: contract.history.revisions,
      where: `the line that says who changed ${one} last`,
      arrange: async (fixtures) => {
        await open(fixtures);
        const { link, panel } = entityScreen(fixtures.page, kind);
        const beside = panel.getByRole('alert');
        return {
          beside,
          act: () => link(first).click(),
          again: retryIn(beside),
          done: () => expect(panel).toContainText('by Administrator'),
        };
      },
    },
  ];
}
