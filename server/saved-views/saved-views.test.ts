import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { type SavedView, maxViews } from '#contract/saved-views.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { type Answer, problemOf } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

type Account = Caller & { id: string };

let app: TestApp;
let ada: Account;
let musa: Account;
let sade: Account;
let edo: Account;

async function account(name: string, role: Role): Promise<Account> {
  const { id } = await addAdmin(app, undefined, name, role);
  return { id, ...caller(app.url, (await startSession(app, { id })).session.token) };
}

beforeAll(async () => {
  app = await testApp();
  ada = await account('Ada Obi', 'administrator');
  musa = await account('Musa Moderator', 'moderator');
  sade = await account('Sadé Support', 'support');
  edo = await account('Edo Editor', 'editor');
});
afterAll(() => app.close());

const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
beforeEach(() => sql('DELETE FROM saved_views'));

const verified = { page: 'users', name: 'Verified', search: 'status=verified', role: null };
const add = (as: Caller, view: object = {}) => as.post('/admin/views', { ...verified, ...view });
const list = async (as: Caller) => (expectDone(await as.get('/admin/views')) as { views: SavedView[] }).views;
const names = async (as: Caller) => (await list(as)).map(({ name }) => name);
const firstId = async (as: Caller) => (await list(as))[0]?.id ?? '';
const refusalOf = (answer: Answer) => [answer.status, problemOf(answer).code];

test('an own view is listed for its owner alone, and a shared one for its role and for administrators', async () => {
  expectDone(await add(musa));
  expectDone(await add(musa, { name: 'For support', role: 'support' }));
  expect(await names(musa)).toEqual(['For support', 'Verified']);
  expect(await list(sade)).toEqual([
    {
      id: expect.any(String) as string,
      owner: { id: musa.id, name: 'Musa Moderator' },
      page: 'users',
      name: 'For support',
      search: 'status=verified',
      role: 'support',
      gone: [],
    },
  ]);
  expect(await names(ada)).toEqual(['For support']);
  expect(await names(edo)).toEqual([]);
});

test('a view of a page that a role may not open is neither saved, shared nor listed', async () => {
  expect(refusalOf(await add(edo))).toEqual([403, 'not_allowed']);
  const shared = await add(musa, { role: 'editor' });
  expect([...refusalOf(shared), problemOf(shared).detail]).toEqual([
    422,
    'role_without_page',
    'Editor may not open Users',
  ]);
  expectDone(await add(musa));
  await sql("UPDATE saved_views SET role = 'editor'");
  expect(await names(edo)).toEqual([]);
  await sql("UPDATE staff SET role = 'editor' WHERE id = $1", [musa.id]);
  expect(await names(musa)).toEqual([]);
  await sql("UPDATE staff SET role = 'moderator' WHERE id = $1", [musa.id]);
  expect(await names(musa)).toEqual(['Verified']);
});

test.each([
  ['another site', { search: 'https://example.com/' }],
  ['another site without a scheme', { search: '//example.com' }],
  ['a script', { search: 'javascript:alert(1)' }],
  ['a fragment', { search: 'status=verified#top' }],
  ['a line break', { search: 'status=verified\r\n' }],
  ['an unknown filter', { search: 'status=verified&secret=1' }],
  ['the search for people', { search: 'search=Amina' }],
  ['the name of an inherited property', { search: 'constructor=1' }],
  ['a filter twice', { search: 'status=verified&status=unverified' }],
  ['an unknown page', { page: 'elsewhere' }],
  ['a page that is no list', { page: 'account' }],
  ['a topic that is no id', { page: 'awa/posts', search: 'topic=1' }],
  ['2,001 characters', { search: `status=${'a'.repeat(1994)}` }],
  ['no name', { name: ' ' }],
  ['a name of 61 characters', { name: 'ọ'.repeat(61) }],
  ['an unknown role', { role: 'owner' }],
])('a view with %s is refused', async (_, view) => {
  expect((await add(musa, view)).status).toBe(422);
  expect(await names(musa)).toEqual([]);
});

