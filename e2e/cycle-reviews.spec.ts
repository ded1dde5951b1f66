import { cycleApi } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { expect, test } from '#e2e/support/test.ts';
import { boxAtRest, phone } from '#e2e/support/viewports.ts';

test('an administrator marks texts as reviewed by name; a change of the words ends it', async ({
  signedIn: page,
  api,
}) => {
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase' });
  await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'Rest and food' });
  const release = await delayRequests(page, '**/admin/cycle/reviews');
  await page.goto(`/admin/desk/cycle/descriptions?phase-description=${id}`);
  const boxes = () =>
    Promise.all(
      ['Phase', 'Title'].map((name) => page.getByRole('term').filter({ hasText: name }).last().boundingBox()),
    );
  await expect(page.getByRole('heading', { name: 'The luteal phase' })).toBeVisible();
  const before = await boxes();
  release();
  await expect(page.getByText('2 active texts are not reviewed by a clinician')).toBeVisible();
  // Nothing moves when the reviews arrive.
  expect(await boxes()).toEqual(before);
  const rows = page.getByRole('list', { name: 'Phase descriptions' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Not reviewed by a clinician' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark The luteal phase as reviewed' });
  const name = dialog.getByRole('textbox', { name: 'Reviewed by' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/Enter the name of the clinician/);
  await name.fill('Dr Ngozi Eze, MBBS');
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Reviewed by Dr Ngozi Eze, MBBS, .*, confirmed by /)).toBeVisible();
  await expect(page.getByText('1 active text is not reviewed by a clinician')).toBeVisible();

  await expect(rows.filter({ hasText: 'Not reviewed by a clinician' })).toHaveText(/Rest and food/);

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('2 active texts are not reviewed by a clinician')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await name.fill('Dr Bello');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Reviewed by Dr Bello/)).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The last phase');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(rows.filter({ hasText: 'Not reviewed by a clinician' })).toHaveCount(2);
});

test('the number of texts without a review fits one line of a phone, so that the list below it does not move', async ({
  signedIn: page,
}) => {
  await page.setViewportSize(phone);
  let unreviewed = 0;
  await page.route('**/admin/cycle/reviews', (route) => route.fulfill({ json: { reviews: [], unreviewed } }));
  const heights: (number | undefined)[] = [];
  for (const [many, says] of [
    [0, 'No active text needs a clinician’s review'],
    [12_345, '12,345 texts not reviewed by a clinician'],
  ] as const) {
    unreviewed = many;
    await page.goto('/admin/desk/cycle/descriptions');
    heights.push((await boxAtRest(page.getByText(says)))?.height);
  }
  expect(heights).toEqual([20, 20]);
});
