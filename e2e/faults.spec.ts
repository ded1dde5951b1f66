import type { Locator, Page } from '@playwright/test';
import { type Announcement, announcements } from '#contract/announcements.ts';
import { api as contract, routes } from '#contract/api.ts';
import { outcomeUnknown } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import type { Call } from '#e2e/support/calls.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { hasten } from '#e2e/support/hasten.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';

const line = ({ method, path }: Route) => `${method} ${path}`;

/** Calls that no screen makes, each with the reason. */
const notCalled = new Map<Route, string>([
  [contract.auth.session, 'every refresh says who is signed in'],
  [contract.announcements.published, 'read by the app'],
  [contract.doctors.published, 'read by the app'],
  [contract.images.uploadForLadyDue, 'no form has a field for it yet'],
  [contract.images.uploadForSecret, 'no form has a field for it yet'],
]);

const request = '0badc0de-f0';
const title = 'Internal Server Error';
const faults = [
  {
    // Asking again would not help.
    final: true,
    says: 'Something went wrong on the server.',
    answer: {
      status: 500,
      headers: { 'X-Request-Id': request },
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title,
        status: 500,
        detail: 'Something went wrong on the server.',
        code: 'internal',
        requestId: request,
      }),
    },
  },
  {
    // As from something between the browser and the server, which does not speak as we do.
    final: false,
    says: 'The server could not answer',
    answer: {
      status: 503,
      headers: { 'X-Request-Id': request },
      contentType: 'text/html',
      body: '<h1>Service Unavailable</h1>',
    },
  },
  { final: false, says: 'The connection dropped', answer: null },
];

type Stage = { page: Page; desk: Desk; api: Call; people: (people: { name: string }[]) => Promise<string> };

type Scene = {
  /** Where the failure must be visible. */
  beside: Locator;
  /** Makes the call for the first time, and again while it fails. */
  act: () => Promise<unknown>;
  again?: () => Promise<unknown>;
  /** What was typed is still there. */
  kept?: () => Promise<unknown>;
  /** After the last try, which nothing disturbs. */
  done: () => Promise<unknown>;
  /** What a fault says here, where it is not the call's own sentence. */
  says?: RegExp;
  /** The failure's name here, where it is not the call's. */
  failure?: string;
};

type Screen = { route: Route; where: string; signedOut?: boolean; open: (stage: Stage) => Promise<Scene> };

const retryIn = (beside: Locator) => () => beside.getByRole('button', { name: 'Retry' }).click();

async function openUsers({ page, people }: Stage) {
  const mark = await people([{ name: 'Faulted Person' }]);
  await page.goto(`/admin/desk/users?search=${mark}`);
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible();
}

async function openAnnouncement({ page, api }: Stage): Promise<{ row: Locator; announcement: Announcement }> {
  const announcement = await api(announcements.create, { message: `Disturbed ${crypto.randomUUID()}` });
  await page.goto('/admin/desk/announcements');
  const row = page.getByRole('listitem').filter({ hasText: announcement.message.slice(-12) });
  await expect(row).toBeVisible();
  return { row, announcement };
}

async function openDoctors({ page, api }: Stage) {
  const [first] = await addDoctors(api, [
    { name: 'Faulted One', specialty: 'Midwifery' },
    { name: 'Faulted Two', specialty: 'Midwifery' },
  ]);
  const screen = doctorsScreen(page);
  await page.goto(screen.path);
  await expect(screen.row('Dr. Faulted One')).toBeVisible();
  return { ...screen, id: first?.id ?? '' };
}

