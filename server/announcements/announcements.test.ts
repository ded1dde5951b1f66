import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, type TestAdmin } from '#tests/desk/staff.ts';

let app: TestApp;
let admin: TestAdmin;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  admin = await addAdmin(app, 'ngozi@example.org', 'Ngozi Ẹbẹ');
  bearer = (await startSession(app, admin)).session.token;
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE announcements CASCADE'));

const path = '/admin/announcements';
const create = (body: unknown) => send(app.url, path, { method: 'POST', bearer, body });
const update = (id: string, body: unknown) => send(app.url, `${path}/${id}`, { method: 'PUT', bearer, body });
const created = async (message = 'Clinic closed') => (await create({ message })).json as Announcement;
const list = async () =>
  ((await send(app.url, path, { bearer })).json as { announcements: Announcement[] }).announcements;
const published = async () =>
  ((await send(app.url, '/content/v1/announcements')).json as { announcements: Announcement[] }).announcements;

describe('a new one', () => {
  test('can be made disabled', async () => {
    expect((await create({ message: 'Later', enabled: false })).json).toMatchObject({ enabled: false });
    expect(await published()).toEqual([]);
  });

  test('has its time from the clock of the database', async () => {
    const { createdAt } = await created();
    const { rows } = await app.database.pool.query(
      'SELECT abs(extract(epoch FROM now() - $1::timestamptz)) < 5 AS near',
      [createdAt],
    );
    expect(rows).toEqual([{ near: true }]);
  });
});

describe('a change', () => {
  test('changes updatedAt and keeps the author and the time of creation', async () => {
    const before = await created();
    await app.database.pool.query(
      "UPDATE announcements SET created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day'",
    );
    const old = (await list())[0];
    const after = (await update(before.id, { message: 'Open again' })).json as Announcement;
    expect(after).toEqual({ ...old, message: 'Open again', version: 2, updatedAt: after.updatedAt });
    expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    const other = (await startSession(app, await addAdmin(app))).session.token;
    const byOther = await send(app.url, `${path}/${before.id}`, {
      method: 'PUT',
      bearer: other,
      body: { enabled: false },
    });
    expect(byOther.json).toMatchObject({ createdBy: before.createdBy, version: 3 });
  });

  test('can switch it on and off any number of times', async () => {
    const { id } = await created();
    for (const [index, enabled] of [false, true, false].entries()) {
      expect((await update(id, { enabled })).json).toMatchObject({ enabled, version: index + 2 });
      expect((await published()).length).toBe(enabled ? 1 : 0);
    }
  });

  test('of ten at once is ten versions, none lost', async () => {
    const { id } = await created();
    await Promise.all(Array.from({ length: 10 }, (_, index) => update(id, { message: `Text ${index}` })));
    expect((await list())[0]?.version).toBe(11);
  });
});

test('the newest comes first, and those of one moment have a fixed order', async () => {
  const made: string[] = [];
  for (let index = 0; index < 12; index += 1) made.push((await created(`Number ${index}`)).id);
  expect((await list()).map(({ id }) => id)).toEqual(made.toReversed());
  await app.database.pool.query("UPDATE announcements SET created_at = '2026-01-01', enabled = true");
  await update(made[5] ?? '', { message: 'Changed' });
  expect((await list()).map(({ id }) => id)).toEqual(made.toReversed());
  expect((await published()).map(({ id }) => id)).toEqual(made.toReversed());
});

test('the app reads the enabled ones, without data of staff', async () => {
  const [shown, hidden] = [await created('Shown'), await created('Hidden')];
  await update(hidden.id, { enabled: false });
  const { id, message, createdAt, updatedAt } = shown;
  expect(await published()).toEqual([{ id, message, createdAt, updatedAt }]);
});

