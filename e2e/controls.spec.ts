import type { Locator, Page } from '@playwright/test';
import { routes } from '#contract/api.ts';
import { type Role, everyRole } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import { type Control, controlsIn } from '#e2e/controls/on-screen.ts';
import {
  type Call,
  type Controls,
  type Opened,
  type Part,
  type Screen,
  everywhere,
  isFor,
} from '#e2e/controls/parts.ts';
import { screens, withoutControl } from '#e2e/controls/screens.ts';
import { type Seeded, seed } from '#e2e/controls/seed.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';
import { desktop, phone } from '#e2e/support/viewports.ts';
import { accountPages, areas, homePage, rolesOf, tabs } from '#web/app/areas.ts';

/** Whether a role may open the page at an address. */
function hasPage(role: Role, path: string) {
  const account = [...accountPages, homePage].find(({ to }) => to === path);
  const page = [...areas, ...tabs].find(({ to }) => to === path);
  return (account?.roles ?? (page ? rolesOf(page) : [])).includes(role);
}

/** The address of a page, without its search parameters. */
const pageAt = (path: string) => `/admin/desk/${path}`.replace(/\?.*/, '');

const pattern = (name: string, flags: string) =>
  new RegExp(
    `^${name
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.+')}$`,
    flags,
  );
const fits = (called: string, name: string) => pattern(name, 'is').test(called);

const callsOf = (calls: Call | readonly Call[]): readonly Call[] => (Array.isArray(calls) ? calls : [calls as Call]);
const included = (role: Role, calls: Call | readonly Call[]) => callsOf(calls).every((call) => isFor(role, call));

/**
 * The table's names for the controls of a screen, without those that make no call. A control that is not in the table
 * keeps its own name.
 */
function named(role: Role, shown: readonly Control[], controls: Controls, plain: readonly string[]) {
  const names = Object.keys(controls).sort((one, other) => other.length - one.length);
  const all = shown.flatMap(({ called, to }) => {
    const name = names.find((one) => fits(called, one));
    if (name) return [name];
    if (to === undefined) return plain.some((one) => fits(called, one)) ? [] : [called];
    const { pathname, searchParams, hash, protocol } = new URL(to, 'http://desk');
    // A link within the page, or to another website.
    const isElsewhere = to.startsWith('#') || protocol === 'https:';
    return isElsewhere || (hasPage(role, pathname) && !searchParams.has('form') && !hash) ? [] : [`${called} (${to})`];
  });
  return [...new Set(all)].sort();
}

const expected = (role: Role, controls: Controls) =>
  Object.keys(controls)
    .filter((name) => included(role, controls[name] ?? []))
    .sort();

/** The first control of this name. */
function find(within: Page | Locator, name: string) {
  const [role = '', ...words] = name.split(' ');
  return within.getByRole(role as 'button', { name: pattern(words.join(' '), 'i') }).first();
}

/** The entries of the list of shortcuts. */
async function shortcutsOn(page: Page): Promise<Control[]> {
  // The dialog or menu of the previous screen would take the key until it has closed.
  const layers = page.locator('[role="dialog"], [role="menu"], [role="listbox"]');
  await expect(layers.filter({ visible: true })).toHaveCount(0);
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    // A field would take the key as text, even one that gets the focus only now.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('?');
    await list.getByText('Show these shortcuts').waitFor({ timeout: 5_000 });
  }).toPass();
  const shown = await list.getByRole('term').allTextContents();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  return shown.map((does) => ({ called: `shortcut ${does}` }));
}

const body = (page: Page) => page.locator('body');

/** Opens a screen without reloading the desk. */
async function open(page: Page, role: Role, path: string, shows: Locator) {
  // The router follows the address.
  await page.evaluate((to) => history.pushState({}, '', to), `/admin/desk/${path}`);
  const has = hasPage(role, pageAt(path));
  const refusal = page.getByRole('heading', { level: 1, name: 'Your role does not include this page' });
  await expect((has ? shows : refusal).first()).toBeVisible();
  await untilLoaded(page);
  return has;
}

async function expectOpened(page: Page, role: Role, { by, at, close, controls, plain = [] }: Opened) {
  await find(page, by).click();
  const part = at(page);
  await expect(part).toBeVisible();
  await expect
    .poll(async () => named(role, await controlsIn(part), controls, [...plain, ...(everywhere.plain ?? [])]), by)
    .toEqual(expected(role, controls));
  if (close) await part.getByRole('button', { name: close }).click();
  else await page.keyboard.press('Escape');
  await expect(part).toBeHidden();
}

/**
 * Expects a screen, and the dialogs and menus that it opens, to have exactly the controls whose calls the role
 * includes.
 */
