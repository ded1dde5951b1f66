import { randomUUID } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Kind, kinds, listName, parentOf } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import { features } from '#server/features.ts';
import { columnOf, type EntityKind } from '#server/records/kind.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { kindValues } from '#tests/records/kind-values.ts';
import { addParent, addressed, nameField, newRecord, routesOf, valueOf } from '#tests/records/kinds.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, type TestAdmin } from '#tests/desk/staff.ts';
import { type Caller, caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';

/** The common behaviour of all kinds. The tests of their areas cover the differences. */
const all = features.flatMap((feature) => feature.kinds ?? []);
const those = (has: (entity: EntityKind) => unknown) =>
  all.filter((entity) => has(entity)).map((entity) => [entity.kind, entity] as const);

type StoredRecord = { id: string; version: number; updatedAt: string } & Record<string, unknown>;

let app: TestApp;
let admin: TestAdmin;
let staff: Caller;
beforeAll(async () => {
  app = await testApp();
  admin = await addAdmin(app, 'ngozi@example.org', 'Ngozi Ẹbẹ');
  staff = await callerOf(admin);
});
afterAll(() => app.close());

const callerOf = async (account: { id: string }) => caller(app.url, (await startSession(app, account)).session.token);
const clear = () =>
  app.database.pool.query(
    all
      .map(({ table }) => `DELETE FROM ${getTableName(table)}`)
      .toReversed()
      .join('; '),
  );
beforeEach(clear);

const text = 'Ẹ kú àárọ̀ 👩🏾‍⚕️ & <b>مرحبا</b>';

/** Makes a call with a flat input, as in the contract. */
function call(route: Route, input: object, { by = staff, ifMatch }: { by?: Caller; ifMatch?: number } = {}) {
  const [path, rest] = addressed(route, input);
  const headers = ifMatch === undefined ? {} : { ifMatch };
  if (route.method === 'GET') return by.get(path);
  if (route.method === 'DELETE') return by.remove(path, headers);
  return route.method === 'POST' ? by.post(path, rest, headers) : by.put(path, rest, headers);
}

/** The input for a new record. Unique values differ for each `index`. */
async function sentFor({ kind, unique = [] }: EntityKind, given: object = {}, index = 0) {
  const parent = await addParent(async (route, input) => expectDone(await call(route, input)), kind);
  const own = unique.map((name) => [name, valueOf(kind, name, text, index)] as const);
  return { ...newRecord(kind, text, parent), ...Object.fromEntries(own), ...given };
}

const add = async (entity: EntityKind, given?: object, index?: number, by?: Caller) =>
  expectDone(
    await call(routesOf(entity.kind).create, await sentFor(entity, given, index), { ...(by && { by }) }),
  ) as StoredRecord;

/** The list of a kind, or that of its ancestors, with all records of the phase or the mode of a new one. */
async function listed(kind: Kind): Promise<object> {
  const { list } = routesOf(kind);
  return list ? (expectDone(await call(list, newRecord(kind, text))) as object) : listed(parentOf(kind) as Kind);
}

/** The record with this id, at any depth of a response. */
function recordIn(answer: unknown, id: string): StoredRecord | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ((answer as StoredRecord).id === id) return answer as StoredRecord;
  for (const inner of Object.values(answer)) {
    const found = recordIn(inner, id);
    if (found) return found;
  }
  return undefined;
}

const stored = async ({ kind }: EntityKind, { id }: StoredRecord) => recordIn(await listed(kind), id);
const shown = ({ path }: Route, headers = {}) => send(app.url, path, { headers });

/** The error in a response: its status, and a sentence for each field. */
function wrongIn(answer: Answer) {
  expect(operationOf(answer)).toBeUndefined();
  return [answer.status, ...(problemOf(answer).errors ?? []).map(({ path, message }) => `${path}: ${message}`)];
}

const asRead = ['id', 'version', 'createdAt', 'updatedAt', 'createdBy'];

