import { cycleApi } from '#contract/cycle.ts';
import { approvalsApi } from '#contract/approvals.ts';
import { editionsApi } from '#contract/editions.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { qualification } from '#e2e/support/clear-content.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { expect, test } from '#e2e/support/test.ts';
import { boxAtRest, desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const citations = ['WHO: Nutrition. https://www.who.int/health-topics/nutrition'];

test('a clinician approves a text by name; a change of the words ends it', async ({
  signedIn: page,
  api,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 403/);
  const colleague = await callsAsStaff(await asColleague(desk));
  const { id } = await colleague(cycleApi.descriptions.create, {
    phase: 'luteal',
    title: 'The luteal phase',
    citations,
  });
  await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'Rest and food', citations });
  const release = await delayRequests(page, '**/admin/cycle/approvals');
  await page.goto(`/admin/desk/cycle/descriptions?phase-description=${id}`);
  const boxes = () =>
    Promise.all(
      ['Phase', 'Title'].map((name) => page.getByRole('term').filter({ hasText: name }).last().boundingBox()),
    );
  await expect(page.getByRole('heading', { name: 'The luteal phase' })).toBeVisible();
  const before = await boxes();
  release();
  await expect(page.getByText('2 active texts are not approved by a clinician')).toBeVisible();
  // Nothing moves when the approvals arrive.
  expect(await boxes()).toEqual(before);
  const rows = page.getByRole('list', { name: 'Phase descriptions' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Not approved by a clinician' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve “The luteal phase”' });
  const approve = dialog.getByRole('button', { name: 'Approve' });
  await expect(dialog).toContainText(`as Administrator, ${qualification}.`);
  await expect(approve).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const line = page.getByText(/^Approved by .*, MBBS, MDCN 12345 on .*, due /);
  await expect(line).toBeVisible();
  await expect(page.getByText('1 active text is not approved by a clinician')).toBeVisible();
  await expect(rows.filter({ hasText: 'Not approved by a clinician' })).toHaveText(/Rest and food/);

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('2 active texts are not approved by a clinician')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(approve).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Sources read');
  await approve.click();
  await expect(line).toContainText(/Note: Sources read$/);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The last phase');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(rows.filter({ hasText: 'Not approved by a clinician' })).toHaveCount(2);

  // A colleague approves the words of the account.
  await page.getByRole('button', { name: 'Approve' }).click();
  const own = page.getByRole('dialog', { name: 'Approve “The last phase”' });
  await own.getByRole('button', { name: 'Approve' }).click();
  await expect(own.getByRole('alert')).toContainText('You wrote a part of this text.');
  await expectAccessibleInBoth(page);
});

test('a review is asked of a clinician by a day, changes are asked for, and the review asked for again', async ({
  signedIn: page,
  api,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 422/);
  const reviewer = await asColleague(desk, 'Dr Ngọzi Eze', 'reviewer');
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase' });
  await page.goto(`/admin/desk/cycle/descriptions?phase-description=${id}`);
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a review of “The luteal phase”' });
  const clinician = dialog.getByRole('combobox', { name: 'Clinician' });
  await expect(clinician).toBeFocused();
  await clinician.press('Enter');
  await page.getByRole('option', { name: `Dr Ngọzi Eze, ${qualification}` }).click();
  const day = dialog.getByLabel('By');
  await day.press('1');
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect(day).toHaveAccessibleDescription(/This must be a day/);
  await day.fill('2020-01-01');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Is the second paragraph right?');
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect(day).toHaveAccessibleDescription(/This day is over/);
  await expectAccessibleInBoth(page);
  await day.fill('2099-01-02');
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect(dialog).toBeHidden();
  const line = page.getByText(
    /^Administrator asked Dr Ngọzi Eze for a review on .*, by Jan 2: “Is the second paragraph right\?”$/,
  );
  await expect(line).toBeVisible();
  await expectFitsPhone(page);

  const { version } = await api(cycleApi.descriptions.update, { id, description: 'The second half of the cycle.' });
  const { askChanges } = approvalsApi.cycleApprovals;
  const note = 'Name the days';
  await (
    await callsAsStaff(reviewer)
  )(askChanges, { kind: 'phase-description', id, version, note });
  await page.setViewportSize(desktop);
  await page.reload();
  await expect(page.getByText(/^Dr Ngọzi Eze asked for changes on .*: “Name the days”$/)).toBeVisible();
  await expectAccessibleInBoth(page);
  await api(cycleApi.descriptions.update, { id, description: 'Days 15 to 28.' });
  await page.reload();
  await expect(page.getByText(/“Name the days”. The words have changed since$/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask for a review again' }).click();
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByText(/^Administrator asked any clinician for a review on /)).toBeVisible();
  // The changes that the clinician asked for stay until an approval, also without the request.
  const changes = page.getByText(/^Dr Ngọzi Eze asked for changes on .*: “Name the days”/);
  await expect(changes).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByText('Withdrew the request for “The luteal phase”')).toBeVisible();
  await expect(changes).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for a review again' })).toBeVisible();
});

