import { once } from 'node:events';
import { type Page, expect } from '@playwright/test';
import {
  firstListCell,
  firstListCellOverSlowLink,
  firstListCellWithSlowProcessor,
  firstRowOverSlowLink,
} from '#bench/ui-first-row.ts';
import { type Scores, scoresOf } from '#bench/ui-lighthouse.ts';
import { heap, keyTimes, layoutShift, limit, longestTask, watchPage } from '#bench/ui-page.ts';
import { type Line, type Stage, median } from '#bench/ui-stage.ts';
import { doctorsScreen } from '#e2e/support/doctors.ts';
import { builtScripts, watchScripts } from '#e2e/support/scripts.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { caller } from '#tests/desk/caller.ts';

const under = (what: string, figure: number, limit: number, unit: string, digits = 0): Line => ({
  what,
  figure: `${figure.toFixed(digits)} ${unit}`,
  must: `< ${limit} ${unit}`,
  met: figure < limit,
});

const path = '/admin/desk/users';
const shown = (page: Page) => expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();

const bars = { desktop: { performance: 95, accessibility: 100, 'best-practices': 100 }, mobile: { performance: 85 } };

async function scores(what: string, url: string, port: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const preset of ['desktop', 'mobile'] as const) {
    const must: Partial<Scores> = bars[preset];
    for (const [category, score] of Object.entries(await scoresOf(url, port, preset))) {
      const least = must[category as keyof Scores];
      const line = { what: `Lighthouse ${preset}, ${what}: ${category}`, figure: String(score) };
      lines.push(least === undefined ? line : { ...line, must: `>= ${least}`, met: score >= least });
    }
  }
  return lines;
}

async function lighthouse({ desk, shared: { port, page } }: Stage) {
  const login = await scores('sign-in', `${desk.address}/admin`, port);
  await openAndSignIn(page, desk);
  return [...login, ...(await scores('users', `${desk.address}${path}`, port))];
}

async function bundle({ desk, newPage }: Stage) {
  const page = await newPage();
  const scripts = await watchScripts(page);
  await openAndSignIn(page, desk);
  await shown(page);
  const { bytes } = await scripts();
  await page.context().close();
  const largest = (await builtScripts()).toSorted((a, b) => b.bytes - a.bytes)[0];
  return [
    under('scripts of sign-in and users, gzipped', bytes, 230_000, 'bytes'),
    under(`largest chunk, gzipped: ${largest?.name}`, largest?.bytes ?? 0, 150_000, 'bytes'),
  ];
}

/** Typing a search, paging, opening the other areas and coming back, ten times. */
async function tour({ desk, users, newPage }: Stage) {
  const page = await newPage();
  await watchPage(page);
  await openAndSignIn(page, desk);
  await shown(page);
  await page.waitForLoadState('networkidle');
  const jumped = await layoutShift(page);
  const search = page.getByRole('searchbox', { name: 'Search users' });
  const began = await heap(page);
  const typing = await longestTask(page, async () => {
    await search.pressSequentially('adebayo', { delay: 60 });
    await expect(page).toHaveURL(/search=adebayo/);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await search.fill('');
    await expect(page).not.toHaveURL(/search=/);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });
  const paging = await longestTask(page, async () => {
    for (let at = 2; at <= Math.min(10, users / 10); at += 1) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText(new RegExp(`^Showing ${10 * at - 9} to ${10 * at} of`))).toBeVisible();
    }
  });
  for (let round = 0; round < 10; round += 1) {
    for (const name of ['Announcements', 'Users']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
  }
  const ended = await heap(page);
  await page.context().close();
  return [
    under('layout shift, opening users', jumped, 0.02, 'CLS', 3),
    under('longest task, typing a search', typing, 100, 'ms'),
    under('longest task, paging', paging, 100, 'ms'),
    { what: 'memory of the page, before and after a tour', figure: `${began.toFixed(1)} to ${ended.toFixed(1)} MB` },
  ];
}