/** Which screen makes each call, by what action, and where its failure is seen. */
const screens: Screen[] = [
  {
    route: contract.auth.signIn,
    where: 'the sign-in form',
    signedOut: true,
    open: async ({ page, desk }) => {
      await page.goto('/admin');
      const email = page.getByRole('textbox', { name: 'Email' });
      await email.fill(desk.email);
      await page.getByLabel('Password', { exact: true }).fill(desk.password);
      return {
        beside: page.getByRole('form', { name: 'Sign in' }).getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Sign in' }).click(),
        kept: () => expect(email).toHaveValue(desk.email),
        done: () => expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible(),
      };
    },
  },
  {
    route: contract.auth.refresh,
    where: 'the page that opens',
    open: async ({ page, desk }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        done: () => expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible(),
        says: /The server could not (answer|be reached)\./,
      };
    },
  },
  {
    route: contract.auth.signOut,
    where: 'Logout',
    signedOut: true,
    open: async ({ page, desk }) => {
      await openAndSignIn(page, desk);
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Logout' }).click(),
        done: () => expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible(),
      };
    },
  },
  {
    route: contract.auth.signOut,
    where: 'Logout on a phone',
    signedOut: true,
    open: async ({ page, desk }) => {
      await openAndSignIn(page, desk);
      await page.setViewportSize({ width: 360, height: 640 });
      await page.getByRole('button', { name: 'Menu' }).click();
      return {
        beside: page.getByRole('dialog').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Logout' }).click(),
        kept: () => expect(page.getByRole('alert')).toHaveCount(1),
        done: () => expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.signups,
    where: 'the cell of the sign-ups',
    open: async ({ page }) => {
      const figures = page.getByRole('region', { name: 'Figures' });
      const beside = figures.getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        kept: () => expect(figures).toContainText('Total Users'),
        done: () => expect(figures.getByRole('slider')).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.posts,
    where: 'the cell of the posts',
    open: async ({ page }) => {
      const figures = page.getByRole('region', { name: 'Figures' });
      const beside = figures.getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        kept: () => expect(figures).toContainText('Total Users'),
        done: () => expect(figures.getByText('Total Posts')).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.metrics,
    where: 'the figures',
    open: async ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('region', { name: 'Figures' })).toContainText('Total Users'),
      };
    },
  },
  {
    route: contract.users.list,
    where: 'the list of users',
    open: async ({ page }) => {
      const beside = page.getByRole('region', { name: 'User Management' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        done: () => expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.export,
    where: 'the bar above the page',
    open: async (stage) => {
      await openUsers(stage);
      const { page } = stage;
      const bar = page.getByRole('region', { name: 'Export of users' });
      const saved = page.waitForEvent('download');
      return {
        beside: bar.getByRole('alert'),
        act: async () => {
          await page.getByRole('button', { name: 'Export CSV' }).click();
          await page.getByRole('button', { name: 'Export', exact: true }).click();
        },
        again: retryIn(bar),
        kept: () => expect(bar).toContainText('Nothing was saved.'),
        done: () => saved,
      };
    },
  },
  {
    route: contract.users.setStatus,
    where: 'a row of users',
    open: async (stage) => {
      await openUsers(stage);
      const table = stage.page.getByRole('table', { name: 'Users' });
      return {
        beside: table.getByRole('alert'),
        act: () => table.getByRole('button', { name: 'Verify Faulted Person' }).click(),
        done: () => expect(table.getByText('Verified', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.setStatus,
    where: 'a row of users on a phone',
    open: async (stage) => {
      const { page } = stage;
      await page.setViewportSize({ width: 360, height: 640 });
      await openUsers(stage);
      const list = page.getByRole('list', { name: 'Users' });
      return {
        beside: list.getByRole('alert'),
        act: async () => {
          await list.getByRole('button', { name: 'Actions for Faulted Person' }).click();
          await page.getByRole('menuitem', { name: 'Verify' }).click();
        },
        done: () => expect(list.getByText(/^Verified/)).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.get,
    where: 'the panel of a user',
    open: async (stage) => {
      await openUsers(stage);
      const { page } = stage;
      const beside = page.getByRole('complementary', { name: 'User' }).getByRole('alert');
      return {
        beside,
        act: () => page.getByRole('link', { name: 'Faulted Person' }).click(),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.setStatus,
    where: 'the panel of a user',
    open: async (stage) => {
      await openUsers(stage);
      const { page } = stage;
      await page.getByRole('link', { name: 'Faulted Person' }).click();
      const panel = page.getByRole('complementary', { name: 'User' });
      return {
        beside: panel.getByRole('alert'),
        act: () => panel.getByRole('button', { name: 'Verify Faulted Person' }).click(),
        kept: () => expect(page.getByRole('alert')).toHaveCount(1),
        done: () => expect(panel.getByText('Verified', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.bulk,
    where: 'the bar of what is selected',
    open: async (stage) => {
      await openUsers(stage);
      const { page } = stage;
      await page.getByRole('checkbox', { name: 'Select Faulted Person' }).check();
      const bar = page.getByRole('group', { name: 'Selection' });
      return {
        beside: bar.getByRole('alert'),
        act: () => bar.getByRole('button', { name: 'Verify', exact: true }).click(),
        kept: () => expect(bar).toContainText('1 selected'),
        done: () => expect(page.getByRole('table').getByText('Verified', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: contract.users.remove,
    where: 'the question before a user is deleted',
    open: async (stage) => {
      const { page } = stage;
      await openUsers(stage);
      await page.getByRole('button', { name: 'Delete Faulted Person' }).click();
      const dialog = page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete user' }).click(),
        done: () => expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible(),
      };
    },
  },
  {
    route: contract.announcements.list,
    where: 'the list of announcements',
    open: async ({ page }) => {
      const beside = page.getByRole('region', { name: 'All announcements' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/announcements'),
        again: retryIn(beside),
        done: () => expect(beside).toBeHidden(),
      };
    },
  },
  {
    route: contract.announcements.create,
    where: 'the form of a new announcement',
    open: async ({ page }) => {
      await page.goto('/admin/desk/announcements');
      const field = page.getByRole('textbox', { name: 'New announcement' });
      const message = `Written in spite of all ${crypto.randomUUID()}`;
      await field.fill(message);
      return {
        beside: page.getByRole('main').locator('form').filter({ has: field }).getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Create announcement' }).click(),
        kept: () => expect(field).toHaveValue(message),
        done: () => expect(page.getByRole('listitem').filter({ hasText: message })).toBeVisible(),
      };
    },
  },
  {
    route: contract.announcements.update,
    where: 'Disable in a row',
    open: async (stage) => {
      const { row } = await openAnnouncement(stage);
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: 'Disable' }).click(),
        done: () => expect(row).toContainText('Inactive'),
      };
    },
  },
  {
    route: contract.announcements.update,
    where: 'the editor in a row',
    open: async (stage) => {
      const { page } = stage;
      const { row, announcement } = await openAnnouncement(stage);
      await row.getByRole('button', { name: 'Edit' }).click();
      const editor = page.getByRole('form', { name: 'Edit announcement' });
      const field = editor.getByRole('textbox', { name: 'Message' });
      const message = `${announcement.message} and changed`;
      await field.fill(message);
      return {
        beside: editor.getByRole('alert'),
        act: () => editor.getByRole('button', { name: 'Save Changes' }).click(),
        kept: () => expect(field).toHaveValue(message),
        done: () => expect(page.getByRole('listitem').filter({ hasText: message })).toContainText('updated'),
      };
    },
  },
  {
    route: contract.images.uploadForDoctor,
    where: 'the picture of a doctor in the form',
    open: async ({ page }) => {
      await page.goto('/admin/desk/doctors?form=new');
      const field = page.getByRole('group', { name: 'Picture' });
      const beside = field.getByRole('alert');
      return {
        beside,
        act: async () => field.getByLabel('Choose an image').setInputFiles(await portrait('ada.jpg')),
        again: retryIn(field),
        kept: () => expect(beside).toContainText('ada.jpg is still here.'),
        done: () => expect(field.getByRole('button', { name: 'Remove' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.history.undo,
    where: 'the toast of a change',
    open: async (stage) => {
      const { page } = stage;
      const { row } = await openAnnouncement(stage);
      await row.getByRole('button', { name: 'Disable' }).click();
      const undo = page.getByRole('button', { name: 'Undo: Disabled the announcement' });
      await expect(undo).toBeVisible();
      return {
        beside: page.getByRole('status').getByRole('alert'),
        act: () => undo.click(),
        kept: () => expect(page.getByText('Disabled the announcement')).toBeVisible(),
        done: () => expect(row.getByText('Active', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: contract.history.list,
    where: 'the place of the activity',
    open: async ({ page, api }) => {
      await api(announcements.create, { message: 'Disturbed' });
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/activity'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('list', { name: 'Today' })).toContainText('created the announcement'),
      };
    },
  },
  {
    route: contract.history.undo,
    where: 'its row of the activity',
    open: async ({ page, api }) => {
      const { message } = await api(announcements.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await page.goto('/admin/desk/activity');
      const row = page.getByRole('listitem').filter({ hasText: `created the announcement “${message}”` });
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: 'Undo' }).click(),
        done: () => expect(row).toContainText('Undone by Administrator'),
      };
    },
  },
  {
    route: contract.history.bin,
    where: 'the place of the bin',
    open: async ({ page, api }) => {
      const { id, message } = await api(announcements.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await api(announcements.remove, { id });
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/bin'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('list', { name: 'Deleted' })).toContainText(message),
      };
    },
  },
  {
    route: contract.history.restoreDeleted,
    where: 'its row of the bin',
    open: async ({ page, api }) => {
      const { id, message } = await api(announcements.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await api(announcements.remove, { id });
      await page.goto('/admin/desk/bin');
      const row = page.getByRole('listitem').filter({ hasText: message });
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: 'Restore' }).click(),
        done: () => expect(row).toHaveCount(0),
      };
    },
  },
  {
    route: contract.history.revisions,
    where: 'the history panel',
    open: async (stage) => {
      const { page } = stage;
      const { row } = await openAnnouncement(stage);
      const panel = page.getByRole('complementary', { name: 'History' });
      const beside = panel.getByRole('alert');
      return {
        beside,
        act: () => row.getByRole('button', { name: 'History' }).click(),
        again: retryIn(beside),
        done: () => expect(panel.getByRole('listitem')).toContainText('Created'),
      };
    },
  },
  {
    route: contract.history.restoreVersion,
    where: 'its version in the history panel',
    open: async (stage) => {
      const { page, api } = stage;
      const { row, announcement } = await openAnnouncement(stage);
      await api(announcements.update, { id: announcement.id, message: 'Overwritten' });
      await row.getByRole('button', { name: 'History' }).click();
      const panel = page.getByRole('complementary', { name: 'History' });
      const version = panel.getByRole('listitem').filter({ hasText: 'Created' });
      await version.getByRole('button').click();
      return {
        beside: version.getByRole('alert'),
        act: () => panel.getByRole('button', { name: 'Restore this version' }).click(),
        done: () => expect(panel.getByRole('listitem').first()).toContainText('Restored message'),
      };
    },
  },
  {
    route: contract.announcements.remove,
    where: 'the question before an announcement is deleted',
    open: async (stage) => {
      const { row } = await openAnnouncement(stage);
      await row.getByRole('button', { name: 'Delete' }).click();
      const dialog = stage.page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete announcement' }).click(),
        done: () => expect(row).toHaveCount(0),
      };
    },
  },
  {
    route: contract.doctors.list,
    where: 'the list of doctors',
    open: async ({ page }) => {
      const beside = page.getByRole('region', { name: /^Doctors/ }).getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/doctors'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'No doctors yet' })).toBeVisible(),
        failure: 'Error loading doctors: ',
      };
    },
  },
  {
    route: contract.doctors.create,
    where: 'the form of a new doctor',
    open: async ({ page }) => {
      const { path, form, field, save, heading } = doctorsScreen(page);
      await page.goto(`${path}?form=new`);
      await field('Name').fill('Against all odds');
      await field('Specialty').fill('Nutrition');
      return {
        beside: form.getByRole('alert'),
        act: () => save.click(),
        kept: () => expect(field('Name')).toHaveValue('Against all odds'),
        done: () => expect(heading('Dr. Against all odds')).toBeVisible(),
      };
    },
  },
  {
    route: contract.doctors.update,
    where: 'the form of a doctor',
    open: async (stage) => {
      const { row, form, field, save, heading } = await openDoctors(stage);
      await row('Dr. Faulted One').getByRole('button', { name: 'Edit Dr. Faulted One' }).click();
      await field('Bio').fill('Written in spite of all');
      return {
        beside: form.getByRole('alert'),
        act: () => save.click(),
        kept: () => expect(field('Bio')).toHaveValue('Written in spite of all'),
        done: () => expect(heading('Dr. Faulted One')).toBeVisible(),
      };
    },
  },
  {
    route: contract.doctors.remove,
    where: 'the question before a doctor is deleted',
    open: async (stage) => {
      const { row } = await openDoctors(stage);
      await row('Dr. Faulted One').getByRole('button', { name: 'Delete Dr. Faulted One' }).click();
      const dialog = stage.page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete doctor' }).click(),
        done: () => expect(row('Dr. Faulted One')).toHaveCount(0),
      };
    },
  },
  {
    route: contract.doctors.order,
    where: 'the list of doctors',
    open: async (stage) => {
      const { page } = stage;
      const { link, names } = await openDoctors(stage);
      return {
        beside: page.getByRole('region', { name: /^Doctors/ }).getByRole('alert'),
        act: async () => {
          await link('Dr. Faulted Two').focus();
          await page.keyboard.press('Alt+ArrowUp');
          await page.clock.runFor(1000);
        },
        done: () => expect.poll(names).toEqual(['Dr. Faulted Two', 'Dr. Faulted One']),
      };
    },
  },
  {
    route: contract.history.revisions,
    where: 'the line that says who changed a doctor last',
    open: async (stage) => {
      const { link, panel } = await openDoctors(stage);
      const beside = panel.getByRole('alert');
      return {
        beside,
        act: () => link('Dr. Faulted One').click(),
        again: retryIn(beside),
        done: () => expect(panel).toContainText('by Administrator'),
      };
    },
  },
];

test('every call of the contract is made by a screen here, or has a reason not to be', () => {
  const known = [...screens.map(({ route }) => route), ...notCalled.keys()].map(line);
  expect([...new Set(known)].sort()).toEqual(routes.map(line).sort());
});

/** Disturbs a call from now on. */
async function disturb(page: Page, { method, path }: Route, answer: (typeof faults)[number]['answer']) {
  const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  await page.route(
    (url) => address.test(url.pathname),
    (route) => {
      if (route.request().method() !== method) return route.fallback();
      return answer ? route.fulfill(answer) : route.abort('connectionfailed');
    },
  );
}

for (const { route, where, signedOut, open } of screens) {
  test(`a fault of ${line(route)} is seen in ${where}`, async ({ page: plain, signedIn, desk, api, people, watch }) => {
    watch.announce(/status of 50[03]/, /net::ERR_CONNECTION_FAILED/);
    const page = signedOut ? plain : signedIn;
    await page.clock.install();
    const {
      beside,
      act,
      again = act,
      kept,
      done,
      says,
      failure = route.failure,
    } = await open({ page, desk, api, people });
    let next = act;
    for (const fault of faults) {
      await page.unrouteAll();
      await disturb(page, route, fault.answer);
      await next();
      const seen = async () => {
        await expect(beside).toContainText(says ?? fault.says, { timeout: fault.final ? 10_000 : 500 });
      };
      if (fault.final) await seen();
      else await hasten(page, seen);
      // After several tries of a change nobody knows any more.
      await expect(beside).toContainText(fault.final ? failure : new RegExp(`${failure}|${outcomeUnknown(failure)}`));
      if (fault.answer) await expect(beside).toContainText(`Request ${request}`);
      else await expect(beside).not.toContainText('Request');
      await kept?.();
      next = again;
    }
    await page.unrouteAll();
    await next();
    await done();
    await expect(beside).toBeHidden();
  });
}
