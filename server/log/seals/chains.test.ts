import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { maintainPartitions } from '#server/log/partitions.ts';
import { contentOf, sealLog } from '#server/log/seals/seals.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { testDesk } from '#tests/desk/test-desk.ts';
import { copyToThePast } from '#tests/database/log.ts';
import { faultOf, writeEntry as write } from '#tests/database/seals.ts';

const query = async <Row>(text: string, { pool }: Pick<TestDatabase, 'pool'>) => (await pool.query(text)).rows as Row[];

/** The SQL for the content of an operation. */
const contentText = (id: string, at: string) =>
  `SELECT ${new PgDialect().sqlToQuery(contentOf(sql.raw(id), sql.raw(at))).sql}`;

test('while very many entries wait, the oldest are found by an index, and so is whether an entry waits', async () => {
  const database = await testDatabase();
  await database.pool.query(
    "INSERT INTO unsealed SELECT gen_random_uuid(), now() - n * interval '1 second' FROM generate_series(1, 20000) AS n",
  );
  await database.pool.query('ANALYZE unsealed');
  const planOf = async (text: string) => JSON.stringify(await query(`EXPLAIN ${text}`, database));
  expect(await planOf('SELECT ctid FROM unsealed ORDER BY at, operation_id LIMIT 200')).toContain('unsealed_at');
  const one = "at = now() AND operation_id = '00000000-0000-4000-8000-000000000000'";
  expect(await planOf(`SELECT FROM unsealed WHERE ${one}`)).toContain('unsealed_at');
  await database.close();
});