describe.each(those(() => true))('of the kind %s', (kind, entity) => {
  const { create, update, list } = routesOf(kind);
  const name = nameField(kind);
  const off = entity.flag === undefined ? {} : { [entity.flag]: false };

  test('a new one has all its fields, version 1 and its author, and was never updated', async () => {
    if (list) expect(await listed(kind)).toEqual({ [listName(kind)]: [] });
    const sent = await sentFor(entity);
    const answer = await call(create, sent);
    const made = answer.json as StoredRecord;
    expect(answer.status).toBe(201);
    expect(Object.keys(made).toSorted()).toEqual(Object.keys((create.output as z.ZodObject).shape).toSorted());
    expect(made).toMatchObject({
      ...entity.fields.parse(sent),
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      version: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: made.createdAt,
      createdBy: { id: admin.id, name: admin.name },
    });
    expect(await stored(entity, made)).toMatchObject(made);
  });

  test('a new one takes no id, version, times or author, and no field that does not exist', async () => {
    const sent = await sentFor(entity);
    for (const field of [...asRead, 'isactive']) {
      const [status, sentence] = wrongIn(await call(create, { ...sent, [field]: 'x' }));
      expect([status, sentence]).toEqual([422, `${field}: There is no such field: ${field}`]);
    }
  });

  test('one is changed, merged, switched off and undone, and says so in its history', async () => {
    const made = await add(entity);
    const edit = await doneBy(call(update, { id: made.id, [name]: 'Other' }, { ifMatch: 1 }));
    const merged = expectDone(await call(update, { id: made.id, ...off }, { ifMatch: 1 }));
    const changed = { ...made, [name]: 'Other', ...off, version: entity.flag ? 3 : 2, updatedAt: expect.any(String) };
    expect(merged).toEqual(changed);
    // A record can be sent back as it was read: it changes nothing, and read-only fields are ignored.
    const back = await call(update, {
      ...(merged as StoredRecord),
      version: 99,
      createdAt: null,
      updatedAt: 'x',
      createdBy: 5,
    });
    expect([back.status, back.json, operationOf(back)]).toEqual([200, merged, undefined]);
    await doneBy(staff.undo(edit));
    expect(await stored(entity, made)).toMatchObject({ ...changed, [name]: made[name], version: changed.version + 1 });
    const actions = (await staff.revisions(kind, made.id)).map(({ action }) => action);
    expect(actions).toEqual(['undo', ...(entity.flag ? ['disable'] : []), 'update', 'create']);
  });

  test('one stays when the account that made it is gone, and says the new name of one that was renamed', async () => {
    const other = await addAdmin(app);
    const made = await add(entity, {}, 0, await callerOf(other));
    await app.database.pool.query("UPDATE staff SET name = 'Ngozi Eze' WHERE id = $1", [other.id]);
    expect(await stored(entity, made)).toMatchObject({ createdBy: { id: other.id, name: 'Ngozi Eze' } });
    await app.database.pool.query('DELETE FROM staff WHERE id = $1', [other.id]);
    expect(await stored(entity, made)).toMatchObject({ [name]: made[name], createdBy: null });
  });

  test('the list is right at once after a change in the database by hand', async () => {
    const made = await add(entity);
    expect(await stored(entity, made)).toBeDefined();
    const column = columnOf(entity, name).name;
    const byHand = (sql: string) => app.database.pool.query(sql);
    await byHand(`UPDATE ${getTableName(entity.table)} SET ${column} = 'By hand'`);
    expect(await stored(entity, made)).toMatchObject({ [name]: 'By hand' });
    await byHand(`DELETE FROM ${getTableName(entity.table)}`);
    expect(await stored(entity, made)).toBeUndefined();
  });
});

describe.each(those(({ kind }) => routesOf(kind).remove))('of the kind %s', (kind, entity) => {
  const { update, remove } = routesOf(kind);

  test('a record is deleted once, is found in the bin by its name, and comes back', async () => {
    const made = await add(entity);
    const other = await add(entity, {}, 1);
    expect((await call(remove, { id: made.id }, { ifMatch: 1 })).status).toBe(204);
    expect([await stored(entity, made), (await stored(entity, other))?.id]).toEqual([undefined, other.id]);
    for (const answer of [await call(remove, { id: made.id }), await call(update, { id: made.id })]) {
      expect([answer.status, problemOf(answer).detail]).toEqual([404, `This ${kinds[kind].one} does not exist.`]);
    }
    const { items } = await staff.bin(`?search=${encodeURIComponent(entity.label(made as never))}`);
    expect(items[0]).toMatchObject({ kind, id: made.id, label: entity.label(made as never) });
    expectDone(await staff.post(`/admin/bin/${kind}/${made.id}/restore`));
    expect(await stored(entity, made)).toMatchObject({ ...made, version: 3, updatedAt: expect.any(String) });
  });
});

test.each(those(({ kind }) => kindValues[kind]?.needs))(
  'without a field a %s says what it needs',
  async (kind, entity) => {
    const { create } = routesOf(kind);
    const sent = await sentFor(entity);
    const answer = await call(create, Object.fromEntries(create.params.map((field) => [field, sent[field]])));
    expect(wrongIn(answer)).toEqual([422, ...(kindValues[kind]?.needs ?? [])]);
  },
);

/** Values for the title of a test. */
const inShort = (values: object) => JSON.stringify(values).slice(0, 80);

