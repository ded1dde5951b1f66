import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Flow } from '#engines/flow.ts';
import { until } from '#tests/desk/server-process.ts';

export const download: Flow = {
  title: 'the users are exported into a file',
  async run({ page, downloads }) {
    await page.open('users?search=Ife Bello');
    await page.getByText(/^Showing 1 to 1 of 1/).see();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    const name = await until('the file', async () =>
      (await readdir(downloads)).find((one) => /^awa-users-[\d-]+\.csv$/.test(one)),
    );
    const csv = await until('its content', () => readFile(path.join(downloads, name), 'utf8'));
    expect(csv).toMatch(/^\uFEFFID,Name,Username,Email,Status,/);
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain('Ife Bello');
  },
};
