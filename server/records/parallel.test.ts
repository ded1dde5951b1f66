import { asSaved } from '#contract/editions.ts';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { cardStore } from '#tests/records/card-store.ts';
import { play, savedSteps } from '#tests/records/merge-model.ts';
import { holdLock } from '#tests/database/locks.ts';
import { problemOf } from '#tests/desk/send.ts';
import type { Card } from '#contract/lady-due.ts';
import { type Caller, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { createTree, treeOf } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());

const path = '/admin/announcements';
const address = ({ id }: { id: string }) => `${path}/${id}`;
const announce = (message = 'Before') => ada.make<Announcement>(path, { message });
const twenty = Array.from({ length: 20 }, (_, index) => index);
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();
const messages = async ({ id }: { id: string }) =>
  (await ada.revisions('announcement', id)).map(({ data }) => data?.message);

test('20 interleavings of two editors through HTTP', async () => {
  const { basics } = await createTree(ada);
  await fc.assert(
    fc.asyncProperty(savedSteps, async (todo) => play(todo, await cardStore(ada, basics.id))),
    { numRuns: 20, seed: 20_261_121 },
  );
});

describe('at the same moment,', () => {
  test('changes of different fields all succeed, and all are stored', async () => {
    const { cards, phases } = await createTree(ada);
    const [card] = cards;
    const changes = [
      { title: 'New' },
      { citations: ['new'] },
      { publishStatus: 'scheduled', publishedAt: '2099-01-05T09:00:00.000Z' },
      { sectionId: phases.id },
    ];
    const save = (body: object) => ada.put(`/admin/lady-due/cards/${card.id}`, body, { ifMatch: 1 });
    expect(statusesOf(await Promise.all(changes.map(save)))).toEqual([200, 200, 200, 200]);
    const [last] = await ada.revisions('card', card.id);
    expect([last?.version, last?.data]).toEqual([5, expect.objectContaining(Object.assign({}, ...changes))]);
  });

  test('of 20 changes of one field one succeeds, and 19 conflict', async () => {
    const made = await announce();
    const save = (index: number) => ada.put(address(made), { message: `Text ${index}` }, { ifMatch: 1 });
    const answers = await Promise.all(twenty.map(save));
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const winner = answers.find(({ status }) => status === 200)?.json as Announcement;
    for (const answer of answers.filter(({ status }) => status === 412)) {
      expect(problemOf(answer)).toMatchObject({
        conflicts: ['message'],
        current: { message: winner.message, version: 2 },
      });
    }
  });

  test('20 changes to the same value do not conflict, and make one version', async () => {
    const made = await announce();
    const answers = await Promise.all(twenty.map(() => ada.put(address(made), { message: 'Same' }, { ifMatch: 1 })));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(answers.filter(operationOf).length).toBe(1);
    expect(await messages(made)).toEqual(['Same', 'Before']);
  });

  test('of 20 changes without If-Match the last one wins, and the history has all of them', async () => {
    const made = await announce();
    const answers = await Promise.all(twenty.map((index) => ada.put(address(made), { message: `Text ${index}` })));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect((await messages(made)).toSorted()).toEqual(['Before', ...twenty.map((index) => `Text ${index}`)].toSorted());
  });

  test('an undo and an update: both succeed, or the later one is refused', async () => {
    const seen = new Set<string>();
    for (const _ of twenty) {
      const made = await announce();
      const operation = operationOf(await ada.put(address(made), { message: 'After' })) ?? '';
      const [undone, updated] = await Promise.all([
        ada.undo(operation),
        ada.put(address(made), { message: 'Mine' }, { ifMatch: 2 }),
      ]);
      const outcome = `${undone.status} ${updated.status}`;
      seen.add(outcome);
      const last = (await messages(made))[0];
      expect([outcome, last]).toEqual(outcome === '200 412' ? ['200 412', 'Before'] : ['409 200', 'Mine']);
    }
    expect(seen.size).toBeGreaterThan(0);
  });

  test('a deletion and an update: the later one is refused', async () => {
    for (const _ of twenty) {
      const made = await announce();
      const [removed, updated] = await Promise.all([
        ada.remove(address(made), { ifMatch: 1 }),
        ada.put(address(made), { message: 'Mine' }, { ifMatch: 1 }),
      ]);
      expect(['204 404', '412 200']).toContain(`${removed.status} ${updated.status}`);
    }
  });

  test('two undos: one 200, one 409 already_undone', async () => {
    for (const kind of ['create', 'delete'] as const) {
      const made = await ada.post(path, { message: 'Before' });
      const removed = kind === 'delete' ? await ada.remove(address(made.json as Announcement)) : made;
      const answers = await Promise.all(twenty.map(() => ada.undo(operationOf(removed) ?? '')));
      expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
      const codes = answers.filter(({ status }) => status === 409).map((answer) => problemOf(answer).code);
      expect(new Set(codes)).toEqual(new Set(['already_undone']));
    }
  });

  test('an undo of a deletion and a restore from the bin: the record comes back once', async () => {
    for (const _ of twenty) {
      const made = await announce();
      const removed = await ada.remove(address(made));
      const [undone, restored] = await Promise.all([
        ada.undo(operationOf(removed) ?? ''),
        ada.post(`/admin/bin/announcement/${made.id}/restore`),
      ]);
      expect(['200 404', '409 200']).toContain(`${undone.status} ${restored.status}`);
      expect((await messages(made)).length).toBe(3);
    }
  });

  test('creations with one key: one record, and each call gets the same response or in_progress', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = randomUUID();
      const answers = await Promise.all(twenty.map(() => ada.post(path, { message: key }, { key })));
      const done = answers.filter(({ status }) => status === 201);
      expect(new Set(done.map((answer) => `${operationOf(answer)} ${answer.text}`)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect([answer.status, problemOf(answer).code]).toEqual([409, 'in_progress']);
      }
      const { announcements } = (await ada.get(path)).json as { announcements: Announcement[] };
      expect(announcements.filter(({ message }) => message === key).length).toBe(1);
    }
  });

  test('a deletion of a section and new cards in it: each card is deleted with it, or was refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { basics } = await createTree(ada);
      const make = (index: number) =>
        ada.post('/admin/lady-due/cards', { sectionId: basics.id, title: `Card ${index}` });
      const [removed, ...made] = await Promise.all([
        ada.remove(`/admin/lady-due/sections/${basics.id}`),
        ...[1, 2, 3, 4].map(make),
      ]);
      expect(removed?.status).toBe(204);
      expect(made.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      const [item] = (await ada.bin('?kind=section')).items;
      const count = 2 + made.filter(({ status }) => status === 201).length;
      expect(item).toMatchObject({ id: basics.id, contains: [{ kind: 'card', count }] });
    }
  });

  test('an undo that deletes a tree and a deletion of it lock in the same sequence', async () => {
    const { category, cards } = await createTree(ada);
    const at = `/admin/lady-due/categories/${category.id}`;
    const back = operationOf(await ada.undo(operationOf(await ada.remove(at)) ?? '')) ?? '';
    const lock = await holdLock(desk.database.pool, 'SELECT FROM cards WHERE id = $1 FOR UPDATE', [cards[1].id]);
    const undone = ada.undo(back);
    await lock.waiting();
    const removed = ada.remove(at);
    await lock.waiting(2);
    await lock.release();
    expect([(await undone).status, (await removed).status]).toEqual([200, 404]);
  });

  test('changes of every sort in one tree: no call fails, and the tree agrees with its history', async () => {
    const { category, basics, phases, cards } = await createTree(ada);
    const at = `/admin/lady-due/categories/${category.id}`;
    for (let round = 0; round < 8; round += 1) {
      const back = operationOf(await ada.undo(operationOf(await ada.remove(at)) ?? '')) ?? '';
      const answers = await Promise.all([
        ada.undo(back),
        ada.remove(at),
        ada.remove(`/admin/lady-due/sections/${basics.id}`),
        ada.put(`/admin/lady-due/cards/${cards[0].id}`, { sectionId: phases.id }),
        ada.put(`/admin/lady-due/cards/${cards[1].id}`, { title: `Round ${round}` }),
        ada.put(`/admin/lady-due/sections/${phases.id}`, { title: `Round ${round}` }),
        ada.post('/admin/lady-due/cards', { sectionId: phases.id, title: 'More' }),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
      for (const item of (await ada.bin('?limit=100')).items.toReversed()) {
        if ([category.id, basics.id, phases.id].includes(item.id))
          await ada.post(`/admin/bin/${item.kind}/${item.id}/restore`);
      }
      const tree = await treeOf(ada, category);
      expect(tree.category?.id).toBe(category.id);
      for (const card of tree.cards) await expectLast('card', card);
      for (const section of tree.sections) await expectLast('section', section);
    }
  });
});

/** Expects the newest version of a record to equal the record. */
async function expectLast(kind: string, { id, version, ...rest }: { id: string; version: number }) {
  const [last] = await ada.revisions(kind, id);
  const { createdAt: _, updatedAt: _at, createdBy: _by, ...fields } = rest as Partial<Card>;
  for (const name of Object.keys(asSaved)) delete fields[name as keyof typeof fields];
  expect([id, last?.version, last?.data]).toEqual([id, version, fields]);
}
