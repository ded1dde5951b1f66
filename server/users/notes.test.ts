import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { type UserNote, maxNotes } from '#contract/user-notes.ts';
import { createLog } from '#server/http/log/log.ts';
import { eraseNotes } from '#server/users/notes.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { type Answer, problemOf } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

type Account = Caller & { id: string };

let app: TestApp;
let administrator: Account;
let support: Account;
let moderator: Account;
let personId: string;
let path: string;
const lines: string[] = [];

async function account(name: string, role: Role): Promise<Account> {
  const { id } = await addAdmin(app, undefined, name, role);
  return { id, ...caller(app.url, (await startSession(app, { id })).session.token) };
}

beforeAll(async () => {
  app = await testApp({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
  administrator = await account('Ada Obi', 'administrator');
  support = await account('Sadé Support', 'support');
  moderator = await account('Musa Moderator', 'moderator');
});
afterAll(() => app.close());
beforeEach(async () => {
  personId = await addPerson(app);
  path = `/admin/users/${personId}/notes`;
});

const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const add = async (text: string, as: Caller = support) => {
  expectDone(await as.post(path, { kind: 'contact', text }, { key: randomUUID() }));
};
const list = async (as: Caller = support) => (expectDone(await as.get(path)) as { notes: UserNote[] }).notes;
const texts = async () => (await list()).map(({ text }) => text);
const firstId = async () => (await list())[0]?.id ?? '';
const refusalOf = (answer: Answer) => [answer.status, problemOf(answer).code];
const rows = async () => (await sql('SELECT FROM user_notes WHERE user_id = $1', [personId])).rowCount;

test('notes are listed newest first, with the author and the moment from which they are gone', async () => {
  await add('She asked for a new password');
  await add('Called back', moderator);
  const [newer, older] = await list();
  expect(newer).toMatchObject({ by: { id: moderator.id, name: 'Musa Moderator' }, text: 'Called back' });
  expect(older).toEqual({
    id: expect.any(String) as string,
    by: { id: support.id, name: 'Sadé Support' },
    at: expect.any(String) as string,
    kind: 'contact',
    text: 'She asked for a new password',
    until: expect.any(String) as string,
  });
  expect(Date.parse(older?.until ?? '') - Date.parse(older?.at ?? '')).toBe(180 * 24 * 3_600_000);
});

test('a note by a deleted account stays, without an author', async () => {
  const gone = await account('Gone', 'support');
  await add('From a former colleague', gone);
  await sql('DELETE FROM staff WHERE id = $1', [gone.id]);
  expect(await list()).toMatchObject([{ by: null, text: 'From a former colleague' }]);
});

test('only support, moderators and administrators have notes', async () => {
  await add('For three roles');
  const id = await firstId();
  for (const role of ['editor', 'reviewer'] as const) {
    const other = await account(role, role);
    const answers = [
      await other.get(path),
      await other.post(path, { kind: 'other', text: 'x' }),
      await other.remove(`${path}/${id}`),
      await other.post(`${path}/${id}/restore`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
  for (const one of [administrator, moderator]) expect(await list(one)).toHaveLength(1);
});

test.each([
  ['no text', { kind: 'contact', text: ' ' }, 422],
  ['501 characters', { kind: 'contact', text: '😀'.repeat(501) }, 422],
  ['500 characters', { kind: 'contact', text: '😀'.repeat(500) }, 204],
  ['another kind', { kind: 'health', text: 'x' }, 422],
  ['another field', { kind: 'other', text: 'x', at: '2020-01-01' }, 422],
])('a note with %s', async (_, body, status) => {
  expect((await support.post(path, body)).status).toBe(status);
  expect(await list()).toHaveLength(status === 204 ? 1 : 0);
});

test('a person who does not exist has none', async () => {
  const other = `/admin/users/${randomUUID()}/notes`;
  expect((await support.get(other)).status).toBe(404);
  expect((await support.post(other, { kind: 'other', text: 'x' })).status).toBe(404);
});

test('a person has at most 100 notes, also when many are added at once', async () => {
  await sql(
    `INSERT INTO user_notes (id, user_id, kind, text) SELECT gen_random_uuid(), $1, 'other', n::text FROM generate_series(1, $2) AS n`,
    [personId, maxNotes - 2],
  );
  const answers = await Promise.all([1, 2, 3, 4].map(() => support.post(path, { kind: 'other', text: 'x' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 409, 409]);
  const refused = await support.post(path, { kind: 'other', text: 'x' });
  expect([...refusalOf(refused), problemOf(refused).detail]).toEqual([
    409,
    'too_many',
    'A person can have at most 100 notes. Nothing was added. Delete a note that is no longer needed.',
  ]);
  const id = await firstId();
  expectDone(await support.remove(`${path}/${id}`));
  await add('In its place');
  expect(refusalOf(await support.post(`${path}/${id}/restore`))).toEqual([409, 'too_many']);
});

test('a note leaves every answer after 180 times 24 hours, to the second, and its row the database soon after', async () => {
  await add('Old');
  const age = (time: string) =>
    sql('UPDATE user_notes SET at = now() - $1::interval WHERE user_id = $2', [time, personId]);
  await age('4319 hours 59 minutes 58 seconds');
  expect(await texts()).toEqual(['Old']);
  const id = await firstId();
  await age('4320 hours');
  expect(await texts()).toEqual([]);
  expect(refusalOf(await support.remove(`${path}/${id}`))).toEqual([404, 'not_found']);
  // The clock may be wrong: hours in which the desk ran decide about the row.
  await eraseNotes(app.database.db);
  expect(await rows()).toBe(1);
  const run = (hours: number) => sql('UPDATE desk SET running_hours = running_hours + $1', [hours]);
  await run(180 * 24);
  await eraseNotes(app.database.db);
  expect(await rows()).toBe(1);
  await run(1);
  await eraseNotes(app.database.db);
  expect(await rows()).toBe(0);
});

test('a colleague’s note is deleted by an administrator alone', async () => {
  await add('By support');
  const id = await firstId();
  expect(refusalOf(await moderator.remove(`${path}/${id}`))).toEqual([403, 'not_yours']);
  expectDone(await administrator.remove(`${path}/${id}`));
  expect(refusalOf(await moderator.post(`${path}/${id}/restore`))).toEqual([403, 'not_yours']);
  expect(await texts()).toEqual([]);
  const other = await addPerson(app);
  expect(refusalOf(await administrator.post(`/admin/users/${other}/notes/${id}/restore`))).toEqual([404, 'not_found']);
});

test('a deleted note is restored as it was for ten minutes, then it is erased', async () => {
  await add('Deleted by mistake');
  const before = await list();
  const id = await firstId();
  expectDone(await support.remove(`${path}/${id}`));
  expect(refusalOf(await support.remove(`${path}/${id}`))).toEqual([404, 'not_found']);
  await eraseNotes(app.database.db);
  expectDone(await support.post(`${path}/${id}/restore`));
  expect(await list()).toEqual(before);
  expect(refusalOf(await support.post(`${path}/${id}/restore`))).toEqual([404, 'not_found']);
  expectDone(await support.remove(`${path}/${id}`));
  await sql("UPDATE user_notes SET deleted_at = deleted_at - interval '10 minutes' WHERE id = $1", [id]);
  expect(refusalOf(await support.post(`${path}/${id}/restore`))).toEqual([404, 'not_found']);
  await eraseNotes(app.database.db);
  expect(await rows()).toBe(0);
});

test('the log has the person and the act; no log, event or kept answer has a word of a note', async () => {
  await add('Marzipan');
  const key = randomUUID();
  for (let call = 0; call < 2; call += 1)
    expectDone(await support.post(path, { kind: 'other', text: 'Marzipan again' }, { key }));
  expect(await texts()).toEqual(['Marzipan again', 'Marzipan']);
  await support.post(path, { kind: 'Marzipan', text: 'Marzipan' });
  const id = await firstId();
  expectDone(await support.remove(`${path}/${id}`));
  expectDone(await support.post(`${path}/${id}/restore`));
  const { operations } = await administrator.operations('?show=all');
  const about = operations.filter(({ entityId }) => entityId === personId);
  expect(about.map(({ action, kind, label, details }) => [action, kind, label, details])).toEqual(
    ['restore-note', 'delete-note', 'view', 'note', 'note'].map((action) => [action, 'user', '', '']),
  );
  for (const table of ['operations', 'revisions', 'idempotency_keys', 'app_changes'])
    expect((await sql(`SELECT FROM ${table} AS t WHERE t::text LIKE '%Marzipan%'`)).rowCount, table).toBe(0);
  expect(lines.join('')).not.toContain('Marzipan');
});
