import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { Restored } from '#contract/bin.ts';
import { type Caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { createTree, treeOf } from '#tests/records/lady-due.ts';
import { expectWhole } from '#tests/database/log.ts';
import { problemOf } from '#tests/desk/send.ts';

let desk: TestDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
});
afterAll(async () => {
  await expectWhole(desk.database.pool, {
    announcement: 'announcements',
    doctor: 'doctors',
    category: 'categories',
    section: 'sections',
    card: 'cards',
    'pregnancy-week': 'pregnancy_weeks',
  });
  await desk.close();
});

type Item = { kind: string; id: string };

const restore = (items: Item[], key?: string) => ada.post('/admin/bin/restore', { items }, key ? { key } : {});
const restored = async (items: Item[]) => expectDone(await restore(items)) as Restored;
const inBin = async (items: Item[]) => {
  const there = new Set((await ada.bin('?limit=100')).items.map(({ id }) => id));
  return items.filter(({ id }) => there.has(id));
};

async function deleted(message: string) {
  const { id } = await ada.make<Announcement>('/admin/announcements', { message });
  await ada.remove(`/admin/announcements/${id}`);
  return { kind: 'announcement', id };
}

const weeks = '/admin/cycle/pregnancy/weeks';
async function deletedWeek(weekNumber: number) {
  const { id } = await ada.make<PregnancyWeek>(weeks, { weekNumber });
  await ada.remove(`${weeks}/${id}`);
  return { kind: 'pregnancy-week', id };
}

test('several of one kind come back as one operation, which can be undone', async () => {
  const items = [await deleted('One'), await deleted('Two'), await deleted('Three')];
  const { operations, refused } = await restored(items);
  expect(refused).toEqual([]);
  expect(operations).toMatchObject([
    { action: 'restore', kind: 'announcement', entityId: null, label: '', count: 3, undoable: true },
  ]);
  expect(await inBin(items)).toEqual([]);
  await doneBy(ada.undo(operations[0]?.id ?? ''));
  expect(await inBin(items)).toEqual(items);
});

test('parents come back before their children, with an operation for each kind', async () => {
  const { category, cards, basics } = await createTree(ada);
  const before = await treeOf(ada, category);
  await ada.remove(`/admin/lady-due/cards/${cards[0].id}`);
  await ada.remove(`/admin/lady-due/sections/${basics.id}`);
  await ada.remove(`/admin/lady-due/categories/${category.id}`);
  const notice = await deleted('Beside the tree');
  const items = [
    { kind: 'card', id: cards[0].id },
    { kind: 'section', id: basics.id },
    notice,
    { kind: 'category', id: category.id },
  ];
  const { operations, refused } = await restored(items);
  expect(refused).toEqual([]);
  const kindsInOrder = operations.map(({ kind }) => kind);
  expect(kindsInOrder.toSorted()).toEqual(['announcement', 'card', 'category', 'section']);
  expect(kindsInOrder.filter((kind) => kind !== 'announcement')).toEqual(['category', 'section', 'card']);
  const ids = ({ sections, cards: all }: Awaited<ReturnType<typeof treeOf>>) =>
    [...sections, ...all].map(({ id }) => id);
  expect(ids(await treeOf(ada, category))).toEqual(ids(before));
  for (const { id } of operations.toReversed()) await doneBy(ada.undo(id));
  expect(await inBin(items)).toHaveLength(4);
});

