import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { maintainPartitions } from '#server/log/partitions.ts';
import { dump } from '#tests/database/dump.ts';
import { holdLock } from '#tests/database/locks.ts';
import { makePartitionsFor } from '#tests/database/log.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
  const made = await desk.staff.make<Announcement>('/admin/announcements', { message: 'Written' });
  await desk.staff.put(`/admin/announcements/${made.id}`, { message: 'Changed' });
});
afterAll(() => desk.close());

const sql = (text: string, values: unknown[] = []) => desk.database.pool.query(text, values);

/** The names of the log's partitions, sorted by month. */
async function partsOf(log: string): Promise<string[]> {
  const { rows } = await sql(
    'SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [log],
  );
  return rows.map(({ part }) => String(part));
}

const logs = ['operations', 'revisions'];

describe('the log can only grow, for the server’s own role:', () => {
  const refused = { code: '42501', message: expect.stringMatching(/^The log can only grow: \w+ on \w+ is refused$/) };
  let tables: string[];
  let before: Record<string, string>;
  beforeEach(async () => {
    tables = [...logs, ...(await partsOf('operations')), ...(await partsOf('revisions'))];
    before = await dump(desk.database.pool);
  });
  const expectUntouched = async () => expect(await dump(desk.database.pool)).toEqual(before);
  /** The partitions with rows: the others contain nothing to change. */
  const withRows = async () => {
    const full: string[] = [];
    for (const table of tables) if (((await sql(`SELECT FROM ${table} LIMIT 1`)).rowCount ?? 0) > 0) full.push(table);
    return full;
  };

  test('it has rows, in the log and in the partition of this month', async () => {
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    expect(await withRows()).toEqual([...logs, ...logs.map((log) => `${log}_${month}`)]);
  });

  test('UPDATE is refused', async () => {
    for (const table of await withRows()) {
      for (const update of [
        'SET kind = kind',
        "SET at = at + interval '1 month'",
        "SET kind = 'x' WHERE kind = kind",
      ]) {
        await expect(sql(`UPDATE ${table} ${update}`)).rejects.toMatchObject(refused);
      }
    }
    await expectUntouched();
  });

  test('DELETE is refused', async () => {
    for (const table of await withRows()) {
      await expect(sql(`DELETE FROM ${table}`)).rejects.toMatchObject(refused);
      await expect(sql(`DELETE FROM ${table} WHERE at < now() + interval '1 day'`)).rejects.toMatchObject(refused);
    }
    await expectUntouched();
  });

  test('an INSERT that updates is refused', async () => {
    await expect(
      sql(`INSERT INTO operations SELECT * FROM operations ON CONFLICT (id, at) DO UPDATE SET label = 'x'`),
    ).rejects.toMatchObject(refused);
    const { rows } = await sql('SHOW server_version_num');
    if (Number(rows[0]?.server_version_num) >= 150_000) {
      await expect(
        sql('MERGE INTO operations o USING operations n ON n.id = o.id AND n.at = o.at WHEN MATCHED THEN DELETE'),
      ).rejects.toMatchObject(refused);
    }
    await expectUntouched();
  });

  test('TRUNCATE is refused, of the log and of each partition, with rows or without', async () => {
    for (const table of tables) {
      await expect(sql(`TRUNCATE ${table}`)).rejects.toMatchObject(refused);
      await expect(sql(`TRUNCATE announcements, ${table}`)).rejects.toMatchObject(refused);
    }
    await expect(sql('TRUNCATE staff CASCADE')).resolves.toBeDefined();
    expect((await sql("SELECT FROM operations WHERE kind = 'announcement'")).rowCount).toBe(2);
  });
});

