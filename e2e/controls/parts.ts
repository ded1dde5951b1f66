import type { Locator, Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { type Area, type Kind, addressOf, kinds } from '#contract/kinds.ts';
import { type Role, areaRoles } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import type { Seeded } from '#e2e/controls/seed.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { routesOf } from '#server/testing/kinds.ts';

/** A call, or one that is for several areas, about one of them. */
export type Call = Route | { route: Route; area: Area };

/**
 * Controls by their role and what a screen reader calls them, where `…` stands for any text, with the calls that they lead
 * to. `shortcut` is what the list of shortcuts says of a key.
 */
export type Controls = Record<string, Call | readonly Call[]>;

export type Part = {
  controls: Controls;
  /** What leads to no call but those that read the screen. */
  plain?: readonly string[];
};

/** What a control opens. Escape closes it, or this button. */
export type Opened = Part & { by: string; at: (page: Page) => Locator; close?: string };

export type Screen = Part & {
  /** The address, after `/admin/desk/`. */
  path: (ids: Seeded) => string;
  /** What is there once the screen has loaded, for every role that has it. */
  shows: (page: Page) => Locator;
  opens?: readonly Opened[];
  /** The keys of shortcuts, pressed in this order, each after what it acts on has the focus. */
  keys?: Record<string, { key: string; focus: (page: Page) => Promise<unknown> }>;
  /** A dialog is open, over which the shortcuts are not listed. */
  isDialog?: true;
  /** The window is that of a phone. */
  onPhone?: true;
  /** What is done with the account before. */
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

/** What every screen has: the header, and the pieces of which filters, charts and dialogs are made. */
export const everywhere: Part = {
  controls: { 'button Logout': api.auth.signOut },
  plain: [
    'button Welcome, …',
    'button Menu',
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
    'shortcut Search …',
    'shortcut Open the row, then go to what is shown',
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

/** `doctors`; the three kinds of Lady Due have one page. */
const pageOf = (kind: Kind) =>
  kinds[kind].area === 'lady-due' ? 'lady-due' : addressOf(kind).replace('/admin/desk/', '');

/** The history of a thing beside its list, and one of its versions. */
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

type Differing = {
  /** What the menu of a row changes, where it has one. */
  quick?: readonly string[];
  /** Further controls of what is shown beside the list, and of the form. */
  detail?: Controls;
  form?: Controls;
};

/** The screens of a kind that has an `EntityPage`: its list, one of its things, its forms, its history, its list on a phone. */
export function entityScreens(kind: Kind, { quick = [], detail, form }: Differing = {}): Screen[] {
  const { create, update, remove, order, bulk } = routesOf(kind);
  const { one } = kinds[kind];
  const path = pageOf(kind);
  const screenOf = (page: Page) => entityScreen(page, kind);
  const row = (page: Page) => screenOf(page).list.getByRole('link').first();
  const hasMenu = quick.length > 0;
  const list: Part = {
    controls: {
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
        ...detail,
      },
      opens: [
        ...(hasMenu ? [menu('Actions for …', changes)] : []),
        ...(bulk ? [bar('Select …', bulk, ['Activate', 'Deactivate', 'Delete'])] : []),
      ],
      ...(order && { keys: { 'shortcut Move the row': { key: 'Alt+ArrowDown', focus: (page) => row(page).focus() } } }),
    },
    ...(['new', 'edit'] as const).map((opened): Screen => {
      const call = opened === 'new' ? create : update;
      return {
        path: (ids) => `${path}?form=${opened}${opened === 'new' ? '' : `&${kind}=${ids[kind]}`}`,
        shows: (page) => screenOf(page).panel.getByRole('heading', { level: 2 }).or(heading(page, notIncluded)),
        controls: {
          ...list.controls,
          [`button Save ${one}`]: call,
          'shortcut Save': call,
          ...form,
        },
        // In the place of the form a role that only looks has what is stored.
        plain: ['shortcut Go to the formatting of the text', 'shortcut Link the marked words', 'button History of …'],
      };
    }),
    historyOf(kind, list),
    {
      onPhone: true,
      path: () => path,
      shows: row,
      controls: {
        [`button Add ${one}`]: create,
        'button Actions for …': update,
        ...(bulk && { 'checkbox Select …': bulk }),
      },
      opens: [
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
