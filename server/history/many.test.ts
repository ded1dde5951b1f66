import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failNext } from '#server/testing/faults.ts';
import { problemOf } from '#server/testing/send.ts';
import {
  type Caller,
  type TreeDesk,
  expectDone,
  operationOf,
  createTree,
  treeDesk,
  treeOf,
} from '#server/testing/tree-desk.ts';

let desk: TreeDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await treeDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());

const bulk = (ids: string[], action: string) => ada.post('/tree/card/bulk', { ids, action });
const copy = (sectionId: string, count: number) =>
  ada.post('/tree/card/copies', {
    cards: Array.from({ length: count }, (_, index) => ({ sectionId, title: `Copy ${index}`, tags: [`${index}`] })),
  });
const last = async () => (await ada.operations('?limit=1')).operations[0];

/** How many statements a change takes, and its undo. */
async function statementsOf(change: () => ReturnType<Caller['post']>) {
  const counted = async <T>(work: () => Promise<T>) => {
    const { statements, mend } = failNext(desk.database.pool, { at: Infinity, happen: () => Promise.resolve() });
    const answer = await work();
    mend();
    return { answer, count: statements.length };
  };
  const { answer, count } = await counted(change);
  expectDone(answer);
  return [count, (await counted(() => ada.undo(operationOf(answer) ?? ''))).count];
}

describe('thirty things take as many statements as two, also to undo:', () => {
  test('a creation', async () => {
    const { phases } = await createTree(ada);
    expect(await statementsOf(() => copy(phases.id, 30))).toEqual(await statementsOf(() => copy(phases.id, 2)));
  });

  test.each(['tag', 'delete'])('the bulk call %s', async (action) => {
    const { phases } = await createTree(ada);
    const { ids } = expectDone(await copy(phases.id, 30)) as { ids: string[] };
    const two = await statementsOf(() => bulk(ids.slice(0, 2), action));
    expect(await statementsOf(() => bulk(ids, action))).toEqual(two);
  });
});

test('things that are created together are in the order in which they were sent', async () => {
  const { category, phases } = await createTree(ada);
  const answer = await copy(phases.id, 12);
  const { ids } = expectDone(answer) as { ids: string[] };
  const { cards } = await treeOf(ada, category);
  const mine = cards.filter(({ sectionId }) => sectionId === phases.id);
  expect(mine.map(({ title }) => title)).toEqual(['Two', ...ids.map((_, index) => `Copy ${index}`)]);
  expect(mine.slice(1).map(({ id }) => id)).toEqual(ids);
  expect(await last()).toMatchObject({ action: 'create', kind: 'card', entityId: null, label: '', count: 12 });
  expect((await ada.undo(operationOf(answer) ?? '')).status).toBe(200);
  expect((await treeOf(ada, category)).cards.length).toBe(3);
});

test('several changes are one operation; a thing that would not change is left alone', async () => {
  const { category, cards } = await createTree(ada);
  const ids = cards.map(({ id }) => id);
  await ada.put(`/tree/card/${ids[0]}`, { status: 'published' });
  const answer = await bulk(ids, 'publish');
  expect([answer.status, answer.json]).toEqual([200, { count: 2 }]);
  expect(await last()).toMatchObject({ action: 'update', entityId: null, count: 2 });
  expect((await treeOf(ada, category)).cards.map(({ status, version }) => [status, version])).toEqual(
    cards.map(() => ['published', 2]),
  );
  expect(operationOf(await bulk(ids, 'publish'))).toBeUndefined();
  expect((await ada.undo(operationOf(answer) ?? '')).status).toBe(200);
  expect((await treeOf(ada, category)).cards.map(({ status }) => status).toSorted()).toEqual([
    'draft',
    'draft',
    'published',
  ]);
});

test('several deletions include all children, are listed one by one in the bin, and are undone together', async () => {
  const { category, basics, phases } = await createTree(ada);
  const before = await treeOf(ada, category);
  const answer = await ada.post('/tree/section/bulk', { ids: [basics.id, phases.id], action: 'delete' });
  expect(await last()).toMatchObject({ action: 'delete', kind: 'section', entityId: null, count: 5 });
  const bin = (await ada.bin('?kind=section')).items.slice(0, 2);
  expect(new Map(bin.map(({ id, contains }) => [id, contains]))).toEqual(
    new Map([
      [basics.id, [{ kind: 'card', count: 2 }]],
      [phases.id, [{ kind: 'card', count: 1 }]],
    ]),
  );
  expect((await ada.undo(operationOf(answer) ?? '')).status).toBe(200);
  const after = await treeOf(ada, category);
  expect([after.sections, after.cards].map((rows) => rows.map(({ id }) => id))).toEqual(
    [before.sections, before.cards].map((rows) => rows.map(({ id }) => id)),
  );
});

describe('all or nothing:', () => {
  test.each(['tag', 'delete'])('%s with unknown ids is 404 and names them', async (action) => {
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
    const answer = await bulk(
      cards.map(({ id }) => id),
      'break',
    );
    expect([answer.status, problemOf(answer).errors?.[0]?.path]).toEqual([422, 'title']);
    expect((await treeOf(ada, category)).cards.toSorted(byId)).toEqual([...cards].toSorted(byId));
  });

  test('an id that is sent twice, no id, and more than 500 ids are 422', async () => {
    const { cards } = await createTree(ada);
    const [{ id }] = cards;
    for (const ids of [[id, id.toUpperCase()], [], Array.from({ length: 501 }, () => randomUUID())]) {
      expect((await bulk(ids, 'tag')).status).toBe(422);
    }
  });

  test('one card in a section that is gone is 409, and no card is created', async () => {
    const { category, phases } = await createTree(ada);
    await ada.remove(`/tree/section/${phases.id}`);
    expect(problemOf(await copy(phases.id, 3)).code).toBe('parent_missing');
    expect((await treeOf(ada, category)).cards.length).toBe(2);
  });
});

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