describe('keeping the log', () => {
  test('makes the partitions of this month and of the next three', async () => {
    const { rows } = await sql(
      `SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => n), 'YYYY_MM') AS month
       FROM generate_series(0, 3) n ORDER BY 1`,
    );
    for (const log of logs) {
      for (const { month } of rows) expect(await partsOf(log)).toContain(`${log}_${month}`);
    }
  });

  test('a write works at the first and the last moment of each of these months', async () => {
    const { rows } = await sql(
      `SELECT first, first + interval '1 month' - interval '1 millisecond' AS last
       FROM (SELECT date_trunc('month', now(), 'UTC') + make_interval(months => n) AS first FROM generate_series(0, 3) n) m`,
    );
    for (const { first, last } of rows) {
      for (const at of [first, last]) {
        const id = randomUUID();
        const about = [id, at];
        await sql(
          `INSERT INTO operations (id, at, action, area, kind, label, count)
           VALUES ($1, $2, 'update', 'doctors', 'doctor', '', 1)`,
          about,
        );
        await sql(
          `INSERT INTO revisions (operation_id, at, position, kind, entity_id, version) VALUES ($1, $2, 0, 'doctor', $1, 1)`,
          about,
        );
        for (const table of ['operations', `operations_${String(at).slice(0, 7).replace('-', '_')}`]) {
          expect((await sql(`SELECT FROM ${table} WHERE id = $1`, [id])).rowCount).toBe(1);
          await expect(sql(`DELETE FROM ${table} WHERE id = $1`, [id])).rejects.toThrow(/can only grow/);
        }
      }
    }
  });

  test('drops the partitions that are over a year old, and no others', async () => {
    const days = [28, 300, 366, 400, 500];
    for (const ago of days) await makePartitionsFor(desk.database.pool, ago);
    const before = await partsOf('revisions');
    await maintainPartitions(desk.database.db);
    const { rows } = await sql(
      "SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '12 months', 'YYYY_MM') AS month",
    );
    const oldest = `revisions_${rows[0]?.month}`;
    const kept = before.filter((part) => part >= oldest);
    expect(kept.length).toBeLessThan(before.length);
    expect(await partsOf('revisions')).toEqual(kept);
    expect(await partsOf('operations')).toEqual(kept.map((part) => part.replace('revisions', 'operations')));
  });

  test('does nothing when there is nothing to do, and can run twice at once', async () => {
    const { rows } = await sql('SELECT make_log_partitions(3) AS made, dropped, withheld FROM drop_log_partitions(12)');
    expect(rows).toEqual([{ made: [], dropped: [], withheld: [] }]);
    const before = await partsOf('operations');
    await makePartitionsFor(desk.database.pool, 500);
    await Promise.all(Array.from({ length: 6 }, () => maintainPartitions(desk.database.db)));
    await Promise.all(Array.from({ length: 6 }, () => sql('SELECT make_log_partitions(5)')));
    const after = await partsOf('operations');
    expect(after.length).toBe(before.length + 2);
    expect(after.filter((part) => before.includes(part))).toEqual(before);
    // Triggers also guard the partitions that were created later.
    await expect(sql(`TRUNCATE ${after.at(-1)}`)).rejects.toThrow(/can only grow/);
  });

  test('makes partitions while changes are written and read, and leaves an old one that is being read for later', async () => {
    const { db, pool } = desk.database;
    const reading = await holdLock(pool, 'SELECT count(*) FROM operations JOIN revisions USING (at)');
    await sql('SELECT make_log_partitions(8)');
    const parts = await partsOf('operations');
    await reading.release();
    await makePartitionsFor(pool, 500);
    const [old] = await partsOf('operations');
    const again = await holdLock(pool, `SELECT count(*) FROM ${old}`);
    const writing = await holdLock(
      pool,
      `INSERT INTO operations (id, action, area, kind, label, count) VALUES (gen_random_uuid(), 'x', 'x', 'x', '', 1)`,
    );
    await maintainPartitions(db);
    expect(await partsOf('operations')).toContain(old);
    await writing.release();
    await again.release();
    await maintainPartitions(db);
    expect(await partsOf('operations')).toEqual(parts);
  });
});
