import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { Operation } from '#contract/history.ts';
import { loadDemo } from '#server/demo.ts';
import { dump } from '#server/testing/dump.ts';
import { copyToThePast } from '#server/testing/log.ts';
import { type Answer, problemOf } from '#server/testing/send.ts';
import { addAdmin, startSession } from '#server/testing/staff.ts';
import type { Card, Category } from '#server/testing/tree.ts';
import {
  type Caller,
  type TreeDesk,
  caller,
  expectDone,
  operationOf,
  plantTree,
  treeDesk,
  treeOf,
} from '#server/testing/tree-desk.ts';

let desk: TreeDesk;
let ada: Caller;
let ben: Caller;
let benId: string;
beforeAll(async () => {
  desk = await treeDesk();
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
const cardAt = ({ id }: { id: string }) => `/tree/card/${id}`;
const tree = (path: string) => `/tree/${path}`;

/** The operation that a change made. Throws when it went wrong or changed nothing. */
async function doneBy(answering: Promise<Answer>) {
  const answer = await answering;
  expectDone(answer);
  const operation = operationOf(answer);
  if (!operation) throw new Error('It changed nothing');
  return operation;
}
const undone = async (operation: string, by = ada) => expectDone(await by.undo(operation)) as Operation;

/** Expects a refusal that leaves every table as it was. */
async function expectRefused(asking: () => Promise<Answer>, status: number, code: string) {
  const before = await dump(desk.database.pool);
  const answer = await asking();
  expect([answer.status, problemOf(answer).code]).toEqual([status, code]);
  expect(operationOf(answer)).toBeUndefined();
  expect(await dump(desk.database.pool)).toEqual(before);
  return problemOf(answer);
}

describe('undo of', () => {
  test('an update: a new operation that says what it took back; versions go on', async () => {
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

  test('a creation: it is gone, and lies in the bin', async () => {
    const answer = await ada.post(announcements, { message: 'Too early' });
    const made = answer.json as Announcement;
    await undone(operationOf(answer) ?? '', ben);
    expect(await listed(made.id)).toBeUndefined();
    const [item] = (await ada.bin()).items;
    expect(item).toMatchObject({ kind: 'announcement', id: made.id, label: 'Too early', deletedBy: { id: benId } });
  });

  test('a deletion: it is back with its id, its author and its time of creation', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'Stays' });
    await undone(await doneBy(ben.remove(address(made))), ben);
    expect(await listed(made.id)).toEqual({ ...made, version: 3, updatedAt: expect.any(String) });
    expect((await ada.bin()).items.map(({ id }) => id)).not.toContain(made.id);
  });

  test('an undo (redo), and of that again, for each kind of change', async () => {
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

  test('a restore from the bin, and of a version', async () => {
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

  test('a change leaves other fields as others made them since, also by field and not by version', async () => {
    const { cards } = await plantTree(ada);
    const [card] = cards;
    const title = await doneBy(ada.put(cardAt(card), { title: 'New' }));
    await ben.put(cardAt(card), { tags: ['by Ben'] });
    await undone(title);
    const [last] = await ada.revisions('card', card.id);
    expect(last).toMatchObject({ version: 4, action: 'undo', changed: ['title'] });
    expect(last?.data).toMatchObject({ title: card.title, tags: ['by Ben'] });
  });

  test('what was changed and set back since is done: it is as it was left', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'One' });
    const two = await doneBy(ada.put(address(made), { message: 'Two' }));
    await ben.put(address(made), { message: 'Three' });
    await ben.put(address(made), { message: 'Two' });
    await undone(two);
    expect(await listed(made.id)).toMatchObject({ message: 'One', version: 5 });
  });

  test('a move: it is back where it was', async () => {
    const { phases, cards } = await plantTree(ada);
    await undone(await doneBy(ada.put(cardAt(cards[0]), { sectionId: phases.id })));
    expect((await ada.revisions('card', cards[0].id))[0]?.data).toMatchObject({ sectionId: cards[0].sectionId });
  });

  test('the deletion of a whole tree: same ids, same order, same creation; versions go on', async () => {
    const planted = await plantTree(ada);
    await ada.put(cardAt(planted.cards[1]), { title: 'Two, changed' });
    const before = await treeOf(ada, planted.category);
    const answer = await ada.remove(tree(`category/${planted.category.id}`));
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

  test('that undo (redo): the tree lies in the bin as one thing, and comes back once more', async () => {
    const { category } = await plantTree(ada);
    const before = await treeOf(ada, category);
    const back = await undone(await doneBy(ada.remove(tree(`category/${category.id}`))));
    const redo = await undone(back.id);
    expect(redo).toMatchObject({ action: 'undo', count: 6, undoes: { id: back.id, action: 'undo' } });
    const held = (await ada.bin()).items.filter(
      ({ id }) => id === category.id || before.sections.some((s) => s.id === id),
    );
    expect(held).toEqual([
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

  test('a deletion whose author’s account is gone', async () => {
    const gone = await addAdmin(desk);
    const author = caller(desk.url, (await startSession(desk, gone)).session.token);
    const made = await author.make<Announcement>(announcements, { message: 'By one who left' });
    const removal = await doneBy(author.remove(address(made)));
    await desk.database.pool.query('DELETE FROM staff WHERE id = $1', [gone.id]);
    await undone(removal);
    expect(await listed(made.id)).toMatchObject({ message: 'By one who left', createdBy: null, version: 3 });
    // The log says who it was all the same.
    expect((await ada.revisions('announcement', made.id)).map(({ actor }) => actor?.name)).toEqual([
      'Ada Obi',
      gone.name,
      gone.name,
    ]);
  });
});

describe('undo is refused, and changes nothing:', () => {
  const undoing = (operation: string) => () => ada.undo(operation);

  test('a field it changed was changed since: changed_since, naming it', async () => {
    const { cards } = await plantTree(ada);
    const operation = await doneBy(ada.put(cardAt(cards[0]), { title: 'New', tags: ['new'] }));
    await ben.put(cardAt(cards[0]), { tags: ['by Ben'] });
    const problem = await expectRefused(undoing(operation), 409, 'changed_since');
    expect(problem.conflicts).toEqual(['tags']);
    expect(problem.detail).toBe('This card was changed (tags) since. Nothing was changed.');
  });

  test('a field that belongs together with one it changed was changed since: changed_since', async () => {
    const { cards } = await plantTree(ada);
    await ada.put(cardAt(cards[0]), { status: 'scheduled', publishedAt: 'Monday' });
    const operation = await doneBy(ada.put(cardAt(cards[0]), { publishedAt: 'Tuesday' }));
    await ben.put(cardAt(cards[0]), { status: 'published' });
    expect((await expectRefused(undoing(operation), 409, 'changed_since')).conflicts).toEqual(['status']);
  });

  test('what it made was changed since', async () => {
    const answer = await ada.post(announcements, { message: 'New' });
    const made = answer.json as Announcement;
    await ben.put(address(made), { message: 'Better' });
    const problem = await expectRefused(undoing(operationOf(answer) ?? ''), 409, 'changed_since');
    expect(problem.conflicts).toEqual(['message']);
  });

  test('what it made has children now: changed_since, naming their kind', async () => {
    const answer = await ada.post(tree('category'), { name: 'New' });
    const { id } = answer.json as Category;
    const section = await ben.make<{ id: string }>(tree('section'), { categoryId: id, title: 'Added' });
    await ben.make<Card>(tree('card'), { sectionId: section.id, title: 'Added' });
    const problem = await expectRefused(undoing(operationOf(answer) ?? ''), 409, 'changed_since');
    expect(problem.conflicts).toEqual(['section', 'card']);
    expect(problem.detail).toBe(
      'This category was given something to hold (section and card) since. Nothing was changed.',
    );
    await ben.remove(tree(`section/${section.id}`));
    await undone(operationOf(answer) ?? '');
  });

  test('what a restore brought back has another child now', async () => {
    const { category, basics } = await plantTree(ada);
    const back = await undone(await doneBy(ada.remove(tree(`category/${category.id}`))));
    await ben.make<Card>(tree('card'), { sectionId: basics.id, title: 'Added' });
    expect((await expectRefused(undoing(back.id), 409, 'changed_since')).conflicts).toEqual(['card']);
  });

  test('what it changed or made is deleted by now', async () => {
    const answer = await ada.post(announcements, { message: 'New' });
    const made = answer.json as Announcement;
    const update = await doneBy(ada.put(address(made), { message: 'Newer' }));
    await ben.remove(address(made));
    for (const operation of [operationOf(answer) ?? '', update]) {
      const problem = await expectRefused(undoing(operation), 409, 'changed_since');
      expect(problem.detail).toBe('This announcement was deleted since. Nothing was changed.');
    }
  });

  test('what it deleted came back another way', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'Back' });
    const removal = await doneBy(ada.remove(address(made)));
    await ben.post(`/admin/bin/announcement/${made.id}/restore`);
    await expectRefused(undoing(removal), 409, 'changed_since');
    await ben.remove(address(made));
    await expectRefused(undoing(removal), 409, 'changed_since');
  });

  test('the parent of what it deleted is gone: parent_missing', async () => {
    const { category, basics, cards } = await plantTree(ada);
    const card = await doneBy(ada.remove(cardAt(cards[0])));
    const section = await doneBy(ada.remove(tree(`section/${basics.id}`)));
    const problem = await expectRefused(undoing(card), 409, 'parent_missing');
    expect(problem.detail).toBe('The section of this card is gone. Bring that back first. Nothing was changed.');
    const all = await doneBy(ada.remove(tree(`category/${category.id}`)));
    await expectRefused(undoing(section), 409, 'parent_missing');
    for (const operation of [all, section, card]) await undone(operation);
    expect((await treeOf(ada, category)).cards.map(({ id }) => id).toSorted()).toEqual(
      cards.map(({ id }) => id).toSorted(),
    );
  });

  test('where it was moved from is gone: parent_missing', async () => {
    const { basics, phases, cards } = await plantTree(ada);
    const move = await doneBy(ada.put(cardAt(cards[0]), { sectionId: phases.id }));
    await ada.remove(tree(`section/${basics.id}`));
    await expectRefused(undoing(move), 409, 'parent_missing');
  });

  test('the unique place of what it deleted or changed is taken: place_taken', async () => {
    const first = await ada.make<Category>(tree('category'), { name: 'First', place: 501 });
    const moved = await doneBy(ada.put(tree(`category/${first.id}`), { place: 502 }));
    const other = await ada.make<Category>(tree('category'), { name: 'Other', place: 501 });
    const problem = await expectRefused(undoing(moved), 409, 'place_taken');
    expect(problem.detail).toBe('Another category has taken its place. Nothing was changed.');
    const removal = await doneBy(ada.remove(tree(`category/${first.id}`)));
    await ada.put(tree(`category/${other.id}`), { place: 502 });
    await expectRefused(undoing(removal), 409, 'place_taken');
    await ada.put(tree(`category/${other.id}`), { place: 503 });
    await undone(removal);
  });

  test('twice: already_undone', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'One' });
    const operation = await doneBy(ada.put(address(made), { message: 'Two' }));
    await undone(operation);
    const problem = await expectRefused(undoing(operation), 409, 'already_undone');
    expect(problem.detail).toBe('This was undone already. Nothing was changed.');
  });

  test('of users: not_undoable', async () => {
    await loadDemo(desk.database, 5);
    const { rows } = await desk.database.pool.query<{ id: string; verified: boolean }>(
      'SELECT id, is_verified AS verified FROM users LIMIT 1',
    );
    const [{ id, verified } = { id: '', verified: false }] = rows;
    const status = await doneBy(ada.put(`/admin/users/${id}/status`, { isVerified: !verified }));
    const erased = await doneBy(ada.remove(`/admin/users/${id}`));
    for (const operation of [status, erased]) {
      const problem = await expectRefused(undoing(operation), 409, 'not_undoable');
      expect(problem.detail).toBe('This cannot be undone. Nothing was changed.');
    }
    expect((await ada.operations('?area=users')).operations).toMatchObject([
      { id: erased, action: 'delete', kind: 'user', entityId: id, label: '', count: 1, undoable: false },
      { id: status, action: verified ? 'unverify' : 'verify', kind: 'user', entityId: id, label: '', undoable: false },
    ]);
  });

  test('older than 30 days: not_undoable; a day younger it is done', async () => {
    const { pool } = desk.database;
    for (const [days, status] of [
      [31, 409],
      [29, 200],
    ] as const) {
      const id = randomUUID();
      await pool.query("INSERT INTO announcements (id, message, enabled) VALUES ($1, 'Old', true)", [id]);
      const update = await copyToThePast(pool, await doneBy(ada.put(address({ id }), { message: 'New' })), days);
      const answer = await ada.undo(update);
      expect([days, answer.status]).toEqual([days, status]);
      if (status === 409) {
        expect(problemOf(answer)).toMatchObject({
          code: 'not_undoable',
          detail: 'This is too long ago to be undone. Nothing was changed.',
        });
      }
    }
  });

  test('by today’s rules it is not valid: 422, naming the fields', async () => {
    const { basics } = await plantTree(ada);
    const at = tree(`section/${basics.id}`);
    const later = await doneBy(ada.put(at, { closes: 20 }));
    await ben.put(at, { opens: 18 });
    const problem = await expectRefused(undoing(later), 422, 'invalid');
    expect(problem.errors?.map(({ path }) => path)).toEqual(['closes']);
    // A deleted one whose content nobody may write any more.
    await desk.database.pool.query('UPDATE tree_sections SET opens = 23 WHERE id = $1', [basics.id]);
    await expectRefused(undoing(await doneBy(ada.remove(at))), 422, 'invalid');
  });

  test('of an operation that does not exist, or under a malformed id: 404', async () => {
    await expectRefused(undoing(randomUUID()), 404, 'not_found');
    await expectRefused(undoing('x'), 404, 'not_found');
  });
});

test('a deletion can be undone after a restart, by who it may be', async () => {
  const made = await ada.make<Announcement>(announcements, { message: 'Long ago' });
  const removal = await doneBy(ada.remove(address(made)));
  const restarted = await treeDesk({ database: desk.database });
  expect((await restarted.staff.undo(removal)).status).toBe(200);
  await restarted.close();
  expect(await listed(made.id)).toMatchObject({ message: 'Long ago' });
});
