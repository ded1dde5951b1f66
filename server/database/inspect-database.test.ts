import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { noTimeouts, noTimeoutsAtAll, withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { built } from '#tests/desk/built-server.ts';
import { createDatabase } from '#tests/database/database.ts';
import { launch, newFolder } from '#tests/desk/server-process.ts';

/** A role without rights, for a database that an administrator created for it. */
const role = `awa_role_${process.pid}`;
const password = 'role-harmattan-lantern';
const folder = newFolder();
const made: (() => Promise<void>)[] = [];
const run = (url: string, sql: string) => withClient({ connectionString: url }, (client) => client.query(sql));

beforeAll(async () => {
  await run(inject('adminUrl'), `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
});
afterAll(async () => {
  for (const drop of made) await drop();
  await run(inject('adminUrl'), `DROP ROLE ${role}`);
  rmSync(folder, { recursive: true, force: true });
});

/** A database with the addresses of its creator and of the role. `template` is SQL after its name. */
async function create(template = "TEMPLATE template0 ENCODING 'UTF8'") {
  const { url, name, drop } = await createDatabase(template);
  made.push(drop);
  const own = new URL(url);
  own.username = role;
  own.password = password;
  return { url, name, own: own.href };
}
const migrated = () => create(`TEMPLATE ${inject('template')}`);

/** Starts on a database: returns the log lines, or the reason why it does not start. */
async function open(url: string, databasePool = 2) {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const found = await openDatabase({ databaseUrl: url, databasePool, dataDir: '' }, log).catch((error: Error) => error);
  if (found instanceof Error) return { refused: found.message, warned: [] };
  await found.close();
  return { refused: '', warned: lines.map((line) => (JSON.parse(line) as { msg: string }).msg) };
}

/** The SQL statements at the end of a sentence. */
const statementsOf = (sentence: string) => sentence.slice(sentence.indexOf(': ') + 2);

test('a role without rights is told which to give, and they are enough for it', async () => {
  const { url, name, own } = await create();
  await run(url, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  const { refused } = await open(own);
  expect(refused).toBe(
    `The role "${role}" may not create what the desk needs. Run as the owner of the database: ` +
      `GRANT CREATE ON DATABASE "${name}" TO "${role}"; GRANT CREATE ON SCHEMA public TO "${role}";`,
  );
  await run(url, statementsOf(refused));
  expect(await open(own)).toEqual({ refused: '', warned: [] });
});

test('the owner of a database needs no other right, and one without CREATE can start an up-to-date database', async () => {
  const { url, name, own } = await create();
  await run(url, `ALTER DATABASE ${name} OWNER TO ${role}`);
  await run(url, `ALTER SCHEMA public OWNER TO ${role}`);
  expect(await open(own)).toEqual({ refused: '', warned: [] });

  await run(url, `ALTER DATABASE ${name} OWNER TO CURRENT_USER; REVOKE ALL ON DATABASE ${name} FROM ${role}`);
  await run(url, 'ALTER SCHEMA public OWNER TO CURRENT_USER; REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  const { refused, warned } = await open(own);
  expect([refused, warned.length]).toEqual(['', 1]);
  expect(warned[0]).toMatch(/may not add parts for the coming months to the log.* GRANT CREATE ON SCHEMA public TO/);
});

test("another role than the owner of the desk's tables is told so", async () => {
  const { own } = await migrated();
  expect((await open(own)).refused).toMatch(/may not read the desk's tables\. Sign in as their owner/);
});

test('a schema of the role before public', async () => {
  const { url, name, own } = await create();
  await run(url, `ALTER DATABASE ${name} OWNER TO ${role}; CREATE SCHEMA AUTHORIZATION ${role}`);
  await run(url, `ALTER SCHEMA public OWNER TO ${role}`);
  const { refused } = await open(own);
  expect(refused).toContain(`looks for tables in the schema "${role}" before public. Run: `);
  await run(url, statementsOf(refused));
  expect((await open(own)).refused).toBe('');
});

test('a search_path in the address, which no statement changes', async () => {
  const { url } = await migrated();
  await run(url, 'CREATE SCHEMA other');
  const named = new URL(url);
  named.searchParams.set('options', '-c search_path=other,public');
  const { refused } = await open(named.href);
  expect(refused).toBe(
    'options in the address of the database set search_path, in which public has to be the first. Remove it there.',
  );
});

test('the extension pg_trgm in a schema outside the search path, as with some providers', async () => {
  const { url } = await create();
  await run(url, 'CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions');
  const { refused } = await open(url);
  expect(refused).toMatch(
    /^The extension pg_trgm is in the schema "extensions", where the role ".*" does not look\. Run: /,
  );
  await run(url, statementsOf(refused));
  expect((await open(url)).refused).toBe('');
});

test('a database without the schema public', async () => {
  const { url } = await create();
  await run(url, 'DROP SCHEMA public');
  const { refused } = await open(url);
  expect(refused).toMatch(/^The database has no schema public\. Run: CREATE SCHEMA public AUTHORIZATION ".*";$/);
  await run(url, statementsOf(refused));
  expect((await open(url)).refused).toBe('');
});

test('a database that is read only, for a start and for the doctor', async () => {
  const { url, name } = await migrated();
  await run(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const { refused } = await open(url);
  expect(refused).toContain('The database takes no changes (default_transaction_read_only).');
  const doctor = launch(built.program('doctor'), { DATABASE_URL: url, DATA_DIR: folder, DISK_RESERVE_MB: '0' });
  expect(await doctor.ended).toBe(1);
  expect(doctor.output()).toContain(`to do  database: ${refused}\n`);
  await run(inject('adminUrl'), statementsOf(refused).split(';', 1)[0] ?? '');
  expect((await open(url)).refused).toBe('');
});

test('a Turkish database', async () => {
  const { url } = await create("TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'tr'");
  expect((await open(url)).refused).toMatch(/^In the language of this database i is not the small letter of I/);
});

test('a database that knows the letters of a to z alone is taken, with a warning', async () => {
  const provider = inject('embedded') ? 'LOCALE_PROVIDER libc' : '';
  const { url } = await create(`TEMPLATE template0 ENCODING 'UTF8' ${provider} LC_COLLATE 'C' LC_CTYPE 'C'`);
  expect((await open(url)).warned).toEqual([
    expect.stringContaining('a search finds Greek, Cyrillic, æ, ð and ß only'),
  ]);
});

test('fewer connections than the desk may open', async () => {
  const { url, name } = await migrated();
  await run(url, `ALTER DATABASE ${name} CONNECTION LIMIT 12`);
  expect((await open(url, 8)).warned).toEqual([]);
  expect((await open(url, 9)).warned).toEqual([
    expect.stringMatching(
      /^The database allows 12 connections, and this desk may open 13: DATABASE_POOL and 4\. Lower DATABASE_POOL/,
    ),
  ]);
});

test('tables of something else', async () => {
  const { url } = await create();
  await run(url, 'CREATE TABLE posts (id int)');
  expect((await open(url)).refused).toBe(
    'The database cannot be migrated: relation "posts" already exists. ' +
      'Something else is in this database. Give the desk one of its own: CREATE DATABASE name.',
  );
});

test('options of the address that take a limit away, and a database that is not there', async () => {
  const { url } = await migrated();
  const named = (options: string) => {
    const changed = new URL(url);
    changed.searchParams.set('options', options);
    return changed.href;
  };
  expect((await open(named('-c statement_timeout=0'))).refused).toMatch(
    /^options in the address .* set statement_timeout to 0/,
  );
  expect(await open(named('-c timezone=Asia/Tokyo'))).toEqual({ refused: '', warned: [] });
  const gone = new URL(url);
  gone.pathname = '/gone';
  expect((await open(gone.href)).refused).toMatch(/database "gone" does not exist\. Make it there: CREATE DATABASE/);
});

test('an isolation, an idle limit and a limit of transactions that the role brings along', async () => {
  const { url, name } = await migrated();
  const { rows } = await run(url, "SELECT current_setting('transaction_timeout', true) IS NOT NULL AS known");
  const own = {
    default_transaction_isolation: 'serializable',
    idle_session_timeout: '100ms',
    transaction_timeout: '100ms',
  };
  for (const [setting, value] of Object.entries(own)) {
    if (setting === 'transaction_timeout' && !rows[0]?.known) continue;
    await run(url, `ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  }
  const opened = await openDatabase({ databaseUrl: url, databasePool: 2, dataDir: '' }, createLog('silent'));
  const found = await opened.pool.query(
    "SELECT current_setting('default_transaction_isolation') AS isolation, current_setting('idle_session_timeout') AS idle",
  );
  expect(found.rows).toEqual([{ isolation: 'read committed', idle: '0' }]);
  const long = opened.db.transaction(async (tx) => {
    await tx.execute(noTimeouts);
    await tx.execute('SELECT pg_sleep(0.3)');
  });
  await expect(long).resolves.toBeUndefined();
  const alone = opened.alone(async (client) => {
    await client.query(noTimeoutsAtAll);
    return (await client.query('SELECT pg_sleep(0.3)')).rowCount;
  });
  await expect(alone).resolves.toBe(1);
  await opened.close();
});
