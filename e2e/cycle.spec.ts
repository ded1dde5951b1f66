import type { Page } from '@playwright/test';
import { cycleApi, phaseNames } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import type { Call } from '#e2e/support/calls.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
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
