import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { Operation } from '#contract/history.ts';
import type { Category } from '#contract/lady-due.ts';
import { pregnancyWeekKind } from '#server/cycle/kinds.ts';
import { lockRows, updateRows } from '#server/records/rows.ts';
import { doChanges, expectLogged, randomChanges } from '#tests/records/random-changes.ts';
import { addAdmin, newBearer, startSession } from '#tests/desk/staff.ts';
import { type Caller, caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { createTree, treeOf } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
let ben: Caller;
let benId: string;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
  const other = await addAdmin(desk, 'ben@example.org', 'Ben Eze');
  benId = other.id;
  ben = caller(desk.url, (await startSession(desk, other)).session.token);
});
afterAll(() => desk.close());

const announcements = '/admin/announcements';
const address = ({ id }: { id: string }) => `${announcements}/${id}`;
const listed = async (id: string) =>
  ((await ada.get(announcements)).json as { announcements: Announcement[] }).announcements.find((one) => one.id === id);
const cardAt = ({ id }: { id: string }) => `/admin/lady-due/cards/${id}`;

const undone = async (operation: string, by = ada) => expectDone(await by.undo(operation)) as Operation;

describe('undo of', () => {
  test('an update is a new operation that names the undone one, and a new version', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'Before' });
    const update = await doneBy(ada.put(address(made), { message: 'After' }));
    const answer = await ben.undo(update);
    expect([answer.status, operationOf(answer)]).toEqual([200, (answer.json as Operation).id]);
    expect(answer.json).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      actor: { id: benId, name: 'Ben Eze' },
      action: 'undo',
      area: 'announcements',
      kind: 'announcement',
      entityId: made.id,
      label: 'After',
      place: '',
      scheduledFor: null,
      details: '',
      changed: ['message'],
      changedLabels: ['Message'],
      count: 1,
      undoable: true,
      undoneBy: null,
      undoes: { id: update, action: 'update' },
    });
    expect(await listed(made.id)).toEqual({ ...made, version: 3, updatedAt: expect.any(String) });
    const { operations } = await ada.operations('?limit=2');
    expect(operations[0]).toEqual(answer.json);
    expect(operations[1]).toMatchObject({ id: update, undoable: false, undoneBy: operationOf(answer), undoes: null });
  });

  test('a creation moves the record to the bin', async () => {
    const answer = await ada.post(announcements, { message: 'Too early' });
    const made = answer.json as Announcement;
    await undone(operationOf(answer) ?? '', ben);
    expect(await listed(made.id)).toBeUndefined();
    const [item] = (await ada.bin()).items;
    expect(item).toMatchObject({ kind: 'announcement', id: made.id, label: 'Too early', deletedBy: { id: benId } });
  });

  test('a deletion restores the record with its id, its author and its time of creation', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'Stays' });
    await undone(await doneBy(ben.remove(address(made))), ben);
    expect(await listed(made.id)).toEqual({ ...made, version: 3, updatedAt: expect.any(String) });
    expect((await ada.bin()).items.map(({ id }) => id)).not.toContain(made.id);
  });

  test('an undo is a redo, which can be undone again, for each kind of change', async () => {
    const answer = await ada.post(announcements, { message: 'One' });
    const made = answer.json as Announcement;
    const states: (string | undefined)[] = [];
    const flip = async (operation: string) => {
      const { id } = await undone(operation);
      states.push((await listed(made.id))?.message);
      return id;
    };
    await flip(await flip(await flip(await flip(operationOf(answer) ?? ''))));
    expect(states).toEqual([undefined, 'One', undefined, 'One']);
    const update = await doneBy(ada.put(address(made), { message: 'Two' }));
    await flip(await flip(await flip(update)));
    expect(states.slice(4)).toEqual(['One', 'Two', 'One']);
    const removal = await doneBy(ada.remove(address(made)));
    await flip(await flip(await flip(removal)));
    expect(states.slice(7)).toEqual(['One', undefined, 'One']);
    const versions = (await ada.revisions('announcement', made.id)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 13 }, (_, index) => 13 - index));
    expect((await listed(made.id))?.createdAt).toBe(made.createdAt);
  });

  test('a restore from the bin, and a restore of a version', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'One' });
    await ada.put(address(made), { message: 'Two' });
    await undone(await doneBy(ada.post(`/admin/history/announcement/${made.id}/restore`, { version: 1 })));
    expect(await listed(made.id)).toMatchObject({ message: 'Two', version: 4 });
    await ada.remove(address(made));
    await undone(await doneBy(ada.post(`/admin/bin/announcement/${made.id}/restore`)));
    expect(await listed(made.id)).toBeUndefined();
    expect((await ada.bin()).items[0]?.id).toBe(made.id);
  });

  test('enabling and disabling', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'On' });
    const operation = await doneBy(ada.put(address(made), { enabled: false }));
    await undone(operation);
    expect(await listed(made.id)).toMatchObject({ enabled: true, version: 3 });
  });

  test('a change keeps later changes of other fields', async () => {
    const { cards } = await createTree(ada);
    const [card] = cards;
    const title = await doneBy(ada.put(cardAt(card), { title: 'New' }));
    await ben.put(cardAt(card), { citations: ['by Ben'] });
    await undone(title);
    const [last] = await ada.revisions('card', card.id);
    expect(last).toMatchObject({ version: 4, action: 'undo', changed: ['title'] });
    expect(last?.data).toMatchObject({ title: card.title, citations: ['by Ben'] });
  });

  test('a change works when the field was changed and reset since', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'One' });
    const two = await doneBy(ada.put(address(made), { message: 'Two' }));
    await ben.put(address(made), { message: 'Three' });
    await ben.put(address(made), { message: 'Two' });
    await undone(two);
    expect(await listed(made.id)).toMatchObject({ message: 'One', version: 5 });
  });

  test('a move puts the record back', async () => {
    const { phases, cards } = await createTree(ada);
    await undone(await doneBy(ada.put(cardAt(cards[0]), { sectionId: phases.id })));
    expect((await ada.revisions('card', cards[0].id))[0]?.data).toMatchObject({ sectionId: cards[0].sectionId });
  });

  test('the deletion of a whole tree restores ids, order and times of creation, as new versions', async () => {
    const planted = await createTree(ada);
    await ada.put(cardAt(planted.cards[1]), { title: 'Two, changed' });
    const before = await treeOf(ada, planted.category);
    const answer = await ada.remove(`/admin/lady-due/categories/${planted.category.id}`);
    expect((await ada.operations('?limit=1')).operations[0]).toMatchObject({
      id: operationOf(answer),
      action: 'delete',
      kind: 'category',
      label: 'Track',
      count: 6,
    });
    expect(await treeOf(ada, planted.category)).toEqual({ category: undefined, sections: [], cards: [] });
    expect(await undone(operationOf(answer) ?? '')).toMatchObject({ action: 'undo', count: 6, label: 'Track' });
    const later = <T extends { version: number }>(one: T) => ({
      ...one,
      version: one.version + 2,
      updatedAt: expect.any(String),
    });
    expect(await treeOf(ada, planted.category)).toEqual({
      category: later(before.category as Category),
      sections: before.sections.map(later),
      cards: before.cards.map(later),
    });
  });

  test('that undo puts the tree into the bin as one item, and it can be restored again', async () => {
    const { category } = await createTree(ada);
    const before = await treeOf(ada, category);
    const back = await undone(await doneBy(ada.remove(`/admin/lady-due/categories/${category.id}`)));
    const redo = await undone(back.id);
    expect(redo).toMatchObject({ action: 'undo', count: 6, undoes: { id: back.id, action: 'undo' } });
    const descendants = (await ada.bin()).items.filter(
      ({ id }) => id === category.id || before.sections.some((s) => s.id === id),
    );
    expect(descendants).toEqual([
      {
        kind: 'category',
        id: category.id,
        label: 'Track',
        deletedAt: redo.at,
        deletedBy: redo.actor,
        contains: [
          { kind: 'section', count: 2 },
          { kind: 'card', count: 3 },
        ],
      },
    ]);
    expect((await ada.bin('?limit=100')).items.map(({ id }) => id)).not.toContain(before.cards[0]?.id);
    await undone(redo.id);
    const after = await treeOf(ada, category);
    expect([after.sections, after.cards].map((rows) => rows.map(({ id }) => id))).toEqual(
      [before.sections, before.cards].map((rows) => rows.map(({ id }) => id)),
    );
    expect(after.cards.map(({ version }) => version)).toEqual([5, 5, 5]);
  });

  test('a deletion works when the author’s account is gone', async () => {
    const gone = await addAdmin(desk);
    const author = caller(desk.url, (await startSession(desk, gone)).session.token);
    const made = await author.make<Announcement>(announcements, { message: 'By one who left' });
    const removal = await doneBy(author.remove(address(made)));
    await desk.database.pool.query('DELETE FROM staff WHERE id = $1', [gone.id]);
    await undone(removal);
    expect(await listed(made.id)).toMatchObject({ message: 'By one who left', createdBy: null, version: 3 });
    // The log still names the author.
    expect((await ada.revisions('announcement', made.id)).map(({ actor }) => actor?.name)).toEqual([
      'Ada Obi',
      gone.name,
      gone.name,
    ]);
  });
});