test('2,000 characters, a name of 60 and no filter at all are accepted', async () => {
  expectDone(await add(musa, { search: `status=${'a'.repeat(1993)}`, name: 'ọ'.repeat(60) }));
  expectDone(await add(musa, { search: '' }));
  expect(await list(musa)).toHaveLength(2);
});

test('a name is taken once for each account and page', async () => {
  expectDone(await add(musa));
  const again = await add(musa, { search: '' });
  expect([...refusalOf(again), problemOf(again).errors?.map(({ path }) => path)]).toEqual([
    409,
    'name_taken',
    ['name'],
  ]);
  expectDone(await add(musa, { page: 'awa/posts', search: 'hidden=true' }));
  expectDone(await add(sade));
  expectDone(await add(musa, { name: 'Second' }));
  const { id = '' } = (await list(musa)).find(({ name }) => name === 'Second') ?? {};
  const update = (name: string) => musa.put(`/admin/views/${id}`, { name, search: 'status=unverified', role: null });
  expect(refusalOf(await update('Verified'))).toEqual([409, 'name_taken']);
  expectDone(await update('Second'));
  expectDone(await update('Third'));
  expect((await list(musa)).find((view) => view.id === id)).toMatchObject({
    name: 'Third',
    search: 'status=unverified',
  });
});

test('an account has at most 100 views, also when several are added at once', async () => {
  await sql(
    `INSERT INTO saved_views (id, owner_id, page, name, search)
      SELECT gen_random_uuid(), $1, 'users', n::text, '' FROM generate_series(1, $2) AS n`,
    [musa.id, maxViews - 1],
  );
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => add(musa, { name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  const refused = await add(musa, { name: 'd' });
  expect([...refusalOf(refused), problemOf(refused).detail]).toEqual([
    409,
    'too_many',
    'An account can have at most 100 views. Nothing was saved. Delete one that is no longer needed.',
  ]);
});

test('only the owner changes a view; an administrator deletes shared ones too', async () => {
  expectDone(await add(musa, { role: 'support' }));
  const path = `/admin/views/${await firstId(musa)}`;
  const body = { name: 'Mine', search: '', role: null };
  for (const other of [sade, ada]) expect(refusalOf(await other.put(path, body))).toEqual([403, 'not_yours']);
  expect(refusalOf(await edo.put(path, body))).toEqual([404, 'not_found']);
  expect(refusalOf(await sade.remove(path))).toEqual([403, 'not_yours']);
  expectDone(await musa.put(path, body));
  expect(refusalOf(await ada.remove(path))).toEqual([404, 'not_found']);
  expectDone(await musa.put(path, { ...body, role: 'moderator' }));
  expectDone(await ada.remove(path));
  expect(refusalOf(await musa.remove(path))).toEqual([404, 'not_found']);
});

test('a filter by a record that no longer exists is named', async () => {
  const search = `topic=${randomUUID()}&hidden=true`;
  expectDone(await add(musa, { page: 'awa/posts', search }));
  expectDone(await add(musa, { page: 'activity', search: `person=${musa.id}` }));
  expect((await list(musa)).map(({ page, gone }) => [page, gone])).toEqual([
    ['activity', []],
    ['awa/posts', ['topic']],
  ]);
});

test('the views of an account go with it, and the log has nothing about them', async () => {
  const gone = await account('Gone', 'moderator');
  expectDone(await add(gone, { name: 'Marzipan', role: 'moderator' }));
  expectDone(await gone.remove(`/admin/views/${await firstId(gone)}`));
  expectDone(await add(gone, { name: 'Marzipan', role: 'moderator' }));
  const { rows } = await sql("SELECT action FROM operations WHERE actor_id = $1 AND action <> 'sign-in'", [gone.id]);
  expect(rows).toEqual([]);
  await sql('DELETE FROM staff WHERE id = $1', [gone.id]);
  expect(await names(musa)).toEqual([]);
});
