import type { Page } from '@playwright/test';
import { moderationApi } from '#contract/moderation.ts';
import { safetyApi } from '#contract/safety.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { addCases, addRules, decideCase, queuePath } from '#e2e/support/cases.ts';
import { addCrisis, addHelpLine, addPlaybook, makeLooksDue, notAlone } from '#e2e/support/crisis.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';
import { desktop, expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const parts = (page: Page) => {
  const form = page.getByRole('form', { name: 'Case' });
  return {
    line: page.getByRole('status', { name: 'People who may be in danger' }),
    openCase: page.getByRole('banner').getByRole('link', { name: 'Open the case' }),
    form,
    reachOut: form.getByRole('button', { name: 'Reach out' }),
    message: form.getByRole('textbox', { name: 'Message' }),
    send: form.getByRole('button', { name: 'Send' }),
    sent: form.getByRole('list', { name: 'Messages' }).getByRole('listitem'),
    outcome: (name: string) => form.getByRole('radio', { name }),
    decide: form.getByRole('button', { name: 'Decide' }),
  };
};

test.describe('at a small laptop', () => {
  test.use({ viewport: { width: 1366, height: 768 } });

  test('from the line on any page to a message and the next look takes under 20 presses', async ({
    signedIn: page,
    desk,
    api,
  }) => {
    await addPlaybook(api);
    await addHelpLine(desk, api, 'Hope line', 'any');
    await addHelpLine(desk, api, 'Not called line', 'any', false);
    const [first = ''] = await addCrisis(desk, api, ['I cannot go on', 'I am not well']);
    const { line, form, message, sent, outcome } = parts(page);
    let presses = 0;
    const press = (keys: string) => {
      presses += keys.split('+').length;
      return page.keyboard.press(keys);
    };
    await page.goto('/admin/desk/doctors');
    await expect(line).toHaveText(/^2 people may be in danger\./);
    await expect(page.getByRole('banner')).toContainText('Oldest waits less than a minute.');
    await expect(page.getByRole('link', { name: 'Moderation 2' })).toBeVisible();
    await press('c');
    await expect(form.getByRole('region', { name: 'The post now' })).toContainText('I cannot go on');
    await expect(form.getByRole('button').first()).toHaveAccessibleName('Reach out');
    await expect(form.getByRole('list', { name: 'Steps' })).toContainText('Write to the person');
    await expect(form.getByRole('list', { name: 'Help lines to offer' })).toHaveText(/^Hope line 0800 123 456/);
    await press('r');
    await expect(message).toBeFocused();
    await expect(form.getByText('Fill in [their words]')).toBeVisible();
    await press('Control+Enter');
    await expect(message).toBeFocused();
    for (const key of 'you') await press(key);
    await expect(message).toHaveValue('I have read you. You are not alone.');
    await press('Control+Enter');
    await expect(page.getByText('Sent the message. The person can read it in a minute.')).toBeVisible();
    await expect(outcome('Message sent')).toBeFocused();
    await expect(outcome('Message sent')).toBeChecked();
    await expect(sent).toContainText('Goes out within a minute');
    await expect(form.getByRole('status', { name: 'Next looks' })).toHaveText('Look again tomorrow and in 7 days.');
    await press('Control+Enter');
    await expect(page.getByText(/^Decided\..* Look again tomorrow and in 7 days\.$/)).toBeVisible();
    expect(presses).toBeLessThan(20);
    await expect(line).toHaveText(/^1 person may be in danger\./);
    const { messages, looks } = await api(safetyApi.crisisCare.care, { id: first });
    expect(messages.map(({ text, playbook }) => [text, playbook])).toEqual([
      ['I have read you. You are not alone.', 'Thoughts of suicide'],
    ]);
    expect(looks).toHaveLength(2);
  });
});

test('the same by touch on a phone', async ({ openContext, desk, api }) => {
  await addPlaybook(api);
  await addCrisis(desk, api, ['I cannot go on']);
  const context = await openContext({ viewport: phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const { line, openCase, form, reachOut, message, send, sent, outcome, decide } = parts(page);
  await page.goto('/admin/desk/doctors');
  await expect(line).toContainText('1 person may be in danger.');
  await expectFitsPhone(page);
  await openCase.tap();
  await expect(form.getByRole('list', { name: 'Steps' })).toContainText('Write to the person');
  await reachOut.tap();
  await expect(message).toBeFocused();
  await page.keyboard.type('you');
  await expectFitsPhone(page);
  await send.tap();
  await expect(sent).toHaveCount(1);
  await expect(outcome('Message sent')).toBeChecked();
  await expectFitsPhone(page);
  await decide.tap();
  await expect(page.getByText(/^Decided\..* Look again tomorrow/)).toBeVisible();
  await expect(line).not.toContainText('may be in danger');
});

test('a message is kept on the device, in the chosen language and playbook, and can be taken back', async ({
  signedIn: page,
  desk,
  api,
  guard,
}) => {
  // A preview may be on its way while the message is taken back, which is no outcome any more.
  guard.expectErrors(/status of 422 .*\/preview\)$/);
  await addPlaybook(api);
  await addPlaybook(api, 'Grief');
  const [first = ''] = await addCrisis(desk, api, ['I cannot go on']);
  await page.goto(`${queuePath}?case=${first}`);
  const { form, reachOut, message, send, sent, outcome } = parts(page);
  const playbook = form.getByRole('combobox', { name: 'Playbook' });
  await playbook.click();
  await page.getByRole('option', { name: 'Grief (Self-harm)' }).click();
  await reachOut.click();
  await expect(message).toHaveValue(/^I have read/);
  await message.fill('My own words');
  await form.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Yorùbá' }).click();
  await expect(message).toHaveValue('Mo ti ka ọ̀rọ̀ yín. Ẹ ò dá wà.');
  await form.getByRole('button', { name: 'Bring back what you wrote' }).click();
  await expect(message).toHaveValue('My own words');
  await page.reload();
  await expect(message).toHaveValue('My own words');
  await expectAccessibleInBoth(page);
  await send.click();
  await expect(outcome('Message sent')).toBeChecked();
  await expect(sent).toContainText('in Yorùbá, from “Grief”');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Took back the message')).toBeVisible();
  await expect(sent).toContainText('Taken back');
  await expect(outcome('Message sent')).not.toBeChecked();
  await outcome('Message sent').click();
  await expect(message).toBeFocused();
});

test('a case closes only with an outcome, and outside help needs two people', async ({
  signedIn: page,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(/status of (409|422)/);
  const [first = ''] = await addCrisis(desk, api, ['I cannot go on']);
  await page.goto(`${queuePath}?case=${first}`);
  const { form, outcome, decide } = parts(page);
  await expect(form.getByText('There is no active playbook for “Self-harm”.')).toBeVisible();
  await expect(form.getByRole('region', { name: 'Playbook' }).getByRole('link')).toHaveAttribute(
    'href',
    /\/playbooks$/,
  );
  await decide.click();
  await expect(form.getByText('Choose how this case ends')).toBeVisible();
  await page.keyboard.press('5');
  await expect(outcome('No danger')).toBeChecked();
  await expect(form.getByRole('status', { name: 'Next looks' })).toHaveText('No colleague looks at the person again.');
  await decide.click();
  await expect(form.getByText('Write the reason')).toBeVisible();
  await form.getByRole('textbox', { name: 'Reason' }).fill('She is about to do it, and says when');
  await outcome('Outside help was called').click();
  await decide.click();
  await expect(form.getByRole('alert')).toBeVisible();
  const colleague = await callsAsStaff(await asColleague(desk, 'Ngọzi Obi', 'moderator'));
  const { version } = await colleague(moderationApi.cases.get, { id: first });
  await colleague(safetyApi.crisisCare.agree, { id: first, version, reason: 'She named the hour and the place' });
  await page.reload();
  await expect(form.getByRole('list', { name: 'Agreements' })).toContainText('Ngọzi Obi agrees');
  await form.getByRole('button', { name: 'Agree to outside help' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await form.getByRole('button', { name: 'Agree to outside help' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too short');
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await outcome('Outside help was called').click();
  await expect(form.getByRole('textbox', { name: 'Reason' })).toHaveValue('She is about to do it, and says when');
  await decide.click();
  await expect(page.getByText(/^Decided\..* Look again tomorrow/)).toBeVisible();
});

for (const viewport of [desktop, { width: 768, height: 1024 }, phone]) {
  test(`no button of the outcome moves when a part of the case arrives late, ${viewport.width} px wide`, async ({
    signedIn: page,
    desk,
    api,
  }) => {
    await page.setViewportSize(viewport);
    await addPlaybook(api);
    await addHelpLine(desk, api, 'Hope line', 'any');
    const [first = ''] = await addCrisis(desk, api, ['I cannot go on']);
    const { form } = parts(page);
    const agree = form.getByRole('button', { name: 'Agree to outside help' });
    const place = () => agree.evaluate((button) => button.getBoundingClientRect().top);
    const sendPlaybooks = await delayRequests(page, '**/admin/moderation/playbooks');
    const sendHelpLines = await delayRequests(page, /\/admin\/moderation\/help-line(s|-calls)$/);
    await page.goto(`${queuePath}?case=${first}`);
    await expect(form.getByRole('region', { name: 'The post now' })).toContainText('I cannot go on');
    await expect(form.getByText('Loading the playbook')).toBeAttached();
    await expect(agree).toBeHidden();
    sendPlaybooks();
    await expect(agree).toBeVisible();
    await expect(form.getByText('Hope line')).toBeHidden();
    const before = await place();
    sendHelpLines();
    await expect(form.getByRole('list', { name: 'Help lines to offer' })).toContainText('Hope line');
    expect(await place()).toBe(before);
  });
}

test('the line about people in danger moves nothing in the case that is open, whether or not anybody waits', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const { line, form } = parts(page);
  const top = () => form.evaluate((one) => one.getBoundingClientRect().top);
  const nobody = page.getByRole('banner').getByText('Nobody who may be in danger is waiting.');
  const openWithLateLine = async (id: string) => {
    const sendLine = await delayRequests(page, '**/admin/moderation/crisis');
    await page.goto(`${queuePath}?case=${id}`);
    await expect(form.getByRole('region', { name: 'The post now' })).toBeVisible();
    const before = await top();
    sendLine();
    return before;
  };
  const [first = ''] = await addCrisis(desk, api, ['I cannot go on']);
  const withLine = await openWithLateLine(first);
  await expect(line).toHaveText(/^1 person may be in danger\./);
  expect(await top()).toBe(withLine);
  const [quiet = ''] = await addCases(desk, api, ['Buy my herbs']);
  const withoutLine = await openWithLateLine(quiet);
  await expect(nobody).toBeVisible();
  await expect(page.getByRole('banner').getByText(/^There is no rota\. All moderators get the emails/)).toBeVisible();
  expect([withoutLine, await top()]).toEqual([withLine, withLine]);
  await expectAccessibleInBoth(page);
});

test('the queue appears only with the notes above it, so that nothing moves it later', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const [first = ''] = await addCrisis(desk, api, ['I cannot go on']);
  await decideCase(api, first, notAlone);
  // In wide windows the line at the top has the note about the rota.
  await page.setViewportSize({ width: 768, height: 1024 });
  const sendDuty = await delayRequests(page, '**/admin/moderation/crisis');
  const sendLooks = await delayRequests(page, '**/admin/moderation/looks');
  await page.goto(queuePath);
  const empty = page.getByRole('heading', { name: 'Nothing is waiting' });
  await untilLoaded(page, 2);
  await expect(page.getByText('Loading cases')).toBeAttached();
  await expect(empty).toBeHidden();
  sendDuty();
  sendLooks();
  await expect(empty).toBeVisible();
  expect(await page.getByText('There is no rota. All moderators get the emails').last().isVisible()).toBe(true);
  expect(await page.getByRole('region', { name: 'To look at again' }).isVisible()).toBe(true);
});

test('a person who is due is looked at again, with a note, and her case can be opened again', async ({
  signedIn: page,
  desk,
  api,
}) => {
  const [first = ''] = await addCrisis(desk, api, ['I cannot go on']);
  const { person } = await decideCase(api, first, notAlone);
  await makeLooksDue(desk);
  await page.goto(queuePath);
  const again = page.getByRole('region', { name: 'To look at again' });
  const due = again.getByRole('list', { name: 'Due' }).getByRole('listitem');
  await expect(due).toHaveCount(2);
  await expect(due.first()).toContainText('Someone is with the person. Due now');
  await due.first().getByRole('link', { name: person }).click();
  await expect(page.getByRole('form', { name: 'Case' })).toContainText('I cannot go on');
  await due.first().getByRole('button', { name: /^Done/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('She wrote that her sister stays with her');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(due).toHaveCount(1);
  await due.first().getByRole('button', { name: /^Done/ }).click();
  await dialog.getByRole('switch', { name: 'Open a case again' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Recorded the look, and opened the case again')).toBeVisible();
  await expect(again).toBeHidden();
  await expect(parts(page).reachOut).toBeVisible();
});

test.describe('with live updates', () => {
  test.use({ live: true });

  test('the line appears on an open page, and names nobody while a colleague is on duty', async ({
    signedIn: page,
    desk,
    api,
  }) => {
    await addCrisis(desk, api, []);
    const { line } = parts(page);
    const stream = page.waitForRequest((request) => request.url().endsWith('/admin/events'));
    await page.goto('/admin/desk/doctors');
    await expect(line).toBeAttached();
    await stream;
    const colleague = await asColleague(desk, 'Ngọzi Obi', 'moderator');
    const { candidates } = await api(safetyApi.rota.list, {});
    const onDuty = candidates.find(({ name }) => name === 'Ngọzi Obi');
    const days = [1, 2, 3, 4, 5, 6, 7];
    await api(safetyApi.rota.add, { staffId: onDuty?.id ?? '', days, from: '00:00', to: '00:00' });
    await addCrisis(desk, await callsAsStaff(colleague), ['I cannot go on']);
    await expect(line).toHaveText(/^1 person may be in danger\.\s*$/);
  });
});

test('after many cases of danger within a day, a pause is suggested with the help line for staff', async ({
  signedIn: page,
  desk,
  api,
}) => {
  await addRules(api);
  await addHelpLine(desk, api, 'Care for colleagues', 'staff');
  const { pauseAfter } = await api(safetyApi.crisis.waiting, {});
  const ids = await addCrisis(
    desk,
    api,
    Array.from({ length: pauseAfter }, (_, at) => `Text ${at}`),
  );
  for (const id of ids) await decideCase(api, id, notAlone);
  await page.goto(queuePath);
  await expect(page.getByText(`You have looked after ${pauseAfter} people in danger within a day.`)).toBeVisible();
  await expect(page.getByRole('list', { name: 'For yourself' })).toContainText('Care for colleagues 0800 123 456');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectAccessibleInBoth(page);
});

test('the last call of a help line is not cut on a phone', async ({ signedIn: page, api }) => {
  const number = '0800 123 456';
  const { id } = await api(safetyApi.helpLines.create, { name: 'Hope line', purpose: 'any', number });
  await api(safetyApi.helpLineCalls.add, { id, number, result: 'wrong' });
  await page.setViewportSize(phone);
  await page.goto(`${queuePath}/help-lines`);
  const call = page.getByText(/^Not offered: the number was wrong, called on .* by /);
  await expect(call).toBeVisible();
  expect(await call.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expectFitsPhone(page);
});
