import type { Locator, Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { labelsOf } from '#contract/entity.ts';
import { listName, parentOf } from '#contract/kinds.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { expect, test } from '#e2e/support/test.ts';
import { hasCommonPage, shownKinds } from '#e2e/support/records.ts';
import { addParent, addRecord } from '#tests/records/kinds.ts';

const focusable = 'input:not([type="hidden"]), textarea, select, button, a[href], [tabindex="0"]';

/** Marks the controls of a form that the Tab key should reach, and returns their names. */
const markControls = (form: Locator) =>
  form.evaluate((element, selector) => {
    const all = [...element.querySelectorAll<HTMLElement>(selector)].filter(
      (control) =>
        control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }) && !control.matches(':disabled'),
    );
    // In a group of radios the Tab key reaches the checked one.
    const reached = all.filter(
      (control) => !(control instanceof HTMLInputElement && control.type === 'radio' && !control.checked),
    );
    reached.forEach((control, at) => (control.dataset.tabStop = String(at)));
    return reached.length;
  }, focusable);

/** The focused element: the number of a marked control, or a description. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one instanceof HTMLElement && one.dataset.tabStop !== undefined
      ? Number(one.dataset.tabStop)
      : `${one?.tagName} ${one?.className}`;
  });

/** The most stops within a field for a date with a time: month, day, year, hour, minute, half of the day, calendar. */
const maxParts = 7;

/** Whether the focus is still in this control, which has several stops. */
const isInParts = async (page: Page, control: number) =>
  (await focused(page)) === control &&
  (await page.evaluate(() => document.activeElement?.matches('[type="datetime-local"]') ?? false));

/** Tabs from the first control of a form to the last and back. */
async function tabThrough(form: Locator) {
  const page = form.page();
  const count = await markControls(form);
  expect(count).toBeGreaterThan(1);
  await form.locator('[data-tab-stop="0"]').focus();
  for (const [key, next] of [
    ['Tab', 1],
    ['Shift+Tab', -1],
  ] as const) {
    for (let step = 1; step < count; step += 1) {
      const before = Number(await focused(page));
      await page.keyboard.press(key);
      for (let part = 1; part < maxParts && (await isInParts(page, before)); part += 1) await page.keyboard.press(key);
      expect(await focused(page), `${key} from control ${before} of ${count}`).toBe(before + next);
    }
  }
}

/** Enough suggestions that their list scrolls. */
const manyDoctors = Array.from({ length: 16 }, (_, at) => ({
  name: `Tab ${at}`,
  specialty: `Specialty ${at}`,
  languages: [`Language ${at}`, `Another ${at}`],
}));

for (const kind of shownKinds) {
  test(`the Tab key goes through the forms of the ${listName(kind)} and back without losing the focus`, async ({
    signedIn: page,
    api,
  }) => {
    await addDoctors(api, manyDoctors);
    const parent = await addParent(api, kind);
    const id = await addRecord(api, kind, 'Tab', parent);
    const whose = parent ? `${parentOf(kind)}=${parent}&` : '';
    const { path } = entityScreen(page, kind);
    const edit = hasCommonPage(kind) ? [] : [`${path}?${whose}${kind}=${id}&form=edit`];
    for (const address of [`${path}?${whose}form=new`, ...edit]) {
      await page.goto(address);
      const forms = page.getByRole('main').locator('form');
      await expect(forms.first().getByRole('textbox').first()).toBeVisible();
      // Suggestions come from the list.
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      // The editor of a rich text loads after the other fields.
      const { richContent } = labelsOf(kind);
      if (richContent) await expect(forms.getByRole('textbox', { name: richContent })).toBeVisible();
      // So do the fields for lists, and the checks, whose findings are buttons.
      await expect(forms.locator('[data-late-field]')).toHaveCount(0);
      for (const form of await forms.all()) await tabThrough(form);
    }
  });
}

test('Ctrl+S and Ctrl+Enter save the form that has the focus, or the only one', async ({ signedIn: page, api }) => {
  const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  const { path, form, field, heading } = entityScreen(page, 'doctor');
  await page.goto(`${path}?doctor=${doctor?.id}&form=edit`);
  await field('Name').fill('Ada Eze');
  await page.keyboard.press('Control+s');
  await expect(heading('Dr. Ada Eze')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field('Languages').fill('Igbo');
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Igbo', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field('Name').fill('');
  await form.getByRole('heading').focus();
  await page.keyboard.press('Control+s');
  await expect(form.getByText('1 field to correct')).toBeVisible();
  await expect(field('Name')).toBeFocused();
  await field('Name').fill('Ada Eze');

  const screen = announcementsScreen(page);
  const message = unique('Saved by keys');
  const { id } = await api(announcementRoutes.create, { message });
  await page.goto(`${screen.path}?announcement=${id}&form=edit`);
  await screen.field.fill(unique('Not sent'));
  await screen.message.fill(`${message} twice`);
  await page.keyboard.press('Control+s');
  await expect(screen.row(`${message} twice`)).toBeVisible();
  await expect(screen.field).toHaveValue(/^Not sent/);
  await screen.field.fill('');
});
