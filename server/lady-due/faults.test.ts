import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CategoryTree } from '#contract/lady-due.ts';
import { dump } from '#tests/database/dump.ts';
import { failNext } from '#tests/load/faults.ts';
import type { Answer } from '#tests/desk/send.ts';
import { type Caller, expectDone } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';

let app: TestDesk;
let staff: Caller;
let tree: CategoryTree;
beforeAll(async () => {
  app = await testDesk();
  ({ staff } = app);
  await staff.post(`${at}/default-content`, { trackingMode: 'TRACK_PERIOD' });
  const { categories } = expectDone(await staff.get(`${at}/categories`)) as { categories: [CategoryTree] };
  tree = categories[0];
});
afterAll(() => app.close());

const cards = () => tree.sections.flatMap((one) => one.cards);
const replaced = () => ({
  version: '1.0',
  trackingMode: 'TRACK_PERIOD',
  categories: [{ ...tree, name: 'Changed', sections: [{ title: 'New', cards: cards().slice(2) }] }],
});

const calls: [name: string, ask: () => Promise<Answer>][] = [
  ['default content', () => staff.post(`${at}/default-content`, { trackingMode: 'PCOS' })],
  ['a copy of a category', () => staff.post(`${at}/categories/${tree.id}/duplicate`, { parentId: 'PCOS' })],
  ['a card that is published', () => staff.put(`${at}/cards/${cards()[0]?.id}`, { publishStatus: 'published' })],
  [
    'cards that are published',
    () => staff.post(`${at}/cards/bulk`, { ids: cards().map(({ id }) => id), action: 'publish' }),
  ],
  [
    'an order',
    () => staff.put(`${at}/order`, { parentId: tree.id, ids: tree.sections.map(({ id }) => id).toReversed() }),
  ],
  [
    'an import',
    () => staff.post(`${at}/import`, { file: replaced(), trackingMode: 'TRACK_PERIOD', strategy: 'replace' }),
  ],
];

test.each(calls)('whichever statement of %s fails, nothing is changed', async (_, ask) => {
  const before = await dump(app.database.pool);
  for (let failing = 1; ; failing += 1) {
    const fault = failNext(app.database.pool, { at: failing, happen: () => Promise.reject(new Error('A fault')) });
    const answer = await ask();
    fault.mend();
    if (!fault.reached()) {
      expect([answer.status < 300, failing]).toEqual([true, fault.statements.length + 1]);
      expect(failing).toBeGreaterThan(5);
      break;
    }
    expect([failing, answer.status]).toEqual([failing, 500]);
    expect([failing, await dump(app.database.pool)]).toEqual([failing, before]);
  }
});
