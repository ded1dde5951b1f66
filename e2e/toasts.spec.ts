import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import type { Call } from '#e2e/support/calls.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { stopClock } from '#e2e/support/skip-pauses.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';

const path = '/admin/desk/announcements';
const unique = (message: string) => `${message} ${crypto.randomUUID().slice(0, 8)}`;

const parts = (page: Page) => ({
  undo: page.getByRole('button', { name: 'Undo' }),
  dismiss: page.getByRole('button', { name: 'Dismiss' }),
  deleted: page.getByText('Deleted the announcement', { exact: true }),
  undone: page.getByText('Restored the announcement'),
  row: (message: string) =>
    page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: message }),
});

/** Writes an announcement and deletes it on screen. */
async function deleted(page: Page, api: Call, message: string) {
  const { id } = await api(announcementRoutes.create, { message });
  await page.goto(path);
  await parts(page).row(message).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(parts(page).deleted).toBeVisible();
  return id;
}

const isStored = async (api: Call, id: string) =>
  (await api(announcementRoutes.list, {})).announcements.some((announcement) => announcement.id === id);

test('Undo reverts a change, and Undo of that repeats it', async ({ signedIn: page, api }) => {
  const message = unique('There and back');
  const id = await deleted(page, api, message);
  const { undo, deleted: said, undone, row } = parts(page);
  await undo.click();
  await expect(undone).toBeVisible();
  await expect(row(message)).toBeVisible();
  expect(await isStored(api, id)).toBe(true);
  await undo.click();
  await expect(said).toBeVisible();
  await expect(row(message)).toHaveCount(0);
  expect(await isStored(api, id)).toBe(false);

  await undo.click();
  await row(message).getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Undo: Disabled the announcement' }).click();
  await expect(row(message).getByText('Active', { exact: true })).toBeVisible();
});

test('a record just changed can be deleted at once; its earlier changes then offer no Undo', async ({
  signedIn: page,
  api,
}) => {
  const { row, deleted: said } = parts(page);
  const message = unique('Here and gone');
  await api(announcementRoutes.create, { message });
  await page.goto(path);
  await expect(row(message)).toBeVisible();
  // The list requested after the change arrives late.
  const release = await delayRequests(page, '**/admin/announcements');
  await row(message).getByRole('button', { name: 'Disable' }).click();
  const undoOf = (what: string) => page.getByRole('button', { name: `Undo: ${what} the announcement` });
  await expect(undoOf('Disabled')).toBeVisible();
  await expect(row(message).getByRole('button', { name: 'Enable' })).toBeVisible();
  await row(message).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(said).toBeVisible();
  release();
  await expect(undoOf('Deleted')).toBeVisible();
  // The previous toast is behind it.
  await expect(page.getByText('Disabled the announcement')).toBeHidden();
  await parts(page).dismiss.click();
  await expect(page.getByText('Disabled the announcement')).toBeVisible();
  await expect(undoOf('Disabled')).toHaveCount(0);
});

