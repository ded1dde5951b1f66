import type { Locator, Page } from '@playwright/test';
import { api as contract } from '#contract/api.ts';
import { labelsOf } from '#contract/entity.ts';
import { type Kind, kinds, parentOf } from '#contract/kinds.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { expect } from '#e2e/support/test.ts';
import { addParent, addRecord, parentTitle, nameField, routesOf } from '#tests/records/kinds.ts';

type Form = {
  form: Locator;
  /** The required inputs. */
  inputs: Locator;
  /** The button that saves; `send` saves where more steps are needed. */
  save: Locator;
  send?: () => Promise<void>;
};

/** The list, the rows and the forms of a kind on its screen. */
type Screen = {
  path: string;
  /** The list with its failures. */
  card: Locator;
  row: (title: string) => Locator;
  /** Edits or deletes a record whose row has no button for it. */
  choose?: (title: string, action: 'Edit' | 'Delete') => Promise<void>;
  /** The text of the screen without records, if it is not the sentence of an empty list. */
  empty?: Locator;
  /** The forms of a new and of a stored record, with the button that saves. */
  adding: Form & { path: string };
  editing: Form;
};

type Differing = {
  /** The name in the list of a record with this value in all text fields and 1 in all numbers. */
  title?: (text: string) => string;
  /** The heading of the empty list, if it is not like `No doctors yet`. */
  emptyHeading?: string;
  /** The message of a list that could not be loaded, if it is not the call's own. */
  listFailure?: string;
  /** The menu of a row can deactivate the record. */
  quick?: boolean;
  /** The parts of a screen that is not an `EntityPage`. */
  screenOf?: (page: Page) => Screen;
};

/** The screen of a kind that has an `EntityPage`. */
function pageOf(page: Page, kind: Kind, emptyHeading: string | undefined): Screen {
  const { path, card, row, form, save } = entityScreen(page, kind);
  const needed = form.locator('input[required], textarea[required]');
  const named = form.getByRole('textbox', { name: labelsOf(kind)[nameField(kind)] ?? '', exact: true });
  const editing = { form, save, inputs: needed.or(named) };
  const empty = emptyHeading === undefined ? {} : { empty: page.getByRole('heading', { name: emptyHeading }) };
  return { path, card, row, ...empty, adding: { path: `${path}?form=new`, ...editing }, editing };
}

/**
 * The faults of all calls on the screen of a kind: list, forms, confirmation of a deletion and, on an `EntityPage`,
 * order, bulk actions and the line with the author of the last change.
 */
