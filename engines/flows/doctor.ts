import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { doctorRoutes } from '#contract/doctors.ts';
import { portrait } from '#e2e/support/pictures.ts';
import type { Flow } from '#engines/flow.ts';

export const doctor: Flow = {
  title: 'a new doctor is saved with a picture',
  async run({ page, api, account, downloads }) {
    const { buffer } = await portrait();
    const file = path.join(downloads, 'portrait.jpg');
    await writeFile(file, buffer);
    const name = `Ada ${account.email.slice(5, 13)}`;
    await page.open('doctors?form=new');
    const form = page.getByRole('form', { name: 'Add doctor' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await form.getByRole('combobox', { name: 'Specialty' }).fill('Midwifery');
    await page.browser.choose('', file);
    await form.getByRole('button', { name: 'Save doctor' }).click();
    await form.gone();
    const { doctors: all } = await api(doctorRoutes.list, {});
    const saved = all.find((one) => one.name === name);
    expect(saved?.profileImage).toMatch(/^\/images\/doctor-images\/[\da-f]{32}\.webp$/);
  },
};