const kept = all.flatMap((entity) =>
  (kindValues[entity.kind]?.keeps ?? []).map(
    ([sent, differing]) => [entity.kind, inShort(sent), { sent, after: { ...sent, ...differing }, entity }] as const,
  ),
);
test.each(kept)('%s: %s is kept, on creating and on saving', async (kind, _, { sent, after, entity }) => {
  const made = await add(entity, sent);
  expect(made).toMatchObject(after);
  expect(await stored(entity, made)).toMatchObject(after);
  await clear();
  const other = await add(entity, {}, 2);
  const save = () => call(routesOf(kind).update, { id: other.id, ...sent });
  expect(expectDone(await save())).toMatchObject(after);
  expect(await stored(entity, other)).toMatchObject(after);
  const again = await save();
  expect([again.status, operationOf(again)], 'sent again, it changes nothing').toEqual([200, undefined]);
});

const refused = all.flatMap((entity) =>
  (kindValues[entity.kind]?.refuses ?? []).map(
    ([sent, sentence, field = Object.keys(sent)[0]]) =>
      [entity.kind, inShort(sent), `${field}: ${sentence}`, { sent, entity }] as const,
  ),
);
test.each(refused)('%s: %s is refused, on creating and on saving: %s', async (kind, _, sentence, { sent, entity }) => {
  const made = await add(entity);
  const another = await sentFor(entity, sent, 1);
  const before = await listed(kind);
  const { create, update } = routesOf(kind);
  for (const answer of [await call(create, another), await call(update, { id: made.id, ...sent })]) {
    expect(wrongIn(answer)).toEqual([422, sentence]);
  }
  expect(await listed(kind)).toEqual(before);
});

// The columns of editions are not sent.
test.each(those(({ mergeGroups }) => mergeGroups?.some((group) => !group.includes('shown'))))(
  'of a %s, fields that belong together clash as one, and nothing else with them',
  async (kind, entity) => {
    const { update } = routesOf(kind);
    const [first, second, conflicts] = kindValues[kind]?.clashing ?? [];
    const { id } = await add(entity);
    const change = (fields: object | undefined) => call(update, { id, ...fields }, { ifMatch: 1 });
    expectDone(await change(first));
    const answer = await change(second);
    expect([answer.status, problemOf(answer).conflicts?.toSorted()]).toEqual([412, conflicts?.toSorted()]);
    expectDone(await change({ [nameField(kind)]: 'Other' }));
  },
);

test.each(those(({ sortedBy }) => sortedBy))('of a %s, the list is sorted by its field', async (kind, entity) => {
  const { sortedBy = '' } = entity;
  for (const index of [2, 0, 1]) await add(entity, { [sortedBy]: valueOf(kind, sortedBy, text, index) }, index);
  const records = Object.values(await listed(kind)).flat() as StoredRecord[];
  expect(records.map((record) => record[sortedBy])).toEqual([1, 2, 3]);
});

test.each(those(({ images = [] }) => images.length > 0))(
  'of a %s, a picture of ours that is gone is refused at its field, as an address and within a text',
  async (kind, entity) => {
    const { id } = await add(entity);
    const address = `/images/doctor-images/${'0'.repeat(32)}.webp`;
    for (const image of entity.images ?? []) {
      const [field, sent] =
        typeof image === 'string' ? [image, address] : [image.field, `<img src="${address}" alt="">`];
      const [status, sentence] = wrongIn(await call(routesOf(kind).update, { id, [field]: sent }));
      expect([status, sentence]).toEqual([422, expect.stringMatching(`^${field}: `)]);
    }
  },
);

describe.each(those(({ unique }) => unique))('of the kind %s', (kind, entity) => {
  const { create, update, remove } = routesOf(kind);
  const [field = ''] = entity.unique ?? [];
  const taken = [409, `${field}: This is taken by another ${kinds[kind].one}`];

  test('only one is made of each, also when twenty try at once: another is 409 at its field, and so is a change', async () => {
    const first = await add(entity);
    const other = await add(entity, {}, 1);
    expect(wrongIn(await call(create, await sentFor(entity)))).toEqual(taken);
    expect(wrongIn(await call(update, { id: other.id, [field]: first[field] }))).toEqual(taken);
    const third = await sentFor(entity, {}, 2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(create, third)));
    const lost = answers.filter(({ status }) => status !== 201);
    expect(lost.map(wrongIn)).toEqual(Array.from({ length: 19 }, () => taken));
    expect(await stored(entity, first)).toEqual(first);
  });

  test('one that was deleted comes back while its place is free', async () => {
    const { id } = await add(entity);
    const made = (await staff.revisions(kind, id))[0]?.operationId ?? '';
    const removal = await doneBy(remove ? call(remove, { id }) : staff.undo(made));
    const next = await add(entity);
    const refused = await staff.undo(removal);
    expect([refused.status, problemOf(refused).code]).toEqual([409, 'place_taken']);
    await app.database.pool.query(`DELETE FROM ${getTableName(entity.table)} WHERE id = $1`, [next.id]);
    await doneBy(staff.undo(removal));
  });
});