export function entityFaults(
  kind: Kind,
  { title: titleOf = (text) => text, emptyHeading, listFailure, quick, screenOf }: Differing = {},
): FaultCase[] {
  const { one, many } = kinds[kind];
  const routes = routesOf(kind);
  const parentKind = parentOf(kind);
  const holder = parentKind && labelsOf(kind)[`${parentKind}Id`];
  const texts = ['Faulted one', 'Faulted two'];
  const [first, second] = texts.map(titleOf) as [string, string];
  const [added, edited] = ['Against all odds', 'For all odds'] as const;
  /** The list has a button that opens an empty form. */
  const isPlain = !screenOf && !parentKind;
  const on = screenOf ?? ((page: Page) => pageOf(page, kind, emptyHeading));
  const choose = async (page: Page, title: string, action: 'Edit' | 'Delete') => {
    const screen = on(page);
    if (screen.choose) return screen.choose(title, action);
    const button = screen.row(title).getByRole('button', { name: new RegExp(`^${action}`) });
    if ((await button.count()) > 0) return button.click();
    await screen.row(title).getByRole('button', { name: 'Actions for' }).click();
    return page.getByRole('menuitem', { name: action }).click();
  };
  /** Opens a list of two records. */
  const open = async ({ page, api }: Fixtures) => {
    const parent = await addParent(api, kind);
    for (const text of texts) await addRecord(api, kind, text, parent);
    const screen = on(page);
    await page.goto(screen.path);
    await expect(screen.row(first)).toBeVisible();
    return screen;
  };
  const write = async ({ form, inputs, save, send = () => save.click() }: Form, text: string) => {
    await expect(inputs.first()).toBeVisible();
    if (holder) await expect(form.getByRole('combobox', { name: holder, exact: true })).toHaveValue(parentTitle);
    const all: Locator[] = [];
    for (const input of await inputs.all()) if (!(await input.inputValue()).includes(parentTitle)) all.push(input);
    const textFor = async (input: Locator) => ((await input.getAttribute('inputmode')) ? '1' : text);
    for (const input of all) await input.fill(await textFor(input));
    return {
      beside: form.getByRole('alert'),
      act: send,
      kept: async () => {
        for (const input of all) await expect(input).toHaveValue(await textFor(input));
      },
    };
  };
  const ofForms: FaultCase[] = [
    {
      route: routes.list,
      where: `the list of ${many}`,
      arrange: async ({ page, api }) => {
        await addParent(api, kind);
        const { path, card, empty = page.getByRole('heading', { name: `No ${many} yet` }) } = on(page);
        const beside = card.getByRole('alert');
        return {
          beside,
          act: () => page.goto(path),
          again: retryIn(beside),
          done: () => expect(empty).toBeVisible(),
          ...(listFailure ? { failure: listFailure } : {}),
        };
      },
    },
    {
      route: routes.create,
      where: `the form of a new ${one}`,
      ...(isPlain ? { stays: true } : {}),
      arrange: async ({ page, api }) => {
        const { adding, row } = on(page);
        if (isPlain) await page.getByRole('button', { name: /^Add / }).first().click();
        else {
          const parent = await addParent(api, kind);
          await page.goto(parent ? `${adding.path}&${parentKind}=${parent}` : adding.path);
        }
        return { ...(await write(adding, added)), done: () => expect(row(titleOf(added))).toBeVisible() };
      },
    },
    {
      route: routes.update,
      where: `the form of a stored ${one}`,
      stays: true,
      arrange: async ({ page }) => {
        const { row, editing } = on(page);
        await choose(page, titleOf(added), 'Edit');
        return { ...(await write(editing, edited)), done: () => expect(row(titleOf(edited))).toBeVisible() };
      },
    },
  ];
  const ofQuestion: FaultCase[] = [
    {
      route: routes.remove,
      where: `the question before one of the ${many} is deleted`,
      stays: true,
      arrange: async ({ page }) => {
        const { row } = on(page);
        await choose(page, titleOf(edited), 'Delete');
        const dialog = page.getByRole('dialog');
        return {
          beside: dialog.getByRole('alert'),
          act: () => dialog.getByRole('button', { name: `Delete ${one}` }).click(),
          done: () => expect(row(titleOf(edited))).toHaveCount(0),
        };
      },
    },
  ];
  const ofMenu: FaultCase[] = [
    {
      route: routes.update,
      where: 'the menu of a row',
      stays: true,
      arrange: ({ page }) => {
        const { card, row } = on(page);
        const record = row(titleOf(edited));
        return {
          beside: card.getByRole('alert'),
          act: async () => {
            await record.getByRole('button', { name: 'Actions for' }).click();
            await page.getByRole('menuitem', { name: 'Deactivate' }).click();
          },
          done: () => expect(record).toContainText('Inactive'),
        };
      },
    },
  ];
  const ofAny = [...ofForms, ...(quick ? ofMenu : []), ...(routes.remove ? ofQuestion : [])];
  if (screenOf) return ofAny;
  const { order, bulk } = routes;
  return [
    ...ofAny,
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
      arrange: async ({ page, api }) => {
        const id = await addRecord(api, kind, texts[0] ?? '', await addParent(api, kind));
        const { path, panel } = entityScreen(page, kind);
        const beside = panel.getByRole('alert');
        return {
          beside,
          act: () => page.goto(`${path}?${kind}=${id}`),
          again: retryIn(beside),
          done: () => expect(panel).toContainText('by Administrator'),
        };
      },
    },
  ];
}
