import { expect } from 'vitest';
import { ladyDueApi } from '#contract/lady-due.ts';
import type { Flow } from '#engines/flow.ts';

export const card: Flow = {
  title: 'a card is saved with its texts, its lines and its rich text',
  async run({ page, api }) {
    const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Rest', trackingMode: 'TRACK_PERIOD' });
    const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
    const { id } = await api(ladyDueApi.cards.create, { sectionId, title: 'Tea' });
    await page.open(`lady-due?card=${id}&form=edit`);
    const form = page.getByRole('form', { name: 'Edit card' });
    const tool = (name: string) => form.getByRole('toolbar').getByRole('button', { name, exact: true });
    await form.getByRole('textbox', { name: 'Title' }).fill('Ginger tea');
    await form.getByRole('textbox', { name: 'Text', exact: true }).click();
    await page.browser.type('Warm and ');
    await tool('Bold').click();
    await page.browser.type('strong');
    await form.getByRole('textbox', { name: 'Citations, line 1' }).fill('NHS. Periods.');
    await page.browser.press('Enter');
    await form.getByRole('textbox', { name: 'Citations, line 2' }).fill('WHO. Health.');
    await form.getByRole('button', { name: 'Save card' }).click();
    await form.gone();
    const { categories } = await api(ladyDueApi.categories.list, { trackingMode: 'TRACK_PERIOD' });
    const cards = categories.flatMap(({ sections }) => sections.flatMap((section) => section.cards));
    expect(cards.find((one) => one.id === id)).toMatchObject({
      title: 'Ginger tea',
      richContent: '<p>Warm and <strong>strong</strong></p>',
      citations: ['NHS. Periods.', 'WHO. Health.'],
    });
  },
};
