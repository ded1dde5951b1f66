import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { dump } from '#server/testing/dump.ts';
import { failNext } from '#server/testing/faults.ts';
import type { Answer } from '#server/testing/send.ts';
import { type Caller, type TreeDesk, expectDone, operationOf, plantTree, treeDesk } from '#server/testing/tree-desk.ts';

let desk: TreeDesk;
let ada: Caller;
let killer: pg.Client;
beforeAll(async () => {
  desk = await treeDesk();
  ada = desk.staff;
  killer = new pg.Client({ connectionString: desk.database.url });
  await killer.connect();
});
afterAll(async () => {
  await killer.end();
  await desk.close();
});

const state = () => dump(desk.database.pool);
const path = '/admin/announcements';
const announce = () => ada.make<Announcement>(path, { message: 'Before' });
const done = async (answering: Promise<Answer>) => {
  const answer = await answering;
  expectDone(answer);
  return operationOf(answer) ?? '';
};
async function newUser() {
  const id = randomUUID();
  await desk.database.pool.query("INSERT INTO users (id, name, email) VALUES ($1, 'Ife', 'ife@example.org')", [id]);
  return id;
}

type Marks = { key?: string };
type Ask = (marks: Marks) => Promise<Answer>;

/** Each changing call: what has to be there, and the call. */
const calls: [name: string, prepare: () => Promise<Ask>][] = [
  ['create', async () => (marks) => ada.post(path, { message: 'New' }, marks)],
  [
    'update',
    async () => {
      const { id } = await announce();
      return (marks) => ada.put(`${path}/${id}`, { message: 'After' }, { ...marks, ifMatch: 1 });
    },
  ],
  [
    'merging update',
    async () => {
      const { cards } = await plantTree(ada);
      const at = `/tree/card/${cards[0].id}`;
      await ada.put(at, { title: 'By another' });
      return (marks) => ada.put(at, { tags: ['mine'] }, { ...marks, ifMatch: 1 });
    },
  ],
  [
    'toggle',
    async () => {
      const { id } = await announce();
      return (marks) => ada.put(`${path}/${id}`, { enabled: false }, marks);
    },
  ],
  [
    'delete',
    async () => {
      const { id } = await announce();
      return (marks) => ada.remove(`${path}/${id}`, { ...marks, ifMatch: 1 });
    },
  ],
  [
    'delete of a tree',
    async () => {
      const { category } = await plantTree(ada);
      return (marks) => ada.remove(`/tree/category/${category.id}`, marks);
    },
  ],
  [
    'undo of a creation',
    async () => {
      const operation = await done(ada.post(path, { message: 'New' }));
      return (marks) => ada.undo(operation, marks);
    },
  ],
  [
    'undo of an update',
    async () => {
      const { id } = await announce();
      const operation = await done(ada.put(`${path}/${id}`, { message: 'After' }));
      return (marks) => ada.undo(operation, marks);
    },
  ],
  [
    'undo of the deletion of a tree',
    async () => {
      const { category } = await plantTree(ada);
      const operation = await done(ada.remove(`/tree/category/${category.id}`));
      return (marks) => ada.undo(operation, marks);
    },
  ],
  [
    'redo of the deletion of a tree',
    async () => {
      const { category } = await plantTree(ada);
      const operation = await done(ada.undo(await done(ada.remove(`/tree/category/${category.id}`))));
      return (marks) => ada.undo(operation, marks);
    },
  ],
  [
    'restore of a version',
    async () => {
      const { id } = await announce();
      await ada.put(`${path}/${id}`, { message: 'After' });
      return (marks) => ada.post(`/admin/history/announcement/${id}/restore`, { version: 1 }, marks);
    },
  ],
  [
    'restore from the bin',
    async () => {
      const { category } = await plantTree(ada);
      await ada.remove(`/tree/category/${category.id}`);
      return (marks) => ada.post(`/admin/bin/category/${category.id}/restore`, undefined, marks);
    },
  ],
  [
    'verifying a user',
    async () => {
      const id = await newUser();
      return (marks) => ada.put(`/admin/users/${id}/status`, { isVerified: true }, marks);
    },
  ],
  [
    'erasing a user',
    async () => {
      const id = await newUser();
      return (marks) => ada.remove(`/admin/users/${id}`, marks);
    },
  ],
];

const faults: [name: string, happen: (client: pg.PoolClient) => Promise<void>][] = [
  ['fails', () => Promise.reject(new Error('A fault before it was sent'))],
  [
    'loses its connection',
    async (client) => {
      const { processID } = client as unknown as { processID: number };
      const ended = new Promise((resolve) => client.once('end', resolve));
      await killer.query('SELECT pg_terminate_backend($1)', [processID]);
      await ended;
    },
  ],
];

describe.each(faults)('whichever statement %s, the state is the one before, log included:', (name, happen) => {
  test.each(calls)('%s', async (_, prepare) => {
    const ask = await prepare();
    const marks = { key: randomUUID() };
    const before = await state();
    let answer: Answer;
    for (let at = 1; ; at += 1) {
      const fault = failNext(desk.database.pool, { at, happen });
      answer = await ask(marks);
      fault.mend();
      if (!fault.reached()) {
        // The call got to its end without meeting the fault, so no statement was forgotten.
        expect([at, fault.statements[0]]).toEqual([fault.statements.length + 1, 'begin']);
        expect(fault.statements.slice(1).filter((text) => /begin|commit|savepoint/.test(text))).toEqual(['commit']);
        expect(fault.statements.length).toBeGreaterThanOrEqual(5);
        break;
      }
      expect([at, answer.status]).toEqual([at, name === 'fails' ? 500 : 503]);
      expect(operationOf(answer)).toBeUndefined();
      expect([at, await state()]).toEqual([at, before]);
    }
    // The same call, with the same key, is then done once.
    expect([answer.status < 300, operationOf(answer)]).toEqual([true, expect.any(String)]);
    const after = await state();
    expect(lines(after.operations) - lines(before.operations)).toBe(1);
    const again = await ask(marks);
    expect([again.status, again.text]).toEqual([answer.status, answer.text]);
    expect(await state()).toEqual(after);
  });
});

// With a key there are more statements, and the others are the same.
test.each(calls)('without a key, whichever statement fails: %s', async (_, prepare) => {
  const ask = await prepare();
  const before = await state();
  let answer: Answer;
  let fault: ReturnType<typeof failNext>;
  let at = 0;
  do {
    if (at > 0) expect([at, await state()]).toEqual([at, before]);
    at += 1;
    fault = failNext(desk.database.pool, { at, happen: () => Promise.reject(new Error('A fault')) });
    answer = await ask({});
    fault.mend();
  } while (fault.reached());
  expect([answer.status < 300, operationOf(answer)]).toEqual([true, expect.any(String)]);
});

const lines = (text = '') => (text === '' ? 0 : text.split('\n').length);
