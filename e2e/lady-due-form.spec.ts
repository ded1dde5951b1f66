import { ladyDueApi } from '#contract/lady-due.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { disableIntervals } from '#e2e/support/disable-browser-apis.ts';
import { endSession, openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { addCards, cursorToEnd, editorOf, ladyDuePath, openCard, saved, storedCard } from '#e2e/support/card-editor.ts';
import { rowsOf } from '#e2e/support/lady-due-tree.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';

test('two people edit one card: other fields merge, the rich text conflicts and shows both as text', async ({
  signedIn: page,
  api,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 412/);
  const bola = await callsAsStaff(await asColleague(desk));
  const { first } = await addCards(api);
  // An open card is reloaded after 20 seconds.
  const skipUntil = await skipPauses(page, 20_000);
  await openCard(page, first.id);
  const { text, save, form } = editorOf(page);
  await cursorToEnd(text);
  await text.pressSequentially(' for you');
  await bola(ladyDueApi.cards.update, { id: first.id, description: 'Of theirs' });
  await skipUntil(() => expect(form.getByText(/^Bola Ige changed description at \d/)).toBeVisible(now));
  await bola(ladyDueApi.cards.update, { id: first.id, richContent: '<p>A cup of mint</p>' });
  await save.click();
  const question = page.getByRole('dialog', { name: 'Bola Ige saved changes to this card while you were editing' });
  await expect(question.getByRole('radio', { name: 'Mine not saved yet' })).toHaveAccessibleDescription(
    'Rest A cup of ginger tea for you',
  );
  await expect(question.getByRole('radio', { name: /^Theirs/ })).toHaveAccessibleDescription('A cup of mint');
  await expect(question).toContainText('Bola Ige also changed Description');
  await question.getByRole('radio', { name: 'Mine not saved yet' }).check();
  await question.getByRole('button', { name: 'Save this version' }).click();
  await expect(form).toBeHidden();
  expect(await storedCard(api, 'Tea')).toMatchObject({
    description: 'Of theirs',
    richContent: '<h2>Rest</h2><p>A cup of <strong>ginger</strong> tea for you</p>',
  });
});

test('a session that ends in the middle of a long text loses none of it', async ({ page, desk, api, guard }) => {
  guard.expectErrors(/status of 401/);
  const { second } = await addCards(api);
  await disableIntervals(page);
  await openAndSignIn(page, desk);
  await openCard(page, second.id);
  const { text, save, form } = editorOf(page);
  await text.click();
  await text.pressSequentially('The first half');
  await endSession(page, desk);
  await text.pressSequentially(', and the second');
  await save.click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(desk.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(form).toBeHidden();
  expect((await storedCard(api, 'Warmth'))?.richContent).toBe('<p>The first half, and the second</p>');
});

test('each form has an address, the next card is one step away, and a changed form asks before it is left', async ({
  signedIn: page,
  api,
}) => {
  const { categoryId, second } = await addCards(api);
  await page.goto(ladyDuePath);
  await page.getByRole('link', { name: 'Tea', exact: true }).click();
  const { form, title, text, leave } = editorOf(page);
  await expect(text).toContainText('A cup of ginger tea');
  await expect(form.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeFocused();
  await page.goBack();
  await expect(text).toContainText('A cup of ginger tea');
  await form.getByRole('button', { name: 'History' }).click();
  await page.getByRole('complementary', { name: 'History' }).getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(title).toHaveValue('Tea');
  await form.getByRole('button', { name: 'Next card' }).click();
  await expect(title).toHaveValue('Warmth');
  await text.click();
  await text.pressSequentially('Kept');
  await form.getByRole('button', { name: 'Previous card' }).click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(title).toHaveValue('Tea');
  await page.goBack();
  await expect(title).toHaveValue('Warmth');
  await form.getByRole('button', { name: /^Continue editing “Kept/ }).click();
  await expect(text).toHaveText('Kept');
  await form.getByText('Publish now').click();
  await expect(form.getByText('After saving: in the app')).toBeVisible();
  const citation = (line: number) => form.getByRole('textbox', { name: `Citations, line ${line}` });
  await citation(1).fill('  NHS. Periods. ');
  await citation(1).press('Enter');
  await citation(2).fill('WHO. Health.');
  await saved(page);
  expect(await storedCard(api, 'Warmth')).toMatchObject({
    id: second.id,
    publishStatus: 'published',
    richContent: '<p>Kept</p>',
    citations: ['NHS. Periods.', 'WHO. Health.'],
  });
  await page.setViewportSize(phone);
  await page.goto(`${ladyDuePath}?category=${categoryId}&form=edit`);
  const category = page.getByRole('form', { name: 'Edit Your cycle' });
  await category.getByRole('textbox', { name: 'Name' }).fill('Her cycle');
  await category.getByRole('button', { name: 'Save category' }).click();
  await expect(page.getByRole('button', { name: 'Her cycle 1 section' })).toBeVisible();
  await openCard(page, second.id);
  await expect(title).toBeVisible();
  await expectFitsPhone(page);
  const menu = (name: string) => page.getByRole('menuitem', { name });
  const more = form.getByRole('button', { name: 'Actions for this card' });
  await more.click();
  await expect(menu('History')).toBeVisible();
  await menu('Preview').click();
  await expect(editorOf(page).face).toBeVisible();
  await expectFitsPhone(page);
  await more.click();
  await menu('Write').click();
  await expect(title).toBeVisible();
});

test('on a phone one bar is above the text, and the tools are above the keyboard', async ({ signedIn: page, api }) => {
  const { second } = await addCards(api);
  await page.setViewportSize({ width: 360, height: 740 });
  await openCard(page, second.id);
  const { form, title, text, save, control } = editorOf(page);
  await expect(form.getByText('Not approved by a clinician')).toBeVisible();
  // The state of the card does not push its texts down.
  expect((await title.boundingBox())?.y).toBeLessThan(120);
  await text.click();
  // A keyboard covers the lower part of the window, which stays as high as it was.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { get: () => 430 });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect(form).toHaveCSS('height', '430px');
  await page.keyboard.insertText('Rest. '.repeat(190));
  await page.keyboard.type('Rest. '.repeat(10));
  const toolbar = form.getByRole('toolbar');
  const [bar, tools] = [await save.locator('xpath=..').boundingBox(), await toolbar.boundingBox()];
  expect(bar).toMatchObject({ y: 0 });
  expect(bar?.height).toBeLessThanOrEqual(49);
  expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(430);
  expect(tools?.y).toBeGreaterThan(370);
  // The written text is visible between them.
  const caret = await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0);
  expect(caret).toBeGreaterThan(bar?.height ?? 0);
  expect(caret).toBeLessThanOrEqual(tools?.y ?? 0);
  await control('Bold').click();
  await expect(text).toBeFocused();
  await expectFitsPhone(page);
});

test('header images of categories and cards have an alt text, in the history too', async ({ signedIn: page, api }) => {
  const headerImageUrl = 'https://pictures.example/shade.png';
  const { categoryId, first } = await addCards(api);
  await api(ladyDueApi.categories.update, { id: categoryId, headerImageUrl });
  await page.goto(`${ladyDuePath}?category=${categoryId}&form=edit`);
  const ofCategory = page.getByRole('form', { name: 'Edit Your cycle' });
  const alt = 'Alt text of the header image';
  await ofCategory.getByRole('textbox', { name: alt }).fill('A woman reads in the shade');
  await ofCategory.getByRole('button', { name: 'Save category' }).click();
  await expect(ofCategory).toBeHidden();
  const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'TRACK_PERIOD' });
  expect(categories).toMatchObject([{ headerImageUrl, headerImageAlt: 'A woman reads in the shade' }]);

  await openCard(page, first.id);
  const { form } = editorOf(page);
  await expect(form.getByText('Header image', { exact: true })).toBeVisible();
  // Without a picture there is nothing to describe.
  await expect(form.getByRole('textbox', { name: alt })).toHaveCount(0);
  await api(ladyDueApi.cards.update, { id: first.id, headerImageUrl });
  await page.reload();
  await expect(page.getByRole('group', { name: 'The card in the app' })).toContainText('Picture on pictures.example');
  await form.getByRole('textbox', { name: alt }).fill('A cup of tea');
  await saved(page);
  expect(await storedCard(api, 'Tea')).toMatchObject({ headerImageUrl, headerImageAlt: 'A cup of tea' });

  await openCard(page, first.id);
  await form
    .getByRole('group', { name: 'Header image' })

    .getByLabel(/^Choose an(other)? image/)
    .setInputFiles(await portrait());
  const described = form.getByRole('textbox', { name: alt });
  await expect(described).toHaveAccessibleDescription('Written for the earlier picture. Does it describe this one?');
  await described.fill('A clinic door');
  await expect(described).toHaveAccessibleDescription('What the picture shows, for people who cannot see it.');
  await saved(page);
  await page.goto(`${ladyDuePath}?history=${first.id}`);
  await expect(
    page
      .getByRole('complementary')
      .getByText(/Alt text of the header image/i)
      .first(),
  ).toBeVisible();
});