describe('the time in which it is shown', () => {
  /** The time a number of seconds from now, by the clock of the database. */
  const fromNow = async (seconds: number) => {
    const { rows } = await app.database.pool.query<{ at: string }>(
      'SELECT (extract(epoch FROM now()) + $1::numeric) * 1000 AS at',
      [seconds],
    );
    return new Date(Number(rows[0]?.at)).toISOString();
  };
  const shown = async () => (await published()).map(({ message }) => message);
  const life = async () => {
    const { headers } = await send(app.url, '/content/v1/announcements');
    return Number(/max-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1]);
  };

  test('is from the one moment until before the other', async () => {
    const [past, future] = [await fromNow(-60), await fromNow(600)];
    const windows = {
      Begun: { startsAt: past },
      'Not begun': { startsAt: future },
      'Not over': { endsAt: future },
      Over: { endsAt: past },
      Inside: { startsAt: past, endsAt: future },
      'Switched off': { startsAt: past, endsAt: future, enabled: false },
    };
    for (const [message, times] of Object.entries(windows)) {
      expect((await create({ message, ...times })).json).toMatchObject({ message, ...times });
    }
    expect(await shown()).toEqual(['Inside', 'Not over', 'Begun']);
    expect(await list()).toHaveLength(6);
    expect(await life()).toBe(30);
  });

  test('begins and ends automatically, and no cache keeps the response beyond that', async () => {
    await create({ message: 'Later, switched off', startsAt: await fromNow(5), enabled: false });
    await create({ message: 'Next', startsAt: await fromNow(3), endsAt: await fromNow(25) });
    expect(await shown()).toEqual([]);
    expect(await life()).toBeLessThan(3);
    await expect.poll(shown).toEqual(['Next']);
    expect(await life()).toBeGreaterThan(5);
    expect(await life()).toBeLessThan(25);
    await app.database.pool.query("UPDATE announcements SET ends_at = now() + interval '2 seconds'");
    expect(await shown()).toEqual(['Next']);
    await expect.poll(shown).toEqual([]);
    expect(await life()).toBe(30);
  });

  test('is kept to the millisecond, in UTC', async () => {
    const answer = await create({ message: 'x', startsAt: '2026-11-30T09:00:00.1239+01:00', endsAt: null });
    expect(answer.json).toMatchObject({ startsAt: '2026-11-30T08:00:00.123Z', endsAt: null });
    const { id } = answer.json as Announcement;
    expect((await update(id, { startsAt: '2026-11-30T08:00:00.123Z' })).json).toMatchObject({ version: 1 });
    expect((await update(id, { startsAt: null })).json).toMatchObject({ version: 2, startsAt: null });
  });

  const later = [{ path: 'endsAt', message: 'Show until must be later than Show from' }];
  const [nine, ten] = ['2026-11-30T09:00:00.000Z', '2026-11-30T10:00:00.000Z'];

  test('ends after it begins, also where only one of the two is changed', async () => {
    const { id } = (await create({ message: 'x', startsAt: nine, endsAt: ten })).json as Announcement;
    expect(problemOf(await update(id, { startsAt: ten })).errors).toEqual(later);
    expect(problemOf(await update(id, { endsAt: nine })).errors).toEqual(later);
    expect((await update(id, { startsAt: ten, endsAt: null })).json).toMatchObject({ startsAt: ten, endsAt: null });
  });

  test('conflicts as one: two people do not make a time together', async () => {
    const { id } = await created();
    const put = (body: unknown) =>
      send(app.url, `${path}/${id}`, { method: 'PUT', bearer, body, headers: { 'if-match': '"1"' } });
    expect((await put({ startsAt: nine })).status).toBe(200);
    const answer = await put({ endsAt: ten });
    expect([answer.status, problemOf(answer).conflicts]).toEqual([412, ['endsAt']]);
    expect((await put({ message: 'Other words' })).json).toMatchObject({ startsAt: nine, endsAt: null });
  });
});

test('both lists are right at once after a manual change in the database', async () => {
  const { pool } = app.database;
  await created('Before');
  const lists = async () => [await list(), await published()].map((all) => all.map(({ message }) => message));
  expect(await lists()).toEqual([['Before'], ['Before']]);
  await pool.query("UPDATE announcements SET message = 'After'");
  expect(await lists()).toEqual([['After'], ['After']]);
  await pool.query('UPDATE announcements SET enabled = false');
  expect(await lists()).toEqual([['After'], []]);
  await pool.query('TRUNCATE announcements CASCADE');
  expect(await lists()).toEqual([[], []]);
});