test('where approvals are required, changes wait for one, or for an exemption with a reason', async ({
  signedIn: page,
  api,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  const colleague = await callsAsStaff(await asColleague(desk));
  const { id } = await colleague(cycleApi.descriptions.create, {
    phase: 'luteal',
    title: 'The luteal phase',
    citations,
  });
  await api(editionsApi.cycleRule.update, { rule: 'reviewed' });
  await colleague(cycleApi.descriptions.update, { id, title: 'The last phase' });
  await page.goto(`/admin/desk/cycle/descriptions?phase-description=${id}`);
  await page.getByRole('button', { name: 'Publishing: reviewed, 1 waiting' }).click();
  const rule = page.getByRole('dialog', { name: 'Publishing is reviewed' });
  await rule.getByRole('radio', { name: 'Expected' }).focus();
  await page.keyboard.press('ArrowRight');
  await rule.getByText('24 months').click();
  await expectAccessibleInBoth(page);
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(rule).toBeHidden();

  const line = page.getByRole('group', { name: 'Words in the app' });
  await expect(line).toContainText('Publishing is refused until a clinician has approved the saved words.');
  await line.getByRole('button', { name: 'Publish now' }).click();
  await expect(line.getByRole('alert')).toContainText('1 text would come into the app without an approval');
  await expect(line.getByRole('alert')).toContainText('press “Ask for a review”');
  await expect(page.getByText('New words need an approval first')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  const approval = page.getByRole('dialog', { name: 'Approve “The last phase”' });
  await expect(approval).toContainText('It falls due in 24 months.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Exempt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exempt “The last phase”' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await dialog.getByRole('button', { name: 'Exempt' }).click();
  await expect(reason).toHaveAccessibleDescription(/Reason is required/);
  await expectAccessibleInBoth(page);
  await reason.fill('The dose was wrong');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Exempt from approval by .*: The dose was wrong$/)).toBeVisible();
  await line.getByRole('button', { name: 'Publish now' }).click();
  await expect(line).toContainText(/^The app shows these words since /);
  await expect(page.getByText('1 active text is not approved by a clinician')).toBeVisible();
});

test('the number of texts without an approval fits one line of a phone, so that the list below it does not move', async ({
  signedIn: page,
}) => {
  await page.setViewportSize(phone);
  let unapproved = 0;
  await page.route('**/admin/cycle/approvals', (route) => route.fulfill({ json: { approvals: [], unapproved } }));
  const heights: (number | undefined)[] = [];
  for (const [many, says] of [
    [0, 'Every active text is approved'],
    [12_345, '12,345 texts without an approval'],
  ] as const) {
    unapproved = many;
    await page.goto('/admin/desk/cycle/descriptions');
    heights.push((await boxAtRest(page.getByText(says)))?.height);
  }
  expect(heights).toEqual([20, 20]);
});