// Thousands of them: undo.long.test.ts.
test('80 random changes, undos and restores of one tree by two people at once: log and tree agree', async () => {
  const other = await testDesk();
  const done: string[] = [];
  const [changes = []] = fc.sample(randomChanges(80), { numRuns: 1, seed: 20_261_121 });
  const people = [other.staff, caller(other.url, await newBearer(other))];
  await Promise.all(people.map((staff, index) => doChanges(staff, changes.slice(index * 40, index * 40 + 40), done)));
  expect(done.length).toBeGreaterThan(20);
  await expectLogged(other, done);
  await other.close();
});

test('a deletion can be undone after a restart', async () => {
  const made = await ada.make<Announcement>(announcements, { message: 'Long ago' });
  const removal = await doneBy(ada.remove(address(made)));
  const restarted = await testDesk({ database: desk.database });
  expect((await restarted.staff.undo(removal)).status).toBe(200);
  await restarted.close();
  expect(await listed(made.id)).toMatchObject({ message: 'Long ago' });
});

describe('a log entry of an older version, in which a card had no citations and a field that is gone,', () => {
  /** Creates a card with one change in its log, as that version would have left it; returns the operation. */
  async function writeAsThen(before: string, after: string) {
    const { pool } = desk.database;
    const card = (await createTree(ada)).cards[0];
    await pool.query('UPDATE cards SET version = 2 WHERE id = $1', [card.id]);
    const operation = randomUUID();
    await pool.query(
      `INSERT INTO operations (id, action, area, kind, entity_id, label, count)
       VALUES ($1, 'update', 'lady-due', 'card', $2, '', 1)`,
      [operation, card.id],
    );
    const then = JSON.stringify({ ...card, createdBy: card.createdBy?.id, citations: undefined, mood: 'gone' });
    await pool.query(
      `INSERT INTO revisions (operation_id, position, kind, entity_id, version, before, after)
       SELECT $1, 0, 'card', $2, 2, ${before}, ${after} FROM (SELECT $3::jsonb AS state) AS found`,
      [operation, card.id, then],
    );
    return { card, operation };
  }

  test('can be undone when it is an update', async () => {
    const { card, operation } = await writeAsThen(`state || '{"title": "Then"}'`, `state || '{"version": 2}'`);
    await undone(operation);
    expect((await ada.revisions('card', card.id))[0]?.data).toMatchObject({ title: 'Then', citations: card.citations });
  });

  test('can be undone when it is a creation', async () => {
    const { card, operation } = await writeAsThen('NULL', `state || '{"version": 2}'`);
    await undone(operation);
    expect((await ada.bin()).items[0]?.id).toBe(card.id);
  });

  test('can be restored, and newer fields stay', async () => {
    const { card } = await writeAsThen(`state || '{"title": "Then"}'`, `state || '{"version": 2}'`);
    await doneBy(ada.post(`/admin/history/card/${card.id}/restore`, { version: 1 }));
    expect((await ada.revisions('card', card.id))[0]?.data).toMatchObject({ title: 'Then', citations: card.citations });
  });

  test('is restored from the bin by today’s rules', async () => {
    const { card } = await writeAsThen('state', 'NULL');
    await desk.database.pool.query('DELETE FROM cards WHERE id = $1', [card.id]);
    await doneBy(ada.post(`/admin/bin/card/${card.id}/restore`));
    expect((await ada.revisions('card', card.id))[0]?.data).toMatchObject({ title: card.title, citations: [] });
  });
});

test('unique values can move from each record to the next in one change', async () => {
  const ids: string[] = [];
  for (const weekNumber of [37, 38, 39]) {
    ids.push((await ada.make<PregnancyWeek>('/admin/cycle/pregnancy/weeks', { weekNumber })).id);
  }
  const numbers = await desk.database.db.transaction(async (tx) => {
    const rows = await lockRows(pregnancyWeekKind, tx, ids);
    const inTurn = rows.toSorted((first, other) => Number(other.weekNumber) - Number(first.weekNumber));
    const moves = inTurn.map((stored) => ({ stored, fields: { weekNumber: Number(stored.weekNumber) + 1 } }));
    return (await updateRows(pregnancyWeekKind, { tx, staff: { id: '' } }, moves)).map(({ weekNumber }) => weekNumber);
  });
  expect(numbers).toEqual([40, 39, 38]);
});
