import { cycleApi } from '#contract/cycle.ts';
import { addressOf } from '#contract/kinds.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a phase, an insight, a description and a week have a phone preview that follows the form', async ({
  signedIn: page,
  api,
}) => {
  const citations = ['NHS. Periods'];
  await api(cycleApi.phases.create, { phase: 'menstrual', title: 'Your period', color: '#E5486D', citations });
  await api(cycleApi.insights.create, {
    phase: 'menstrual',
    personalizedMessage: 'Go slowly',
    recommendations: ['Rest'],
  });
  await api(cycleApi.descriptions.create, { phase: 'menstrual', title: 'It begins', description: 'The first day' });
  await api(cycleApi.weeks.create, { weekNumber: 12, babySize: 'A lime: 5.4 cm', tips: ['Drink water'], citations });
  for (const [kind, shown, label] of [
    ['phase', ['Menstrual phase', 'Your period', 'NHS. Periods'], 'Short description'],
    ['insight', ['Menstrual phase', 'Go slowly', 'Recommendations', 'Rest'], 'Personal message'],
    ['phase-description', ['Menstrual phase', 'It begins', 'The first day'], 'Description'],
    ['pregnancy-week', ['First trimester', 'Week 12', 'A lime: 5.4 cm', 'Tips', 'Drink water'], 'Baby size'],
  ] as const) {
    const { panel, form, field, cancel, leave } = entityScreen(page, kind);
    const drawn = page.getByRole('group', { name: 'The text in the app' });
    await page.goto(addressOf(kind));
    if (kind === 'pregnancy-week') await page.getByRole('link', { name: /Week 12/ }).click();
    // Over two columns of weeks there is room for either the details or the preview.
    if (kind === 'pregnancy-week') await panel.getByRole('radio', { name: 'Preview' }).check();
    for (const text of shown) await expect(drawn).toContainText(text);
    await expectAccessible(page);
    if (kind === 'pregnancy-week') await panel.getByRole('radio', { name: 'Details' }).check();
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    await field(label).fill('Ẹ káàárọ̀, Ṣadé');
    await expect(drawn).toContainText('Ẹ káàárọ̀, Ṣadé');
    await form.getByLabel('Active').uncheck();
    await expect(form).toContainText('It is inactive: the app shows it once you switch it on.');
    await cancel.click();
    await leave.getByRole('button', { name: 'Leave' }).click();
  }
});

test('without room for the phone it is behind a switch, and Save leads back to invalid fields', async ({
  signedIn: page,
}) => {
  const { form, field, save } = entityScreen(page, 'phase-description');
  const drawn = form.getByRole('group', { name: 'The text in the app' });
  for (const window of [phone, { width: 1024, height: 768 }]) {
    await page.setViewportSize(window);
    await page.goto(`${addressOf('phase-description')}?form=new`);
    await expect(field('Title')).toBeVisible();
    await expect(drawn).toBeHidden();
    await field('Description').fill('The first day');
    await form.getByRole('radio', { name: 'Preview' }).check();
    await expect(drawn).toContainText('The first day');
    await expect(field('Title')).toBeHidden();
    if (window === phone) await expectFitsPhone(page);
    await expectAccessible(page);
    await save.click();
    await expect(field('Title')).toBeFocused();
    await expect(drawn).toBeHidden();
    await field('Description').fill('');
  }
  await page.setViewportSize(desktop);
  await expect(drawn).toBeVisible();
  await expect(field('Title')).toBeVisible();
});
