import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '#tests/load/faults.ts';
import { problemOf } from '#tests/desk/send.ts';
import { maxPosition } from '#contract/common.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { type Caller, doneBy, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { treeOf } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
let category: Category;
let morning: Section;
let evening: Section;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());
beforeEach(async () => {
  category = await ada.make<Category>('/admin/lady-due/categories', { name: 'Track', trackingMode: 'PCOS' });
  const under = { categoryId: category.id };
  morning = await ada.make<Section>('/admin/lady-due/sections', { ...under, title: 'Morning' });
  evening = await ada.make<Section>('/admin/lady-due/sections', { ...under, title: 'Evening' });
});

const add = (section: Section, title: string, displayOrder = 0) =>
  ada.make<Card>('/admin/lady-due/cards', { sectionId: section.id, title, displayOrder });
/** Adds a card for each letter. */
async function plant(section: Section, titles: string) {
  const cards: Card[] = [];
  for (const title of titles) cards.push(await add(section, title));
  return cards;
}
/** The cards of a section as lists show them: title and position. */
const shown = async (section: Section) => {
  const { cards } = await treeOf(ada, category);
  const mine = cards.filter(({ sectionId }) => sectionId === section.id);
  return mine.map(({ title, displayOrder }) => `${title}${displayOrder}`).join(' ');
};
const both = async () => [await shown(morning), await shown(evening)];
const idsOf = (cards: Card[], titles: string) =>
  [...titles].map((title) => cards.find((card) => card.title === title)?.id ?? '');
const order = (section: Section, ids: string[]) => ada.put('/admin/lady-due/order', { parentId: section.id, ids });
const at = (card: Card | undefined) => `/admin/lady-due/cards/${card?.id}`;

/** The number of statements that a change takes. */
const countOf = async (change: () => Promise<unknown>) =>
  (await statementsOf(desk.database.pool, change)).statements.length;

describe('a new card', () => {
  test('goes to the end of its section, and no other card is read or locked for that', async () => {
    await plant(morning, 'AB');
    const empty = await countOf(() => add(evening, 'X'));
    expect(await countOf(() => add(morning, 'C'))).toBe(empty);
    // begin, insert, log, commit
    expect(empty).toBe(4);
    expect(await both()).toEqual(['A0 B0 C0', 'X0']);
  });

  test('at the position of another card moves only the cards of its own section', async () => {
    for (const section of [morning, evening]) {
      const cards = await plant(section, 'AB');
      await order(section, idsOf(cards, 'AB'));
    }
    await add(evening, 'X', 1);
    expect(await both()).toEqual(['A1 B2', 'X1 A2 B3']);
  });

  test('at the position of the last possible place but one shares it, and no card moves beyond the last', async () => {
    await add(evening, 'A', maxPosition - 1);
    await add(evening, 'B', maxPosition);
    await add(evening, 'X', maxPosition - 1);
    expect(await shown(evening)).toBe(`A${maxPosition - 1} X${maxPosition - 1} B${maxPosition}`);
    await add(evening, 'Y', maxPosition);
    expect(await shown(evening)).toBe(`A${maxPosition - 1} X${maxPosition - 1} B${maxPosition} Y${maxPosition}`);
  });

  test('at a position in a section that is gone is 409 parent_missing', async () => {
    await ada.remove(`/admin/lady-due/sections/${evening.id}`);
    const answer = await ada.post('/admin/lady-due/cards', { sectionId: evening.id, title: 'X', displayOrder: 1 });
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'parent_missing']);
  });
});

describe('an order', () => {
  test('belongs to one section', async () => {
    const cards = await plant(morning, 'ABC');
    await plant(evening, 'XY');
    const answer = await order(morning, idsOf(cards, 'CAB'));
    expect([answer.status, await both()]).toEqual([204, ['C1 A2 B3', 'X0 Y0']]);
    await ada.undo(operationOf(answer) ?? '');
    expect(await both()).toEqual(['A0 B0 C0', 'X0 Y0']);
  });

  test('that names a card of another section, or leaves one out, is 409 order_changed', async () => {
    const cards = [...(await plant(morning, 'ABC')), ...(await plant(evening, 'X'))];
    for (const titles of ['AB', 'ABCX', 'ABX', 'AAB']) {
      const answer = await order(morning, idsOf(cards, titles));
      expect([answer.status, problemOf(answer).code, problemOf(answer).ids]).toEqual([
        409,
        'order_changed',
        idsOf(cards, 'ABC'),
      ]);
    }
  });
});

