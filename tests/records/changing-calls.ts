import { randomUUID } from 'node:crypto';
import type { Announcement } from '#contract/announcements.ts';
import type { Answer } from '#tests/desk/send.ts';
import { type Caller, doneBy } from '#tests/desk/caller.ts';
import type { TestDesk } from '#tests/desk/test-desk.ts';
import { createTree } from '#tests/records/lady-due.ts';

const path = '/admin/announcements';
const announce = (staff: Caller) => staff.make<Announcement>(path, { message: 'Before' });

/** Adds two doctors and returns the ids of all, in order. */
async function addDoctors(staff: Caller) {
  for (const name of ['Ada', 'Bola']) await staff.make('/api/doctors', { name, specialty: 'Gynaecology' });
  const { doctors } = (await staff.get('/api/doctors')).json as { doctors: { id: string }[] };
  return doctors.map(({ id }) => id);
}

async function newUser({ database }: TestDesk) {
  const id = randomUUID();
  await database.pool.query("INSERT INTO users (id, name, email) VALUES ($1, 'Ife', 'ife@example.org')", [id]);
  return id;
}

/** The call itself, by the account of the desk or over another connection to the same server. */
type Ask = (by: Caller, marks: { key?: string }) => Promise<Answer>;

/** Each call that changes something: its name, its preparation and the call itself. */
export const changingCalls: [name: string, prepare: (desk: TestDesk) => Promise<Ask>][] = [
  ['create', () => Promise.resolve((by, marks) => by.post(path, { message: 'New' }, marks))],
  [
    'update',
    async ({ staff }) => {
      const { id } = await announce(staff);
      return (by, marks) => by.put(`${path}/${id}`, { message: 'After' }, { ...marks, ifMatch: 1 });
    },
  ],
  [
    'merging update',
    async ({ staff }) => {
      const { cards } = await createTree(staff);
      const at = `/admin/lady-due/cards/${cards[0].id}`;
      await staff.put(at, { title: 'By another' });
      return (by, marks) => by.put(at, { citations: ['mine'] }, { ...marks, ifMatch: 1 });
    },
  ],
  [
    'toggle',
    async ({ staff }) => {
      const { id } = await announce(staff);
      return (by, marks) => by.put(`${path}/${id}`, { enabled: false }, marks);
    },
  ],
  [
    'delete',
    async ({ staff }) => {
      const { id } = await announce(staff);
      return (by, marks) => by.remove(`${path}/${id}`, { ...marks, ifMatch: 1 });
    },
  ],
  [
    'delete of a tree',
    async ({ staff }) => {
      const { category } = await createTree(staff);
      return (by, marks) => by.remove(`/admin/lady-due/categories/${category.id}`, marks);
    },
  ],
  [
    'order',
    async ({ staff }) => {
      const ids = await addDoctors(staff);
      return (by, marks) => by.post('/api/doctors/order', { ids: ids.toReversed() }, marks);
    },
  ],
  [
    'undo of an order',
    async ({ staff }) => {
      const ids = await addDoctors(staff);
      const operation = await doneBy(staff.post('/api/doctors/order', { ids: ids.toReversed() }));
      return (by, marks) => by.undo(operation, marks);
    },
  ],
  [
    'undo of a creation',
    async ({ staff }) => {
      const operation = await doneBy(staff.post(path, { message: 'New' }));
      return (by, marks) => by.undo(operation, marks);
    },
  ],
  [
    'undo of an update',
    async ({ staff }) => {
      const { id } = await announce(staff);
      const operation = await doneBy(staff.put(`${path}/${id}`, { message: 'After' }));
      return (by, marks) => by.undo(operation, marks);
    },
  ],
  [
    'undo of the deletion of a tree',
    async ({ staff }) => {
      const { category } = await createTree(staff);
      const operation = await doneBy(staff.remove(`/admin/lady-due/categories/${category.id}`));
      return (by, marks) => by.undo(operation, marks);
    },
  ],
  [
    'redo of the deletion of a tree',
    async ({ staff }) => {
      const { category } = await createTree(staff);
      const operation = await doneBy(
        staff.undo(await doneBy(staff.remove(`/admin/lady-due/categories/${category.id}`))),
      );
      return (by, marks) => by.undo(operation, marks);
    },
  ],
  [
    'restore of a version',
    async ({ staff }) => {
      const { id } = await announce(staff);
      await staff.put(`${path}/${id}`, { message: 'After' });
      return (by, marks) => by.post(`/admin/history/announcement/${id}/restore`, { version: 1 }, marks);
    },
  ],
  [
    'restore from the bin',
    async ({ staff }) => {
      const { category } = await createTree(staff);
      await staff.remove(`/admin/lady-due/categories/${category.id}`);
      return (by, marks) => by.post(`/admin/bin/category/${category.id}/restore`, undefined, marks);
    },
  ],
  [
    'verifying a user',
    async (desk) => {
      const id = await newUser(desk);
      return (by, marks) => by.put(`/admin/users/${id}/status`, { isVerified: true }, marks);
    },
  ],
  [
    'erasing a user',
    async (desk) => {
      const id = await newUser(desk);
      return (by, marks) => by.remove(`/admin/users/${id}`, marks);
    },
  ],
];