async function exporting({ desk, users, newPage }: Stage) {
  const page = await newPage();
  await watchPage(page);
  await openAndSignIn(page, desk);
  await shown(page);
  await page.waitForLoadState('networkidle');
  const before = await heap(page);
  const start = performance.now();
  let bytes = 0;
  const longest = await longestTask(page, async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = page.waitForEvent('download', { timeout: 600_000 });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const stream = await (await saved).createReadStream();
    stream.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    await once(stream, 'end');
  });
  const seconds = (performance.now() - start) / 1000;
  const after = await heap(page);
  await page.context().close();
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return [
    under(`longest task, exporting ${users} users`, longest, 100, 'ms'),
    {
      what: 'export: time, file, memory of the page before and after',
      figure: `${seconds.toFixed(1)} s, ${megabytes} MB, ${before.toFixed(1)} to ${after.toFixed(1)} MB`,
    },
  ];
}

/** The list of doctors: opening it, typing a search, and going from one end to the other. */
async function doctors({ desk, newPage }: Stage) {
  const page = await newPage();
  await watchPage(page);
  await openAndSignIn(page, desk);
  await shown(page);
  const { rows, search, heading } = doctorsScreen(page);
  const all = page.getByRole('heading', { level: 2, name: /^Doctors \([\d,]+\)$/ });
  const opening = await longestTask(page, async () => {
    await page.getByRole('link', { name: 'Doctors', exact: true }).click();
    await expect(all).toBeVisible();
  });
  const count = await all.textContent();
  const typing = await longestTask(page, async () => {
    await search.pressSequentially('obstetrics', { delay: 60 });
    await expect(page).toHaveURL(/search=obstetrics/);
    await expect(rows.first()).toContainText('Obstetrics');
    await search.pressSequentially('zzz', { delay: 60 });
    await expect(heading('Doctors (0)')).toBeVisible();
    await search.fill('');
    await expect(all).toHaveText(count ?? '');
  });
  const scrolling = await longestTask(page, async () => {
    await rows.first().hover();
    for (let turn = 0; turn < 100; turn += 1) await page.mouse.wheel(0, 4200);
    await expect(rows.last()).toHaveAttribute('aria-posinset', (await rows.last().getAttribute('aria-setsize')) ?? '');
  });
  await page.context().close();
  return [
    { what: `longest task, opening ${count}`, figure: `${opening.toFixed(0)} ms` },
    under(`longest task, typing in ${count}`, typing, 100, 'ms'),
    under(`longest task, scrolling ${count}`, scrolling, 100, 'ms'),
  ];
}

/**
 * The tree of a mode with most of the cards: opening it and its sections, typing a search, scrolling from end to end.
 */
async function ladyDue({ desk, newPage }: Stage) {
  const page = await newPage();
  await watchPage(page);
  await openAndSignIn(page, desk);
  await shown(page);
  const tree = page.getByRole('region', { name: 'Period Tracker' });
  const count = tree.getByRole('heading', { level: 2 });
  const rows = tree.getByRole('list', { name: 'Content' }).getByRole('listitem');
  const search = tree.getByRole('searchbox', { name: 'Search content...' });
  const opening = await longestTask(page, async () => {
    await page.getByRole('link', { name: 'Lady Due', exact: true }).click();
    await expect(rows.first()).toBeVisible();
  });
  const cards = await count.textContent();
  const expanding = await longestTask(page, async () => {
    // A category, and a section of it.
    for (const row of [rows.first(), rows.and(page.locator('[aria-level="2"]')).first()]) {
      const toggle = row.locator('[aria-expanded]').first();
      const before = await toggle.getAttribute('aria-expanded');
      for (const open of [before !== 'true', before === 'true', before !== 'true', before === 'true']) {
        await toggle.click();
        await expect(toggle).toHaveAttribute('aria-expanded', String(open));
      }
    }
  });
  const typing = await longestTask(page, async () => {
    await search.pressSequentially('iron', { delay: 60 });
    await expect(page).toHaveURL(/search=iron/);
    await expect(rows.locator('mark').first()).toHaveText(/iron/i);
    await search.fill('');
    await expect(count).toHaveText(cards ?? '');
  });
  // A search opens all sections with matches.
  await search.fill('a');
  await expect(page).toHaveURL(/search=a$/);
  const began = performance.now();
  await rows.getByRole('link').first().click();
  const editor = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(editor).toBeVisible();
  const editing = performance.now() - began;
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  const scrolling = await longestTask(page, async () => {
    await rows.first().hover();
    for (let turn = 0; turn < 100; turn += 1) await page.mouse.wheel(0, 1500);
    await expect(rows.last()).toHaveAttribute('aria-posinset', (await rows.last().getAttribute('aria-setsize')) ?? '');
  });
  await page.context().close();
  return [
    { what: `longest task, opening ${cards}`, figure: `${opening.toFixed(0)} ms` },
    under(`longest task, opening sections of ${cards}`, expanding, 100, 'ms'),
    under(`longest task, typing in ${cards}`, typing, 100, 'ms'),
    under('opening the editor of a card', editing, 1000, 'ms'),
    under(`longest task, scrolling ${cards}`, scrolling, 100, 'ms'),
  ];
}

