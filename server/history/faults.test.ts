import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changingCalls } from '#tests/records/changing-calls.ts';
import { dump } from '#tests/database/dump.ts';
import { failNext } from '#tests/load/faults.ts';
import type { Answer } from '#tests/desk/send.ts';
import { operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';

let desk: TestDesk;
let killer: pg.Client;
beforeAll(async () => {
  desk = await testDesk();
  killer = new pg.Client({ connectionString: desk.database.url });
  await killer.connect();
});
afterAll(async () => {
  await killer.end();
  await desk.close();
});

const state = () => dump(desk.database.pool);
const faults: [name: string, happen: (client: pg.PoolClient) => Promise<void>][] = [
  ['fails', () => Promise.reject(new Error('A fault before it was sent'))],
  [
    'loses its connection',
    async (client) => {
      const { processID } = client as unknown as { processID: number };
      const ended = new Promise((resolve) => client.once('end', resolve));
      await killer.query('SELECT pg_terminate_backend($1)', [processID]);
      await ended;
    },
  ],
];

describe.each(faults)('whichever statement %s, the state is the one before, log included:', (name, happen) => {
  test.each(changingCalls)('%s', async (_, prepare) => {
    const ask = await prepare(desk);
    const marks = { key: randomUUID() };
    const before = await state();
    let answer: Answer;
    for (let at = 1; ; at += 1) {
      const fault = failNext(desk.database.pool, { at, happen });
      answer = await ask(desk.staff, marks);
      fault.mend();
      if (!fault.reached()) {
        // The call ended without a fault, so every statement has failed once.
        expect([at, fault.statements[0]]).toEqual([fault.statements.length + 1, expect.stringMatching(/^begin/)]);
        expect(fault.statements.slice(1).filter((text) => /begin|commit|savepoint/.test(text))).toEqual(['commit']);
        expect(fault.statements.length).toBeGreaterThanOrEqual(5);
        break;
      }
      expect([at, answer.status]).toEqual([at, name === 'fails' ? 500 : 503]);
      expect(operationOf(answer)).toBeUndefined();
      expect([at, await state()]).toEqual([at, before]);
    }
    // The same call with the same key then succeeds once.
    expect([answer.status < 300, operationOf(answer)]).toEqual([true, expect.any(String)]);
    const after = await state();
    expect(lines(after.operations) - lines(before.operations)).toBe(1);
    const again = await ask(desk.staff, marks);
    expect([again.status, again.text]).toEqual([answer.status, answer.text]);
    expect(await state()).toEqual(after);
  });
});

// A key adds statements; the others are the same.
test.each(changingCalls)('without a key, whichever statement fails: %s', async (_, prepare) => {
  const ask = await prepare(desk);
  const before = await state();
  let answer: Answer;
  let fault: ReturnType<typeof failNext>;
  let at = 0;
  do {
    if (at > 0) expect([at, await state()]).toEqual([at, before]);
    at += 1;
    fault = failNext(desk.database.pool, { at, happen: () => Promise.reject(new Error('A fault')) });
    answer = await ask(desk.staff, {});
    fault.mend();
  } while (fault.reached());
  expect([answer.status < 300, operationOf(answer)]).toEqual([true, expect.any(String)]);
});

const lines = (text = '') => (text === '' ? 0 : text.split('\n').length);
