import type pg from 'pg';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Card, Category, Section } from '#server/testing/tree.ts';
import { type TreeDesk, expectDone, operationOf } from '#server/testing/tree-desk.ts';

const kinds = ['category', 'section', 'card'] as const;
const what = ['create', 'update', 'move', 'remove', 'undo', 'restore', 'restore version'] as const;

/** Changes of a tree. Each picks its thing by an index into those that exist. */
export const randomChanges = (many: number) =>
  fc.array(
    fc.record({
      what: fc.constantFrom(...what),
      kind: fc.constantFrom(...kinds),
      pick: fc.nat(1000),
      stale: fc.boolean(),
      value: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: many, maxLength: many },
  );

type Change = {
  what: (typeof what)[number];
  kind: (typeof kinds)[number];
  pick: number;
  stale: boolean;
  value: number;
};
type Tree = { categories: Category[]; sections: Section[]; cards: Card[] };

/**
 * Makes the changes over HTTP, where some are refused. Returns how many succeeded. Expects no server error and a
 * complete log.
 */
export async function doChanges({ staff, database }: TreeDesk, changes: Change[]) {
  const done: string[] = [];
  for (const change of changes) {
    const tree = expectDone(await staff.get('/tree')) as Tree;
    const bin = (await staff.bin('?limit=100')).items;
    const answer = await ask(staff, change, tree, bin, done);
    if (!answer) continue;
    expect([change, answer.status < 500, answer.text]).toEqual([change, true, answer.text]);
    const operation = operationOf(answer);
    if (operation) done.push(operation);
  }
  await expectWhole(database.pool);
  const tree = expectDone(await staff.get('/tree')) as Tree;
  for (const [kind, things] of [
    ['category', tree.categories],
    ['section', tree.sections],
    ['card', tree.cards],
  ] as const) {
    for (const { id, version } of things) expect((await staff.revisions(kind, id))[0]).toMatchObject({ version });
  }
  return done.length;
}

function ask(
  staff: TreeDesk['staff'],
  { what: wanted, kind, pick, stale, value }: Change,
  tree: Tree,
  bin: { kind: string; id: string }[],
  done: string[],
) {
  const oneOf = <T>(list: readonly T[]) => list[pick % (list.length || 1)];
  const things: { id: string; version: number }[] = {
    category: tree.categories,
    section: tree.sections,
    card: tree.cards,
  }[kind];
  const thing = oneOf(things);
  const address = `/tree/${kind}/${thing?.id}`;
  const marks = thing ? { ifMatch: Math.max(1, thing.version - (stale ? 1 : 0)) } : {};
  const [category, section, gone, operation] = [oneOf(tree.categories), oneOf(tree.sections), oneOf(bin), oneOf(done)];
  const title = `Title ${value}`;
  if (wanted === 'undo') return operation && staff.undo(operation);
  if (wanted === 'restore') return gone && staff.post(`/admin/bin/${gone.kind}/${gone.id}/restore`);
  if (wanted === 'create') {
    if (kind === 'category') return staff.post('/tree/category', { name: title });
    if (kind === 'section') return category && staff.post('/tree/section', { categoryId: category.id, title });
    return section && staff.post('/tree/card', { sectionId: section.id, title });
  }
  if (!thing) return undefined;
  if (wanted === 'remove') return staff.remove(address, marks);
  if (wanted === 'restore version') {
    return staff.post(`/admin/history/${kind}/${thing.id}/restore`, { version: Math.max(1, thing.version - value) });
  }
  if (wanted === 'move') {
    if (kind === 'card') return section && staff.put(address, { sectionId: section.id }, marks);
    if (kind === 'section') return category && staff.put(address, { categoryId: category.id }, marks);
  }
  const fields = {
    category: { name: title },
    section: stale ? { title } : { opens: value },
    card: stale ? { title } : { tags: [title] },
  };
  return staff.put(address, fields[kind], marks);
}

/** Checks that each version begins with what the one before left, and that each operation counts what it touched. */
async function expectWhole(pool: pg.Pool) {
  const gaps = await pool.query(`
    WITH moves AS (
      SELECT kind, one.id, one.version, "from", "to"
      FROM revisions, unnest(moved, moved_versions, moved_from, moved_to) AS one(id, version, "from", "to")
    ), changes AS (
      SELECT kind, entity_id, version, before, after FROM revisions WHERE moved IS NULL
      UNION ALL
      SELECT kind, id, version, jsonb_build_object('displayOrder', "from"), jsonb_build_object('displayOrder', "to") FROM moves
    )
    SELECT kind, entity_id, version FROM (
      SELECT *, lag(version) OVER each AS earlier, lag(after) OVER each AS left_behind
      FROM changes WINDOW each AS (PARTITION BY kind, entity_id ORDER BY version)) AS chain
    WHERE earlier IS NOT NULL AND (version <> earlier + 1 OR before IS DISTINCT FROM left_behind)
      AND NOT (version = earlier + 1 AND (before ? 'id') IS DISTINCT FROM (left_behind ? 'id')
        AND before -> 'displayOrder' = left_behind -> 'displayOrder')`);
  expect(gaps.rows).toEqual([]);
  const miscounted = await pool.query(`
    SELECT id FROM operations WHERE count <> (
      SELECT sum(coalesce(cardinality(moved), 1)) FROM revisions WHERE operation_id = operations.id)`);
  expect(miscounted.rows).toEqual([]);
}
