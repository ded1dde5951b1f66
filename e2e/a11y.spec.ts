import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { endSession, openWholeAndSignIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible, expectAccessibleInBoth, scan } from '#e2e/support/axe.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 640 },
];

/** An action of a row: a separate button, or on a phone an item of its menu. */
async function press(page: Page, wide: boolean, label: string, whose: string) {
  if (wide) return page.getByRole('button', { name: `${label} ${whose}` }).click();
  await page.getByRole('button', { name: `Actions for ${whose}` }).click();
  await expectAccessibleInBoth(page);
  await page.getByRole('menuitem', { name: label }).click();
}

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });
    const wide = viewport.width > 1023;

    test('signing in', async ({ page, desk, guard }) => {
      guard.expectErrors(/status of 401/);
      await page.goto('/admin');
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.getByRole('textbox', { name: 'Email' }).fill(desk.email);
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessibleInBoth(page);
    });

    test('signing in again', async ({ page, desk, guard }) => {
      guard.expectErrors(/status of 401/);
      await openWholeAndSignIn(page, desk);
      await endSession(page, desk);
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
      await expectAccessibleInBoth(page);
    });

    test('the shell', async ({ signedIn: page, desk }) => {
      await page.goto('/admin/desk/nowhere');
      await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.getByRole('button', { name: wide ? `Welcome, ${desk.email}` : 'Menu' }).click();
      await expect(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
      await expectAccessibleInBoth(page);
    });

    test('users', async ({ signedIn: page, addAppUsers }) => {
      const mark = await addAppUsers([{ name: 'Read Aloud' }, { name: '' }]);
      await page.goto('/admin/desk/users');
      await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.goto(`/admin/desk/users?search=${mark}&page=7`);
      await expect(page.getByRole('heading', { name: 'There is no page 7' })).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.goto(`/admin/desk/users?search=${mark}`);
      await press(page, wide, 'Verify', 'Read Aloud');
      await expect(page.getByText('Verified Read Aloud')).toBeVisible();
      await expectAccessibleInBoth(page);
      await press(page, wide, 'Delete', 'Read Aloud');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInBoth(page);
    });

    test('users that cannot be loaded', async ({ signedIn: page, guard }) => {
      guard.expectErrors(/status of 500/);
      await withoutEarlyCalls(page);
      await page.route(/\/admin\/(users|metrics)/, (route) => route.fulfill({ status: 500 }));
      await page.goto('/admin/desk/users');
      await expect(page.getByRole('alert')).toHaveCount(2);
      await expectAccessibleInBoth(page);
    });

    test('announcements', async ({ signedIn: page, api }) => {
      const { announcements: all } = await api(announcementRoutes.list, {});
      for (const { id } of all) await api(announcementRoutes.remove, { id });
      await page.goto('/admin/desk/announcements');
      await expect(page.getByRole('heading', { name: 'No announcements yet' })).toBeVisible();
      await expectAccessibleInBoth(page);

      await api(announcementRoutes.create, { message: 'Switched off', enabled: false });
      await api(announcementRoutes.create, { message: 'Switched on' });
      await page.reload();
      await expect(page.getByRole('listitem')).toHaveCount(2);
      await expectAccessibleInBoth(page);
      await page.getByRole('textbox', { name: 'New announcement' }).fill('x'.repeat(2001));
      await page.getByRole('textbox', { name: 'New announcement' }).blur();
      await expect(page.getByText('Message can have at most 2,000 characters')).toBeVisible();
      await expectAccessibleInBoth(page);
      await press(page, wide, 'Edit', '“Switched on”');
      await expect(page.getByRole('form', { name: 'Edit announcement' })).toBeVisible();
      await expectAccessibleInBoth(page);
      await press(page, wide, 'Delete', '“Switched off”');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInBoth(page);
    });

    test('doctors', async ({ signedIn: page, api }) => {
      const { path, row, link, form, field, languages, save, cancel, leave } = doctorsScreen(page);
      const [doctor] = await addDoctors(api, [
        {
          name: 'Read Aloud',
          specialty: 'Midwifery',
          languages: ['Hausa'],
          imageUrl: 'https://elsewhere.example/a.png',
        },
        { name: 'Switched Off', specialty: 'Nutrition', isActive: false },
      ]);
      await page.goto(path);
      await expect(row('Dr. Read Aloud')).toBeVisible();
      await expectAccessibleInBoth(page);
      await link('Dr. Read Aloud').click();
      await expect(page.getByText('by Administrator')).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.goto(`${path}?doctor=${doctor?.id}&form=edit`);
      await field('Consultation fee').fill('25k');
      await languages.fill('Igbo,');
      await save.click();
      await expect(form.getByText('1 field to correct')).toBeVisible();
      await field('Specialty').click();
      await expect(page.getByRole('listbox', { name: 'Specialty' })).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.keyboard.press('Escape');
      await cancel.click();
      await expect(leave).toBeVisible();
      await expectAccessibleInBoth(page);
      await leave.getByRole('button', { name: 'Leave' }).click();
      await press(page, viewport.width > 767, 'Delete', 'Dr. Read Aloud');
      await expect(page.getByRole('dialog', { name: 'Delete Dr. Read Aloud?' })).toBeVisible();
      await expectAccessibleInBoth(page);
    });

    test('activity', async ({ signedIn: page, api, guard }) => {
      guard.expectErrors(/status of 409/);
      const { id } = await api(announcementRoutes.create, { message: 'Read aloud' });
      await api(announcementRoutes.update, { id, message: 'Read aloud again' });
      await page.goto('/admin/desk/activity?kind=announcement');
      const rows = page.getByRole('listitem');
      await expect(rows.first()).toContainText('changed the announcement “Read aloud again”');
      await expectAccessibleInBoth(page);
      await rows.nth(1).getByRole('button', { name: /^Undo/ }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await rows.first().getByRole('button', { name: /^Undo/ }).click();
      await expect(page.getByRole('link', { name: /^Undone by/ }).first()).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.goto('/admin/desk/activity?area=users&kind=card');
      await expect(page.getByRole('heading', { name: 'No changes match these filters' })).toBeVisible();
      await expectAccessibleInBoth(page);
    });

    test('the bin', async ({ signedIn: page, api }) => {
      const { id } = await api(announcementRoutes.create, { message: 'Thrown away' });
      await api(announcementRoutes.remove, { id });
      await page.goto('/admin/desk/bin');
      await expect(page.getByRole('listitem').first()).toContainText('Thrown away');
      await expectAccessibleInBoth(page);
      await page.getByRole('button', { name: 'Restore “Thrown away”' }).first().click();
      await expect(page.getByText('Restored the announcement')).toBeVisible();
      await expectAccessibleInBoth(page);
    });
  });
}

test('a violation on a screen that was accessible before is found', async ({ signedIn: page }) => {
  await page.goto('/admin/desk/nowhere');
  const heading = page.getByRole('heading', { name: 'There is nothing at this address' });
  await expect(heading).toBeVisible();
  await expectAccessible(page);
  const add = (tag: string, text: string, colour: string) =>
    heading.evaluate(
      (element, [name, textContent, color]) => {
        const added = Object.assign(document.createElement(name), { className: 'added', textContent });
        added.style.color = color;
        element.after(added);
      },
      [tag, text, colour] as const,
    );
  for (const [rule, tag, text, colour] of [
    ['button-name', 'button', '', ''],
    ['color-contrast', 'p', 'Pale', '#bbb'],
    ['heading-order', 'h4', 'Deep', ''],
  ] as const) {
    await add(tag, text, colour);
    await expect(scan(page), rule).rejects.toThrow(rule);
    await page.locator('.added').evaluate((element) => element.remove());
  }
  await expectAccessible(page);
});
