import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BinItem, Restored } from '#contract/bin.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { expectDone } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { makePartitionsFor } from '#tests/database/log.ts';

/** The number of deleted cards, each with a text of 6 kB, next to three times as many other changes. */
const rows = 100_000;

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
  await makePartitionsFor(desk.database.pool, 30);
  await withClient({ connectionString: desk.database.url }, async (client) => {
    await client.query(
      `WITH made AS (
         SELECT gen_random_uuid() AS id, gen_random_uuid() AS operation, n, now() - n * interval '20 seconds' AS at,
           (ARRAY['Iron', 'Sleep', 'Water', 'Walking', 'Folate'])[1 + n % 5] || ' in week ' || n
             || CASE WHEN n % 1000 = 0 THEN ' Ọjọ́ ìdánwò' ELSE '' END AS title
         FROM generate_series(1, ${rows}) AS n
       ), logged AS (
         INSERT INTO operations (id, at, actor_name, action, area, kind, entity_id, label, count)
         SELECT operation, at, 'Ada', 'delete', 'lady-due', 'card', id, title, 1 FROM made
       )
       INSERT INTO revisions (operation_id, at, position, kind, entity_id, version, before, after)
       SELECT operation, at, 0, 'card', id, version,
         jsonb_build_object('id', id, 'title', title, 'version', version, 'content', CASE version
           WHEN 4 THEN (SELECT string_agg(md5(n::text || part), ' ') FROM generate_series(1, 180) AS part) ELSE '' END),
         CASE WHEN version < 4 THEN jsonb_build_object('id', id, 'title', title) END
       FROM made, generate_series(1, 4) AS version`,
    );
    await client.query('VACUUM ANALYZE operations, revisions');
  });
}, 900_000);
afterAll(() => desk.close());

test.each([
  ['everything', '', 10_000],
  ['a rare name', 'idanwo', 100],
  ['a name that every fifth has', 'sleep', 1000],
  ['a word that each has', 'week', 1000],
  ['one row', 'week 77777', 1],
  ['nothing', 'no such name', 0],
  ['two rare letters', 'qx', 0],
  ['two letters that many words begin with', 'wa', 1000],
  ['one letter', 's', 1000],
  ['one rare letter', 'x', 0],
])('in a bin of 100,000 rows %s is found at once', async (_, search, total) => {
  const ask = async () => {
    const began = performance.now();
    const page = await desk.staff.bin(`?limit=50&search=${encodeURIComponent(search)}`);
    return { page, took: performance.now() - began };
  };
  await ask();
  const { page, took } = await ask();
  console.log(`bin of ${rows} rows, search “${search}”: ${took.toFixed(0)} ms`);
  expect(page.pagination.total).toBe(total);
  expect(page.items).toHaveLength(Math.min(50, total));
  expect(took).toBeLessThan(500);
});

test('500 of them come back in one call, and a hundred are refused one by one', async () => {
  const { staff } = desk;
  const items: Pick<BinItem, 'kind' | 'id'>[] = [];
  for (let at = 0; at < 500; at += 1) {
    const { id } = await staff.make<{ id: string }>('/admin/announcements', { message: `Number ${at}` });
    await staff.remove(`/admin/announcements/${id}`);
    items.push({ kind: 'announcement', id });
  }
  const restore = async (some: typeof items) => {
    const began = performance.now();
    const { refused } = expectDone(await staff.post('/admin/bin/restore', { items: some })) as Restored;
    console.log(`${some.length} rows, ${refused.length} of them refused: ${(performance.now() - began).toFixed(0)} ms`);
    return refused.length;
  };
  expect(await restore(items)).toBe(0);
  // The section of these cards no longer exists.
  const { items: cards } = await staff.bin('?limit=100&kind=card&search=iron');
  expect(await restore(cards.map(({ kind, id }) => ({ kind, id })))).toBe(100);
});
