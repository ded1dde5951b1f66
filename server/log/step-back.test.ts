import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { recordLook } from '#server/log/events.ts';
import { readMissed, readNew } from '#server/live/read-changes.ts';
import { doneBy, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { moveInTime } from '#tests/database/log.ts';
import { problemOf } from '#tests/desk/send.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

const path = '/admin/announcements';
const announce = (message: string) => desk.staff.make<Announcement>(path, { message });
const move = (operation: string, daysBack: number) => moveInTime(desk.database.pool, operation, daysBack);

test('an undo after a step back of 40 days is seen, and nothing is undone twice', async () => {
  const made = await announce('First');
  const changed = await doneBy(desk.staff.put(`${path}/${made.id}`, { message: 'Second' }));
  const undo = await doneBy(desk.staff.undo(changed));
  await move(undo, 40);
  const { operations } = await desk.staff.operations();
  expect(operations.find(({ id }) => id === changed)).toMatchObject({ undoneBy: undo, undoable: false });
  const again = await desk.staff.undo(changed);
  expect([again.status, problemOf(again).code]).toEqual([409, 'already_undone']);
  const { operations: old } = await desk.staff.operations('?limit=50');
  expect(old.find(({ id }) => id === undo)).toMatchObject({ undoes: { id: changed, action: 'update' } });
});

test('records restored while the clock was 40 days behind are not in the bin', async () => {
  const made = await announce('Back');
  await desk.staff.remove(`${path}/${made.id}`);
  const restored = await desk.staff.post(`/admin/bin/announcement/${made.id}/restore`);
  await move(operationOf(restored) ?? '', 40);
  expect((await desk.staff.bin()).items.map(({ id }) => id)).not.toContain(made.id);
  const { operations } = await desk.staff.operations();
  expect(operations.find(({ action, entityId }) => action === 'delete' && entityId === made.id)).toMatchObject({
    undoable: false,
  });
});

test.each([
  ['ahead', -40],
  ['behind', 40],
])('an open desk that comes back learns of what was changed while the clock was 40 days %s', async (_, daysBack) => {
  const { db } = desk.database;
  const { eventId } = await readNew(db, undefined);
  const missed = await doneBy(desk.staff.post(path, { message: 'Missed' }));
  await move(missed, daysBack);
  const { eventId: now } = await readNew(db, undefined);
  expect((await readNew(db, eventId)).changes.map(({ operationId }) => operationId)).toEqual([missed]);
  expect((await readMissed(db, eventId, now))?.map(({ operationId }) => operationId)).toEqual([missed]);
});

test('a view of a user is logged again when the last one was logged by a clock that was ahead', async () => {
  const { rows } = await desk.database.pool.query<{ id: string; name: string }>('SELECT id, name FROM staff LIMIT 1');
  const [actor] = rows;
  if (!actor) throw new Error('Nobody is there');
  const looks = async () =>
    (await desk.database.pool.query<{ id: string }>("SELECT id FROM operations WHERE action = 'view' ORDER BY xid"))
      .rows;
  const look = () => recordLook(desk.database.db, actor, actor.id);
  await look();
  await look();
  const [first, ...others] = await looks();
  expect(others).toEqual([]);
  await move(first?.id ?? '', -40);
  await look();
  expect(await looks()).toHaveLength(2);
});
