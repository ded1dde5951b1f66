import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { problemOf, send } from '#server/testing/send.ts';
import { addAdmin, startSession } from '#server/testing/staff.ts';
import type { Card, Category, Section } from '#server/testing/tree.ts';
import { type Caller, type TreeDesk, caller, operationOf, treeDesk } from '#server/testing/tree-desk.ts';

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

const announce = (message = 'Clinic closed') => ada.make<Announcement>('/admin/announcements', { message });
const address = ({ id }: { id: string }) => `/admin/announcements/${id}`;
async function makeCard(values: Partial<Card> = {}) {
  const category = await ada.make<Category>('/tree/category', { name: 'Track' });
  const section = await ada.make<Section>('/tree/section', { categoryId: category.id, title: 'Basics' });
  const card = await ada.make<Card>('/tree/card', { sectionId: section.id, title: 'Day one', ...values });
  return { category, section, card, at: `/tree/card/${card.id}` };
}
const fieldsOf = (list: { path: string }[] = []) => list.map(({ path }) => path);

describe('PUT with If-Match', () => {
  test('that is the stored version: 200', async () => {
    const made = await announce();
    const answer = await ada.put(address(made), { message: 'Open' }, { ifMatch: 1 });
    expect(answer.json).toMatchObject({ message: 'Open', version: 2 });
    expect([answer.status, operationOf(answer)]).toEqual([200, expect.any(String)]);
  });

  test('that is older, and since then only other fields changed: merged, 200', async () => {
    const { card, at } = await makeCard();
    await ben.put(at, { title: 'Day 1' }, { ifMatch: 1 });
    await ben.put(at, { tags: ['period'] }, { ifMatch: 2 });
    const answer = await ada.put(at, { status: 'scheduled', publishedAt: 'Monday' }, { ifMatch: 1 });
    expect(answer.json).toEqual({
      ...card,
      title: 'Day 1',
      tags: ['period'],
      status: 'scheduled',
      publishedAt: 'Monday',
      version: 4,
      updatedAt: expect.any(String),
    });
  });

  test('that is older, and the merged thing would break the rules: 422, and nothing changes', async () => {
    const { section } = await makeCard();
    const at = `/tree/section/${section.id}`;
    await ben.put(at, { opens: 16 }, { ifMatch: 1 });
    const answer = await ada.put(at, { closes: 12 }, { ifMatch: 1 });
    expect([answer.status, fieldsOf(problemOf(answer).errors)]).toEqual([422, ['closes']]);
    expect(operationOf(answer)).toBeUndefined();
    expect((await ada.revisions('section', section.id)).map(({ version }) => version)).toEqual([2, 1]);
    // The same rule, without a merge.
    expect((await ada.put(at, { closes: 12 }, { ifMatch: 2 })).status).toBe(422);
  });

  test('that is older, and a sent field was changed since to another value: 412 with current and conflicts', async () => {
    const { card, at } = await makeCard();
    await ben.put(at, { title: 'By Ben' }, { ifMatch: 1 });
    await ada.put(at, { tags: ['later'] }, { ifMatch: 2 });
    const answer = await ada.put(at, { title: 'By Ada', sectionId: card.sectionId }, { ifMatch: 1 });
    const { code, current, conflicts, changedBy, changedAt, detail } = problemOf(answer);
    expect([answer.status, code, conflicts]).toEqual([412, 'version_conflict', ['title']]);
    expect(current).toMatchObject({ id: card.id, title: 'By Ben', tags: ['later'], version: 3 });
    // Ben changed the conflicting field, although Ada changed another one after him.
    expect(changedBy).toEqual({ id: benId, name: 'Ben Eze' });
    const at2 = (await ada.revisions('card', card.id)).find(({ version }) => version === 2)?.at;
    expect([changedAt, detail]).toEqual([at2, expect.stringMatching(/Nothing was changed\.$/)]);
    expect(operationOf(answer)).toBeUndefined();
    expect((await ada.revisions('card', card.id))[0]?.version).toBe(3);
  });

  test('that is older, and the sent field was changed since to the very value that is sent: 200, no operation', async () => {
    const made = await announce();
    await ben.put(address(made), { message: 'Same' }, { ifMatch: 1 });
    const answer = await ada.put(address(made), { message: '  Same ' }, { ifMatch: 1 });
    expect([answer.status, (answer.json as Announcement).version, operationOf(answer)]).toEqual([200, 2, undefined]);
  });

  test('that is older, with a sent field as it was seen, which was changed since: 412, because it would be reset', async () => {
    const { card, at } = await makeCard();
    await ben.put(at, { title: 'By Ben' }, { ifMatch: 1 });
    const answer = await ada.put(at, { title: card.title, tags: ['x'] }, { ifMatch: 1 });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['title']]);
  });

  test.each([
    ['unknown', '"7"'],
    ['that nothing ever had', '"9999999999"'],
    ['at the limit of numbers', '"2147483648"'],
    ['weak', 'W/"1"'],
    ['without quotes', '1'],
    ['that is no number', '"one"'],
  ])('%s: 412, every sent field that differs is a conflict', async (_, header) => {
    const { card, at } = await makeCard();
    const answer = await send(desk.url, at, {
      method: 'PUT',
      bearer: desk.bearer,
      headers: { 'If-Match': header },
      body: { title: 'Other', tags: card.tags, status: 'published' },
    });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['title', 'status']]);
    const asStored = await send(desk.url, at, {
      method: 'PUT',
      bearer: desk.bearer,
      headers: { 'If-Match': header },
      body: { title: card.title },
    });
    expect([asStored.status, operationOf(asStored)]).toEqual([200, undefined]);
  });

  test('of a version that the log does not have any more: 412, and every sent field that differs is a conflict', async () => {
    const id = randomUUID();
    await desk.database.pool.query(
      "INSERT INTO announcements (id, version, message, enabled) VALUES ($1, 9, 'Old', true)",
      [id],
    );
    const answer = await ada.put(address({ id }), { message: 'New', enabled: true }, { ifMatch: 8 });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['message']]);
    expect(problemOf(answer).changedBy).toBeNull();
    expect((await ada.put(address({ id }), { message: 'New' }, { ifMatch: 9 })).status).toBe(200);
  });
});

