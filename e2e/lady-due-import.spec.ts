import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { type CategoryTree, ladyDueApi, maxImportBytes } from '#contract/lady-due.ts';
import type { Call } from '#e2e/support/calls.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/lady-due';

/** A file on the disk, from which the browser reads, until the end of the test. */
async function fileOf(content: string) {
  const file = test.info().outputPath(randomUUID(), 'content.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}
test.afterEach(() => rm(test.info().outputDir, { recursive: true, force: true }));

async function addTree(api: Call) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'Your cycle',
    trackingMode: 'TRACK_PERIOD',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  const { id } = await api(ladyDueApi.cards.create, {
    sectionId,
    title: 'Warmth',
    richContent: '<p>A <em>warm</em> bath</p>',
  });
  return id;
}

const parts = (page: Page, mode: string) => {
  const dialog = page.getByRole('dialog', { name: `Import into ${mode}` });
  return {
    dialog,
    choose: async (content: string) => dialog.locator('input[type="file"]').setInputFiles(await fileOf(content)),
    row: (name: string) => dialog.getByRole('row', { name }),
    start: dialog.getByRole('button', { name: 'Import', exact: true }),
  };
};

test('an export is imported after a dry run and a confirmation for another mode, as one change that can be undone', async ({
  signedIn: page,
  api,
}) => {
  await addTree(api);
  await page.goto(path);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^lady-due-content-TRACK_PERIOD-\d{4}-\d\d-\d\d\.json$/);
  const exported = await readFile(await download.path(), 'utf8');
  await expect(page.getByText(`Saved ${download.suggestedFilename()}`)).toBeVisible();

  await page.goto(`${path}?mode=PCOS`);
  await page.getByRole('button', { name: 'Import' }).click();
  const { dialog, choose, row, start } = parts(page, 'PCOS');
  await choose(exported);
  await expect(dialog).toContainText('This file is for Period Tracker. Import it into PCOS?');
  await dialog.getByRole('button', { name: 'Import into PCOS' }).click();
  await expect(row('Added 1 1 1')).toBeVisible();
  await start.click();
  await expect(page.getByText('Imported: 1 added')).toBeVisible();
  await expect(dialog).toBeHidden();
  const held = async () => (await api(ladyDueApi.categories.list, { trackingMode: 'PCOS' })).categories;
  expect((await held())[0]?.sections[0]?.cards[0]?.richContent).toBe('<p>A <em>warm</em> bath</p>');
  await page.getByRole('button', { name: 'Undo: Imported: 1 added' }).click();
  await expect(page.getByText('Nothing in PCOS yet')).toBeVisible();
  expect(await held()).toEqual([]);
});

test('a dry run lists the changes of a replacement; a file with an error is not imported, and the error has its place', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 422/);
  await addTree(api);
  await page.goto(path);
  await page.getByRole('button', { name: 'Import' }).click();
  const { dialog, choose, row, start } = parts(page, 'Period Tracker');
  const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'TRACK_PERIOD' });
  const written = (change: (tree: CategoryTree[]) => void) => {
    const tree = structuredClone(categories);
    change(tree);
    return JSON.stringify({ version: '1.0', trackingMode: 'TRACK_PERIOD', categories: tree });
  };
  await choose(
    written(([category]) => {
      const [held] = category?.sections ?? [];
      if (held) Object.assign(held, { title: 'First things', cards: [] });
    }),
  );
  await expect(row('Added 1 1 0')).toBeVisible();
  await dialog.getByText('Replace', { exact: true }).click();
  await expect(row('Changed 0 1 0')).toBeVisible();
  await expect(row('Deleted 0 0 1')).toBeVisible();
  await dialog.getByText('What is deleted').click();
  await expect(dialog.getByText('Warmth')).toBeVisible();
  await choose('{"categories":');
  await expect(dialog.getByRole('alert')).toContainText('Invalid import file format');
  await choose(
    written(([category]) => {
      const card = category?.sections[0]?.cards[0];
      if (card) card.backgroundColor = 'pink';
    }),
  );
  const errors = dialog.getByRole('list', { name: 'Errors in the file' });
  await expect(errors).toContainText('categories.0.sections.0.cards.0.backgroundColor · Your cycle / Basics / Warmth');
  await expect(dialog).toContainText('Nothing was imported. 1 thing to correct:');
  await expect(start).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(errors).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('a file of nearly 20 MB is sent with progress and can be cancelled; a larger one is not sent', async ({
  signedIn: page,
}) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Import' }).click();
  const { dialog, choose } = parts(page, 'Period Tracker');
  const texts = { title: 'Long', content: 'a'.repeat(20_000) };
  const cards = Array.from({ length: 1000 }, () => texts);
  const content = JSON.stringify({
    trackingMode: 'TRACK_PERIOD',
    categories: [{ name: 'A', sections: [{ title: 'B', cards }] }],
  });
  expect(content.length / maxImportBytes).toBeGreaterThan(0.95);
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  });
  await choose(content);
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await client.detach();
  await choose(content);
  await expect(dialog.getByRole('row', { name: 'Added 1 1 1,000' })).toBeVisible();
  await choose(' '.repeat(maxImportBytes + 1));
  await expect(dialog.getByRole('alert')).toContainText('A file can be 20.0 MB at most. Nothing was sent.');
});
