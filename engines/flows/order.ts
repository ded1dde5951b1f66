import { expect } from 'vitest';
import { cycleApi } from '#contract/cycle.ts';
import type { Flow } from '#engines/flow.ts';
import { until } from '#tests/desk/server-process.ts';

const { activities } = cycleApi;

export const order: Flow = {
  title: 'a list is put in order by keys and by dragging',
  async run({ page, api, phase }) {
    for (const name of ['Stretch', 'Walk', 'Swim']) await api(activities.create, { phase, name });
    const stored = async () => (await api(activities.list, { phase })).activities.map(({ name }) => name).join();
    await page.open(`cycle/activities?phase=${phase}`);
    const list = page.getByRole('list', { name: 'Activities' });
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await row('Swim').see();
    await list.getByRole('link', { name: 'Stretch' }).focus();
    await page.browser.press('Alt', 'ArrowDown');
    await until('the order by keys', async () => (await stored()) === 'Walk,Stretch,Swim');

    const from = await list.getByRole('button', { name: 'Move Swim' }).see();
    const first = await row('Walk').see();
    await page.browser.drag([
      from,
      { x: from.x, y: from.y - 20 },
      { x: from.x, y: first.y + 10 },
      { x: from.x, y: first.y },
    ]);
    await until('the order by dragging', async () => (await stored()) === 'Swim,Walk,Stretch');
    expect((await list.getByRole('link').all()).map(({ name }) => name)).toEqual(['Swim', 'Walk', 'Stretch']);
  },
};
