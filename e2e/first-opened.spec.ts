import { doctorsScreen } from '#e2e/support/doctors.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';
import { expect, test } from '#e2e/support/test.ts';
import { addParent, addRecord } from '#tests/records/kinds.ts';

/** The kinds with a list beside the open record. */
const besides = [
  'activity',
  'insight',
  'phase-description',
  'topic',
  'secret',
  'community',
  'rule',
  'template',
  'doctor',
] as const;

test('each list beside a detail starts with its first record open', async ({ signedIn: page, api }) => {
  for (const kind of besides) {
    const parent = await addParent(api, kind);
    await addRecord(api, kind, 'One', parent);
    await addRecord(api, kind, 'Two', parent);
    const { path, rows, panel } = entityScreen(page, kind);
    await page.goto(path);
    await expect(rows.first()).toHaveAttribute('aria-current', 'true');
    const title = (await rows.first().getByRole('link').textContent()) ?? '';
    await expect(panel.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`[?&]${kind}=`));
  }
});

test('a record that opens automatically adds no history entry and takes no focus', async ({ signedIn: page, api }) => {
  await addRecord(api, 'doctor', 'Ṣadé Awólọ́wọ̀');
  const { panel, heading, search, link, cancel, add } = doctorsScreen(page);
  await page.goto('/admin/desk/announcements');
  await page.getByRole('link', { name: 'Doctors' }).click();
  await expect(heading('Dr. Ṣadé Awólọ́wọ̀')).toBeVisible();
  await expect(panel.locator(':focus')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/admin/desk/announcements');
  await page.goForward();
  await expect(heading('Dr. Ṣadé Awólọ́wọ̀')).toBeVisible();

  // A closed record stays closed, also during a search; a link of the menu opens the first one again.
  await add.click();
  await cancel.click();
  await expect(panel).toContainText('No doctor selected');
  await search.fill('sade');
  await expect(page).toHaveURL(/search=sade/);
  await expect(link('Dr. Ṣadé Awólọ́wọ̀')).toBeVisible();
  await expect(panel).toContainText('No doctor selected');
  await page.getByRole('link', { name: 'Doctors', exact: true }).click();
  await expect(heading('Dr. Ṣadé Awólọ́wọ̀')).toBeVisible();
});

test('no record opens with the form of a new record, without matches, or without room', async ({
  signedIn: page,
  api,
}) => {
  await addRecord(api, 'doctor', 'Ada Obi');
  const { path, panel, form, heading, rows, search, link } = doctorsScreen(page);
  await page.goto(`${path}?form=new`);
  await expect(form).toBeVisible();
  await expect(page).toHaveURL(`${path}?form=new`);

  await page.goto(`${path}?search=nowhere`);
  await expect(page.getByRole('heading', { name: 'No doctors match “nowhere”' })).toBeVisible();
  await expect(panel).toContainText('No doctor selected');
  await search.fill('ada');
  await expect(heading('Dr. Ada Obi')).toBeVisible();
  await expect(search).toBeFocused();

  await page.setViewportSize({ width: 1023, height: 800 });
  await page.goto(path);
  await expect(rows).toHaveCount(1);
  await untilLoaded(page);
  await expect(page).toHaveURL(path);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(heading('Dr. Ada Obi')).toBeVisible();
  // The record that opened automatically does not cover the list, and can be opened from it.
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(heading('Dr. Ada Obi')).toBeHidden();
  await link('Dr. Ada Obi').click();
  await expect(page.getByRole('dialog', { name: 'Doctor' })).toContainText('Dr. Ada Obi');
});
