import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { LogCheck } from '#contract/history.ts';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { atOnce, keepSealed, sealLog } from '#server/log/seals/seals.ts';
import { createLog } from '#server/http/log/log.ts';
import { sweepLock } from '#server/images/sweep.ts';
import { doneBy } from '#tests/desk/caller.ts';
import type { TestDatabase } from '#tests/database/database.ts';
import { faultOf, writeEntry as write } from '#tests/database/seals.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { holdLock } from '#tests/database/locks.ts';

let desk: TestDesk;
let made: Announcement;
beforeAll(async () => {
  desk = await testDesk();
  made = await desk.staff.make<Announcement>('/admin/announcements', { message: 'One' });
  await desk.staff.put(`/admin/announcements/${made.id}`, { message: 'Two' });
  const ids: string[] = [];
  for (const name of ['Ada', 'Bola', 'Chi']) {
    ids.push((await desk.staff.make<{ id: string }>('/api/doctors', { name, specialty: 'Gynaecology' })).id);
  }
  await doneBy(desk.staff.post('/api/doctors/order', { ids: ids.toReversed() }));
  await desk.staff.remove(`/admin/announcements/${made.id}`);
  await sealLog(desk.database.db);
});
afterAll(() => desk.close());

const check = () => checkSeals(desk.database.db);
const lastMonth = ({ months }: LogCheck) => months.at(-1);
const query = async <Row>(text: string, { pool }: Pick<TestDatabase, 'pool'> = desk.database) =>
  (await pool.query(text)).rows as Row[];

describe('a log that is sealed', () => {
  test('is whole, up to its last entry, and says how many there are', async () => {
    const [last] = await query<{ at: string; n: number }>('SELECT max(at) AS at, count(*) AS n FROM operations');
    const found = await check();
    expect(found).toMatchObject({ fault: null, waiting: 0, sealedTo: new Date(last?.at ?? '').toISOString() });
    expect(found.months.reduce((sum, { entries }) => sum + entries, 0)).toBe(last?.n);
  });

  test('is whole while new entries wait, and goes on from its last seal', async () => {
    const before = lastMonth(await check());
    await desk.staff.make<Announcement>('/admin/announcements', { message: 'Later' });
    expect(await check()).toMatchObject({ fault: null, waiting: 1, months: [before] });
    await sealLog(desk.database.db);
    const after = lastMonth(await check());
    expect(after?.entries).toBe((before?.entries ?? 0) + 1);
    expect(after?.seal).not.toBe(before?.seal);
  });

  test('refuses to change or delete a seal', async () => {
    const refused = /The log can only grow/;
    await expect(query('UPDATE seals SET position = 7')).rejects.toThrow(refused);
    await expect(query('DELETE FROM seals')).rejects.toThrow(refused);
    await expect(query('TRUNCATE seals')).rejects.toThrow(refused);
    await expect(query('TRUNCATE chain_starts')).rejects.toThrow(refused);
  });

  test('is sealed within seconds by a server that runs, and at its end', async () => {
    const stop = keepSealed(desk.database, createLog('silent'));
    await write(desk.database);
    await expect.poll(async () => (await check()).waiting).toBe(0);
    await write(desk.database);
    await stop();
    expect(await check()).toMatchObject({ fault: null, waiting: 0 });
  });

  test('is said to the log of the server by its last seal, at the start and then daily', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const lines: object[] = [];
    const stop = keepSealed(
      desk.database,
      createLog('info', { write: (line) => void lines.push(JSON.parse(line) as object) }),
    );
    const told = (count: number) => expect.poll(() => lines.length).toBe(count);
    await told(1);
    vi.advanceTimersByTime(23 * 3_600_000);
    await write(desk.database);
    await expect.poll(async () => (await check()).waiting).toBe(0);
    await told(1);
    vi.advanceTimersByTime(3_600_000);
    await told(2);
    await stop();
    vi.useRealTimers();
    const last = lastMonth(await check());
    expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'the last seal of the staff log', ...last });
  });

  test('is sealed while a server sweeps images, which may take minutes', async () => {
    const { db, pool } = desk.database;
    const { release } = await holdLock(pool, 'SELECT pg_advisory_xact_lock($1)', [sweepLock]);
    await write(desk.database);
    await sealLog(db);
    expect(await check()).toMatchObject({ fault: null, waiting: 0 });
    await release();
  });

  test('is sealed in one order by servers that seal at the same moment', async () => {
    const { db } = desk.database;
    const before = lastMonth(await check())?.entries ?? 0;
    const rounds = Array.from({ length: 40 }, () => write(desk.database));
    await Promise.all(rounds.flatMap((written) => [written, sealLog(db), sealLog(db)]));
    await sealLog(db);
    expect(await check()).toMatchObject({ fault: null, waiting: 0, months: [{ entries: before + 40 }] });
  });
});

