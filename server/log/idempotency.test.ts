import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { loadDemo } from '#server/run/demo.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { dump } from '#tests/database/dump.ts';
import { holdLock } from '#tests/database/locks.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, newBearer, startSession, testPassword } from '#tests/desk/staff.ts';
import { type Caller, caller, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { createTree } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
let ben: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
  ben = caller(desk.url, await newBearer(desk));
});
afterAll(() => desk.close());

const path = '/admin/announcements';
const address = ({ id }: { id: string }) => `${path}/${id}`;
const announce = (message: string) => ada.make<Announcement>(path, { message });
const state = () => dump(desk.database.pool);
const essence = (answer: Answer) => [answer.status, answer.text, operationOf(answer)];

/** Sends a call twice with one key; expects the same response and no second change. */
async function expectOnce(ask: (key: string) => Promise<Answer>, status: number) {
  const key = randomUUID();
  const first = await ask(key);
  expect(first.status).toBe(status);
  expect(operationOf(first)).toEqual(expect.any(String));
  const after = await state();
  expect(essence(await ask(key))).toEqual(essence(first));
  expect(await state()).toEqual(after);
  return first;
}

describe('a repeated call with the same Idempotency-Key and body gets the stored answer and Operation-Id:', () => {
  test('POST', async () => {
    const first = await expectOnce((key) => ada.post(path, { message: 'Once' }, { key }), 201);
    const { announcements } = (await ada.get(path)).json as { announcements: Announcement[] };
    expect(announcements.filter(({ message }) => message === 'Once')).toEqual([first.json]);
  });

  test('PUT, also when the record was changed since', async () => {
    const made = await announce('One');
    const key = randomUUID();
    const change = () => ada.put(address(made), { message: 'Two' }, { key, ifMatch: 1 });
    const first = await change();
    await ben.put(address(made), { message: 'Three' });
    expect(essence(await change())).toEqual(essence(first));
    expect((await ada.revisions('announcement', made.id))[0]).toMatchObject({ version: 3, changed: ['message'] });
  });

  test('DELETE, which would be 404 without a key', async () => {
    const made = await announce('Gone');
    await expectOnce((key) => ada.remove(address(made), { key, ifMatch: 1 }), 204);
    expect((await ada.remove(address(made), { key: randomUUID() })).status).toBe(404);
  });

  test('undo, which would be already_undone without a key', async () => {
    const operation = operationOf(await ada.post(path, { message: 'Undone' })) ?? '';
    await expectOnce((key) => ada.undo(operation, { key }), 200);
    expect((await ada.undo(operation)).status).toBe(409);
  });

  test('both restores', async () => {
    const made = await announce('One');
    await ada.put(address(made), { message: 'Two' });
    const version = `/admin/history/announcement/${made.id}/restore`;
    await expectOnce((key) => ada.post(version, { version: 1 }, { key }), 200);
    await ada.remove(address(made));
    await expectOnce((key) => ada.post(`/admin/bin/announcement/${made.id}/restore`, undefined, { key }), 200);
  });

  test('the deletion of a tree', async () => {
    const { category } = await createTree(ada);
    await expectOnce((key) => ada.remove(`/admin/lady-due/categories/${category.id}`, { key }), 204);
  });

  test('erasing a user', async () => {
    await loadDemo(desk.database, 3);
    const { rows } = await desk.database.pool.query<{ id: string }>('SELECT id FROM users LIMIT 1');
    await expectOnce((key) => ada.remove(`/admin/users/${rows[0]?.id}`, { key }), 204);
  });

  test('a PUT that changes nothing, which has no operation', async () => {
    const made = await announce('Same');
    const key = randomUUID();
    const ask = () => ada.put(address(made), { message: 'Same' }, { key });
    expect(essence(await ask())).toEqual([200, JSON.stringify(made), undefined]);
    await ben.put(address(made), { message: 'Else' });
    expect(essence(await ask())).toEqual([200, JSON.stringify(made), undefined]);
  });

  test('also after a restart, and from another process', async () => {
    const key = randomUUID();
    const first = await ada.post(path, { message: 'Restarted' }, { key });
    const other = await testDesk({ database: desk.database });
    const again = caller(other.url, desk.bearer);
    expect(essence(await again.post(path, { message: 'Restarted' }, { key }))).toEqual(essence(first));
    await other.close();
  });

  test('also over the upgrade from a version that kept another fingerprint', async () => {
    const key = randomUUID();
    const first = await ada.post(path, { message: 'Upgraded' }, { key });
    await desk.database.pool.query("UPDATE idempotency_keys SET fingerprint = sha256('its input') WHERE key = $1", [
      key,
    ]);
    expect(essence(await ada.post(path, { message: 'Upgraded' }, { key }))).toEqual(essence(first));
  });

  test('also from another session of the same account', async () => {
    const key = randomUUID();
    const first = await ada.post(path, { message: 'Signed in again' }, { key });
    const { rows } = await desk.database.pool.query<{ id: string }>(
      'SELECT staff_id AS id FROM idempotency_keys WHERE key = $1',
      [key],
    );
    const again = caller(desk.url, (await startSession(desk, { id: rows[0]?.id ?? '' })).session.token);
    expect(essence(await again.post(path, { message: 'Signed in again' }, { key }))).toEqual(essence(first));
  });
});

