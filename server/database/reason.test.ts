import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonOf } from '#server/database/reason.ts';
import { built } from '#tests/desk/built-server.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { launch, newFolder } from '#tests/desk/server-process.ts';

let database: TestDatabase;
const dataDir = newFolder();
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('ALTER TABLE staff ADD CONSTRAINT nobody_new CHECK (false) NOT VALID');
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const [email, password] = ['planted@example.org', 'planted-harmattan-lantern'];
const refused = 'new row for relation "staff" violates check constraint "nobody_new"\n';
const given = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir });

test('a command whose statement fails prints neither the statement nor its values', async () => {
  const command = launch(built.staff, given(), { args: ['add', email, '--password-stdin'] });
  command.child.stdin?.end(password);
  expect(await command.ended).toBe(1);
  expect([command.output(), command.errors()]).toEqual(['', refused]);
});

test('nor does a start, whatever it logs', async () => {
  const settings = { ...given(), PORT: '0', LOG_LEVEL: 'trace', ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const server = launch(built.main, settings);
  expect(await server.ended).toBe(1);
  expect(server.refusal()).toBe(`Awa Desk cannot start: ${refused}`);
  expect(server.output()).not.toMatch(/planted|argon2|insert into/i);
});

test.each([
  ['a server', built.main, [], '', /"error":{.*"code":"22P02"/],
  ['a command', built.staff, ['list'], 'Postgres refused a value (22P02)\n', /^$/],
])('nor does %s that ends by a fault which nothing caught', async (_, program, args, errors, output) => {
  const preload = path.join(dataDir, 'fault.mjs');
  const fault = "Object.assign(new Error('planted'), { code: '22P02', severity: 'ERROR' })";
  writeFileSync(
    preload,
    `process.on('newListener', (name) => {
      if (name === 'uncaughtException') setImmediate(() => { throw ${fault}; });
    });`,
  );
  const ended = launch(program, { ...given(), PORT: '0', NODE_OPTIONS: `--import=${preload}` }, { args });
  expect(await ended.ended).toBe(1);
  expect(ended.errors()).toBe(errors);
  expect(ended.output()).toMatch(output);
  expect(ended.output()).not.toContain('planted');
});

test.each([
  ['a value that Postgres quotes', sql`SELECT ${'planted'}::uuid`, 'Postgres refused a value (22P02)'],
  ['a table that is missing', sql`SELECT ${'planted'} FROM gone`, 'relation "gone" does not exist'],
])('the reason of %s', async (_, statement, reason) => {
  const error: unknown = await database.db.execute(statement).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toContain('planted');
  expect(reasonOf(error)).toBe(reason);
});
