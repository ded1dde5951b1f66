import type { Locator, Page } from '@playwright/test';
import { type Area, areaRoles } from '#contract/areas.ts';
import { api } from '#contract/api.ts';
import { type Kind, addressOf, kinds } from '#contract/kinds.ts';
import { type Role } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import type { Seeded } from '#e2e/controls/seed.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { hasCommonPage } from '#e2e/support/records.ts';
import { routesOf } from '#tests/records/kinds.ts';

/** A call; for a call that serves several areas, with one of the areas. */
export type Call = Route | { route: Route; area: Area };

/**
 * Controls by their accessible role and name, in which `…` stands for any text, with the calls that they make.
 * `shortcut` stands for an entry of the list of shortcuts.
 */
export type Controls = Record<string, Call | readonly Call[]>;

export type Part = {
  controls: Controls;
  /** Controls whose only calls are those that load the screen. */
  plain?: readonly string[];
};

/** The dialog or menu that a control opens. Escape closes it, or the button `close`. */
export type Opened = Part & { by: string; at: (page: Page) => Locator; close?: string };

export type Screen = Part & {
  /** The address, after `/admin/desk/`. */
  path: (ids: Seeded) => string;
  /** An element that is visible once the screen has loaded, for every role with access. */
  shows: (page: Page) => Locator;
  opens?: readonly Opened[];
  /** The keys of shortcuts, pressed in this order, each after `focus` has focused its target. */
  keys?: Record<string, { key: string; focus: (page: Page) => Promise<unknown> }>;
  /** A dialog is open, and the shortcuts are not listed over it. */
  isDialog?: true;
  /** The window has the size of a phone. */
  onPhone?: true;
  /** A preparation of the account. */
  before?: (account: Desk) => Promise<unknown>;
};

/** Whether the contract lets a role make a call. */
export function isFor(role: Role, call: Call) {
  if (!('route' in call)) return call.roles.includes(role);
  const { look, change } = areaRoles[call.area];
  return call.route.roles.includes(role) && (call.route.method === 'GET' ? look : change).includes(role);
}

const { history } = api;

export const about = (kind: Kind, route: Route) => ({ route, area: kinds[kind].area });

export const all = (prefix: string, calls: Record<string, Call>): Controls =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [prefix + name, call]));

/** The controls of every screen: the header, and those of filters, charts and dialogs. */
export const everywhere: Part = {
  controls: { 'button Logout': api.auth.signOut, 'shortcut Undo my last change': history.undo },
  plain: [
    'button Welcome, …',
    'button Menu',
    'button Search the desk',
    'button Views',
    'shortcut Search the desk',
    'button Close',
    'button Cancel',
    'button Filters',
    'button Previous',
    'button Next',
    'searchbox …',
    'combobox …',
    'radio …',
    'slider …',
    'shortcut Show these shortcuts',
    'shortcut Open the case of a person who may be in danger',
    'shortcut Search …',
    'shortcut Open the row and move to the panel',
    'shortcut Go to the row before or after',
    'shortcut Go back to the row',
    'shortcut Close the panel',
  ],
};

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
export const menu = (by: string, items: Record<string, Call>): Opened => ({
  by: `button ${by}`,
  at: (page) => page.getByRole('menu'),
  controls: all('menuitem ', items),
});
export const bar = (by: string, bulk: Route, actions: readonly string[]): Opened => ({
  by: `checkbox ${by}`,
  at: (page) => page.getByRole('group', { name: 'Selection' }),
  close: 'Clear',
  controls: Object.fromEntries(actions.map((action) => [`button ${action}`, bulk])),
  plain: ['button Clear'],
});

const withMore = (opened: Opened, controls: Controls = {}): Opened => ({
  ...opened,
  controls: { ...opened.controls, ...controls },
});

/** The page of a kind, such as `doctors`; the three kinds of Lady Due share one page. */
const pageOf = (kind: Kind) =>
  kinds[kind].area === 'lady-due' ? 'lady-due' : addressOf(kind).replace('/admin/desk/', '');

/** The history of a record beside its list, and one of its versions. */
export const historyOf = (kind: Kind, list: Part): Screen => ({
  ...list,
  path: (ids) => `${pageOf(kind)}?history=${ids[kind]}`,
  shows: (page) => versions(page).getByRole('button'),
  plain: [...(list.plain ?? []), 'button Created …'],
  opens: [
    {
      by: 'button Created …',
      at: (page) => versions(page).locator('[data-open]'),
      close: 'Created',
      controls: { 'button Restore this version': about(kind, history.restoreVersion) },
      plain: ['button Created …'],
    },
  ],
});
const versions = (page: Page) => page.getByRole('list', { name: 'Versions' });

