import { announcementRoutes } from '#contract/announcements.ts';
import { doctorRoutes } from '#contract/doctors.ts';
import { announcementsScreen } from '#e2e/support/announcements.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { addCards, editorOf, openCard, saved, storedCard } from '#e2e/support/card-editor.ts';
import { older, removeNewerApis } from '#e2e/support/disable-browser-apis.ts';
import { doctorsScreen } from '#e2e/support/doctors.ts';
import { expect, test } from '#e2e/support/test.ts';
import { phone } from '#e2e/support/viewports.ts';

test('a browser that is too old shows the requirements, whichever feature it lacks', async ({ openContext, guard }) => {
  // The missing features may also stop other scripts.
  guard.expectErrors(/findLast/);
  const context = await openContext({ viewport: phone });
  for (const [name, takeAway] of Object.entries(older)) {
    const page = await context.newPage();
    await page.addInitScript(takeAway);
    await page.goto('/admin');
    await expect(page.getByRole('alert'), name).toHaveText(
      /^This browser is too old for Awa Desk, which needs Safari or iOS 16\.4, Chrome or Edge 108, Firefox 121, /,
    );
    await expect(page.getByText('Loading...'), name).toBeHidden();
    if (name === 'dvh') await expectAccessible(page);
    await page.close();
  }
});

test('the oldest browsers save every kind of field', async ({ signedIn: page, api }) => {
  await removeNewerApis(page);
  const doctor = doctorsScreen(page);
  await page.goto(doctor.path);
  await doctor.add.click();
  await doctor.field('Name').fill('Dr. Ṣadé Awólọ́wọ̀ 🌸');
  await doctor.field('Specialty').fill('Fertility');
  await doctor.languages.fill('English, Yorùbá,');
  await doctor.field('Consultation fee').fill('25,000.50');
  await doctor.field('Booking link').fill('https://example.com/sade');
  await doctor.save.click();
  await expect(doctor.link('Dr. Ṣadé Awólọ́wọ̀ 🌸')).toBeVisible();
  expect((await api(doctorRoutes.list, {})).doctors).toMatchObject([
    { calendlyUrl: 'https://example.com/sade', consultationFee: 25_000.5, languages: ['English', 'Yorùbá'] },
  ]);

  const announcement = announcementsScreen(page);
  await page.goto(announcement.path);
  await announcement.field.fill('The clinic moves to a larger house on the other side of the river');
  await page.getByLabel('Show from').fill('2090-03-01T09:00');
  await announcement.create.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save it' }).click();
  await expect(announcement.row('The clinic moves')).toContainText('Scheduled');
  expect((await api(announcementRoutes.list, {})).announcements).toHaveLength(1);

  const { second } = await addCards(api);
  const { form, text } = editorOf(page);
  await openCard(page, second.id);
  await text.click();
  await text.pressSequentially('Kept');
  const citation = (line: number) => form.getByRole('textbox', { name: `Citations, line ${line}` });
  await citation(1).fill('NHS. Periods.');
  await citation(1).press('Enter');
  await citation(2).pressSequentially('WHO. Health.');
  await saved(page);
  const citations = ['NHS. Periods.', 'WHO. Health.'];
  expect(await storedCard(api, 'Warmth')).toMatchObject({ richContent: '<p>Kept</p>', citations });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  // The accessibility scan at the end calls newer functions itself.
  await page.goto('about:blank');
});

test('a rule that throws saves nothing and says so', async ({ signedIn: page, api }) => {
  const { path, add, field, save, form } = doctorsScreen(page);
  await page.addInitScript(() => {
    const matches = Reflect.get(RegExp.prototype, 'test');
    Object.assign(RegExp.prototype, {
      test(this: RegExp, text: unknown) {
        if (String(text).startsWith('https://example.com/')) throw new TypeError('Not a function');
        return matches.call(this, String(text));
      },
    });
  });
  await page.goto(path);
  await add.click();
  await field('Name').fill('Dr. Ada Obi');
  await field('Specialty').fill('Fertility');
  await field('Booking link').fill('https://example.com/ada');
  await save.click();
  await expect(form.getByRole('alert')).toContainText('The form could not be checked');
  await expect(field('Name')).toHaveValue('Dr. Ada Obi');
  expect((await api(doctorRoutes.list, {})).doctors).toEqual([]);
});

test('an incomplete date that the browser does not report yet does not count as empty', async ({ signedIn: page }) => {
  // Like Firefox, which reports it only after the field loses focus.
  await page.addInitScript(() => {
    const validity = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'validity');
    Object.defineProperty(HTMLInputElement.prototype, 'validity', {
      get(this: HTMLInputElement) {
        return this.type === 'datetime-local' && document.activeElement === this && !this.dataset.left
          ? { badInput: false }
          : (validity?.get?.call(this) as ValidityState);
      },
    });
    addEventListener('focusout', ({ target }) => target instanceof HTMLElement && (target.dataset.left = 'yes'), true);
  });
  const { path, field } = announcementsScreen(page);
  const from = page.getByLabel('Show from');
  await page.goto(path);
  await field.fill('The clinic moves');
  await from.press('1');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(from).toHaveAccessibleDescription(/Show from must be a date with a time/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(from).toBeFocused();
});
