import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { doctorRoutes } from '#contract/doctors.ts';
import { screens } from '#e2e/controls/screens.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { accountPages, areas, tabs } from '#web/app/areas.ts';
import { commands, pagesFor } from '#web/app/palette-items.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search the desk' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function open(page: Page, term: string) {
  await page.getByRole('banner').waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill(term);
}

/** The buttons of one record, which is opened first, of the order of a list, and of menus. */
const ofARecord = new Set(
  [
    'Edit, Approve, Ask for changes, Ask for a review, Recall a sentence, Add a remark, Add a note, Restore, Record a call, Record a check',
    'Delete post, Hide post, Open a case on the post, Set dates, Create announcement',
    'Edit Kept category, Edit Kept section, Actions for Kept category, Actions for Kept section',
    // The order of a list, and menus with actions of the page.
    'User, Joined, Activity, Actions for Lady Due, Export and import',
    // Only an account with a second factor has it.
    'Make recovery codes',
  ].flatMap((names) => names.split(', ')),
);

/** The entries that lead to a button with another name. */
const entryOf: Partial<Record<string, string>> = { 'Save name': 'Change name', 'Add week': 'Add pregnancy week' };

/** The controls of a case, which the queue opens. */
const isOfACase = (path: string) => /^moderation(\?|$)/.test(path);

test('each page of the menus and each main action of the table of controls is in the palette', () => {
  const ids = new Proxy({}, { get: () => 'x' }) as Parameters<(typeof screens)[number]['path']>[0];
  const main = screens.flatMap(({ path, controls, isDialog }) => {
    const at = path(ids);
    if (isDialog || isOfACase(at) || /form=|history=/.test(at)) return [];
    return Object.keys(controls).flatMap((control) => {
      const name = control.replace(/^button /, '');
      const isMain = name !== control && (!name.includes('…') || name === 'Publishing: …') && !ofARecord.has(name);
      // Each tab of an area has it.
      const page = name === 'Publishing: …' ? at.replace(/[/?].*/, '') : at.replace(/\?.*/, '');
      return isMain ? [`${page}: ${entryOf[name] ?? name}`] : [];
    });
  });
  const reached = new Set(
    commands.flatMap(({ label, press = label, to }) =>
      [label, press].map((name) => `${to.replace('/admin/desk/', '')}: ${name}`.toLowerCase()),
    ),
  );
  const missing = main.filter((name) => !reached.has(name.toLowerCase()));
  expect(missing).toEqual([]);
  const pages = new Set(pagesFor('administrator').map(({ to }) => to));
  expect([...areas, ...tabs, ...accountPages].filter(({ to }) => !pages.has(to))).toEqual([]);
});

test('each action leads to its control', async ({ signedIn: page }) => {
  await page.goto('/admin/desk/bin');
  await page.evaluate(() => {
    addEventListener('focusin', ({ target }) => {
      const { ariaLabel, textContent } = target as Element;
      const { dataset } = document.documentElement;
      dataset.reached = `${dataset.reached ?? ''}|${ariaLabel ?? textContent}`;
    });
  });
  const atOnce = new Set(['Create Default', 'Check the log']);
  const fields = new Set(['Name', 'Current password', 'New announcement']);
  for (const { label, note = '', to, search, press = '' } of commands.filter(({ does }) => !does)) {
    // A file has no place on screen, and there are no other sessions.
    if (press.startsWith('Export') || press === 'End all others') continue;
    await page.evaluate(() => delete document.documentElement.dataset.reached);
    await open(page, `${label} ${note}`.trim());
    await options(page).first().click();
    await expect(page).toHaveURL(new RegExp(`${to}(\\?|$)`));
    if (fields.has(press)) await expect(page.getByRole('textbox', { name: press, exact: true })).toBeFocused();
    else if (press) {
      const [start = ''] = press.split('…');
      await expect(page.locator('html')).toHaveAttribute('data-reached', new RegExp(`\\|${start}`));
    }
    const opened = search?.form ? page.getByRole('form') : page.getByRole('dialog');
    if (search || (press && !fields.has(press) && !atOnce.has(press))) {
      await expect(opened.first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  }
});

test('a form whose page comes late does not take the focus from the palette', async ({ openContext }) => {
  // In a separate browser, without cached code.
  const page = await (await openContext()).newPage();
  await page.goto('/admin/desk/bin');
  const release = await delayRequests(page, ({ pathname }) => /\/playbooks-page-.*\.js$/.test(pathname));
  await open(page, 'Add playbook');
  await options(page).first().click();
  await expect(page).toHaveURL(/playbooks\?form=new$/);
  await open(page, 'Add');
  release();
  await expect(page.getByRole('heading', { name: 'Moderation', includeHidden: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title', includeHidden: true })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(' rule');
  await expect(options(page)).toHaveText(['Add rule']);
});

test('records are found by words, people after @, and chosen by keys', async ({ signedIn: page, api, addAppUsers }) => {
  await api(doctorRoutes.create, { name: 'Ìfẹ́ Adébáyọ̀', specialty: 'Gynaecology' });
  const { id } = (await api(announcementRoutes.create, { message: 'Clinic days in Ìkẹjà' })) as { id: string };
  await addAppUsers([{ name: 'Amenze Uwaifo' }]);
  await page.goto('/admin/desk/bin');
  await open(page, 'adebayo ife');
  await expect(options(page)).toHaveText(['Dr. Ìfẹ́ Adébáyọ̀']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Dr. Ìfẹ́ Adébáyọ̀' })).toBeVisible();

  await open(page, 'uwaifo');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await field(page).fill('@uwaifo am');
  await expect(options(page)).toHaveText([/^Amenze Uwaifo/]);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('complementary', { name: 'User' }).getByRole('heading', { name: 'Amenze Uwaifo' }),
  ).toBeVisible();

  await open(page, id);
  await expect(options(page)).toHaveText(['Clinic days in Ìkẹjà']);
  await field(page).fill(`${new URL(page.url()).origin}/admin/desk/activity?show=access`);
  await expect(options(page)).toHaveText([/^Open this address/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();

  // The entries chosen last come first, without people.
  await open(page, '');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Dr. Ìfẹ́ Adébáyọ̀']);
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).nth(1).getAttribute('id')) ?? '',
  );
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
});

test('the palette is usable by touch on a phone, in light and dark', async ({ signedIn: page, api }) => {
  await api(announcementRoutes.create, { message: 'A very long announcement about clinic days '.repeat(6).trim() });
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/bin');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Search the desk' }).click();
  await field(page).fill('clinic');
  await expect(options(page)).toHaveText([/^Name a clinician/, /^A very long announcement/]);
  await expectFitsPhone(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await options(page).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
});