describe.each(those(({ kind }) => routesOf(kind).published))('of the kind %s', (kind, entity) => {
  const { update, published } = routesOf(kind) as { update: Route; published: Route };

  test('the app gets the active records, without data of staff', async () => {
    expect((await shown(published)).json).toEqual({ [listName(kind)]: [] });
    const made = await add(entity);
    const told = recordIn((await shown(published)).json, made.id);
    expect(told).toEqual(Object.fromEntries(Object.keys(told ?? {}).map((name) => [name, made[name]])));
    expect(told).toMatchObject({ id: made.id, [nameField(kind)]: made[nameField(kind)] });
    const hidden = ['version', 'createdBy', 'displayOrder', ...(entity.flag ? [entity.flag] : [])];
    expect(hidden.filter((name) => name in (told ?? {}))).toEqual([]);
    if (entity.flag) await doneBy(call(update, { id: made.id, [entity.flag]: false }));
    expect(recordIn((await shown(published)).json, made.id) === undefined).toBe(entity.flag !== undefined);
  });

  test('the list of the app needs no sign-in, may be kept for half a minute, and is 304 for a caller that has it', async () => {
    await add(entity);
    const { headers, text: before } = await shown(published);
    expect(headers['cache-control']).toBe('public, max-age=30, stale-while-revalidate=30, stale-if-error=3600');
    const again = await shown(published, { 'if-none-match': headers.etag });
    expect([again.status, again.text]).toEqual([304, '']);
    await add(entity, {}, 1);
    const changed = await shown(published, { 'if-none-match': headers.etag });
    expect([changed.status, changed.text === before]).toEqual([200, false]);
  });
});

describe.each(those(({ kind }) => routesOf(kind).bulk))('a bulk call of the kind %s', (kind, entity) => {
  const { one, many } = kinds[kind];
  const bulk = (ids: string[], action: string) => call(routesOf(kind).bulk as Route, { ids, action });
  const flag = entity.flag ?? '';
  const plant = async () => [await add(entity), await add(entity, { [flag]: false }), await add(entity)] as const;
  const storedOf = (records: readonly StoredRecord[]) => Promise.all(records.map((record) => stored(entity, record)));
  const last = async () => (await staff.operations('?limit=1')).operations[0];

  test.each([
    ['activate', 'enable', 1, true],
    ['deactivate', 'disable', 2, false],
  ] as const)(
    '%s changes those that are not yet so, as one operation that can be undone',
    async (action, logged, count, on) => {
      const before = await plant();
      const flags = async () => (await storedOf(before)).map((record) => record?.[flag]);
      const ids = before.map(({ id }) => id);
      const answer = await bulk(ids, action);
      expect([answer.status, answer.json]).toMatchObject([200, { count, unchanged: 3 - count }]);
      expect(await flags()).toEqual([on, on, on]);
      expect(await last()).toMatchObject({ action: logged, kind, count });
      expect(operationOf(await bulk(ids, action))).toBeUndefined();
      await doneBy(staff.undo(operationOf(answer) ?? ''));
      expect(await flags()).toEqual(before.map((record) => record[flag]));
    },
  );

  test('delete is one operation, and its undo brings all of them back', async () => {
    const [first, second, third] = await plant();
    const answer = await bulk([third.id, first.id], 'delete');
    expect([answer.status, answer.json]).toMatchObject([200, { count: 2, unchanged: 0 }]);
    expect(await storedOf([first, second, third])).toEqual([undefined, second, undefined]);
    expect(await last()).toMatchObject({ action: 'delete', entityId: null, count: 2 });
    const binned = (await staff.bin(`?kind=${kind}`)).items.slice(0, 2).map(({ id }) => id);
    expect(binned.toSorted()).toEqual([first.id, third.id].toSorted());
    await doneBy(staff.undo(operationOf(answer) ?? ''));
    expect((await storedOf([first, second, third])).map((record) => record?.id)).toEqual([
      first.id,
      second.id,
      third.id,
    ]);
  });

  test('with an unknown id is 404, with a doubled one, none, too many or an unknown action 422, and nothing is changed', async () => {
    const records = await plant();
    const [{ id }] = records;
    const unknown = await bulk([id, randomUUID()], 'delete');
    expect([unknown.status, problemOf(unknown).errors?.map(({ path }) => path)]).toEqual([404, ['ids.1']]);
    for (const [ids, sentence] of [
      [[id, id.toUpperCase()], `A ${one} is selected twice`],
      [[], `Select at least one ${one}`],
      [Array.from({ length: 501 }, () => randomUUID()), `Select at most 500 ${many}`],
    ] as const) {
      expect(wrongIn(await bulk([...ids], 'activate'))).toEqual([422, `ids: ${sentence}`]);
    }
    expect((await bulk([id], 'explode')).status).toBe(422);
    expect(await storedOf(records)).toEqual(records);
  });
});