describe('fields that conflict as one', () => {
  test('a list', async () => {
    const { at } = await makeCard({ tags: ['a', 'b'] });
    await ben.put(at, { tags: ['a', 'b', 'c'] }, { ifMatch: 1 });
    const answer = await ada.put(at, { tags: ['z', 'a', 'b'] }, { ifMatch: 1 });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['tags']]);
    expect((await ada.put(at, { tags: ['a', 'b', 'c'] }, { ifMatch: 1 })).status).toBe(200);
  });

  test('publishStatus with publishedAt: a change of one conflicts with a change of the other', async () => {
    const { at } = await makeCard({ status: 'scheduled', publishedAt: 'Monday' });
    await ben.put(at, { publishedAt: 'Tuesday' }, { ifMatch: 1 });
    const answer = await ada.put(at, { status: 'draft' }, { ifMatch: 1 });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['status']]);
    expect((await ada.put(at, { title: 'Else' }, { ifMatch: 1 })).status).toBe(200);
  });
});

describe('PUT', () => {
  test('that changes nothing (a retry after a lost answer): 200, same version, no operation', async () => {
    const made = await announce();
    const body = { message: 'Open' };
    const first = await ada.put(address(made), body, { ifMatch: 1 });
    const again = await ada.put(address(made), body, { ifMatch: 1 });
    expect([again.status, again.json, operationOf(again)]).toEqual([200, first.json, undefined]);
    expect((await ada.revisions('announcement', made.id)).length).toBe(2);
  });

  test('with the entity as it was read changes nothing', async () => {
    const { card, at } = await makeCard({ tags: ['a'] });
    const answer = await ada.put(at, card, { ifMatch: 1 });
    expect([answer.status, answer.json, operationOf(answer)]).toEqual([200, card, undefined]);
  });

  test('without If-Match: the last one wins', async () => {
    const made = await announce();
    await ben.put(address(made), { message: 'By Ben' });
    expect((await ada.put(address(made), { message: 'By Ada' })).json).toMatchObject({ message: 'By Ada', version: 3 });
    const any = { method: 'PUT', bearer: desk.bearer, headers: { 'If-Match': '*' }, body: { message: 'Any' } };
    expect((await send(desk.url, address(made), any)).json).toMatchObject({ message: 'Any', version: 4 });
  });

  test('of a thing that does not exist: 404, also for a malformed id', async () => {
    for (const id of [randomUUID(), 'x', '1']) {
      expect((await ada.put(address({ id }), { message: 'x' }, { ifMatch: 1 })).status).toBe(404);
      expect((await ada.remove(address({ id }), { ifMatch: 1 })).status).toBe(404);
    }
  });
});