/** The control that opens a case on a record of the content. */
export const caseOn = (kind: Kind): Controls => ({ 'button Open a case on …': about(kind, api.cases.open) });

/** The finding of the checks in a medical text without a citation, which leads to the field. */
export const finding = 'button Citations: No source is named. …';

/** The controls of a medical text that no clinician has approved. */
export const approvalOf = (kind: Kind): Controls => {
  const { area } = kinds[kind];
  const routes = { cycle: api.cycleApprovals, 'lady-due': api.ladyDueApprovals }[area as string];
  return routes
    ? {
        'button Approve': routes.approve,
        'button Ask for changes': routes.askChanges,
        'button Ask for a review': routes.ask,
        'button Recall a sentence': [api.recall.find, api.recall.act],
      }
    : {};
};

/** The controls of the review in a form. */
export const reviewing = [
  'button Approve',
  'button Ask for changes',
  'button Ask for a review',
  'button Recall a sentence',
] as const;

type Differing = {
  /** The fields that the menu of a row can change. */
  quick?: readonly string[];
  /** Further controls of the detail beside the list, and of the form. */
  detail?: Controls;
  /** Further actions of the heading, which phones have in a menu; the first is for every role with the page. */
  head?: { menu: string; actions: Record<string, Call> };
  /** Further actions for the selected records. */
  selected?: Controls;
  form?: Controls;
};

/**
 * The screens of a kind that has an `EntityPage`: list, detail, forms, history, and the list on a phone. A kind with the
 * common page has them without the form of a stored record and the history, which are the same for every kind.
 */
export function entityScreens(kind: Kind, { quick = [], detail, head, selected, form }: Differing = {}): Screen[] {
  const { create, update, remove, order, bulk, publish } = routesOf(kind);
  const { one } = kinds[kind];
  const path = pageOf(kind);
  const screenOf = (page: Page) => entityScreen(page, kind);
  const row = (page: Page) => screenOf(page).list.getByRole('link').first();
  const hasMenu = quick.length > 0;
  const isCommon = hasCommonPage(kind);
  const list: Part = {
    controls: {
      ...(head && all('button ', head.actions)),
      [`button Add ${one}`]: create,
      'button Edit …': update,
      'button Delete …': remove,
      ...(hasMenu && { 'button Actions for …': update }),
      ...(bulk && { 'checkbox Select …': bulk }),
      ...(order && { 'button Move …': order, 'shortcut Move the row': order }),
    },
  };
  const changes = Object.fromEntries(quick.map((label) => [label, update]));
  return [
    {
      path: (ids) => `${path}?${kind}=${ids[kind]}`,
      shows: (page) => screenOf(page).panel.getByRole('heading', { level: 2 }),
      controls: {
        ...list.controls,
        'button Edit': update,
        'button History of …': about(kind, history.revisions),
        ...approvalOf(kind),
        ...detail,
      },
      opens: [
        ...(hasMenu ? [menu('Actions for …', changes)] : []),
        ...(bulk ? [withMore(bar('Select …', bulk, ['Activate', 'Deactivate', 'Delete']), selected)] : []),
      ],
      ...(order && { keys: { 'shortcut Move the row': { key: 'Alt+ArrowDown', focus: (page) => row(page).focus() } } }),
    },
    ...(isCommon ? (['new'] as const) : (['new', 'edit'] as const)).map((opened): Screen => {
      const call = opened === 'new' ? create : update;
      return {
        path: (ids) => `${path}?form=${opened}${opened === 'new' ? '' : `&${kind}=${ids[kind]}`}`,
        shows: (page) => screenOf(page).panel.getByRole('heading', { level: 2 }).or(heading(page, notIncluded)),
        controls: {
          ...list.controls,
          [`button Save ${one}`]: call,
          'shortcut Save': call,
          ...(publish && opened === 'edit' && { 'button Schedule changes': publish }),
          ...form,
        },
        // A read-only role sees the stored values instead of the form.
        plain: [
          'shortcut Go to the formatting of the text',
          'shortcut Link the marked words',
          'button History of …',
          ...reviewing,
        ],
      };
    }),
    ...(isCommon ? [] : [historyOf(kind, list)]),
    {
      onPhone: true,
      path: () => path,
      shows: row,
      controls: {
        [`button Add ${one}`]: create,
        ...(head && { [`button ${head.menu}`]: Object.values(head.actions).slice(0, 1) }),
        'button Actions for …': update,
        ...(bulk && { 'checkbox Select …': bulk }),
      },
      opens: [
        ...(head ? [menu(head.menu, head.actions)] : []),
        menu('Actions for …', {
          Edit: update,
          ...changes,
          ...(order && { 'Move …': order }),
          Delete: remove,
        }),
      ],
    },
  ];
}

export const notIncluded = 'Your role does not include this';