describe('a key', () => {
  test('with another body, record or route: 422 key_reused, nothing is done', async () => {
    const [key, made] = [randomUUID(), await announce('One')];
    await ada.put(address(made), { message: 'Two' }, { key });
    const before = await state();
    const other = await ada.put(address(made), { message: 'Three' }, { key });
    expect([other.status, problemOf(other).code]).toEqual([422, 'key_reused']);
    for (const ask of [
      () => ada.put(address(made), { message: 'Two', enabled: false }, { key }),
      // A later version of the desk may parse the same bytes differently: only the bytes count.
      () => ada.put(address(made), { message: ' Two' }, { key }),
      () => ada.put(address({ id: randomUUID() }), { message: 'Two' }, { key }),
      () => ada.post(path, { message: 'Two' }, { key }),
      () => ada.remove(address(made), { key }),
      () => ada.undo(randomUUID(), { key }),
    ]) {
      expect(problemOf(await ask()).code).toBe('key_reused');
    }
    expect(await state()).toEqual(before);
  });

  test('belongs to one account: the same key of another account is another one', async () => {
    const key = randomUUID();
    const mine = await ada.post(path, { message: 'Mine' }, { key });
    const theirs = await ben.post(path, { message: 'Theirs' }, { key });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect((theirs.json as Announcement).message).toBe('Theirs');
  });

  test('gets 409 in_progress with Retry-After while its first call runs, and then the stored answer', async () => {
    const [key, made] = [randomUUID(), await announce('One')];
    const lock = await holdLock(desk.database.pool, 'SELECT FROM announcements WHERE id = $1 FOR UPDATE', [made.id]);
    const ask = () => ada.put(address(made), { message: 'Two' }, { key });
    const first = ask();
    await lock.waiting();
    const meanwhile = await ask();
    expect([meanwhile.status, problemOf(meanwhile).code]).toEqual([409, 'in_progress']);
    expect(meanwhile.headers['retry-after']).toBe('1');
    // Another call with the same key is refused too; a call of the same account with another key is not.
    expect(problemOf(await ada.post(path, { message: 'x' }, { key })).code).toBe('in_progress');
    expect((await ada.post(path, { message: 'x' }, { key: randomUUID() })).status).toBe(201);
    await lock.release();
    const done = await first;
    expect(done.status).toBe(200);
    expect(essence(await ask())).toEqual(essence(done));
  });

  test('can be used again when its first call failed, because only successes are kept', async () => {
    const [key, made] = [randomUUID(), await announce('One')];
    await ben.put(address(made), { message: 'By Ben' });
    const ask = (ifMatch: number) => ada.put(address(made), { message: 'Two' }, { key, ifMatch });
    expect((await ask(1)).status).toBe(412);
    expect((await ada.put(address({ id: randomUUID() }), { message: 'Two' }, { key })).status).toBe(404);
    expect((await ada.post(path, { message: '' }, { key })).status).toBe(422);
    const done = await ask(2);
    expect([done.status, operationOf(done)]).toEqual([200, expect.any(String)]);
    expect(essence(await ask(1))).toEqual(essence(done));
  });

  test('is answered for 24 hours in which the desk runs, whatever its clock says, and can be used again once it is swept', async () => {
    const key = randomUUID();
    const ask = () => ada.post(path, { message: 'Daily' }, { key });
    const first = await ask();
    const { pool } = desk.database;
    await pool.query("UPDATE idempotency_keys SET at = at - interval '40 days' WHERE key = $1", [key]);
    const sweep = () => ada.post(path, { message: 'Sweeps' }, { key: randomUUID() });
    await pool.query('UPDATE desk SET running_hours = running_hours + 24');
    await sweep();
    expect(essence(await ask())).toEqual(essence(first));
    await pool.query('UPDATE desk SET running_hours = running_hours + 1');
    await sweep();
    // An old key can also be used for another call.
    expect((await ada.post(path, { message: 'Else' }, { key })).status).toBe(201);
  });

  test('is deleted by later calls once it is old', async () => {
    const { pool } = desk.database;
    await pool.query(
      `INSERT INTO idempotency_keys (staff_id, key, fingerprint, hour)
       SELECT id, 'old ' || n, '\\x00', running_hour() - 48 FROM staff, generate_series(1, 30) n LIMIT 30`,
    );
    const old = async () => {
      const { rows } = await pool.query<{ n: number }>(
        "SELECT count(*) AS n FROM idempotency_keys WHERE key LIKE 'old %'",
      );
      return rows[0]?.n;
    };
    await ada.post(path, { message: 'Sweeps' }, { key: randomUUID() });
    expect(await old()).toBeLessThan(30);
    await ada.post(path, { message: 'Sweeps more' }, { key: randomUUID() });
    expect(await old()).toBe(0);
  });

  test.each([
    ['empty', ''],
    ['over 200 characters', 'x'.repeat(201)],
    ['with a space', 'a b'],
    ['with a letter beyond ASCII', 'schl\u00fcssel'],
  ])('that is %s: 422 that names it', async (_, key) => {
    const answer = await ada.post(path, { message: 'x' }, { key });
    expect([answer.status, problemOf(answer).errors?.[0]?.path]).toEqual([422, 'Idempotency-Key']);
  });

  test('may have 200 characters, and quotes as in the draft of the standard', async () => {
    for (const key of ['~'.repeat(200), `"${randomUUID()}"`]) {
      const first = await ada.post(path, { message: 'Good' }, { key });
      expect(essence(await ada.post(path, { message: 'Good' }, { key }))).toEqual(essence(first));
    }
  });

  test('is ignored on /auth, also a malformed one', async () => {
    const app = await testApp({ database: desk.database });
    const { email } = await addAdmin(desk);
    const signIn = (key: string) => caller(app.url, '').post('/auth/login', { email, password: testPassword }, { key });
    const tokens = [];
    for (const key of ['same', 'same', 'not a key']) {
      const answer = await signIn(key);
      expect(answer.status).toBe(200);
      tokens.push((answer.json as { token: string }).token);
    }
    expect(new Set(tokens).size).toBe(3);
    expect((await caller(app.url, tokens[0] ?? '').post('/auth/logout', undefined, { key: 'not a key' })).status).toBe(
      204,
    );
    expect((await state()).idempotency_keys).not.toContain('same');
    await app.close();
  });

  test('is ignored on reads', async () => {
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    for (const message of ['One', 'Two']) {
      await announce(message);
      const list = await send(desk.url, path, { bearer: desk.bearer, headers });
      expect((list.json as { announcements: Announcement[] }).announcements[0]?.message).toBe(message);
    }
  });
});

