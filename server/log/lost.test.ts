import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { createLog } from '#server/http/log/log.ts';
import { changingCalls } from '#tests/records/changing-calls.ts';
import { commitStatement, flakyDatabase, flakyServer } from '#tests/load/flaky-proxy.ts';
import { dump } from '#tests/database/dump.ts';
import { type Answer, problemOf } from '#tests/desk/send.ts';
import { caller, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

const state = () => dump(desk.database.pool);
const essence = (answer: Answer) => [answer.status, answer.text, operationOf(answer)];
const operations = async () => Number((await desk.database.pool.query('SELECT FROM operations')).rowCount);

describe('after a lost answer, the same key gets the answer of the one change:', () => {
  test.each(changingCalls)('%s', async (_, prepare) => {
    const link = await flakyServer(desk.url);
    const ask = await prepare(desk);
    const marks = { key: randomUUID() };
    const before = await operations();
    link.swallowAnswerOf(marks.key);
    await expect(ask(caller(link.url, desk.bearer), marks)).rejects.toThrow(/hang up|ECONNRESET/);
    const done = await state();
    expect(await operations()).toBe(before + 1);

    const again = await ask(caller(link.url, desk.bearer), marks);
    const { rows } = await desk.database.pool.query<{ id: string }>(
      'SELECT id FROM operations ORDER BY at DESC, id DESC',
    );
    expect(again.status).toBeLessThan(300);
    expect(operationOf(again)).toBe(rows[0]?.id);
    expect(essence(await ask(desk.staff, marks))).toEqual(essence(again));
    expect(await state()).toEqual(done);
    await link.close();
  });
});

describe('after a commit with an unknown outcome, the same key makes the change once:', () => {
  test.each(changingCalls)('%s', async (_, prepare) => {
    const ask = await prepare(desk);
    const wire = await flakyDatabase(desk.database.url);
    const opened = await openDatabase({ databaseUrl: wire.url, databasePool: 3, dataDir: '' }, createLog('silent'));
    const other = await testDesk({ database: { ...desk.database, ...opened, url: wire.url } });
    const staff = caller(other.url, desk.bearer);
    const marks = { key: randomUUID() };
    const before = await operations();
    // On a slow machine the session may be used again only minutes later, which adds a write next to the change.
    await desk.database.pool.query("UPDATE sessions SET used_at = now() - interval '2 minutes'");
    wire.swallowAnswerOf(commitStatement);
    const first = await ask(staff, marks);
    expect([first.status, problemOf(first).code, operationOf(first)]).toEqual([503, 'outcome_unknown', undefined]);
    expect(first.headers['retry-after']).toBe('2');
    expect(await operations()).toBe(before + 1);
    const done = await state();

    const again = await ask(staff, marks);
    expect(again.status).toBeLessThan(300);
    expect(typeof operationOf(again)).toBe('string');
    expect(await state()).toEqual(done);
    await other.close();
    await opened.close();
    await wire.close();
  });
});