describe('months', () => {
  test('each have a chain of their own, wherever the clock was; those of over a year ago are dropped with their seals', async () => {
    const other = await testDesk();
    const { db, pool } = other.database;
    await other.staff.make<Announcement>('/admin/announcements', { message: 'Now' });
    await sealLog(db);
    const [now] = await query<{ id: string }>("SELECT id FROM operations WHERE action = 'create'", other.database);
    // The clock jumps back and forth, within a month that has seals already and into others.
    for (const days of [0, 400, 100, 101, 200, 300, 400, -40, 500])
      await copyToThePast(pool, now?.id ?? '', days, randomUUID());
    await sealLog(db);
    const before = await checkSeals(db);
    expect(before).toMatchObject({ fault: null, waiting: 0 });
    expect(before.months.length).toBeGreaterThanOrEqual(7);
    // The last entry has a time in the future. The database rounds to milliseconds, this process cuts.
    expect(Date.parse(before.sealedTo ?? '')).toBeLessThanOrEqual(Date.now() + 1);
    // A month with entries is dropped only after the desk has run for 720 hours since it was due.
    await maintainPartitions(db);
    await pool.query('UPDATE desk SET running_hours = running_hours + 720');
    await maintainPartitions(db);
    const [oldest] = await query<{ months: number }>(
      `SELECT count(*) AS months FROM pg_inherits WHERE inhparent = 'seals'::regclass
         AND right(inhrelid::regclass::text, 7) < to_char(now() - interval '12 months', 'YYYY_MM')`,
      other.database,
    );
    expect(oldest?.months).toBe(0);
    const after = await checkSeals(db);
    expect(after).toMatchObject({ fault: null, waiting: 0 });
    expect(after.months).toEqual(before.months.slice(-after.months.length));
    expect(after.months.length).toBe(before.months.length - 2);
    await other.close();
  });

  describe('begin with the last seal of the month before:', () => {
    let database: TestDatabase;
    /** The months with entries, oldest first: two entries each. */
    let months: string[];
    beforeAll(async () => {
      database = await testDatabase();
      await write(database);
      const [{ id } = { id: '' }] = await query<{ id: string }>('SELECT id FROM operations', database);
      for (const days of [200, 200, 140, 140, 70, 70]) await copyToThePast(database.pool, id, days, randomUUID());
      await write(database);
      await sealLog(database.db);
      months = (await checkSeals(database.db)).months.map(({ month }) => month);
    });
    afterAll(() => database.close());

    const isIn = (month: string | undefined) => `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') = '${month}'`;
    const logs = ['operations', 'revisions', 'seals'];
    const without = (month: string | undefined) => logs.map((log) => `DELETE FROM ${log} WHERE ${isIn(month)}`);
    const dropped = (month = '') => logs.map((log) => `DROP TABLE ${log}_${month.replace('-', '_')}`);

    test('one that vanishes is a fault, whether the rows go or their tables', async () => {
      expect(months).toHaveLength(4);
      expect(await checkSeals(database.db)).toMatchObject({ fault: null, waiting: 0 });
      for (const month of months) {
        for (const statements of [without(month), dropped(month)]) {
          const fault = await faultOf(database, statements);
          const sentence = `The whole month ${month} is missing, with its seals.`;
          const place = { month, position: null, operationId: null, at: `${month}-01T00:00:00.000Z`, sentence };
          expect(fault).toEqual({ what: 'month', ...place });
        }
      }
    });

    test('so is the end of one that is cut off with its seals, once the next month has begun', async () => {
      for (const month of months.slice(0, -1)) {
        const id = `(SELECT operation_id FROM seals WHERE ${isIn(month)} AND position = 2)`;
        const cut = ['operations WHERE id', 'revisions WHERE operation_id', 'seals WHERE operation_id'];
        const fault = await faultOf(
          database,
          cut.map((rest) => `DELETE FROM ${rest} = ${id}`),
        );
        expect(fault).toMatchObject({ what: 'erased', month, position: 2, operationId: null });
      }
    });

    test('the start of a month cannot be changed, nor a month be rewritten', async () => {
      const [, second, third] = months;
      const changed = `UPDATE chain_starts SET seal = sha256(seal) WHERE month = '${third}'`;
      expect(await faultOf(database, [changed])).toMatchObject({ what: 'changed', month: third, position: 1 });
      const gone = `DELETE FROM chain_starts WHERE month = '${third}'`;
      expect(await faultOf(database, [gone])).toMatchObject({ what: 'changed', month: third, position: 1 });
      const skipped = `UPDATE chain_starts SET after_month = '${months[0]}' WHERE month = '${third}'`;
      expect(await faultOf(database, [...without(second), skipped])).toMatchObject({ what: 'month', month: second });
    });

    test('a month that was over a year old and was dropped is none', async () => {
      const old = await testDatabase();
      await write(old);
      const [{ id } = { id: '' }] = await query<{ id: string }>('SELECT id FROM operations', old);
      await copyToThePast(old.pool, id, 430, randomUUID());
      await copyToThePast(old.pool, id, 300, randomUUID());
      await sealLog(old.db);
      const { months: all } = await checkSeals(old.db);
      expect(all).toHaveLength(3);
      for (const statement of dropped(all[0]?.month)) await old.pool.query(statement);
      expect(await checkSeals(old.db)).toMatchObject({ fault: null, months: all.slice(1) });
      await old.close();
    });

    test('those from before the upgrade begin with their name, and the next one with their last seal', async () => {
      const old = await testDatabase();
      const id = randomUUID();
      await old.db.execute(sql`SELECT log_event(${id}, NULL, '', 'disable', 'staff', 'account', NULL, 'x', '', 1)`);
      for (const days of [70, 140]) await copyToThePast(old.pool, id, days, randomUUID());
      // Simulates a desk of the version before seals: each month has a separate chain.
      await old.pool.query(`
        WITH waiting AS (DELETE FROM unsealed WHERE operation_id <> '${id}' RETURNING *)
        INSERT INTO seals (at, position, operation_id, seal)
        SELECT at, 1, operation_id, sha256(convert_to(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM'), 'UTF8') || content)
        FROM waiting, LATERAL (${contentText('operation_id', 'waiting.at')}) AS sealed (content)`);
      expect(await checkSeals(old.db)).toMatchObject({
        fault: null,
        waiting: 1,
        months: [{ entries: 1 }, { entries: 1 }],
      });
      await sealLog(old.db);
      const { fault, months: all } = await checkSeals(old.db);
      expect([fault, all.length]).toEqual([null, 3]);
      expect(await faultOf(old, without(all[1]?.month))).toMatchObject({ what: 'month', month: all[1]?.month });
      await old.close();
    });
  });

  test('waiting entries of a dropped month block nothing', async () => {
    const database = await testDatabase();
    await database.pool.query("INSERT INTO unsealed (operation_id, at) VALUES (gen_random_uuid(), '2019-05-05')");
    await write(database);
    await sealLog(database.db);
    expect(await checkSeals(database.db)).toMatchObject({ fault: null, waiting: 0, months: [{ entries: 1 }] });
    await database.close();
  });
});
