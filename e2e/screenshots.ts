// npm run screenshots: takes the pictures of the README from the real screens, with the demo data of a new desk.
import { mkdir } from 'node:fs/promises';
import { type BrowserContextOptions, type Page, chromium } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { userRoutes } from '#contract/users.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { chromiumOptions } from '#e2e/support/chromium.ts';
import { startDesk } from '#e2e/support/desk.ts';
import { withoutStream } from '#e2e/support/without-stream.ts';
import { signIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';

const folder = 'docs/pictures';
const wide = { width: 1440, height: 900 };

await mkdir(folder, { recursive: true });
const desk = await startDesk({ demoUsers: 2000 });
const browser = await chromium.launch(chromiumOptions());

async function picture(name: string, options: BrowserContextOptions, open: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({
    baseURL: desk.address,
    locale: 'en-US',
    timezoneId: 'Africa/Lagos',
    reducedMotion: 'reduce',
    ...options,
  });
  await withoutStream(context);
  const page = await context.newPage();
  await page.goto('/admin');
  await open(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  // Moves the pointer off the row that it would highlight.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

/** Not the first page: users who joined yesterday have not written much yet. */
const users = async (page: Page) => {
  await signIn(page, desk);
  await page.goto('/admin/desk/users?page=121');
  await page.getByText(/^Showing 1,201 to 1,210 of/).waitFor();
};

/** The tree of Lady Due with its cards about staying well in pregnancy in sight. */
const openTree = async (page: Page) => {
  await signIn(page, desk);
  await page.goto('/admin/desk/lady-due?mode=TRACK_PREGNANCY');
  for (const name of [/^Your pregnancy /, /^Staying well /]) {
    const row = page.getByRole('button', { name }).first();
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
  }
  await page.getByRole('link', { name: 'Antenatal visits', exact: true }).waitFor();
};

/**
 * A morning's work of two people, for the pictures of activity and history. Returns the announcement that both edited.
 */
async function work() {
  const [ada, bola] = [await callsAsStaff(desk), await callsAsStaff(await asColleague(desk))];
  const { announcements: all } = await ada(announcementRoutes.list, {});
  for (const { id, enabled } of all.slice(1, 3)) await bola(announcementRoutes.update, { id, enabled: !enabled });
  const [person] = (await ada(userRoutes.list, { limit: 1 })).users;
  if (person) await bola(userRoutes.setStatus, { userId: person.id, isVerified: !person.isVerified });
  const last = all.at(-1);
  if (last) await ada(announcementRoutes.remove, { id: last.id });
  const first = 'Free cervical screening at Ìkẹjà General Hospital next Friday and Saturday, 9 am to 3 pm.';
  const { id } = await ada(announcementRoutes.create, { message: first });
  await bola(announcementRoutes.update, { id, message: first.replace('9 am to 3 pm', '8 am to 2 pm. Bring any ID') });
  return id;
}

try {
  await picture('login', { viewport: wide }, (page) => page.getByRole('heading', { name: 'Sign in' }).waitFor());
  await picture('users', { viewport: wide }, users);
  await picture('users-dark', { viewport: wide, colorScheme: 'dark' }, users);
  await picture('users-phone', { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 }, users);
  await picture('announcements', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.getByRole('link', { name: 'Announcements' }).click();
    await page.getByRole('list', { name: 'Announcements' }).waitFor();
  });
  await picture('doctors', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.getByRole('link', { name: 'Doctors' }).click();
    await page.getByRole('list', { name: 'Doctors' }).getByRole('link').nth(1).click();
    await page.getByText('Position in the list').waitFor();
  });
  await picture('doctor-form', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.getByRole('link', { name: 'Doctors' }).click();
    await page
      .getByRole('button', { name: /^Edit Dr\. / })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Consultation fee' }).fill('25k');
    await page.getByRole('button', { name: 'Save doctor' }).click();
    await page.getByText('1 field to correct').waitFor();
  });
  await picture('lady-due', { viewport: wide }, openTree);
  await picture('card-editor', { viewport: wide }, async (page) => {
    await openTree(page);
    await page.getByRole('link', { name: 'Antenatal visits', exact: true }).click();
    await page.getByRole('button', { name: 'Save card' }).waitFor();
  });
  await picture('cycle', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.getByRole('link', { name: 'My Cycle' }).click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
  });
  await picture('posts', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.goto('/admin/desk/awa/posts');
    await page
      .getByRole('button', { name: /^Delete the post/ })
      .first()
      .waitFor();
  });
  await picture('moderation', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.goto('/admin/desk/moderation');
    await page
      .getByRole('list', { name: 'Cases' })
      .getByRole('link', { name: /^(?!Harm to oneself|In danger now|Medical emergency)/ })
      .first()
      .click();
    await page.getByRole('radio', { name: /No selling and no scams/ }).waitFor();
    await page.keyboard.press('3');
    await page.getByRole('switch', { name: 'Hide the post' }).waitFor();
  });
  const id = await work();
  await picture('activity', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.goto('/admin/desk/activity');
    await page.getByRole('list', { name: 'Today' }).waitFor();
  });
  await picture('history', { viewport: wide }, async (page) => {
    await signIn(page, desk);
    await page.goto(`/admin/desk/announcements?history=${id}`);
    await page.getByRole('button', { name: 'Created' }).click();
    await page.getByRole('button', { name: 'Restore this version' }).waitFor();
  });
} finally {
  await browser.close();
  await desk.stop();
}
