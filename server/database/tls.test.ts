import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reach } from '#server/database/connect/reach.ts';
import { newCa } from '#tests/database/certificates.ts';
import { postgresAlone } from '#tests/database/postgres-pair.ts';
import { freePort, newFolder, until } from '#tests/desk/server-process.ts';

/**
 * The access rules: all users encrypted, and `plain` without encryption; `bound` with a password, `certified` with a
 * certificate.
 */
const rules = `
local all all trust
hostnossl all plain 127.0.0.1/32 trust
hostssl all bound 127.0.0.1/32 scram-sha-256
hostssl all old 127.0.0.1/32 md5
hostssl all certified 127.0.0.1/32 cert
hostssl all all 127.0.0.1/32 trust
`;

const folder = newFolder();
const warnings: string[] = [];
const onWarning = ({ message }: Error) => void warnings.push(message);
let postgres: Awaited<ReturnType<typeof postgresAlone>>;
let port: number;
let files: Record<string, string>;
beforeAll(async () => {
  process.on('warning', onWarning);
  const [ca, otherCa] = [newCa(folder, 'ca'), newCa(folder, 'other')];
  const [server, expired, client] = [ca.issue('localhost'), ca.issue('localhost', { days: -1 }), ca.issue('certified')];
  files = {
    ca: ca.file,
    other: otherCa.file,
    cert: client.certificate,
    key: client.key,
    expired: expired.certificate,
    expiredKey: expired.key,
  };
  writeFileSync(path.join(folder, 'hba.conf'), rules);
  port = await freePort();
  postgres = await postgresAlone(folder, {
    listen_addresses: '127.0.0.1',
    port: String(port),
    hba_file: path.join(folder, 'hba.conf'),
    ssl_ca_file: ca.file,
  });
  await postgres.query(`
    CREATE ROLE plain LOGIN; CREATE ROLE certified LOGIN; CREATE ROLE bound LOGIN PASSWORD 'planted';
    SET password_encryption = md5; CREATE ROLE old LOGIN PASSWORD 'planted'`);
  const isOn = async () => (await connect('sslmode=require')) === 'encrypted';
  await set({ ssl_cert_file: server.certificate, ssl_key_file: server.key, ssl: 'on' }, isOn);
});
afterAll(async () => {
  process.off('warning', onWarning);
  await postgres.end('SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
});

const encrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

/** Whether a connection with these parameters is encrypted, or why it fails. */
async function connect(words: string, user = 'awa', host = 'localhost') {
  const named = words.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(files[name] ?? ''));
  const connectionString = `postgres://${user}@${host}:${port}/postgres?${named}`;
  const asked = reach(
    { connectionString },
    async (client) => (await client.query<{ ssl: boolean }>(encrypted)).rows,
    0,
  );
  return asked.then(
    ([row]) => (row?.ssl ? 'encrypted' : 'plain'),
    (error: Error) => error.message,
  );
}

const unknownCa = /^The database cannot be reached: .*certificate.* Add sslrootcert=FILE to the address/;
const otherName = /does not match certificate's altnames.* sslmode=verify-ca with sslrootcert=FILE/s;

test.each([
  ['sslmode=disable', /no encryption\. .*Set sslmode=verify-full/],
  ['sslmode=allow', 'encrypted'],
  ['sslmode=prefer', 'encrypted'],
  ['sslmode=require', 'encrypted'],
  ['sslmode=require&uselibpqcompat=true', 'encrypted'],
  ['sslmode=no-verify&sslrootcert={other}', 'encrypted'],
  ['sslmode=require&sslrootcert={ca}', 'encrypted'],
  ['sslmode=require&sslrootcert={other}', unknownCa],
  ['sslmode=verify-ca', unknownCa],
  ['sslmode=verify-ca&sslrootcert={ca}', 'encrypted'],
  ['sslmode=verify-full', unknownCa],
  ['sslmode=verify-full&sslrootcert=system', unknownCa],
  ['sslmode=verify-full&sslrootcert={ca}', 'encrypted'],
  ['ssl=true', unknownCa],
])('%s with a server whose certificate is of a private CA', async (words, expected) => {
  expect(await connect(words)).toMatch(expected);
});

test('verify-full checks the name of the host, verify-ca does not', async () => {
  expect(await connect('sslmode=verify-full&sslrootcert={ca}', 'awa', '127.0.0.1')).toMatch(otherName);
  expect(await connect('sslmode=verify-ca&sslrootcert={ca}', 'awa', '127.0.0.1')).toBe('encrypted');
});

test('where TLS is left to the server, as sslmode says or as nothing says, one that takes none is used without', async () => {
  expect(await connect('', 'plain')).toBe('plain');
  expect(await connect('sslmode=disable', 'plain')).toBe('plain');
});

test('a certificate of the desk is shown', async () => {
  expect(await connect('sslmode=require&sslcert={cert}&sslkey={key}', 'certified')).toBe('encrypted');
  expect(await connect('sslmode=require', 'certified')).toMatch(
    /valid client certificate\. .*Set sslcert=FILE and sslkey=FILE/,
  );
});

test('channel_binding=require is done, and refused before a password is sent where the server has none', async () => {
  const words = 'sslmode=require&channel_binding=require';
  expect(await connect(words, 'bound:planted')).toBe('encrypted');
  for (const user of ['old:planted', 'awa']) {
    expect(await connect(words, user)).toMatch(/no sign-in that channel_binding=require allows\. .*scram-sha-256/);
  }
  expect(await connect('sslmode=require', 'old:planted')).toBe('encrypted');
});

/** Changes settings of the server, and waits until new connections see the change. */
async function set(settings: Record<string, string>, found: () => Promise<boolean>) {
  for (const [name, value] of Object.entries(settings)) await postgres.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await postgres.query('SELECT pg_reload_conf()');
  await until('the change of settings', found);
}

test('an expired certificate, and then a server without TLS', async () => {
  const { expired = '', expiredKey = '' } = files;
  const isExpired = async () =>
    (await connect('sslmode=verify-ca&sslrootcert={ca}')).includes('has expired. Give the server a new');
  await set({ ssl_cert_file: expired, ssl_key_file: expiredKey }, isExpired);
  expect(await connect('sslmode=require')).toBe('encrypted');

  await set({ ssl: 'off' }, async () => (await connect('sslmode=require')).includes('offers no TLS'));
  expect(await connect('sslmode=prefer', 'plain')).toBe('plain');
  expect(await connect('sslmode=allow', 'plain')).toBe('plain');
});

test('the driver says nothing of its next version', () => {
  expect(warnings.filter((warning) => warning.includes('SSL modes'))).toEqual([]);
});
