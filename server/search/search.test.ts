import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { areaRoles } from '#contract/areas.ts';
import { type Kind, keptKinds } from '#contract/kinds.ts';
import { everyRole, writers } from '#contract/roles.ts';
import { type FoundGroup, maxFound } from '#contract/search.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf } from '#tests/desk/send.ts';
import { addAdmin, newBearer } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { addParent, addRecord, addressed, newRecord, routesOf } from '#tests/records/kinds.ts';

const text = 'Ìwòsàn after 100% rest';

let desk: TestDesk;
/** The id of a record of each kind. */
const ids: Partial<Record<Kind, string>> = {};
beforeAll(async () => {
  desk = await testDesk();
  for (const kind of keptKinds) {
    const call = async (...[route, input]: Parameters<Parameters<typeof addRecord>[0]>) => {
      const [path, rest] = addressed(route, input);
      return expectDone(await desk.staff.post(path, rest));
    };
    if (kind === 'phase') {
      const fields = { ...newRecord(kind, text), title: text };
      ids[kind] = ((await call(routesOf(kind).create, fields)) as { id: string }).id;
    } else ids[kind] = await addRecord(call, kind, text, await addParent(call, kind));
  }
});
afterAll(() => desk.close());

const find = async (q: string, by: Caller = desk.staff, more = '') => {
  const { groups } = expectDone(await by.get(`/admin/search?q=${encodeURIComponent(q)}${more}`)) as {
    groups: FoundGroup[];
  };
  return groups;
};
const labels = (groups: readonly FoundGroup[]) => groups.flatMap(({ records }) => records.map(({ label }) => label));
const kindsOf = (groups: readonly FoundGroup[]) => groups.map(({ kind }) => kind);

test('a record of each kind is found by the words of its label, in any order, without diacritics and case', async () => {
  const named = keptKinds.filter((kind) => kind !== 'pregnancy-week');
  for (const term of ['iwosan after', 'REST  ìwosàn', 'ter wos', '100% iwo']) {
    const groups = await find(term);
    expect(kindsOf(groups), term).toEqual(named);
    for (const { kind, records } of groups) expect(records.map(({ id }) => id)).toEqual([ids[kind as Kind]]);
  }
  expect(labels(await find('iwosan', desk.staff, '&kinds=doctor'))).toEqual([`Dr. ${text}`]);
  expect(labels(await find('week 1'))).toEqual(['Week 1']);
  for (const term of ['', '   ', 'iwosan nowhere', '_wosan', '100%%', '\u0301', "'; DROP TABLE cards; --"])
    expect(await find(term), term).toEqual([]);
});

test('a label says where its record is', async () => {
  const [card] = await find('iwosan', desk.staff, '&kinds=card');
  expect(card?.records).toEqual([
    { id: ids.card, label: text, places: ['Period Tracker', 'That holds them', 'That holds them'] },
  ]);
});

test('an id finds its record of any kind', async () => {
  for (const kind of keptKinds) {
    const groups = await find(ids[kind] ?? '');
    expect(groups.map((group) => [group.kind, group.records[0]?.id])).toEqual([[kind, ids[kind]]]);
  }
  expect(await find(randomUUID())).toEqual([]);
});

test('labels that begin with the term come first, ten of a kind at most', async () => {
  for (let number = 10; number < 22; number += 1)
    expectDone(await desk.staff.post('/admin/announcements', { message: `Walk ${number} then gentle stretches` }));
  for (const message of ['Gentle days', 'Be gentle'])
    expectDone(await desk.staff.post('/admin/announcements', { message }));
  const [group] = await find('gentle');
  expect(group).toMatchObject({ kind: 'announcement', hasMore: true });
  expect(labels(group ? [group] : []).slice(0, 3)).toEqual([
    'Gentle days',
    'Be gentle',
    'Walk 10 then gentle stretches',
  ]);
  expect(group?.records).toHaveLength(maxFound);
});

test('a role finds the records of the lists that it may read, and no others', async () => {
  const post = randomUUID();
  const person = await addPerson(desk, { name: 'Ìwòsàn Bello', username: 'iwosan' });
  await desk.database.pool.query("INSERT INTO posts (id, user_id, content) VALUES ($1, $2, 'iwosan')", [post, person]);
  await addAdmin(desk, 'iwosan@awa.local', 'Iwosan Rest');
  for (const role of everyRole) {
    const by = caller(desk.url, await newBearer(desk, role));
    const readable = keptKinds.filter((kind) => (routesOf(kind).list ?? api.categories.list).roles.includes(role));
    const expected = [
      ...readable.filter((kind) => kind !== 'pregnancy-week'),
      ...(areaRoles.staff.look.includes(role) ? ['account'] : []),
    ];
    expect(kindsOf(await find('iwosan', by)), role).toEqual(expected);
    const people = areaRoles.users.look.includes(role) ? ['user'] : [];
    expect(kindsOf(await find('@iwosan', by)), role).toEqual(people);
    expect(kindsOf(await find(person, by)), role).toEqual(people);
    expect(kindsOf(await find(post, by)), role).toEqual(areaRoles.awa.look.includes(role) ? ['post'] : []);
  }
});

test('a post and a case are found by their id alone, without the words of a person', async () => {
  const person = await addPerson(desk, { name: 'Adé' });
  const post = randomUUID();
  await desk.database.pool.query("INSERT INTO posts (id, user_id, content) VALUES ($1, $2, 'kpalava')", [post, person]);
  const opened = await desk.staff.post('/admin/moderation/cases', {
    kind: 'post',
    subjectId: post,
    reason: 'harassment',
  });
  const { id } = expectDone(opened) as { id: string };
  expect(await find('kpalava')).toEqual([]);
  expect(await find(post)).toEqual([{ kind: 'post', records: [{ id: post, label: '', places: [] }], hasMore: false }]);
  const caseRecord = { kind: 'case', records: [{ id, label: '', places: [] }], hasMore: false };
  for (const role of everyRole) {
    const by = caller(desk.url, await newBearer(desk, role));
    expect(await find(id, by), role).toEqual(writers.includes(role) ? [caseRecord] : []);
  }
});

test('people are found after @ alone, and the log says how many were read', async () => {
  const person = await addPerson(desk, { name: 'Amenze Uwaifo', username: 'menzy' });
  expect(await find('amenze')).toEqual([]);
  expect(await find('@uwaifo amen')).toEqual([
    { kind: 'user', records: [{ id: person, label: 'Amenze Uwaifo', places: ['@menzy'] }], hasMore: false },
  ]);
  expect(await find('@')).toEqual([]);
  const { rows } = await desk.database.pool.query('SELECT FROM user_pages_read');
  expect(rows.length).toBeGreaterThan(0);
});

test.each([
  ['kinds=card,nothing', 'kinds'],
  [`q=${'x'.repeat(201)}`, 'q'],
  ['q=%00', 'q'],
])('%s is refused', async (query, field) => {
  const problem = problemOf(await desk.staff.get(`/admin/search?${query}`));
  expect(problem).toMatchObject({ status: 422, errors: [{ path: expect.stringContaining(field) as string }] });
});
