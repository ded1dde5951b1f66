import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReplica } from '#server/database/connect/replica.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { send } from '#tests/desk/send.ts';

const log = createLog('silent');

/** The app reads content from `copy` as soon as that has the versions of `main`. */
let main: TestDatabase;
let copy: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  [main, copy] = [await testDatabase(), await testDatabase()];
  app = await testApp({ database: { ...main, replica: openReplica({ connectionString: copy.url }, log) } });
  for (const { pool } of [main, copy]) {
    await pool.query(
      `INSERT INTO announcements (id, message, enabled) VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', 'none', true)`,
    );
  }
});
afterAll(async () => {
  await app.database.replica?.close();
  await app.close();
  await copy.close();
  await main.close();
});

const write = ({ pool }: TestDatabase, message: string) =>
  pool.query('UPDATE announcements SET message = $1', [message]);

async function shown(url = app.url) {
  const { json } = await send(url, '/content/v1/announcements');
  return (json as { announcements: { message: string }[] }).announcements.map(({ message }) => message);
}

/** Brings the copy up to date with the database. */
async function follow() {
  const { rows } = await main.pool.query('SELECT area, token FROM content_versions');
  await copy.pool.query('DELETE FROM content_versions');
  for (const { area, token } of rows) {
    await copy.pool.query('INSERT INTO content_versions (area, token) VALUES ($1, $2)', [area, token]);
  }
}

test('content is read from a replica that has the latest change, and else from the database', async () => {
  await write(main, 'one');
  await write(copy, 'one, of the replica');
  expect(await shown()).toEqual(['one']);
  await write(main, 'two');
  await write(copy, 'two, of the replica');
  await follow();
  // On a busy machine the replica may take longer than a second. It is tried again some seconds later.
  await expect.poll(shown).toEqual(['two, of the replica']);
  await write(main, 'three');
  expect(await shown()).toEqual(['three']);
});

test('a replica that does not answer is left alone for some seconds, and content comes from the database', async () => {
  let asked = 0;
  const silent = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const replica = openReplica({ connectionString: `postgres://awa@127.0.0.1:${port}/awa` }, log);
  const other = await testApp({ database: { ...main, replica } });
  for (const message of ['four', 'five', 'six']) {
    await write(main, message);
    expect(await shown(other.url)).toEqual([message]);
  }
  expect(asked).toBe(1);
  await other.close();
  await replica.close();
  silent.close();
});