describe('a change of the section', () => {
  test('puts a card last there, also when no card has a position and it is the oldest', async () => {
    const [a, b] = await plant(morning, 'AB');
    await plant(evening, 'XY');
    const operation = await doneBy(ada.put(at(a), { sectionId: evening.id }));
    expect(await both()).toEqual(['B0', 'X1 Y2 A3']);
    await ada.put(at(b), { sectionId: evening.id });
    expect(await both()).toEqual(['', 'X1 Y2 A3 B4']);
    expect((await ada.undo(operation)).status).toBe(200);
    expect(await both()).toEqual(['A0', 'X0 Y0 B4'].map((cards) => cards.replace('X0 Y0 B4', 'B4 X0 Y0')));
  });

  test('with a position puts it there, and the later cards move on', async () => {
    const [a] = await plant(morning, 'A');
    const cards = await plant(evening, 'XY');
    await order(evening, idsOf(cards, 'XY'));
    const answer = await ada.put(at(a), { sectionId: evening.id, displayOrder: 2 });
    expect([answer.json, await both()]).toEqual([
      expect.objectContaining({ sectionId: evening.id, displayOrder: 2, version: 2 }),
      ['', 'X1 A2 Y3'],
    ]);
  });

  test('to one that is gone is 409 parent_missing, and nothing moves', async () => {
    const [a] = await plant(morning, 'A');
    await ada.remove(`/admin/lady-due/sections/${evening.id}`);
    const answer = await ada.put(at(a), { sectionId: evening.id });
    expect([answer.status, problemOf(answer).code, await shown(morning)]).toEqual([409, 'parent_missing', 'A0']);
  });

  test('is undone by restoring an earlier version, and the card comes last', async () => {
    const [a] = await plant(morning, 'AB');
    await ada.put(at(a), { sectionId: evening.id });
    await ada.post(`/admin/history/card/${a?.id}/restore`, { version: 1 });
    expect(await both()).toEqual(['B1 A2', '']);
  });

  test('by many calls at once gives each card a position of its own', async () => {
    const cards = await plant(morning, 'ABCDEF');
    await plant(evening, 'X');
    const answers = await Promise.all(cards.map((card) => ada.put(at(card), { sectionId: evening.id })));
    expect(answers.map(({ status }) => status)).toEqual(cards.map(() => 200));
    const { cards: now } = await treeOf(ada, category);
    expect(now.map(({ displayOrder }) => displayOrder)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('moving several', () => {
  const move = (ids: string[], sectionId: string) =>
    ada.post('/admin/lady-due/cards/bulk', { ids, action: 'move', sectionId });

  test('to the end of another section, in the order that is said, is one operation, undone as one', async () => {
    const cards = [...(await plant(morning, 'ABC')), ...(await plant(evening, 'XY'))];
    const answer = await move(idsOf(cards, 'CA'), evening.id);
    expect([answer.status, answer.json, await both()]).toMatchObject([200, { count: 2 }, ['B0', 'X1 Y2 C3 A4']]);
    expect((await ada.operations('?limit=1')).operations).toMatchObject([{ action: 'move', kind: 'card', count: 2 }]);
    expect((await ada.undo(operationOf(answer) ?? '')).status).toBe(200);
    expect(await both()).toEqual(['A0 B0 C0', 'X0 Y0']);
  });

  test('of which one is there already puts that at the end too', async () => {
    const cards = [...(await plant(morning, 'AB')), ...(await plant(evening, 'XY'))];
    expect((await move(idsOf(cards, 'XB'), evening.id)).status).toBe(200);
    expect(await both()).toEqual(['A0', 'Y1 X2 B3']);
  });

  test('takes as many statements for many as for two', async () => {
    const few = await plant(morning, 'ABC');
    const two = await countOf(() => move(idsOf(few, 'AB'), evening.id));
    const many = await plant(morning, 'DEFGHIJKLMNO');
    expect(await countOf(() => move(idsOf(many, 'DEFGHIJKLMNO'), evening.id))).toBe(two);
  });

  test('with unknown ids is 404 with each of them; to a section that is gone it is 409', async () => {
    const cards = await plant(morning, 'AB');
    const [a = ''] = idsOf(cards, 'A');
    const missing = await move([randomUUID(), a, randomUUID()], evening.id);
    expect([missing.status, problemOf(missing).errors?.map(({ path }) => path)]).toEqual([404, ['ids.0', 'ids.2']]);
    await ada.remove(`/admin/lady-due/sections/${evening.id}`);
    const late = await move([a], evening.id);
    expect([late.status, problemOf(late).code, await shown(morning)]).toEqual([409, 'parent_missing', 'A0 B0']);
  });

  test('to where they are already is no operation', async () => {
    const cards = await plant(morning, 'AB');
    await order(morning, idsOf(cards, 'AB'));
    expect(operationOf(await move(idsOf(cards, 'B'), morning.id))).toBeUndefined();
  });
});
