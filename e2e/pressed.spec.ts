import type { Locator, Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen } from '#e2e/support/announcements.ts';
import { doctorsScreen } from '#e2e/support/doctors.ts';
import { expect, test } from '#e2e/support/test.ts';
import { boxAtRest } from '#e2e/support/viewports.ts';

/** Clicks slowly, as people do, and expects the target to stay in place until the mouse button is released. */
async function pressSlowly(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = (await boxAtRest(target)) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  expect(await target.boundingBox()).toEqual(box);
  await page.mouse.up();
}

test('a validation message does not move a button that is being pressed', async ({ signedIn: page, api }) => {
  const { path, row, message, editor, cancel } = announcementsScreen(page);
  await api(announcementRoutes.create, { message: 'Clinics open at nine' });
  await page.goto(path);
  await row('Clinics open').getByRole('button', { name: 'Edit' }).click();
  await message.fill('  ');
  await pressSlowly(page, cancel);
  await expect(editor).toBeHidden();
});

test('neither a validation message nor a finished tag moves a field that is being pressed', async ({
  signedIn: page,
}) => {
  const { path, form, field, languages } = doctorsScreen(page);
  // As high as the form, because a browser that scrolls compensates for layout shifts.
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.goto(`${path}?form=new`);
  await field('Email').fill('ada@');
  await pressSlowly(page, form.getByText('Busy'));
  await expect(form.getByRole('radio', { name: 'Busy' })).toBeChecked();
  await expect(form.getByText('Email must be an email address')).toBeVisible();

  // The text becomes a tag, which is wider than the rest of its line.
  await languages.fill('English, Yorùbá, Igbo,');
  await languages.fill('and a little of everything else');
  await pressSlowly(page, form.getByText('Unavailable'));
  await expect(form.getByRole('radio', { name: 'Unavailable' })).toBeChecked();
  await expect(form.getByRole('button', { name: 'Remove and a little of everything else' })).toBeVisible();
});
