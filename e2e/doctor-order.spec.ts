import { doctorRoutes } from '#contract/doctors.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { stopClock } from '#e2e/support/skip-pauses.ts';
import { boxAtRest, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRST'];
const named = letters.map((letter) => ({ name: `Person ${letter}`, specialty: 'Midwifery' }));
const shown = (order: string) => [...order].map((letter) => `Dr. Person ${letter}`);

test('doctors are reordered by keys, by dragging and on a phone, and Undo reverts it', async ({
  signedIn: page,
  api,
}) => {
  await addDoctors(api, named.slice(0, 5));
  const { path, row, link, names, search, list } = doctorsScreen(page);
  const stored = async () => (await api(doctorRoutes.list, {})).doctors.map(({ name }) => `Dr. ${name}`);
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByText('Same order as in the app')).toBeVisible();
  // Several steps are one change; the focus stays, and the position is announced to screen readers.
  await stopClock(page);
  await link('Dr. Person B').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('status').getByText('Dr. Person B, place 4 of 5')).toBeAttached();
  await expect(link('Dr. Person B')).toBeFocused();
  expect(await names()).toEqual(shown('ACDBE'));
  await page.clock.resume();
  await expect(page.getByText('Moved Dr. Person B to place 4')).toBeVisible();
  expect(await stored()).toEqual(shown('ACDBE'));
  await page.getByRole('button', { name: 'Undo: Moved Dr. Person B to place 4' }).click();
  await expect.poll(names).toEqual(shown('ABCDE'));
  expect(await stored()).toEqual(shown('ABCDE'));

  // Nothing is saved when the row returns to its own place.
  await row('Dr. Person D').hover();
  const handle = page.getByRole('button', { name: 'Move Dr. Person D' });
  await expect(handle).toHaveAccessibleDescription(/^Press Alt with the up or down arrow/);
  await handle.hover();
  await page.mouse.down();
  const first = await row('Dr. Person A').boundingBox();
  if (!first) throw new Error('There is no first row');
  await page.mouse.move(first.x + 10, first.y + first.height * 1.5, { steps: 5 });
  await page.mouse.move(first.x + 10, first.y + first.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(names).toEqual(shown('DABCE'));
  await expect(page.getByText('Moved Dr. Person D to place 1')).toBeVisible();
  expect(await stored()).toEqual(shown('DABCE'));

  // Rows can be moved only in an unfiltered list.
  await search.fill('person');
  await expect(page.getByText('Clear the search to reorder')).toBeVisible();
  await expect(handle).toHaveCount(0);
  await link('Dr. Person D').focus();
  await page.keyboard.press('Alt+ArrowDown');
  expect(await names()).toEqual(shown('DABCE'));
  await search.fill('');

  await page.setViewportSize(phone);
  await list.getByRole('button', { name: 'Actions for Dr. Person A' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(page.getByText('Moved Dr. Person A to place 1')).toBeVisible();
  expect(await stored()).toEqual(shown('ADBCE'));
});

test('Escape ends a drag: the row goes back to its place, and nothing is saved', async ({ signedIn: page, api }) => {
  await addDoctors(api, named.slice(0, 3));
  const { path, row, names } = doctorsScreen(page);
  let saves = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === doctorRoutes.order.path) saves += 1;
  });
  await page.goto(path);
  await row('Dr. Person C').hover();
  const place = await boxAtRest(row('Dr. Person C'));
  const first = await boxAtRest(row('Dr. Person A'));
  if (!first) throw new Error('There is no first row');
  const drag = async () => {
    await page.getByRole('button', { name: 'Move Dr. Person C' }).hover();
    await page.mouse.down();
    await page.mouse.move(first.x + 10, first.y + first.height / 2, { steps: 5 });
    expect((await boxAtRest(row('Dr. Person C')))?.y).toBeLessThan(first.y + first.height / 2);
  };
  await drag();
  await page.keyboard.press('Escape');
  expect(await boxAtRest(row('Dr. Person C'))).toEqual(place);
  await page.mouse.up();
  expect(await names()).toEqual(shown('ABC'));
  // The same drag without Escape is the only one that is saved.
  await drag();
  await page.mouse.up();
  await expect(page.getByText('Moved Dr. Person C to place 1')).toBeVisible();
  expect(saves).toBe(1);
});

test('an order that a colleague has changed is shown as stored, with the reason', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  await addDoctors(api, named.slice(0, 3));
  const { path, link, names, panel } = doctorsScreen(page);
  await page.goto(path);
  await link('Dr. Person C').click();
  await expect(panel).toContainText('3 of 3');
  await addDoctors(api, named.slice(3, 4));
  const release = await delayRequests(page, `**${doctorRoutes.order.path}`);
  await link('Dr. Person C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(panel).toContainText('2 of 3');
  release();
  const list = page.getByRole('region', { name: /^Doctors/ });
  await expect(list.getByRole('alert')).toContainText('Failed to update the order of doctors');
  await expect.poll(names).toEqual(shown('ABCD'));
  await link('Dr. Person C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(list.getByRole('alert')).toBeHidden();
  await expect(page.getByText('Moved Dr. Person C to place 2')).toBeVisible();
});

test('a long list scrolls when a row is dragged over its edge', async ({ signedIn: page, api }) => {
  await addDoctors(api, named);
  const { path, row, list, names } = doctorsScreen(page);
  await page.goto(path);
  await row('Dr. Person A').hover();
  await page.getByRole('button', { name: 'Move Dr. Person A' }).hover();
  await page.mouse.down();
  const area = await list.locator('..').boundingBox();
  if (!area) throw new Error('There is no list');
  await page.mouse.move(area.x + 10, area.y + area.height / 2, { steps: 5 });
  await page.mouse.move(area.x + 10, area.y + area.height - 8, { steps: 5 });
  await expect(row('Dr. Person T')).toBeInViewport();
  await page.mouse.up();
  await expect(page.getByText(/^Moved Dr\. Person A to place (19|20)$/)).toBeVisible();
  expect((await names()).slice(-2)).toContain('Dr. Person A');
});
