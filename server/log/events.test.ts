import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation, accessActions } from '#contract/history.ts';
import { refusalLog } from '#server/auth/limits/refused-sign-ins.ts';
import { createLog } from '#server/http/log/log.ts';
import { caller } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { send } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';
import { logPagesRead } from '#server/users/pages-read.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

const signIn = (email: string, password = testPassword) =>
  send(desk.url, '/auth/login', { method: 'POST', body: { email, password } });
const access = async (query = '') => (await desk.staff.operations(`?show=access&limit=100${query}`)).operations;

describe('the log says', () => {
  test('who signed in, from which address; without being asked it lists what was changed', async () => {
    const actionsOf = async (query: string) =>
      (await desk.staff.operations(query)).operations.map(({ action }) => action);
    const [before, allBefore] = [await actionsOf(''), await actionsOf('?show=all')];
    const bola = await addAdmin(desk, 'bola@example.org', 'Bola Ige');
    expect((await signIn(bola.email)).status).toBe(200);
    const [entry] = await access();
    expect(entry).toMatchObject({
      actor: { id: bola.id, name: 'Bola Ige' },
      action: 'sign-in',
      area: 'staff',
      kind: 'account',
      entityId: bola.id,
      label: '',
      details: 'A program, 127.0.0.1',
      undoable: false,
    } satisfies Partial<Operation>);
    await desk.staff.make('/admin/announcements', { message: 'Changed' });
    expect(await actionsOf('')).toEqual(['create', ...before]);
    expect(await actionsOf('?show=all')).toEqual(['create', 'sign-in', ...allBefore]);
    expect((await desk.staff.undo(entry?.id ?? '')).status).toBe(409);
  });

  test('how often a sign-in was refused: one entry for each account, and one for those without any', async () => {
    const chi = await addAdmin(desk, 'chi@example.org', 'Chi Eze');
    const refusals = refusalLog(desk.database.db, createLog('silent'));
    const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.1'];
    for (const address of addresses) refusals.count(chi, address);
    for (let time = 0; time < 1000; time++) refusals.count(null, `10.0.${time % 256}.1`);
    const before = await access();
    await refusals.write();
    await refusals.write();
    const written = (await access()).slice(0, -before.length);
    expect(written).toHaveLength(2);
    expect(written).toContainEqual(
      expect.objectContaining({
        actor: null,
        action: 'refuse',
        entityId: chi.id,
        label: chi.email,
        count: 6,
        details: 'from 5 addresses',
      }),
    );
    expect(written).toContainEqual(
      expect.objectContaining({ entityId: null, label: '', count: 1000, details: 'from 256 addresses' }),
    );
  });

  test('refusals of a server when it ends: a wrong password, an unknown email, a limit', async () => {
    const settings = { signInLimitAccountAddress: 2 };
    const other = await testDesk({ settings, database: desk.database });
    const dayo = await addAdmin(desk, 'dayo@example.org', 'Dayo');
    const tries: [email: string, password: string][] = [
      [dayo.email, 'wrong'],
      [dayo.email, 'wrong again'],
      [dayo.email, 'and again'],
      ['nobody@example.org', testPassword],
    ];
    const statuses: number[] = [];
    for (const [email, password] of tries) {
      statuses.push((await send(other.url, '/auth/login', { method: 'POST', body: { email, password } })).status);
    }
    expect(statuses).toEqual([401, 401, 429, 401]);
    await other.drain();
    const refused = (await access('&area=staff')).filter(({ action }) => action === 'refuse').slice(0, 2);
    const counts = refused.map(({ entityId, count, details }) => [entityId, count, details]);
    expect(new Map(counts.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map([
        [dayo.id, [2, 'from one address']],
        [null, [2, 'from one address']],
      ]),
    );
  });

  test('views of a user, once for several views', async () => {
    const id = randomUUID();
    await desk.database.pool.query("INSERT INTO users (id, name, email) VALUES ($1, 'Ife', 'ife@example.org')", [id]);
    const efe = await addAdmin(desk, 'efe@example.org', 'Efe');
    const asEfe = caller(desk.url, (await startSession(desk, efe)).session.token);
    for (const staff of [desk.staff, desk.staff, asEfe, desk.staff]) await staff.get(`/admin/users/${id}`);
    expect((await desk.staff.get(`/admin/users/${randomUUID()}`)).status).toBe(404);
    const looks = (await access()).filter(({ action, entityId }) => action === 'view' && entityId === id);
    expect(looks.map(({ actor, entityId, label }) => [actor?.name, entityId, label])).toEqual([
      ['Efe', id, ''],
      ['Ada Obi', id, ''],
    ]);
  });

  test('the number of pages of users an account has read, once per quarter of an hour, each page once', async () => {
    const { db, pool } = desk.database;
    const people = Array.from(
      { length: 5 },
      (_, number) => `('${randomUUID()}', 'P${number}', 'page${number}@example.org')`,
    );
    await pool.query(`INSERT INTO users (id, name, email) VALUES ${people.join()}`);
    const gbemi = await addAdmin(desk, 'gbemi@example.org', 'Gbemi', 'support');
    const asGbemi = caller(desk.url, (await startSession(desk, gbemi)).session.token);
    const pages = ['?limit=2&page=1', '?limit=2&page=2', '?limit=2&page=1', '?search=page3', '?search=nobody'];
    for (const page of pages) expect((await asGbemi.get(`/admin/users${page}`)).status).toBe(200);
    const lookedAt = async () =>
      (await access('&area=users')).filter(({ entityId, actor }) => entityId === null && actor?.name === 'Gbemi');
    await logPagesRead(db);
    expect(await lookedAt()).toEqual([]);
    await pool.query("UPDATE user_pages_read SET at = at - interval '15 minutes' WHERE staff_id = $1", [gbemi.id]);
    await Promise.all([logPagesRead(db), logPagesRead(db)]);
    await logPagesRead(db);
    expect(await lookedAt()).toMatchObject([{ action: 'view', kind: 'user', label: '', details: '', count: 3 }]);
  });

  test('exports of users with their filter, without the search term', async () => {
    await desk.staff.get('/admin/users/export');
    await desk.staff.get('/admin/users/export?search=ife%40example.org&status=verified&from=2026-01-01&to=2026-02-01');
    const exports = (await access('&area=users')).filter(({ action }) => action === 'export');
    expect(exports.map(({ kind, entityId, details }) => [kind, entityId, details])).toEqual([
      ['user', null, 'all verified users, who match a search, joined from 2026-01-01, joined to 2026-02-01'],
      ['user', null, 'all users'],
    ]);
  });

  test('and none of it can be undone', async () => {
    const write = "SELECT log_event(gen_random_uuid(), NULL, '', $1, 'staff', 'account', NULL, 'x', '', 1)";
    for (const action of accessActions) await desk.database.pool.query(write, [action]);
    const seen = await access();
    expect(new Set(seen.map(({ action }) => action))).toEqual(new Set(accessActions));
    expect(seen.filter(({ undoable }) => undoable)).toEqual([]);
  });
});
