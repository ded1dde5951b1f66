import fc from 'fast-check';
import { expect } from 'vitest';
import { pathOf } from '#contract/kinds.ts';
import { type Caller, operationOf } from '#tests/desk/caller.ts';
import type { TestDesk } from '#tests/desk/test-desk.ts';
import { listAll } from '#tests/records/lady-due.ts';
import { expectWhole } from '#tests/database/log.ts';

const kinds = ['category', 'section', 'card'] as const;
const what = ['create', 'update', 'move', 'remove', 'undo', 'restore', 'restore version'] as const;

/** Changes of a tree. Each picks its record by an index into the existing ones. */
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
type Tree = Awaited<ReturnType<typeof listAll>>;

/** The number of their own changes after which people reload the tree and the bin. */
const lookEvery = 5;

/**
 * Makes the changes over HTTP, where some are refused, and adds the operations that succeeded to `done`. Undos pick
 * among these. Expects no server error.
 */
export async function doChanges(staff: Caller, changes: Change[], done: string[]) {
  let tree: Tree = { categories: [], sections: [], cards: [] };
  let bin: { kind: string; id: string }[] = [];
  for (const [index, change] of changes.entries()) {
    if (index % lookEvery === 0) {
      tree = await listAll(staff);
      bin = (await staff.bin('?limit=100')).items;
    }
    const answer = await ask(staff, change, tree, bin, done);
    if (!answer) continue;
    expect([change, answer.status < 500, answer.text]).toEqual([change, true, answer.text]);
    const operation = operationOf(answer);
    if (operation) done.push(operation);
  }
}

/**
 * Expects that the log of a tree has these operations and no others, has no gaps, and ends with the current state of
 * each record.
 */
export async function expectLogged({ staff, database }: TestDesk, done: string[]) {
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM operations WHERE kind = ANY ($1)', [
    kinds,
  ]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(done.toSorted());
  await expectWhole(database.pool, { category: 'categories', section: 'sections', card: 'cards' });
  const tree = await listAll(staff);
  for (const [kind, records] of [
    ['category', tree.categories],
    ['section', tree.sections],
    ['card', tree.cards],
  ] as const) {
    for (const record of records) {
      const [last] = await staff.revisions(kind, record.id);
      expect(record).toMatchObject({ version: last?.version, ...last?.data });
    }
  }
}

function ask(
  staff: Caller,
  { what: wanted, kind, pick, stale, value }: Change,
  tree: Tree,
  bin: { kind: string; id: string }[],
  done: string[],
) {
  const oneOf = <T>(list: readonly T[]) => list[pick % (list.length || 1)];
  const records: { id: string; version: number }[] = {
    category: tree.categories,
    section: tree.sections,
    card: tree.cards,
  }[kind];
  const record = oneOf(records);
  const address = `${pathOf(kind)}/${record?.id}`;
  const marks = record ? { ifMatch: Math.max(1, record.version - (stale ? 1 : 0)) } : {};
  const [category, section, gone, operation] = [oneOf(tree.categories), oneOf(tree.sections), oneOf(bin), oneOf(done)];
  const title = `Title ${value}`;
  if (wanted === 'undo') return operation && staff.undo(operation);
  if (wanted === 'restore') return gone && staff.post(`/admin/bin/${gone.kind}/${gone.id}/restore`);
  if (wanted === 'create') {
    if (kind === 'category') return staff.post(pathOf(kind), { name: title, trackingMode: 'PCOS' });
    if (kind === 'section') return category && staff.post(pathOf(kind), { categoryId: category.id, title });
    return section && staff.post(pathOf('card'), { sectionId: section.id, title });
  }
  if (!record) return undefined;
  if (wanted === 'remove') return staff.remove(address, marks);
  if (wanted === 'restore version') {
    return staff.post(`/admin/history/${kind}/${record.id}/restore`, { version: Math.max(1, record.version - value) });
  }
  if (wanted === 'move') {
    if (kind === 'card') return section && staff.put(address, { sectionId: section.id }, marks);
    if (kind === 'section') return category && staff.put(address, { categoryId: category.id }, marks);
  }
  const fields = {
    category: { name: title },
    section: stale ? { title } : { description: title },
    card: stale ? { title } : { citations: [title] },
  };
  return staff.put(address, fields[kind], marks);
}
