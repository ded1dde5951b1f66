import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { doctorRoutes } from '#contract/doctors.ts';
import type { Call } from '#e2e/support/calls.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { dropResponses } from '#e2e/support/drop-responses.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { type Chosen, forgetImages, heavyPhoto, portrait, sidewaysPhoto, wideDrawing } from '#e2e/support/pictures.ts';
import { endSession, openAndSignIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';

const uploads = '**/api/doctors/upload-image';
const stored = /^\/images\/doctor-images\/[\da-f]{32}\.webp$/;
const kinds = 'JPEG, PNG, WebP, GIF or AVIF, up to 5MB';

/** The form of a doctor without a picture, and the parts of its field. */
async function openForm(page: Page, api: Call) {
  const [{ id } = { id: '' }] = await addDoctors(api, [{ name: 'Ngọzi Okonkwọ', specialty: 'Midwifery' }]);
  await page.goto(`/admin/desk/doctors?doctor=${id}&form=edit`);
  const { form, field: written, save } = doctorsScreen(page);
  const field = form.getByRole('group', { name: 'Picture' });
  const parts = {
    field,
    choose: field.getByLabel(/^Choose an(other)? image/),
    chooseAnother: field.getByLabel('Choose another', { exact: true }),
    picture: field.getByRole('img'),
    /** The address of the desk: before, the field shows the local file. */
    uploaded: field.getByRole('img').and(field.locator('[src^="/images/doctor-images/"]')),
    bar: field.getByRole('progressbar'),
    problem: field.getByRole('alert'),
    button: (name: string) => field.getByRole('button', { name, exact: true }),
    status: field.getByRole('status'),
    name: written('Name'),
    save,
    /** The stored value, once the form is closed. */
    saved: async () => {
      await expect(field).toBeHidden();
      const { doctors: all } = await api(doctorRoutes.list, {});
      return all.find((doctor) => doctor.id === id)?.profileImage;
    },
  };
  await expect(parts.choose).toBeVisible();
  return parts;
}

/** Puts a file into a drag or a clipboard. */
const carried = (page: Page, { name, mimeType, buffer }: Chosen) =>
  page.evaluateHandle(
    ([name, type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const carried = new DataTransfer();
      carried.items.add(new File([bytes], name, { type }));
      return carried;
    },
    [name, mimeType, buffer.toString('base64')] as const,
  );

/** A link that takes more than a minute for a large photo. The returned function removes the limit. */
async function slowUp(page: Page) {
  const session = await page.context().newCDPSession(page);
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await set(20_000);
  return () => set(-1);
}

test('a picture is chosen, shown, replaced, removed, and saved with the form', async ({ signedIn: page, api }) => {
  const { choose, picture, button, field, status, save, saved, uploaded } = await openForm(page, api);
  await expect(field).toContainText(`Choose an image or drop it here${kinds}`);
  await choose.setInputFiles(await portrait());
  await expect(status).toHaveText('The picture is uploaded.');
  await expect(picture).toHaveAttribute('src', /^\/images\/doctor-images\/[\da-f]{32}\.webp\?w=192$/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  await expect(picture).toHaveAccessibleName('Dr. Ngọzi Okonkwọ');
  const first = await picture.getAttribute('src');

  await choose.setInputFiles(await portrait('ada-2.jpg', '#1b6b44'));
  await expect(picture).not.toHaveAttribute('src', first ?? '');
  await button('Remove').click();
  await expect(picture).toBeHidden();
  await expect(status).toHaveText('The picture is removed.');

  await choose.setInputFiles(await portrait());
  await expect(uploaded).toBeVisible();
  await save.click();
  expect(await saved()).toMatch(stored);
});

test('a picture is dropped, or pasted anywhere in the form', async ({ signedIn: page, api }) => {
  const { field, picture, button, choose, name, uploaded } = await openForm(page, api);
  const held = await carried(page, await portrait('door.jpg'));
  await field.dispatchEvent('dragover', { dataTransfer: held });
  await expect(field).toContainText('Let go to upload');
  await field.dispatchEvent('dragleave');
  await expect(field).not.toContainText('Let go to upload');
  // Beside the field it would open in place of the desk.
  const kept = await page.getByRole('main').evaluate((main, dataTransfer) => {
    const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
    main.dispatchEvent(over);
    return over.defaultPrevented;
  }, held);
  expect(kept).toBe(true);
  await field.dispatchEvent('dragover', { dataTransfer: held });
  await field.dispatchEvent('drop', { dataTransfer: held });
  await expect(uploaded).toBeVisible();
  await expect(field).not.toContainText('Let go to upload');

  await button('Remove').click();
  await expect(choose).toBeFocused();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const png = (
    await sharp((await portrait()).buffer)
      .png()
      .toBuffer()
  ).toString('base64');
  const copy = (text: string | null) =>
    page.evaluate(
      async ([base64, text]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const copied: Record<string, Blob> = { 'image/png': new Blob([bytes], { type: 'image/png' }) };
        if (text !== null) copied['text/plain'] = new Blob([text], { type: 'text/plain' });
        await navigator.clipboard.write([new ClipboardItem(copied)]);
      },
      [png, text] as const,
    );
  // Like a spreadsheet, which also copies a picture of the cell.
  await copy(' Ada');
  await name.press('End');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(name).toHaveValue('Ngọzi Okonkwọ Ada');
  await expect(picture).toBeHidden();
  await name.fill('Ngọzi Okonkwọ');
  await copy(null);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(uploaded).toBeVisible();
  await expect(name).toHaveValue('Ngọzi Okonkwọ');
});

test('a photo over 5 MB is refused, and shrunk on request: upright and whole', async ({ signedIn: page, api }) => {
  const { choose, problem, button, picture, save, saved } = await openForm(page, api);
  const photo = await sidewaysPhoto();
  expect(photo.buffer.length).toBeGreaterThan(5 * 1024 * 1024);
  const sent = page.waitForRequest(uploads);
  await choose.focus();
  await choose.setInputFiles(photo);
  await expect(problem).toContainText('Image size must be less than 5MB');
  await expect(problem).toContainText(/^.*clinic-door\.jpg is \d\.\d MB\./);
  await expect(button('Shrink and upload')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picture).toHaveAttribute('src', /\?w=192$/);
  expect((await sent).headers()['content-type']).toContain('multipart/form-data');
  await save.click();
  const address = await saved();
  const response = await page.request.get(address ?? '');
  const { data, info } = await sharp(await response.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1638, 2048]);
  // Red is above.
  expect([data[0], data[1]].map((value) => Number(value) > 200)).toEqual([true, false]);
});

test('a picture over 2,048 pixels is shrunk before the upload, and stays transparent', async ({
  signedIn: page,
  api,
}) => {
  // Browser drivers do not report the size of a request with a file.
  await page.addInitScript(() => {
    globalThis.XMLHttpRequest = class extends XMLHttpRequest {
      override send(body?: XMLHttpRequestBodyInit | null) {
        const image = body instanceof FormData && body.get('image');
        if (image instanceof File) document.documentElement.dataset.sent = String(image.size);
        super.send(body);
      }
    };
  });
  const sent = async () => Number(await page.locator('html').getAttribute('data-sent'));
  const { choose, uploaded, save, saved } = await openForm(page, api);
  // A file that needs no shrinking is sent unchanged.
  const small = await portrait();
  await choose.setInputFiles(small);
  await expect(uploaded).toBeVisible();
  expect(await sent()).toBe(small.buffer.length);

  const drawn = await wideDrawing();
  const before = await uploaded.getAttribute('src');
  await choose.setInputFiles(drawn);
  await expect(uploaded).not.toHaveAttribute('src', before ?? '');
  expect(await sent()).toBeLessThan(drawn.buffer.length / 2);
  await save.click();
  const response = await page.request.get((await saved()) ?? '');
  const { width, height, hasAlpha } = await sharp(await response.body()).metadata();
  expect({ width, height, hasAlpha }).toEqual({ width: 2048, height: 256, hasAlpha: true });
});

test('a file that is not a picture is refused at once by type, or by the server by content', async ({
  signedIn: page,
  api,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 422/, /Not allowed to load|blob:/);
  const { choose, chooseAnother, problem, button, picture, save, field, uploaded } = await openForm(page, api);
  await choose.setInputFiles({ name: 'brochure.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(problem).toContainText('Please select an image file');
  await expect(problem).toContainText('brochure.pdf is not a JPEG, PNG, WebP, GIF or AVIF.');
  await expect(problem).not.toContainText('Request');

  const html = Buffer.from('<script>alert(1)</script>');
  await chooseAnother.setInputFiles({ name: 'clinic.png', mimeType: 'image/png', buffer: html });
  await expect(problem).toContainText('Request');
  await expect(problem).toContainText('Please select an image file');
  await expect(problem).toContainText('clinic.png is damaged, or not a JPEG');
  await expect(button('Retry')).toBeHidden();

  // Without the chosen picture nothing is saved by mistake.
  await save.click();
  await expect(chooseAnother).toBeFocused();
  const broken = Buffer.alloc(5 * 1024 * 1024 + 1);
  await chooseAnother.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken });
  await expect(problem).toContainText('broken.jpg is 5.1 MB.');
  await button('Shrink and upload').click();
  await expect(problem).toContainText('This browser cannot shrink broken.jpg.');
  await button('Dismiss').click();
  await expect(choose).toBeFocused();
  await expect(picture).toBeHidden();
  await expect(field).toContainText(kinds);

  // The form was not saved for more than a week.
  await choose.setInputFiles(await portrait());
  await expect(uploaded).toBeVisible();
  await forgetImages(desk);
  await save.click();
  await expect(choose).toBeFocused();
  await expect(field).toContainText('This image no longer exists');
});

test('a cut connection: the photo is sent again automatically, then by Retry, and stored once', async ({
  signedIn: page,
  api,
  desk,
  guard,
}) => {
  guard.expectErrors(/ERR_CONNECTION_FAILED/);
  const skipUntil = await skipPauses(page);
  const { choose, problem, button, save, saved, uploaded } = await openForm(page, api);
  await forgetImages(desk);
  const asked = await dropResponses(page, uploads, 1);
  await choose.setInputFiles(await portrait());
  await skipUntil(() => expect(uploaded).toBeVisible(now));
  expect(asked).toHaveLength(1);
  expect(await forgetImages(desk)).toBe(1);

  await page.route(uploads, (route) => route.abort('connectionfailed'));
  await choose.setInputFiles(await portrait('second.jpg'));
  await skipUntil(() => expect(problem).toBeVisible(now));
  await expect(problem).toContainText('Failed to upload image. Please try again.');
  await expect(problem).toContainText('The connection dropped.');
  await expect(problem).toContainText('second.jpg is still here.');
  await save.click();
  await expect(button('Retry')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  // A captive portal, as in hotels and trains.
  await page.route(uploads, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }), {
    times: 1,
  });
  await button('Retry').click();
  await skipUntil(() => expect(problem).toBeHidden(now));
  await skipUntil(() => expect(uploaded).toBeVisible(now));
  await save.click();
  expect(await saved()).toMatch(stored);
});

test('an upload is cancelled; Save waits for an upload, and is cancelled with it', async ({ openContext, api }) => {
  const page = await (await openContext()).newPage();
  const { field, choose, bar, button, save, saved, name, picture } = await openForm(page, api);
  const faster = await slowUp(page);
  await choose.focus();
  await choose.setInputFiles(await heavyPhoto());
  await expect(field.getByText(/^[1-9]\d?% of 1\.\d MB$/)).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await expect(button('Cancel the upload')).toBeFocused();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const { leave } = doctorsScreen(page);
  await expect(leave).toContainText('without the picture you chose');
  await leave.getByRole('button', { name: 'Keep editing' }).click();
  await button('Cancel the upload').press('Enter');
  await expect(bar).toBeHidden();
  await expect(choose).toBeFocused();

  await choose.setInputFiles(await heavyPhoto());
  await expect(bar).toBeVisible();
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving' })).toBeVisible();
  await button('Cancel the upload').click();
  await expect(save).toBeVisible();
  await expect(name).toBeEditable();

  await choose.setInputFiles(await heavyPhoto());
  await expect(bar).toBeVisible();
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving' })).toBeVisible();
  await expect(picture).toBeVisible();
  await faster();
  expect(await saved()).toMatch(stored);
});

test('an upload continues after signing in again', async ({ page, desk, api, guard }) => {
  guard.expectErrors(/status of 401/);
  await openAndSignIn(page, desk);
  const { choose, bar, uploaded } = await openForm(page, api);
  const release = await delayRequests(page, uploads);
  await choose.setInputFiles(await portrait());
  await expect(bar).toBeVisible();
  await endSession(page, desk, 1);
  release();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(desk.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await expect(uploaded).toBeVisible();
});

test('works with the keyboard alone; every state of the field in light and dark', async ({ signedIn: page, api }) => {
  const { choose, button, problem, bar, uploaded } = await openForm(page, api);
  const inDark = async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  // Before the field is reached: the browser has to know that the chooser is caught when it opens.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, choose);
  await page.keyboard.press('Space');
  const release = await delayRequests(page, uploads);
  await (await chooser).setFiles([]);
  await choose.setInputFiles(await portrait());
  await expect(bar).toBeVisible();
  await expect(button('Cancel the upload')).toBeFocused();
  await inDark();
  await expectAccessible(page);
  release();
  await expect(uploaded).toBeVisible();
  await expect(choose).toBeFocused();
  await inDark();
  await tabTo(page, button('Remove'));
  await page.keyboard.press('Enter');
  await expect(choose).toBeFocused();
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  await expect(problem).toBeVisible();
  // Every test ends in light mode.
  await inDark();
});

test('on a phone there is the camera too, and every state fits', async ({ signedIn: page, api }) => {
  await page.setViewportSize(phone);
  const { field, choose, button, problem, bar, uploaded } = await openForm(page, api);
  const camera = field.getByLabel('Take a photo');
  await expect(camera).toHaveAttribute('capture', 'environment');
  await expect(choose).not.toHaveAttribute('capture');
  await expectFitsPhone(page);
  const release = await delayRequests(page, uploads);
  await camera.setInputFiles(await portrait('20261121_091244_with_a_long_name_as_phones_give_them.jpg'));
  await expect(bar).toBeVisible();
  await expectFitsPhone(page);
  release();
  await expect(uploaded).toBeVisible();
  await expect(button('Remove')).toBeVisible();
  await expectFitsPhone(page);
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  await expect(problem).toBeVisible();
  await expectFitsPhone(page);
});