describe('what somebody does to the log by hand is found:', () => {
  const faultAfter = (...statements: string[]) => faultOf(desk.database, statements);

  /** The operation with this place in its chain. */
  const sealed = async (position: number) => {
    const [row] = await query<{ id: string; at: string }>(
      `SELECT operation_id AS id, at FROM seals WHERE position = ${position} ORDER BY at DESC LIMIT 1`,
    );
    if (!row) throw new Error(`There is no seal ${position}`);
    return row;
  };

  /** Statements that add an entry with a seal at this place. */
  const forge = (id: string, position: string) => [
    `INSERT INTO operations (id, at, action, area, kind, label, count)
     SELECT '${id}', max(at), 'delete', 'doctors', 'doctor', '', 1 FROM seals`,
    `INSERT INTO seals (at, position, operation_id, seal)
     SELECT max(at), ${position}, '${id}', sha256('forged') FROM seals`,
  ];

  const anyValue: Record<string, (column: string) => string> = {
    uuid: () => 'gen_random_uuid()',
    text: (column) => `${column} || 'x'`,
    integer: (column) => `coalesce(${column}, 0) + 1`,
    'timestamp with time zone': (column) => `${column} + interval '1 millisecond'`,
    jsonb: (column) => `coalesce(${column}, '{}') || '{"by": "hand"}'`,
  };

  test('each column of an entry and of its revisions', async () => {
    const columns = await query<{ log: string; name: string; type: string }>(
      `SELECT c.relname AS log, attname AS name, format_type(a.atttypid, NULL) AS type
       FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
       WHERE c.relname IN ('operations', 'revisions') AND attnum > 0 AND NOT attisdropped
         -- It says when open desks learn of the entry, and nothing of what was done.
         AND attname <> 'xid' ORDER BY 1, attnum`,
    );
    expect(columns.length).toBeGreaterThan(24);
    for (const { log, name, type } of columns) {
      const value = type.endsWith('[]')
        ? `ARRAY[${type === 'uuid[]' ? 'gen_random_uuid()' : '7'}]::${type}`
        : anyValue[type]?.(name);
      const id = log === 'operations' ? 'id' : 'operation_id';
      const { id: operationId } = await sealed(2);
      const found = await faultAfter(`UPDATE ${log} SET ${name} = ${value} WHERE ${id} = '${operationId}'`);
      const moved = log === 'operations' && (name === 'id' || name === 'at');
      expect([log, name, found]).toMatchObject([
        log,
        name,
        { what: moved ? 'deleted' : 'changed', position: 2, operationId },
      ]);
    }
  });

  test('JSON null in the place of nothing', async () => {
    const { id: operationId } = await sealed(2);
    const found = await faultAfter(`UPDATE revisions SET before = 'null' WHERE operation_id = '${operationId}'`);
    expect(found).toMatchObject({ what: 'changed', position: 2, operationId });
  });

  test('a deleted entry, with its revisions or without', async () => {
    const { id, at } = await sealed(3);
    const removal = `DELETE FROM operations WHERE id = '${id}'`;
    const expected = { what: 'deleted', position: 3, operationId: id, at: new Date(at).toISOString() };
    expect(await faultAfter(removal)).toMatchObject(expected);
    const found = await faultAfter(removal, `DELETE FROM revisions WHERE operation_id = '${id}'`);
    expect(found).toMatchObject(expected);
    expect(found?.sentence).toBe(`Entry 3 of ${found?.month}, ${found?.at}, operation ${id}, was deleted.`);
  });

  test('a changed, deleted or added revision', async () => {
    const { id, at } = await sealed(4);
    const expected = { what: 'changed', position: 4, operationId: id };
    expect(await faultAfter(`DELETE FROM revisions WHERE operation_id = '${id}'`)).toMatchObject(expected);
    const added = (operation: string) =>
      `INSERT INTO revisions (operation_id, at, position, kind, entity_id, version)
       VALUES ('${operation}', '${at}', 1, 'doctor', gen_random_uuid(), 1)`;
    expect(await faultAfter(added(id))).toMatchObject(expected);
    const nobody = randomUUID();
    expect(await faultAfter(added(nobody))).toMatchObject({ what: 'added', position: null, operationId: nobody });
  });

  test('an entry that is added, at the end or between others', async () => {
    const id = randomUUID();
    for (const at of ['now()', `(SELECT at FROM seals WHERE position = 2 ORDER BY at DESC LIMIT 1)`]) {
      const found = await faultAfter(
        `INSERT INTO operations (id, at, action, area, kind, label, count)
         VALUES ('${id}', ${at}, 'delete', 'doctors', 'doctor', '', 1)`,
      );
      expect(found).toMatchObject({ what: 'added', position: null, operationId: id });
    }
  });

  test('a seal that is changed, or that an entry will never get', async () => {
    const one = `operation_id = '${(await sealed(2)).id}'`;
    expect(await faultAfter(`UPDATE seals SET seal = sha256(seal) WHERE ${one}`)).toMatchObject({
      what: 'changed',
      position: 2,
    });
    await write(desk.database);
    expect(await faultAfter('DELETE FROM unsealed')).toMatchObject({ what: 'added', position: null });
    await sealLog(desk.database.db);
  });

  test('a seal that is deleted, under the time of its own entry', async () => {
    const { id, at } = await sealed(2);
    const lost = { what: 'seal', position: 2, operationId: id, at: new Date(at).toISOString() };
    expect(await faultAfter(`DELETE FROM seals WHERE operation_id = '${id}'`)).toMatchObject(lost);
    expect(await faultAfter('DELETE FROM seals WHERE position IN (2, 3, 4)')).toMatchObject(lost);
    // An entry that was added before it is not mistaken for it.
    const added = `INSERT INTO operations (id, at, action, area, kind, label, count)
      SELECT gen_random_uuid(), min(at), 'delete', 'doctors', 'doctor', '', 1 FROM seals`;
    expect(await faultAfter(added, `DELETE FROM seals WHERE operation_id = '${id}'`)).toMatchObject(lost);
  });

  test('an entry that is deleted together with its seal', async () => {
    const { id } = await sealed(2);
    const { at: next } = await sealed(3);
    const found = await faultAfter(
      ...['seals WHERE operation_id', 'operations WHERE id'].map((rest) => `DELETE FROM ${rest} = '${id}'`),
    );
    expect(found).toMatchObject({ what: 'erased', position: 2, operationId: null });
    expect(found?.sentence).toBe(
      `Entry 2 of ${found?.month}, before ${new Date(next).toISOString()}, was deleted together with its seal.`,
    );
  });

  test('a forged entry with a seal below the first place, at a taken one or after a gap', async () => {
    const entries = lastMonth(await check())?.entries ?? 0;
    for (const position of [-1, 0, 1, 3, entries]) {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff']) {
        const found = await faultAfter(...forge(id, String(position)));
        expect(found).toMatchObject({ what: 'forged', position, operationId: id });
      }
    }
    const gap = await faultAfter(...forge(randomUUID(), String(entries + 2)));
    expect(gap).toMatchObject({ what: 'erased', position: entries + 1 });
  });

  test('a forged seal at a taken place on each border of the parts in which the check reads', async () => {
    const { db } = desk.database;
    const entries = lastMonth(await check())?.entries ?? 0;
    for (let more = entries; more < 2 * atOnce + 1; more += 1) await write(desk.database);
    await sealLog(db);
    for (const position of [atOnce - 1, atOnce, atOnce + 1, 2 * atOnce]) {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff']) {
        const found = await faultAfter(...forge(id, String(position)));
        expect(found).toMatchObject({ what: 'forged', position, operationId: id });
      }
    }
  });

  test('entries that are swapped', async () => {
    const [a, b] = [await sealed(2), await sealed(3)];
    const found = await faultAfter(
      `UPDATE operations SET label = CASE id WHEN '${a.id}' THEN 'Two' ELSE 'One' END WHERE id IN ('${a.id}', '${b.id}')`,
    );
    expect(found).toMatchObject({ what: 'changed', position: 2, operationId: a.id });
  });

  test('but not an end that is cut off with its seals: only a last seal noted earlier reveals it', async () => {
    const noted = lastMonth(await check());
    const last = await sealed(noted?.entries ?? 0);
    expect(await faultAfter(`DELETE FROM operations WHERE id = '${last.id}'`)).toMatchObject({ what: 'deleted' });
    const cut = ['seals WHERE operation_id', 'operations WHERE id', 'revisions WHERE operation_id'];
    expect(await faultAfter(...cut.map((rest) => `DELETE FROM ${rest} = '${last.id}'`))).toBeNull();
    expect(lastMonth(await check())).toEqual(noted);
  });
});
