import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { Operation } from '#contract/history.ts';
import { loadDemo } from '#server/run/demo.ts';
import { dump } from '#tests/database/dump.ts';
import { copyToThePast } from '#tests/database/log.ts';
import { type Answer, problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import type { Card, Category } from '#contract/lady-due.ts';
import { type Caller, caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { createTree, treeOf } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
let ben: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
  ben = caller(desk.url, await newBearer(desk));
});
afterAll(() => desk.close());

const announcements = '/admin/announcements';
const address = ({ id }: { id: string }) => `${announcements}/${id}`;
const cardAt = ({ id }: { id: string }) => `/admin/lady-due/cards/${id}`;

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

describe('undo is refused, and changes nothing:', () => {
  const undoing = (operation: string) => () => ada.undo(operation);

  test('a field it changed was changed since: changed_since, naming it', async () => {
    const { cards } = await createTree(ada);
    const operation = await doneBy(ada.put(cardAt(cards[0]), { title: 'New', citations: ['new'] }));
    await ben.put(cardAt(cards[0]), { citations: ['by Ben'] });
    const problem = await expectRefused(undoing(operation), 409, 'changed_since');
    expect(problem.conflicts).toEqual(['citations']);
    expect(problem.detail).toBe('This card was changed (citations) since. Nothing was changed.');
  });

  test('another field of the merge group was changed since: changed_since', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'Timed' });
    const operation = await doneBy(ada.put(address(made), { endsAt: '2099-01-06T09:00:00.000Z' }));
    await ben.put(address(made), { startsAt: '2099-01-05T09:00:00.000Z' });
    expect((await expectRefused(undoing(operation), 409, 'changed_since')).conflicts).toEqual(['startsAt']);
  });

  test('the created record was changed since', async () => {
    const answer = await ada.post(announcements, { message: 'New' });
    const made = answer.json as Announcement;
    await ben.put(address(made), { message: 'Better' });
    const problem = await expectRefused(undoing(operationOf(answer) ?? ''), 409, 'changed_since');
    expect(problem.conflicts).toEqual(['message']);
  });

  test('the created record has children now: changed_since, naming their kind', async () => {
    const answer = await ada.post('/admin/lady-due/categories', { name: 'New', trackingMode: 'PCOS' });
    const { id } = answer.json as Category;
    const section = await ben.make<{ id: string }>('/admin/lady-due/sections', { categoryId: id, title: 'Added' });
    await ben.make<Card>('/admin/lady-due/cards', { sectionId: section.id, title: 'Added' });
    const problem = await expectRefused(undoing(operationOf(answer) ?? ''), 409, 'changed_since');
    expect(problem.conflicts).toEqual(['section', 'card']);
    expect(problem.detail).toBe(
      'This category was given something to hold (section and card) since. Nothing was changed.',
    );
    await ben.remove(`/admin/lady-due/sections/${section.id}`);
    await undone(operationOf(answer) ?? '');
  });

  test('the restored record has another child now', async () => {
    const { category, basics } = await createTree(ada);
    const back = await undone(await doneBy(ada.remove(`/admin/lady-due/categories/${category.id}`)));
    await ben.make<Card>('/admin/lady-due/cards', { sectionId: basics.id, title: 'Added' });
    expect((await expectRefused(undoing(back.id), 409, 'changed_since')).conflicts).toEqual(['card']);
  });

  test('the changed or created record was deleted since', async () => {
    const answer = await ada.post(announcements, { message: 'New' });
    const made = answer.json as Announcement;
    const update = await doneBy(ada.put(address(made), { message: 'Newer' }));
    await ben.remove(address(made));
    for (const operation of [operationOf(answer) ?? '', update]) {
      const problem = await expectRefused(undoing(operation), 409, 'changed_since');
      expect(problem.detail).toBe('This announcement was deleted since. Nothing was changed.');
    }
  });

  test('the deleted record was restored in another way', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'Back' });
    const removal = await doneBy(ada.remove(address(made)));
    await ben.post(`/admin/bin/announcement/${made.id}/restore`);
    await expectRefused(undoing(removal), 409, 'changed_since');
    await ben.remove(address(made));
    await expectRefused(undoing(removal), 409, 'changed_since');
  });

  test('the parent of the deleted record is gone: parent_missing', async () => {
    const { category, basics, cards } = await createTree(ada);
    const card = await doneBy(ada.remove(cardAt(cards[0])));
    const section = await doneBy(ada.remove(`/admin/lady-due/sections/${basics.id}`));
    const problem = await expectRefused(undoing(card), 409, 'parent_missing');
    expect(problem.detail).toBe('The section of this card was deleted. Restore it first. Nothing was changed.');
    const all = await doneBy(ada.remove(`/admin/lady-due/categories/${category.id}`));
    await expectRefused(undoing(section), 409, 'parent_missing');
    for (const operation of [all, section, card]) await undone(operation);
    expect((await treeOf(ada, category)).cards.map(({ id }) => id).toSorted()).toEqual(
      cards.map(({ id }) => id).toSorted(),
    );
  });

  test('the earlier parent of the moved record is gone: parent_missing', async () => {
    const { basics, phases, cards } = await createTree(ada);
    const move = await doneBy(ada.put(cardAt(cards[0]), { sectionId: phases.id }));
    await ada.remove(`/admin/lady-due/sections/${basics.id}`);
    await expectRefused(undoing(move), 409, 'parent_missing');
  });

  test('the unique value of the deleted or changed record is taken: place_taken', async () => {
    const weeks = '/admin/cycle/pregnancy/weeks';
    await desk.database.pool.query('TRUNCATE pregnancy_weeks');
    const first = await ada.make<PregnancyWeek>(weeks, { weekNumber: 1 });
    const moved = await doneBy(ada.put(`${weeks}/${first.id}`, { weekNumber: 2 }));
    const other = await ada.make<PregnancyWeek>(weeks, { weekNumber: 1 });
    const problem = await expectRefused(undoing(moved), 409, 'place_taken');
    expect(problem.detail).toBe('Another pregnancy week has the same place now. Nothing was changed.');
    const removal = await doneBy(ada.remove(`${weeks}/${first.id}`));
    await ada.put(`${weeks}/${other.id}`, { weekNumber: 2 });
    await expectRefused(undoing(removal), 409, 'place_taken');
    await ada.put(`${weeks}/${other.id}`, { weekNumber: 3 });
    await undone(removal);
  });

  test('the operation is undone already: already_undone', async () => {
    const made = await ada.make<Announcement>(announcements, { message: 'One' });
    const operation = await doneBy(ada.put(address(made), { message: 'Two' }));
    await undone(operation);
    const problem = await expectRefused(undoing(operation), 409, 'already_undone');
    expect(problem.detail).toBe('This was already undone. Nothing was changed.');
  });

  test('the operation is about users: not_undoable', async () => {
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

  test('the operation is older than 30 days: not_undoable; one day less is undone', async () => {
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
          detail: 'This is too old to undo. Nothing was changed.',
        });
      }
    }
  });

  test('today’s rules refuse the earlier state: 422, naming the fields', async () => {
    const { cards } = await createTree(ada);
    const at = cardAt(cards[0]);
    const later = await doneBy(ada.put(at, { description: 'Later' }));
    // Today's rules would refuse this value.
    await desk.database.pool.query("UPDATE cards SET title = ' ' WHERE id = $1", [cards[0].id]);
    const problem = await expectRefused(undoing(later), 422, 'invalid');
    expect(problem.errors?.map(({ path }) => path)).toEqual(['title']);
    await expectRefused(undoing(await doneBy(ada.remove(at))), 422, 'invalid');
  });

  test('the operation does not exist, or its id is malformed: 404', async () => {
    await expectRefused(undoing(randomUUID()), 404, 'not_found');
    await expectRefused(undoing('x'), 404, 'not_found');
  });
});
