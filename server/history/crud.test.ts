import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Card } from '#server/testing/tree.ts';
import { type Caller, type TreeDesk, expectDone, createTree, treeDesk, treeOf } from '#server/testing/tree-desk.ts';

let desk: TreeDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await treeDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());

const cards = async (query: string) => (expectDone(await ada.get(`/tree/card${query}`)) as { cards: Card[] }).cards;
const titles = (all: { title: string }[]) => all.map(({ title }) => title);

test('the things of a parent are listed in their order, and the list is up to date after each change', async () => {
  const { basics, phases, cards: planted } = await createTree(ada);
  const under = (section: { id: string }) => cards(`?sectionId=${section.id}`);
  expect([titles(await under(basics)), titles(await under(phases))]).toEqual([['One', 'Three'], ['Two']]);
  await ada.put(`/tree/card/${planted[0].id}`, { sectionId: phases.id });
  expect([titles(await under(basics)), titles(await under(phases))]).toEqual([['Three'], ['Two', 'One']]);
  expect((await cards('')).length).toBe(3);
  expect(await cards('?sectionId=00000000-0000-7000-8000-000000000000')).toEqual([]);
  expect((await ada.get('/tree/card?sectionId=x')).status).toBe(422);
  expect((await ada.get('/tree/card?title=One')).status).toBe(422);
});

test('a kind without an active field is published whole, without the fields that only staff need', async () => {
  const { category, cards: planted } = await createTree(ada);
  await ada.remove(`/tree/section/${planted[0].sectionId}`);
  const { cards: shown } = expectDone(await ada.get('/content/v1/cards')) as { cards: Card[] };
  const { version, createdBy, displayOrder, ...rest } = planted[1];
  expect([version, createdBy?.id.length, displayOrder]).toEqual([1, 36, 0]);
  expect(shown.find(({ id }) => id === rest.id)).toEqual(rest);
  expect(shown.filter(({ id }) => id === planted[0].id)).toEqual([]);
  await ada.remove(`/tree/category/${category.id}`);
});

test('the app is shown nothing that is within something inactive, at any depth', async () => {
  const { category, cards: planted } = await createTree(ada);
  const other = await createTree(ada);
  const shown = async () => {
    const { cards: all } = expectDone(await ada.get('/content/v1/cards')) as { cards: Card[] };
    return [planted, other.cards].map((own) => all.filter(({ id }) => own.some((one) => one.id === id)).length);
  };
  expect(await shown()).toEqual([3, 3]);
  await ada.put(`/tree/category/${category.id}`, { isActive: false });
  expect(await shown()).toEqual([0, 3]);
  // Staff go on with what is not shown.
  expect(titles(await cards(`?sectionId=${planted[0].sectionId}`))).toEqual(['One', 'Three']);
  await ada.put(`/tree/category/${category.id}`, { isActive: true });
  expect(await shown()).toEqual([3, 3]);
});

test('all things of a kind stand by the order of those that hold them, for staff and for the app', async () => {
  const first = await createTree(ada);
  const second = await createTree(ada);
  for (const { basics, cards: planted } of [first, second]) {
    await ada.post('/tree/card/order', { parentId: basics.id, ids: [planted[2].id, planted[0].id] });
  }
  const ids = [second, first].flatMap(({ cards: [one, two, three] }) => [two, three, one].map(({ id }) => id));
  const { cards: shown } = expectDone(await ada.get('/content/v1/cards')) as { cards: Card[] };
  for (const all of [shown, await cards('')]) {
    expect(all.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
  }
});

test('a bulk action that nothing explains fails, and nothing is changed', async () => {
  const { category, basics } = await createTree(ada);
  const before = await treeOf(ada, category);
  expect((await ada.post('/tree/section/bulk', { ids: [basics.id], action: 'unknown' })).status).toBe(500);
  expect(await treeOf(ada, category)).toEqual(before);
});