test('Undo works from another page, and with the keyboard alone', async ({ signedIn: page, api }) => {
  await page.clock.install();
  const id = await deleted(page, api, unique('Back from elsewhere'));
  const { undo, undone, dismiss } = parts(page);
  await stopClock(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await tabTo(page, undo);
  await page.clock.resume();
  await page.keyboard.press('Enter');
  await expect(undone).toBeVisible();
  await expect(undo).toBeFocused();
  expect(await isStored(api, id)).toBe(true);
  await page.keyboard.press('Tab');
  await expect(dismiss).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(undone).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused();
});

test('Ctrl+Z undoes the change in the toast, except while typing or in a dialog', async ({ signedIn: page, api }) => {
  await page.clock.install();
  const other = unique('Kept as it is');
  await api(announcementRoutes.create, { message: other });
  const id = await deleted(page, api, unique('Back by two keys'));
  await stopClock(page);
  const { undo, undone, deleted: said, row } = parts(page);
  await expect(undo).toHaveAttribute('aria-keyshortcuts', /Control\+Z/);
  const field = page.getByRole('textbox', { name: 'New announcement' });
  await field.fill('Typed');
  await field.press('Control+z');
  await expect(field).toHaveValue('');
  await row(other)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.clock.runFor(500);
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await page.clock.runFor(500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(other).getByRole('button', { name: /^Delete/ })).toBeFocused();
  expect(await isStored(api, id)).toBe(false);
  await expect(said).toBeVisible();
  await page.clock.resume();
  await page.keyboard.press('Control+z');
  await expect(undone).toBeVisible();
  expect(await isStored(api, id)).toBe(true);
});

/** The elements under the toast that it must not cover. */
const underToast = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[role="status"] > [role="group"]:not([hidden])')?.getBoundingClientRect();
    if (!toast) throw new Error('There is no toast');
    const kept =
      'form :is(input, textarea, button), header button, nav a, [role="menu"], thead :is(button, input), [role="dialog"] button, [aria-label="Selection"] button';
    const ends = 'main :is(li, tbody tr):last-child, nav[aria-label="Pages"]';
    const edge = document.querySelector('body header')?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll(`${kept}, ${ends}`)].flatMap((one) => {
      const rect = one.getBoundingClientRect();
      const { bottom, left, right } = rect;
      // The part scrolled under the header is not visible.
      const top = one.matches('main *') && !one.closest('[role="dialog"]') ? Math.max(rect.top, edge) : rect.top;
      const apart = bottom <= toast.top || top >= toast.bottom || right <= toast.left || left >= toast.right;
      return apart || bottom <= top || !one.checkVisibility() || right === left ? [] : [one.outerHTML.slice(0, 120)];
    });
  });

for (const [name, size] of [
  ['a laptop', { width: 1366, height: 768 }],
  ['a tablet', { width: 768, height: 1024 }],
  ['a phone', phone],
] as const) {
  test(`on ${name} a toast lies on no form, button, menu, last row, selection bar or paging`, async ({
    signedIn: page,
    api,
  }) => {
    await page.setViewportSize(size);
    const isPhone = size === phone;
    const doctors = await addDoctors(api, [
      { name: 'Ada Obi', specialty: 'Fertility' },
      { name: 'Bola Ige', specialty: 'Nutrition' },
    ]);
    const clean = () => expect.poll(() => underToast(page)).toEqual([]);
    await page.clock.install();
    await page.goto(`/admin/desk/doctors?doctor=${doctors[0]?.id}&form=edit`);
    const { field, save, heading } = entityScreen(page, 'doctor');
    await field('Name').fill('Ada Eze');
    await save.click();
    await expect(heading('Dr. Ada Eze')).toBeVisible();
    await stopClock(page);
    await clean();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(field('Name')).toBeVisible();
    await clean();
    await page.clock.resume();

    await addDoctors(
      api,
      Array.from({ length: 20 }, (_, at) => ({ name: `Doctor ${at}`, specialty: 'Midwifery' })),
    );
    await page.goto(`/admin/desk/doctors?doctor=${doctors[0]?.id}&form=edit`);
    await field('Name').fill('Ada Obi');
    await save.click();
    await expect(heading('Dr. Ada Obi')).toBeVisible();
    await stopClock(page);
    if (size.width >= 1024) {
      await page.getByRole('main').getByRole('link', { name: 'Dr. Ada Obi' }).focus();
      await page.keyboard.press('End');
      await expect(page.getByRole('main').getByRole('listitem').last()).toBeInViewport();
      await clean();
    }
    await page.clock.resume();

    // So long that the head of the table stays in sight when the page is scrolled.
    const count = isPhone ? 10 : 50;
    await page.goto(`/admin/desk/users?limit=${count}`);
    const rows = page
      .getByRole('main')
      .locator(isPhone ? 'li' : 'tbody tr')
      .filter({ has: page.getByRole('link') });
    await expect(rows).toHaveCount(count);
    const last = rows.last();
    if (!isPhone) {
      await rows.first().getByRole('checkbox').check();
      // The bar raises the foot of the table: if that happened during the press below, the button would not be pressed.
      await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
    }
    if (isPhone) await last.getByRole('button', { name: 'Actions for' }).click();
    await (isPhone ? page.getByRole('menuitem') : last.getByRole('button')).filter({ hasText: /erify/ }).click();
    await expect(parts(page).dismiss).toBeVisible();
    await stopClock(page);
    await page.keyboard.press('End');
    await expect(last).toBeInViewport();
    await clean();
    await page.clock.resume();

    await api(announcementRoutes.create, { message: 'Small screen' });
    await page.goto(path);
    const row = parts(page).row('Small screen');
    if (isPhone) await row.getByRole('button', { name: 'Actions for' }).click();
    await (
      isPhone ? page.getByRole('menuitem', { name: 'Disable' }) : row.getByRole('button', { name: 'Disable' })
    ).click();
    await expect(parts(page).undo).toBeVisible();
    await stopClock(page);
    await page.keyboard.press('End');
    const menu = row.getByRole('button', { name: 'Actions for' });
    while (isPhone && (await menu.getAttribute('aria-busy')) !== null) await page.clock.runFor(10);
    if (isPhone) await menu.click();
    await clean();
    await page.clock.resume();
  });
}