test('records that cannot come back stay, with the reason, and the others come back', async () => {
  const { category, cards, basics } = await createTree(ada);
  await ada.remove(`/admin/lady-due/sections/${basics.id}`);
  await ada.remove(`/admin/lady-due/categories/${category.id}`);
  const [first, taken, last] = [await deletedWeek(7), await deletedWeek(8), await deletedWeek(9)];
  const other = await ada.make<PregnancyWeek>(weeks, { weekNumber: 8 });
  const broken = { kind: 'announcement', id: randomUUID() };
  await desk.database.pool.query("INSERT INTO announcements (id, message, enabled) VALUES ($1, '   ', true)", [
    broken.id,
  ]);
  await ada.remove(`/admin/announcements/${broken.id}`);
  const notice = await deleted('Fine');
  const section = { kind: 'section', id: basics.id };
  const inside = { kind: 'card', id: cards[1].id };
  const unknown = { kind: 'announcement', id: randomUUID() };
  const { operations, refused } = await restored([first, taken, last, broken, notice, section, inside, unknown]);
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason]));
  expect(Object.fromEntries(reasons)).toEqual({
    [taken.id]: 'Another pregnancy week has the same place now.',
    [broken.id]: 'Message is required',
    [section.id]: 'The category of this section was deleted. Restore it first.',
    [inside.id]: 'The section of this card was deleted. Restore it first.',
    [unknown.id]: 'This announcement is not in the bin any more.',
  });
  expect(await inBin([first, taken, last, broken, notice, section])).toEqual([taken, broken, section]);
  expect(operations).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'pregnancy-week', entityId: null, count: 2 }),
      expect.objectContaining({ kind: 'announcement', entityId: notice.id, label: 'Fine', count: 1 }),
    ]),
  );
  expect(operations).toHaveLength(2);
  await ada.remove(`${weeks}/${other.id}`);
  expect((await restored([taken])).refused).toEqual([]);
});

test('two that want the same place: one comes back', async () => {
  const [one, other] = [await deletedWeek(20), await deletedWeek(20)];
  const { operations, refused } = await restored([one, other]);
  expect(refused).toMatchObject([{ reason: 'Another pregnancy week has the same place now.' }]);
  expect(operations).toHaveLength(1);
  expect(await inBin([one, other])).toHaveLength(1);
});

test('a record that was deleted twice comes back in its last state', async () => {
  const add = (name: string) => ada.make<{ id: string }>('/api/doctors', { name, specialty: 'Fertility' });
  const [one, other] = [await add('Ada Obi'), await add('Ife Bello')];
  await doneBy(ada.post('/api/doctors/bulk', { ids: [one.id, other.id], action: 'delete' }));
  await restored([{ kind: 'doctor', id: one.id }]);
  await doneBy(ada.put(`/api/doctors/${one.id}`, { name: 'Ada Eze' }));
  await ada.remove(`/api/doctors/${one.id}`);
  const items = [one, other].map(({ id }) => ({ kind: 'doctor', id }));
  expect((await restored(items)).operations).toMatchObject([{ kind: 'doctor', count: 2 }]);
  expect((await ada.revisions('doctor', one.id))[0]?.data).toMatchObject({ name: 'Ada Eze' });
});

test('where nothing comes back there is no operation', async () => {
  const { operations } = await ada.operations('?limit=1');
  const { operations: made, refused } = await restored([{ kind: 'announcement', id: randomUUID() }]);
  expect([made, refused.length]).toEqual([[], 1]);
  expect((await ada.operations('?limit=1')).operations).toEqual(operations);
});

test('a repeated call with the same key gets the first answer', async () => {
  const items = [await deleted('Once'), await deleted('Only')];
  const key = randomUUID();
  const [answer, again] = [await restore(items, key), await restore(items, key)];
  expect(again.json).toEqual(answer.json);
  expect((answer.json as Restored).operations).toHaveLength(1);
});

test('four simultaneous calls restore each record once', async () => {
  const items = [await deleted('A'), await deleted('B'), await deleted('C')];
  const answers = await Promise.all(
    [items, items.toReversed(), items.slice(1), items.slice(0, 2).toReversed()].map(async (some) => {
      const { refused } = await restored(some);
      return some.length - refused.length;
    }),
  );
  expect(answers.reduce((sum, one) => sum + one, 0)).toBe(3);
});

test('none, too many, a doubled one or an unknown kind is 422', async () => {
  const item = await deleted('Kept');
  for (const [items, sentence] of [
    [[], 'Select at least one row'],
    [[item, { ...item, id: item.id.toUpperCase() }], 'A row is selected twice'],
    [Array.from({ length: 501 }, () => ({ ...item, id: randomUUID() })), 'Select at most 500 rows'],
  ] as const) {
    const answer = await restore([...items]);
    expect([answer.status, problemOf(answer).errors?.[0]?.message]).toEqual([422, sentence]);
  }
  expect((await restore([{ ...item, kind: 'user' }])).status).toBe(422);
  expect(await inBin([item])).toEqual([item]);
});