describe('DELETE', () => {
  test('with another version than stored: 412, deletes never merge', async () => {
    const made = await announce();
    await ben.put(address(made), { message: 'By Ben' });
    const answer = await ada.remove(address(made), { ifMatch: 1 });
    expect([answer.status, problemOf(answer).code, problemOf(answer).conflicts]).toEqual([
      412,
      'version_conflict',
      ['message'],
    ]);
    expect(problemOf(answer)).toMatchObject({ current: { message: 'By Ben', version: 2 }, changedBy: { id: benId } });
    const unknown = await ada.remove(address(made), { ifMatch: 7 });
    expect([unknown.status, problemOf(unknown).code]).toEqual([412, 'version_conflict']);
    const gone = await ada.remove(address(made), { ifMatch: 2 });
    expect([gone.status, operationOf(gone)]).toEqual([204, expect.any(String)]);
    expect((await ada.remove(address(made), { ifMatch: 2 })).status).toBe(404);
  });

  test('changes to children do not change a parent’s version', async () => {
    const { category, section, card, at } = await makeCard();
    await ada.put(at, { title: 'New' });
    await ada.put(`/tree/section/${section.id}`, { title: 'New' });
    await ada.remove(at);
    await ada.undo(operationOf(await ada.put(`/tree/section/${section.id}`, { opens: 9 })) ?? '');
    expect(card.version).toBe(1);
    expect((await ada.remove(`/tree/category/${category.id}`, { ifMatch: 1 })).status).toBe(204);
  });
});

describe('409 in words, and nothing is written', () => {
  const refused = async (answering: ReturnType<Caller['post']>) => {
    const answer = await answering;
    const { code, detail } = problemOf(answer);
    return [answer.status, code, detail, operationOf(answer)];
  };
  const taken = [409, 'place_taken', 'Another category has taken its place. Nothing was changed.', undefined];

  test('for a unique value that is taken, for a new thing and for a changed one', async () => {
    await ada.make<Category>('/tree/category', { name: 'First', slot: 501 });
    const other = await ada.make<Category>('/tree/category', { name: 'Other', slot: 502 });
    expect(await refused(ada.post('/tree/category', { name: 'Second', slot: 501 }))).toEqual(taken);
    expect(await refused(ada.put(`/tree/category/${other.id}`, { slot: 501 }, { ifMatch: 1 }))).toEqual(taken);
    expect((await ada.revisions('category', other.id)).map(({ version }) => version)).toEqual([1]);
    expect((await ada.put(`/tree/category/${other.id}`, { slot: 503 }, { ifMatch: 1 })).status).toBe(200);
  });

  test('with a sentence at the field whose value is taken', async () => {
    await ada.make<Category>('/tree/category', { name: 'Holder', slot: 504 });
    expect(problemOf(await ada.post('/tree/category', { name: 'Second', slot: 504 })).errors).toEqual([
      { path: 'slot', message: 'This is taken by another category' },
    ]);
  });

  test('for a new thing whose parent is gone', async () => {
    const { category } = await makeCard();
    await ben.remove(`/tree/category/${category.id}`);
    expect(await refused(ada.post('/tree/section', { categoryId: category.id, title: 'Late' }))).toEqual([
      409,
      'parent_missing',
      'The category of this section was deleted. Restore it first. Nothing was changed.',
      undefined,
    ]);
  });
});

test('a new thing that breaks a rule over several fields is refused, and nothing is written', async () => {
  const { category } = await makeCard();
  const body = { categoryId: category.id, title: 'Never open', opens: 17, closes: 8 };
  const answer = await ada.post('/tree/section', body);
  expect([answer.status, fieldsOf(problemOf(answer).errors)]).toEqual([422, ['closes']]);
  expect(operationOf(answer)).toBeUndefined();
});

test('a change of several fields is one version, one operation and one revision', async () => {
  const { card, at } = await makeCard();
  const operation = operationOf(await ada.put(at, { title: 'A', tags: ['b'], status: 'published' }));
  const [last, first] = await ada.revisions('card', card.id);
  expect(last).toMatchObject({ version: 2, operationId: operation, action: 'update' });
  expect(last?.changed.toSorted()).toEqual(['status', 'tags', 'title']);
  expect(first).toMatchObject({ version: 1, action: 'create', changed: [] });
});