test('a toast disappears after 8 seconds, except under the pointer or with the focus', async ({
  signedIn: page,
  api,
}) => {
  await page.clock.install();
  await deleted(page, api, unique('Short news'));
  const { undo, deleted: said } = parts(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(said).toHaveCount(0);
  await page.clock.resume();

  await deleted(page, api, unique('Held by the pointer'));
  await undo.hover();
  await page.clock.fastForward(60_000);
  await expect(said).toBeVisible();
  await page.mouse.move(700, 10);
  await page.clock.fastForward(8_000);
  await expect(said).toHaveCount(0);

  await deleted(page, api, unique('Held by the focus'));
  await stopClock(page);
  await tabTo(page, undo, 'Shift+Tab');
  await page.clock.fastForward(60_000);
  await expect(said).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.clock.fastForward(8_000);
  await expect(said).toHaveCount(0);
  await page.clock.resume();
});

test('a refusal stays in the toast until it is dismissed', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 409/);
  const message = unique('Changed meanwhile');
  const { id } = await api(announcementRoutes.create, { message });
  const { row, undo, dismiss } = parts(page);
  await page.clock.install();
  await page.goto(path);
  await row(message).getByRole('button', { name: 'Disable' }).click();
  await expect(undo).toBeVisible();
  await api(announcementRoutes.update, { id, enabled: true });
  await undo.press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to undo');
  await expect(alert).toContainText('This announcement was changed (enabled) since. Nothing was changed.');
  await expect(page.getByText('Disabled the announcement')).toBeVisible();
  await expect(undo).toHaveCount(0);
  await expect(dismiss).toBeFocused();
  await expectAccessible(page);
  await page.clock.fastForward(60_000);
  await expect(alert).toBeVisible();

  // The refusal returns after newer toasts.
  await row(message).getByRole('button', { name: 'Disable' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('group').getByText('Disabled the announcement')).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(alert).toBeVisible();
  await dismiss.click();
  await expect(alert).toHaveCount(0);
});

test('an undo started by one account is not shown to the next', async ({ page, desk, api, guard }) => {
  guard.expectErrors(/status of 401/);
  await openAndSignIn(page, desk);
  await deleted(page, api, unique('Left behind'));
  const { undo } = parts(page);
  const release = await delayRequests(page, '**/admin/operations/*/undo');
  await undo.click();
  await expect(page.getByRole('button', { name: 'Undoing' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  const answered = page.waitForResponse('**/admin/operations/*/undo');
  release();
  await answered;
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await expect(page.getByText('announcement')).toHaveCount(0);
});

test('fits a phone, and lies under a dialog there', async ({ signedIn: page, api }) => {
  await page.setViewportSize(phone);
  const { undo, row } = parts(page);
  const message = unique('Small screen');
  await api(announcementRoutes.create, { message });
  await page.goto(path);
  await row(message).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(undo).toBeVisible();
  await expectFitsPhone(page);
  const isOnTop = () =>
    undo.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(await isOnTop()).toBe(true);
  await row(message).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  expect(await isOnTop()).toBe(false);
});
