import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardFields } from '#contract/lady-due.ts';
import { cardKind, sectionKind } from '#server/lady-due/kinds.ts';
import { statementsOf } from '#tests/load/faults.ts';
import { problemOf } from '#tests/desk/send.ts';
import { type Caller, doneBy, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, logOf, testDesk } from '#tests/desk/test-desk.ts';
import { createTree, treeOf } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());

const bulk = (ids: string[], action: string) => ada.post('/admin/lady-due/cards/bulk', { ids, action });
/** Adds cards in one change. */
const copy = (sectionId: string, count: number) =>
  logOf(desk).change((change) =>
    change.createMany(
      cardKind,
      Array.from({ length: count }, (_, index) => ({ ...cardFields.blank, sectionId, title: `Copy ${index}` })),
    ),
  );
/** Changes cards in one change, each to a different value. */
const cite = (ids: string[]) =>
  logOf(desk).change((change) => change.updateMany(cardKind, ids, ({ title }) => ({ citations: [title] })));
const last = async () => (await ada.operations('?limit=1')).operations[0];

/** The number of statements that a change takes, and its undo. */
async function countsOf(change: () => Promise<{ operation: string }>) {
  const { answer, statements } = await statementsOf(desk.database.pool, change);
  const undone = await statementsOf(desk.database.pool, () => ada.undo(answer.operation));
  return [statements.length, undone.statements.length];
}

describe('thirty records take as many statements as two, also to undo:', () => {
  test('a creation', async () => {
    const { phases } = await createTree(ada);
    expect(await countsOf(() => copy(phases.id, 30))).toEqual(await countsOf(() => copy(phases.id, 2)));
  });

  test.each([
    ['change', cite],
    ['deletion', async (ids: string[]) => ({ operation: await doneBy(bulk(ids, 'delete')) })],
  ])('a %s', async (_, work) => {
    const { phases } = await createTree(ada);
    const ids = (await copy(phases.id, 30)).output.map(({ id }) => id);
    const two = await countsOf(() => work(ids.slice(0, 2)));
    expect(await countsOf(() => work(ids))).toEqual(two);
  });
});

test('records that are created together are in the order in which they were sent', async () => {
  const { category, phases } = await createTree(ada);
  const { output, operation } = await copy(phases.id, 12);
  const { cards } = await treeOf(ada, category);
  const mine = cards.filter(({ sectionId }) => sectionId === phases.id);
  expect(mine.map(({ title }) => title)).toEqual(['Two', ...output.map((_, index) => `Copy ${index}`)]);
  expect(mine.slice(1).map(({ id }) => id)).toEqual(output.map(({ id }) => id));
  expect(await last()).toMatchObject({ action: 'create', kind: 'card', entityId: null, label: '', count: 12 });
  expect((await ada.undo(operation)).status).toBe(200);
  expect((await treeOf(ada, category)).cards.length).toBe(3);
});

test('several changes are one operation; a record that would not change is skipped', async () => {
  const { category, cards } = await createTree(ada);
  const ids = cards.map(({ id }) => id);
  await ada.put(`/admin/lady-due/cards/${ids[0]}`, { publishStatus: 'published' });
  const answer = await bulk(ids, 'publish');
  expect([answer.status, answer.json]).toMatchObject([200, { count: 2, unchanged: 1 }]);
  expect(await last()).toMatchObject({ action: 'publish', entityId: null, count: 2 });
  expect((await treeOf(ada, category)).cards.map(({ publishStatus, version }) => [publishStatus, version])).toEqual(
    cards.map(() => ['published', 2]),
  );
  expect(operationOf(await bulk(ids, 'publish'))).toBeUndefined();
  expect((await ada.undo(operationOf(answer) ?? '')).status).toBe(200);
  expect((await treeOf(ada, category)).cards.map(({ publishStatus }) => publishStatus).toSorted()).toEqual([
    'draft',
    'draft',
    'published',
  ]);
});

test('several deletions include all children, are listed one by one in the bin, and are undone together', async () => {
  const { category, basics, phases } = await createTree(ada);
  const before = await treeOf(ada, category);
  const { operation } = await logOf(desk).change((change) => change.removeMany(sectionKind, [basics.id, phases.id]));
  expect(await last()).toMatchObject({ action: 'delete', kind: 'section', entityId: null, count: 5 });
  const bin = (await ada.bin('?kind=section')).items.slice(0, 2);
  expect(new Map(bin.map(({ id, contains }) => [id, contains]))).toEqual(
    new Map([
      [basics.id, [{ kind: 'card', count: 2 }]],
      [phases.id, [{ kind: 'card', count: 1 }]],
    ]),
  );
  expect((await ada.undo(operation)).status).toBe(200);
  const after = await treeOf(ada, category);
  expect([after.sections, after.cards].map((rows) => rows.map(({ id }) => id))).toEqual(
    [before.sections, before.cards].map((rows) => rows.map(({ id }) => id)),
  );
});

describe('all or nothing:', () => {
  test.each(['publish', 'delete'])('%s with unknown ids is 404 and names them', async (action) => {
    const { category, cards } = await createTree(ada);
    const answer = await bulk([cards[0].id, randomUUID(), cards[1].id, randomUUID()], action);
    const { detail, errors } = problemOf(answer);
    expect([answer.status, detail]).toEqual([404, '2 of these cards no longer exist.']);
    expect(errors).toEqual([
      { path: 'ids.1', message: 'This card no longer exists' },
      { path: 'ids.3', message: 'This card no longer exists' },
    ]);
    expect((await treeOf(ada, category)).cards.toSorted(byId)).toEqual([...cards].toSorted(byId));
  });

  test('a card that breaks a rule is 422', async () => {
    const { category, cards } = await createTree(ada);
    const ids = cards.map(({ id }) => id);
    const broken = logOf(desk).change((change) =>
      change.updateMany(cardKind, ids, ({ title }) => ({ title: title === 'Three' ? '' : 'Changed' })),
    );
    await expect(broken).rejects.toMatchObject({ status: 422, extra: { errors: [{ path: 'title' }] } });
    expect((await treeOf(ada, category)).cards.toSorted(byId)).toEqual([...cards].toSorted(byId));
  });

  test('an id that is sent twice, no id, and more than 500 ids are 422', async () => {
    const { cards } = await createTree(ada);
    const [{ id }] = cards;
    for (const ids of [[id, id.toUpperCase()], [], Array.from({ length: 501 }, () => randomUUID())]) {
      expect((await bulk(ids, 'publish')).status).toBe(422);
    }
  });

  test('one card in a section that is gone is 409, and no card is created', async () => {
    const { category, phases } = await createTree(ada);
    await ada.remove(`/admin/lady-due/sections/${phases.id}`);
    await expect(copy(phases.id, 3)).rejects.toMatchObject({ status: 409, code: 'parent_missing' });
    expect((await treeOf(ada, category)).cards.length).toBe(2);
  });
});

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