test('deleting a section while one of its cards is edited leaves the form open', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 409/);
  const { sectionId } = await addCards(api);
  await page.goto(`${ladyDuePath}?section=${sectionId}&form=new`);
  const { form, title, save } = editorOf(page);
  await title.fill('Written on the way');
  await api(ladyDueApi.sections.remove, { id: sectionId });
  const listed = page.waitForResponse((answer) => answer.ok() && answer.url().includes('/categories?'));
  await save.click();
  await listed;
  await expect(form.getByRole('alert')).toContainText('section');
  await expect(title).toHaveValue('Written on the way');
});

test('a new section is visible and highlighted for a moment', async ({ signedIn: page, api }) => {
  const { categoryId, sectionId } = await addCards(api);
  for (let at = 0; at < 20; at += 1) await api(ladyDueApi.cards.create, { sectionId, title: `Card ${at}` });
  await page.goto(`${ladyDuePath}?category=${categoryId}&form=new`);
  const form = page.getByRole('form', { name: 'Add section' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Feeling better');
  const litUp = page.waitForSelector('[data-lit]');
  await form.getByRole('button', { name: 'Save section' }).click();
  expect(await (await litUp).textContent()).toContain('Feeling better');
  await expect(rowsOf(page).filter({ hasText: 'Feeling better' })).toBeInViewport();
});
