import type { Page } from '@playwright/test';
import { cycleApi, phaseNames } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import type { Call } from '#e2e/support/calls.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { stopClock } from '#e2e/support/skip-pauses.ts';
import { boxAtRest, desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const base = '/admin/desk/cycle';
const tabs = [
  ['Phase Data', base],
  ['Activities', `${base}/activities`],
  ['Insights', `${base}/insights`],
  ['Descriptions', `${base}/descriptions`],
  ['Pregnancy', `${base}/pregnancy`],
  ['Settings', `${base}/settings`],
] as const;

async function addPhases(api: Call) {
  const colours = ['#E5486D', '#F2A541', '#2FA8A0', '#7C6BD6'];
  for (const [at, phase] of (['menstrual', 'follicular', 'ovulation', 'luteal'] as const).entries()) {
    await api(cycleApi.phases.create, { phase, title: `All about ${phaseNames[phase]}`, color: colours[at] });
  }
}

/** Undoes the change that a toast reports. */
const undo = (page: Page, told: string) => page.getByRole('button', { name: `Undo: ${told}` }).click();

test('each tab has its address and the figures, on a phone too, in light and dark', async ({ signedIn: page, api }) => {
  await addPhases(api);
  await api(cycleApi.activities.create, { phase: 'menstrual', name: 'A slow walk', description: 'Ten minutes.' });
  await api(cycleApi.insights.create, {
    phase: 'menstrual',
    personalizedMessage: 'Go slowly',
    recommendations: ['Rest'],
  });
  await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase' });
  await api(cycleApi.weeks.create, {
    weekNumber: 12,
    babySize: 'A lime: 5.4 cm',
    developments: ['One', 'Two', 'Three'],
  });
  await page.goto('/admin/desk/users');
  await page.getByRole('link', { name: 'My Cycle' }).click();
  const nav = page.getByRole('navigation', { name: 'My Cycle' });
  for (const [label, path] of tabs) {
    await nav.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === path);
    await expect(nav.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
    await expect(nav.locator('[aria-current]')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'My Cycle' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText('Phases4')).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectAccessibleInBoth(page);
    await page.setViewportSize(phone);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessibleInBoth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('a count that the response lacks is that of a new desk, and is marked', async ({ signedIn: page, api }) => {
  await addPhases(api);
  await page.route('**/admin/cycle/analytics', async (route) => {
    const answer = (await (await route.fetch()).json()) as Record<string, number>;
    delete answer.totalActivities;
    await route.fulfill({ json: answer });
  });
  await page.goto(base);
  await expect(page.getByText('Phases4')).toBeVisible();
  await expect(page.getByText('24 expected')).toHaveAttribute('title', /Count unavailable/);
  await expect(page.getByText('expected', { exact: false })).toHaveCount(1);
});

test('a phase is chosen in the ring, edited and deactivated', async ({ signedIn: page, api }) => {
  await addPhases(api);
  const { form, field, save } = entityScreen(page, 'phase');
  await page.goto(base);
  const legend = page.getByRole('list', { name: 'Phases' });
  await expect(page.getByRole('heading', { name: 'All about Menstrual' })).toBeVisible();
  await expect(legend.getByRole('listitem')).toHaveText([
    'MenstrualDay 1 to 55 days',
    'FollicularDay 6 to 127 days',
    'OvulationDay 13 to 153 days',
    'LutealDay 16 to 2813 days',
  ]);
  await expect(page.getByRole('table', { name: 'Phases of a cycle of 28 days' }).getByRole('row')).toHaveCount(5);
  await legend.getByRole('link', { name: /^Follicular/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'All about Follicular' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Activities 0/ })).toHaveAttribute(
    'href',
    `${base}/activities?phase=follicular`,
  );
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field('Title').fill('Energy returns');
  await form.getByLabel('Active').uncheck();
  const lines = form.getByRole('group', { name: 'Citations' });
  await lines.getByLabel('Citations, line 1').fill('NHS. Periods');
  await page.keyboard.press('Enter');
  await page.keyboard.type('WHO. Health');
  await page.keyboard.press('Alt+ArrowUp');
  await save.click();
  await expect(page.getByRole('heading', { name: 'Energy returns' })).toBeVisible();
  const stored = async () => (await api(cycleApi.phases.list, {})).phases.find(({ phase }) => phase === 'follicular');
  expect(await stored()).toMatchObject({ isActive: false, citations: ['WHO. Health', 'NHS. Periods'] });
  await undo(page, 'Saved the phase');
  await expect(page.getByRole('heading', { name: 'All about Follicular' })).toBeVisible();
  expect(await stored()).toMatchObject({ isActive: true, citations: [] });
});

test('a record keeps its phase; a new one is for a phase without a record', async ({ signedIn: page, api }) => {
  await api(cycleApi.phases.create, { phase: 'follicular', title: 'Energy returns' });
  await api(cycleApi.phases.create, { phase: 'luteal', title: 'Slowing down' });
  const { form, field, save } = entityScreen(page, 'phase');
  const choice = form.getByRole('radiogroup', { name: 'Phase' });
  await page.goto(base);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field('Title')).toBeFocused();
  await expect(form).toContainText('PhaseFollicular');
  await expect(choice).toHaveCount(0);
  await page.goto(`${base}?form=new&name=luteal`);
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await expect(choice.getByRole('radio', { name: 'Menstrual' })).toBeChecked();
  await choice.getByRole('radio', { name: 'Ovulation' }).check();
  await field('Title').fill('An egg is released');
  await save.click();
  await expect(page.getByRole('heading', { name: 'An egg is released' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Phases' }).getByRole('button')).toHaveText(['Add Menstrual phase']);
});

test('the editor of an activity loads without layout shift, on a phone too', async ({ signedIn: page, api }) => {
  const richContent = `<h2>Ten minutes</h2>${'<p>Slowly, and with a friend where you can.</p><ul><li><p>Water</p></li></ul>'.repeat(6)}`;
  const { id } = await api(cycleApi.activities.create, { phase: 'luteal', name: 'A slow walk', richContent });
  const { form, field } = entityScreen(page, 'activity');
  const editors = '**/assets/rich-text-*.js';
  for (const window of [desktop, phone]) {
    await page.setViewportSize(window);
    const release = await delayRequests(page, editors);
    await page.goto(`${base}/activities?phase=luteal&activity=${id}&form=edit`);
    await expect(form.getByText('Loading the editor')).toBeAttached();
    const place = await boxAtRest(field('Plain text'), 1);
    release();
    await expect(form.getByRole('toolbar')).toBeVisible();
    expect(await boxAtRest(field('Plain text'))).toEqual(place);
    await page.unroute(editors);
  }
});

test('an activity is added with an app icon or an emoji, shown as in the app, deleted and undone', async ({
  signedIn: page,
  api,
}) => {
  const { form, field, save, row, link, panel } = entityScreen(page, 'activity');
  await page.goto(`${base}/activities`);
  await page.getByRole('navigation', { name: 'Phase' }).getByRole('link', { name: 'Luteal' }).click();
  await expect(page).toHaveURL(`${base}/activities?phase=luteal`);
  await page.getByRole('button', { name: 'Add activity' }).click();
  await field('Name').fill('Sleep early');
  await form.getByRole('radio', { name: 'moon' }).check();
  await expect(form.getByRole('figure')).toContainText('Sleep early');
  await form.getByRole('textbox', { name: 'Rich text' }).click();
  await page.keyboard.type('Go to bed at ten');
  await save.click();
  await expect(form).toBeHidden();
  await row('Sleep early').getByRole('button', { name: /^Edit/ }).click();
  await field('Or an emoji').fill('two words');
  await save.click();
  await expect(field('Or an emoji')).toHaveAccessibleDescription(/or one emoji/);
  await field('Or an emoji').fill('🌙');
  await form.getByRole('radio', { name: 'Menstrual' }).check();
  await save.click();
  // The page follows a record that was moved to another phase.
  await expect(page).toHaveURL(/phase=menstrual/);
  await expect(panel.getByRole('figure')).toContainText('🌙');
  await expect(panel.getByRole('paragraph').filter({ hasText: 'Go to bed at ten' })).toBeVisible();
  expect((await api(cycleApi.activities.list, { phase: 'menstrual' })).activities).toMatchObject([
    { name: 'Sleep early', icon: '🌙', iconType: 'emoji', richContent: '<p>Go to bed at ten</p>' },
  ]);
  await row('Sleep early').getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(row('Sleep early')).toContainText('Inactive');
  await row('Sleep early').getByRole('button', { name: 'Delete Sleep early' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete activity' }).click();
  await expect(link('Sleep early')).toHaveCount(0);
  await undo(page, 'Deleted the activity');
  await expect(row('Sleep early')).toContainText('Inactive');
});

test('activities that cannot be loaded say why, with details to copy and Retry', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/status of 500/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/phases/menstrual/activities', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { detail: 'The database is away.', code: 'internal', status: 500, requestId: 'abc-123' },
    }),
  );
  await page.clock.install();
  await page.goto(`${base}/activities`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to fetch activities: 500 The database is away.');
  // The button shows the confirmation for two seconds.
  await stopClock(page);
  await alert.getByRole('button', { name: 'Copy' }).click();
  await expect(alert.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.resume();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Request: abc-123\nStatus: 500\nPath: \/admin\/cycle\/phases\/menstrual\/activities\nTime: \d{4}-\d\d-\d\dT[\d:.]+Z$/,
  );
  await expectAccessibleInBoth(page);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No activities yet' })).toBeVisible();
});

test('an insight shows its first two recommendations; many are pasted at once', async ({ signedIn: page, api }) => {
  const { form, field, save, row } = entityScreen(page, 'insight');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${base}/insights?phase=luteal&form=new`);
  await field('Personal message').fill('Be kind to yourself');
  await page.evaluate(() => navigator.clipboard.writeText('• Rest\n• Drink water\n• Eat iron\n• Walk\n'));
  await form.getByLabel('Recommendations, line 1').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(form.getByLabel('Recommendations, line 4')).toBeFocused();
  await save.click();
  await expect(row('Be kind to yourself')).toContainText('RestDrink water+2 more');
  await row('Be kind to yourself').getByRole('button', { name: /^Edit/ }).click();
  await form.getByRole('button', { name: 'Actions for line 4 of Recommendations' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await form.getByLabel('Recommendations, line 2').fill('Rest');
  await save.click();
  await expect(form.getByRole('group', { name: 'Recommendations' })).toContainText('Rest is there twice');
  await expect(form.getByLabel('Recommendations, line 2')).toBeFocused();
  await form.getByLabel('Recommendations, line 2').fill('');
  await save.click();
  await expect(row('Be kind to yourself')).toContainText('+1 more');
  expect((await api(cycleApi.insights.list, { phase: 'luteal' })).insights).toMatchObject([
    { recommendations: ['Rest', 'Walk', 'Eat iron'] },
  ]);
  await row('Be kind to yourself')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete insight' }).click();
  await undo(page, 'Deleted the insight');
  await row('Be kind to yourself').getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(row('Be kind to yourself')).toContainText('Inactive');
});

test('a phase description is added, edited, deactivated, deleted and undone', async ({ signedIn: page }) => {
  const { form, field, save, row } = entityScreen(page, 'phase-description');
  await page.goto(`${base}/descriptions`);
  await page.getByRole('button', { name: 'Add phase description' }).click();
  await field('Title').fill('The second half');
  await form.getByRole('radio', { name: 'Luteal' }).check();
  await save.click();
  await expect(row('The second half')).toContainText('Luteal');
  await expect(form).toBeHidden();
  await row('The second half').getByRole('button', { name: /^Edit/ }).click();
  await field('Title').fill('The luteal phase');
  await form.getByLabel('Active').uncheck();
  await save.click();
  await expect(row('The luteal phase')).toContainText('Inactive');
  await row('The luteal phase')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete phase description' }).click();
  await expect(page.getByRole('heading', { name: 'No phase descriptions yet' })).toBeVisible();
  await undo(page, 'Deleted the phase description');
  await expect(row('The luteal phase')).toBeVisible();
});

test('weeks are grouped by trimester with the gaps between them; a gap is filled, and a number is checked', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  const developments = ['Bones harden', 'Nails grow', 'It can swallow', 'It kicks'];
  await api(cycleApi.weeks.create, { weekNumber: 12, babySize: 'A lime: 5.4 cm', developments, tips: ['Rest'] });
  await api(cycleApi.weeks.create, { weekNumber: 28, babySize: 'An aubergine' });
  const { form, field, save, panel } = entityScreen(page, 'pregnancy-week');
  await page.goto(`${base}/pregnancy`);
  const trimester = (name: string) => page.getByRole('list', { name: `${name} trimester` });
  await expect(trimester('First').getByRole('button', { name: /^Add week/ })).toHaveCount(12);
  await expect(trimester('Third').getByRole('listitem')).toHaveCount(15);
  const lime = trimester('First').getByRole('listitem').filter({ hasText: 'A lime' });
  await expect(lime).toContainText('Week 12 · 5.4 cm');
  await expect(lime.getByRole('listitem')).toHaveText(['Bones harden', 'Nails grow']);
  await expect(lime).toContainText('+2 more, 1 tip');
  const goTo = page.getByRole('combobox', { name: 'Go to week' });
  await goTo.fill('43');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await goTo.fill('28');
  await goTo.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Week 28' })).toBeVisible();
  await expect(goTo).toHaveValue('Week 28');
  await page.getByRole('link', { name: 'Second trimester 0' }).click();
  await expect(page).toHaveURL(`${base}/pregnancy?trimester=Second`);
  await expect(trimester('First')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add week 14' }).click();
  await page.reload();
  await expect(field('Week number')).toHaveValue('14');
  for (const [number, says] of [
    ['43', /Week number must be a whole number from 1 to 42/],
    ['', /Week number must be a whole number from 1 to 42/],
    ['12', /This is taken by another pregnancy week/],
  ] as const) {
    await field('Week number').fill(number);
    await save.click();
    await expect(field('Week number')).toHaveAccessibleDescription(says);
  }
  await field('Week number').fill('14');
  await expect(form.getByRole('radio', { name: 'Second' })).toBeChecked();
  await form.getByRole('radio', { name: 'First' }).check();
  await save.click();
  await expect(form).toContainText('This week belongs to another trimester');
  expect((await api(cycleApi.weeks.list, {})).weeks).toHaveLength(2);
  await form.getByRole('radio', { name: 'Second' }).check();
  await field('Baby size').fill('A lemon');
  await save.click();
  await expect(panel.getByRole('heading', { name: 'Week 14' })).toBeVisible();
  const lemon = page.getByRole('link', { name: 'A lemon Week 14' });
  await expect(lemon).toBeVisible();

  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Week 14' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Edit');
  await field('Baby size').fill('A large lemon');
  await save.click();
  await expect(page.getByRole('link', { name: 'A large lemon Week 14' })).toBeVisible();
  await choose('Deactivate');
  await expect(trimester('Second').getByText('Inactive')).toBeVisible();
  await choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete pregnancy week' }).click();
  await expect(page.getByRole('button', { name: 'Add week 14' })).toBeVisible();
  await undo(page, 'Deleted Week 14');
  await expect(page.getByRole('link', { name: 'A large lemon Week 14' })).toBeVisible();
});

test('a link from the log leads to an activity in its phase, and to the history of one that was deleted', async ({
  signedIn: page,
  api,
}) => {
  const screen = entityScreen(page, 'activity');
  const { id } = await api(cycleApi.activities.create, { phase: 'luteal', name: 'A warm bath' });
  await page.goto(`${base}/activities?phase=menstrual&activity=${id}`);
  await expect(screen.row('A warm bath')).toBeVisible();
  await expect(page).toHaveURL(`${base}/activities?phase=luteal&activity=${id}`);
  await api(cycleApi.activities.remove, { id });
  await page.goto('/admin/desk/activity');
  await page.getByRole('link', { name: 'History of “A warm bath”' }).first().click();
  await expect(page).toHaveURL(`${base}/activities?history=${id}&phase=luteal`);
  const history = page.getByRole('complementary', { name: /^History/ });
  await expect(history.getByRole('list', { name: 'Versions' })).toContainText('Created');
});

test('an administrator marks texts as reviewed by name; a change of the words ends it', async ({
  signedIn: page,
  api,
}) => {
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase' });
  await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'Rest and food' });
  const release = await delayRequests(page, '**/admin/cycle/reviews');
  await page.goto(`${base}/descriptions?phase-description=${id}`);
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