async function expectControls(page: Page, role: Role, screen: Screen, path: string) {
  const has = await open(page, role, path, screen.shows(page));
  const listed = !screen.onPhone && !screen.isDialog;
  const all = { ...(screen.onPhone ? {} : everywhere.controls), ...(has ? screen.controls : {}) };
  const controls = Object.fromEntries(Object.entries(all).filter(([name]) => listed || !name.startsWith('shortcut ')));
  const plain = [...(everywhere.plain ?? []), ...((has && screen.plain) || [])];
  let shortcuts: Control[] = [];
  const shown = async () => named(role, [...(await controlsIn(body(page))), ...shortcuts], controls, plain);
  const shownWithShortcuts = async () => {
    // Lists the shortcuts at each try: on a busy machine those of the previous screen may still be declared.
    if (listed) shortcuts = await shortcutsOn(page);
    return shown();
  };
  await expect.poll(shownWithShortcuts).toEqual(expected(role, controls));
  for (const opened of (has && screen.opens) || []) {
    if (included(role, screen.controls[opened.by] ?? [])) await expectOpened(page, role, opened);
  }
  // No control was added late.
  expect(await shown()).toEqual(expected(role, controls));
}

/** Presses the shortcuts of a screen: a shortcut outside the role changes nothing. */
async function expectKeys(
  page: Page,
  role: Role,
  { path, shows, keys = {}, controls, plain = [] }: Screen,
  ids: Seeded,
) {
  if (!(await open(page, role, path(ids), shows(page)))) return;
  const reading = [...(everywhere.plain ?? []), ...plain];
  const visible = Object.fromEntries(
    Object.entries({ ...everywhere.controls, ...controls }).filter(([name]) => !name.startsWith('shortcut ')),
  );
  // The code of some controls loads after the screen. Toasts of earlier keys have further ones.
  await expect
    .poll(async () => named(role, await controlsIn(body(page)), visible, reading))
    .toEqual(expect.arrayContaining(expected(role, visible)));
  // A read-only part of the page, such as the preview beside the tree, may load after the list.
  const changing = async () =>
    (await controlsIn(body(page))).filter(
      ({ called, to }) => to !== undefined || !reading.some((name) => fits(called, name)),
    );
  for (const [name, { key, focus }] of Object.entries(keys)) {
    const before = await changing();
    await focus(page);
    await page.keyboard.press(key);
    await untilLoaded(page);
    if (included(role, controls[name] ?? [])) {
      await expect.poll(changing, name).not.toEqual(before);
    } else {
      expect(await changing(), name).toEqual(before);
    }
  }
}

test('every call that changes something has a control in the table, or a reason to have none', () => {
  const line = ({ method, path }: Route) => `${method} ${path}`;
  const parts: Part[] = [everywhere, ...screens, ...screens.flatMap(({ opens = [] }) => opens)];
  const inTable = parts
    .flatMap(({ controls }) => Object.values(controls).flatMap(callsOf))
    .map((call) => ('route' in call ? call.route : call));
  const known = new Set([...inTable, ...withoutControl.keys()].map(line));
  const changing = routes.filter(({ access, method }) => access === 'staff' && method !== 'GET');
  expect(changing.map(line).filter((one) => !known.has(one))).toEqual([]);
});

for (const role of everyRole) {
  test(`${role}: each screen has the controls of the calls that the role includes, and no others`, async ({
    page,
    desk,
    api,
    addAppUsers,
    guard,
  }) => {
    // The area of a case is known once it is read: a case of another area is refused by the server.
    guard.expectErrors(/status of 403 .*\/admin\/moderation\/cases\/[-\da-f]{36}\)$/);
    const ids = await seed({ api, desk, addAppUsers });
    const colleague = await asColleague(desk, 'Bola Ige', role);
    await callsAsStaff(colleague);
    await openAndSignIn(page, colleague);
    const refused = new Set<string>();
    for (const onPhone of [undefined, true]) {
      await page.setViewportSize(onPhone ? phone : desktop);
      for (const screen of screens.filter((one) => one.onPhone === onPhone)) {
        const path = screen.path(ids);
        // A page outside the role is refused in the same way at each of its addresses.
        if (refused.has(pageAt(path))) continue;
        if (!hasPage(role, pageAt(path))) refused.add(pageAt(path));
        if (screen.before) {
          await screen.before(colleague);
          await page.goto(`/admin/desk/${path}`);
        }
        await test.step(onPhone ? `${path} on a phone` : path, () => expectControls(page, role, screen, path));
      }
    }
    await page.setViewportSize(desktop);
    for (const screen of screens.filter(({ keys }) => keys)) {
      await test.step(`keys of ${screen.path(ids)}`, () => expectKeys(page, role, screen, ids));
    }
  });
}