/** Typing within a card's text of 20,000 characters in 100 paragraphs, beside the phone that shows it. */
async function typing({ desk, bearer, newPage }: Stage) {
  const lines: Line[] = [];
  const staff = caller(desk.address, bearer);
  const { categories } = (await staff.get('/admin/lady-due/categories?trackingMode=PCOS')).json as {
    categories: { sections: { id: string }[] }[];
  };
  const words = 'Drink enough water each day, and rest when your body asks for it. '.repeat(3).slice(0, 193);
  const card = await staff.make<{ id: string }>('/admin/lady-due/cards', {
    sectionId: categories[0]?.sections[0]?.id,
    title: 'A long text',
    richContent: `<p>${words}</p>`.repeat(100),
  });
  for (const [name, slowProcessor, most] of [
    ['', false, 16],
    [', processor 4 times slower', true, 60],
  ] as const) {
    const page = await newPage();
    await openAndSignIn(page, desk);
    await page.goto(`${desk.address}/admin/desk/lady-due?mode=PCOS&card=${card.id}&form=edit`);
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.locator('p').nth(50).click();
    await page.waitForLoadState('networkidle');
    const end = await limit(page, { slowProcessor });
    const times = await keyTimes(page, 'Call your clinic when it gets worse.');
    await end();
    lines.push(under(`a key in a text of 20,000 characters${name}, median`, median(times), most, 'ms'));
    lines.push({
      what: `the slowest of ${times.length} keys${name}`,
      figure: `${(times.at(-1) ?? Number.NaN).toFixed(0)} ms`,
    });
    await page.context().close();
  }
  return lines;
}

/** The endless list of posts: going down 5,000 of them, and back to the first. */
async function posts({ desk, newPage }: Stage) {
  const page = await newPage();
  await watchPage(page);
  await openAndSignIn(page, desk);
  await shown(page);
  const rows = page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
  const first = page.locator('[aria-posinset="1"]');
  await page.getByRole('link', { name: 'Awa Secrets', exact: true }).click();
  const opening = await longestTask(page, async () => {
    await page.getByRole('link', { name: 'Posts', exact: true }).click();
    await expect(first).toBeVisible();
  });
  const count = await page.getByRole('heading', { level: 2 }).textContent();
  const began = await heap(page);
  const lastSeen = async () => Number(await rows.last().getAttribute('aria-posinset'));
  const scrolling = await longestTask(page, async () => {
    await rows.first().hover();
    while ((await lastSeen()) < 5000) {
      await page.mouse.wheel(0, 4200);
      await expect(rows.last().getByRole('checkbox')).toBeAttached();
    }
    while (!(await first.isVisible())) await page.mouse.wheel(0, -8400);
  });
  const ended = await heap(page);
  await page.context().close();
  return [
    { what: `longest task, opening ${count}`, figure: `${opening.toFixed(0)} ms` },
    under('longest task, scrolling 5,000 posts and back', scrolling, 100, 'ms'),
    under(`memory that is left of them (before: ${began.toFixed(1)} MB)`, ended - began, 10, 'MB', 1),
  ];
}

/** The measurements, in order. To add a row, add a function that returns its lines. */
export const measurements: ((stage: Stage) => Promise<Line[]>)[] = [
  lighthouse,
  bundle,
  firstListCell,
  firstListCellWithSlowProcessor,
  firstListCellOverSlowLink,
  firstRowOverSlowLink,
  tour,
  exporting,
  doctors,
  ladyDue,
  typing,
  posts,
];
