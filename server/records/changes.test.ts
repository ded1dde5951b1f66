import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { PregnancyWeek } from '#contract/cycle.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { type Caller, caller, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';

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

const announce = (message = 'Clinic closed') => ada.make<Announcement>('/admin/announcements', { message });
const address = ({ id }: { id: string }) => `/admin/announcements/${id}`;
async function makeCard(values: Partial<Card> = {}) {
  const category = await ada.make<Category>('/admin/lady-due/categories', { name: 'Track', trackingMode: 'PCOS' });
  const section = await ada.make<Section>('/admin/lady-due/sections', { categoryId: category.id, title: 'Basics' });
  const card = await ada.make<Card>('/admin/lady-due/cards', { sectionId: section.id, title: 'Day one', ...values });
  return { category, section, card, at: `/admin/lady-due/cards/${card.id}` };
}
const monday = '2099-01-05T09:00:00.000Z';
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
    await ben.put(at, { citations: ['period'] }, { ifMatch: 2 });
    const answer = await ada.put(at, { publishStatus: 'scheduled', publishedAt: monday }, { ifMatch: 1 });
    expect(answer.json).toEqual({
      ...card,
      title: 'Day 1',
      citations: ['period'],
      publishStatus: 'scheduled',
      publishedAt: monday,
      version: 4,
      updatedAt: expect.any(String),
    });
  });

  test('that is older, and the merged record would break the rules: 422, and nothing changes', async () => {
    const { card, at } = await makeCard();
    await ben.put(at, { description: 'Longer' }, { ifMatch: 1 });
    // Today's rules would refuse this value.
    await desk.database.pool.query("UPDATE cards SET title = ' ' WHERE id = $1", [card.id]);
    const answer = await ada.put(at, { citations: ['x'] }, { ifMatch: 1 });
    expect([answer.status, fieldsOf(problemOf(answer).errors)]).toEqual([422, ['title']]);
    expect(operationOf(answer)).toBeUndefined();
    expect((await ada.revisions('card', card.id)).map(({ version }) => version)).toEqual([2, 1]);
    // The same rule, without a merge.
    expect((await ada.put(at, { citations: ['x'] }, { ifMatch: 2 })).status).toBe(422);
  });

  test('that is older, and a sent field was changed since to another value: 412 with current and conflicts', async () => {
    const { card, at } = await makeCard();
    await ben.put(at, { title: 'By Ben' }, { ifMatch: 1 });
    await ada.put(at, { citations: ['later'] }, { ifMatch: 2 });
    const answer = await ada.put(at, { title: 'By Ada', sectionId: card.sectionId }, { ifMatch: 1 });
    const { code, current, conflicts, changedBy, changedAt, detail } = problemOf(answer);
    expect([answer.status, code, conflicts]).toEqual([412, 'version_conflict', ['title']]);
    expect(current).toMatchObject({ id: card.id, title: 'By Ben', citations: ['later'], version: 3 });
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
    const answer = await ada.put(at, { title: card.title, citations: ['x'] }, { ifMatch: 1 });
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
      body: { title: 'Other', citations: card.citations, isActive: false },
    });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['title', 'isActive']]);
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
    const { at } = await makeCard({ citations: ['a', 'b'] });
    await ben.put(at, { citations: ['a', 'b', 'c'] }, { ifMatch: 1 });
    const answer = await ada.put(at, { citations: ['z', 'a', 'b'] }, { ifMatch: 1 });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['citations']]);
    expect((await ada.put(at, { citations: ['a', 'b', 'c'] }, { ifMatch: 1 })).status).toBe(200);
  });

  test('publishStatus with publishedAt: a change of one conflicts with a change of the other', async () => {
    const { at } = await makeCard({ publishStatus: 'scheduled', publishedAt: monday });
    await ben.put(at, { publishedAt: '2099-01-06T09:00:00.000Z' }, { ifMatch: 1 });
    const answer = await ada.put(at, { publishStatus: 'draft' }, { ifMatch: 1 });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['publishStatus', 'publishedAt']]);
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
    const { card, at } = await makeCard({ citations: ['a'] });
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

  test('of a record that does not exist: 404, also for a malformed id', async () => {
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
    await ada.put(`/admin/lady-due/sections/${section.id}`, { title: 'New' });
    await ada.remove(at);
    await ada.undo(operationOf(await ada.put(`/admin/lady-due/sections/${section.id}`, { description: 'New' })) ?? '');
    expect(card.version).toBe(1);
    expect((await ada.remove(`/admin/lady-due/categories/${category.id}`, { ifMatch: 1 })).status).toBe(204);
  });
});

describe('409 in words, and nothing is written', () => {
  const refused = async (answering: ReturnType<Caller['post']>) => {
    const answer = await answering;
    const { code, detail } = problemOf(answer);
    return [answer.status, code, detail, operationOf(answer)];
  };
  const weeks = '/admin/cycle/pregnancy/weeks';
  const addWeek = (weekNumber: number) => ada.make<PregnancyWeek>(weeks, { weekNumber });
  const taken = [409, 'place_taken', 'Another pregnancy week has the same place now. Nothing was changed.', undefined];

  test('for a unique value that is taken, for a new record and for a changed one', async () => {
    await addWeek(1);
    const other = await addWeek(2);
    expect(await refused(ada.post(weeks, { weekNumber: 1 }))).toEqual(taken);
    expect(await refused(ada.put(`${weeks}/${other.id}`, { weekNumber: 1 }, { ifMatch: 1 }))).toEqual(taken);
    expect((await ada.revisions('pregnancy-week', other.id)).map(({ version }) => version)).toEqual([1]);
    expect((await ada.put(`${weeks}/${other.id}`, { weekNumber: 3 }, { ifMatch: 1 })).status).toBe(200);
  });

  test('with a sentence at the field whose value is taken', async () => {
    await addWeek(4);
    expect(problemOf(await ada.post(weeks, { weekNumber: 4 })).errors).toEqual([
      { path: 'weekNumber', message: 'This is taken by another pregnancy week' },
    ]);
  });

  test('for a new record whose parent is gone', async () => {
    const { category } = await makeCard();
    await ben.remove(`/admin/lady-due/categories/${category.id}`);
    expect(await refused(ada.post('/admin/lady-due/sections', { categoryId: category.id, title: 'Late' }))).toEqual([
      409,
      'parent_missing',
      'The category of this section was deleted. Restore it first. Nothing was changed.',
      undefined,
    ]);
  });
});

test('a new record that breaks a rule over several fields is refused, and nothing is written', async () => {
  const body = { message: 'Never shown', startsAt: monday, endsAt: monday };
  const answer = await ada.post('/admin/announcements', body);
  expect([answer.status, fieldsOf(problemOf(answer).errors)]).toEqual([422, ['endsAt']]);
  expect(operationOf(answer)).toBeUndefined();
});

test('a change of several fields is one version, one operation and one revision', async () => {
  const { card, at } = await makeCard();
  const operation = operationOf(await ada.put(at, { title: 'A', citations: ['b'], isActive: false }));
  const [last, first] = await ada.revisions('card', card.id);
  expect(last).toMatchObject({ version: 2, operationId: operation, action: 'update' });
  expect(last?.changed.toSorted()).toEqual(['citations', 'isActive', 'title']);
  expect(first).toMatchObject({ version: 1, action: 'create', changed: [] });
});