describe('nothing of a person', () => {
  test('is kept for a key or in the log when a user is verified and erased', async () => {
    const { pool } = desk.database;
    const id = randomUUID();
    await pool.query(
      `INSERT INTO users (id, name, username, email, profile_image, is_verified)
       VALUES ($1, 'Marker Zzyzx', 'zzyzx', 'zzyzx@example.org', 'https://example.org/zzyzx.png', false)`,
      [id],
    );
    const key = randomUUID();
    const verify = () => ada.put(`/admin/users/${id}/status`, { isVerified: true }, { key });
    const first = await verify();
    expect([first.status, operationOf(first), first.text]).toEqual([
      200,
      expect.any(String),
      expect.stringContaining('Zzyzx'),
    ]);
    await ada.put(`/admin/users/${id}/status`, { isVerified: false });
    // The change is not made again; the personal data are read again.
    const again = await verify();
    expect([again.status, operationOf(again)]).toEqual([200, operationOf(first)]);
    expect(again.json).toMatchObject({ name: 'Marker Zzyzx', isVerified: false });
    await ada.remove(`/admin/users/${id}`, { key: randomUUID() });
    const { rows } = await pool.query('SELECT action, label FROM operations WHERE entity_id = $1 ORDER BY id', [id]);
    expect(rows).toEqual([
      { action: 'verify', label: '' },
      { action: 'unverify', label: '' },
      { action: 'delete', label: '' },
    ]);
    for (const [table, text] of Object.entries(await state())) {
      expect([table, /zzyzx/i.test(text)]).toEqual([table, false]);
    }
  });
});
