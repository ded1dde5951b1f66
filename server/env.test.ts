import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { environment, loadEnvFile, readEnv } from '#server/env.ts';

const linesOf = (source: Record<string, string>) => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

test('without any setting the defaults apply', () => {
  expect(readEnv({})).toMatchObject({
    databaseUrl: '',
    databasePool: 10,
    dataDir: path.resolve('data'),
    host: '127.0.0.1',
    port: 4000,
    publicUrl: '',
    trustProxy: false,
    placeholders: { emergency: '112', helpline: '' },
    demoUsers: undefined,
    demoDoctors: 40,
    demoCards: 120,
    sessionIdleMinutes: 30,
    s3: null,
    logLevel: 'info',
  });
});

test('an empty value counts as not set', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '', ADMIN_EMAIL: '' })).toEqual(readEnv({}));
});

test('.env.example lists every setting, and its values are the defaults', () => {
  const file = readFileSync('.env.example', 'utf8');
  // Each is a comment: a line that is copied unchanged must not override the value of a unit or an image.
  expect(file.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  const listed = [...file.matchAll(/^#([A-Z\d_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
  expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(environment.shape).sort());
  expect(readEnv(Object.fromEntries(listed))).toEqual(readEnv({}));
});

test.each([
  [{ PORT: '70000' }, 'PORT must be at most 65535'],
  [{ PORT: '4000x' }, 'PORT must be a whole number'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL must be a postgres:// URL'],
  [{ DATABASE_DIRECT_URL: 'postgres://localhost/x' }, 'DATABASE_DIRECT_URL needs DATABASE_URL'],
  [{ DATABASE_REPLICA_URL: 'postgres://localhost/x' }, 'DATABASE_REPLICA_URL needs DATABASE_URL'],
  [{ PUBLIC_URL: 'https://desk.example.org/' }, 'PUBLIC_URL must be an origin such as https://desk.example.org'],
  [{ PUBLIC_URL: 'desk.example.org' }, 'PUBLIC_URL must be an origin such as https://desk.example.org'],
  [
    { EMERGENCY_NUMBER: '<b>112</b>' },
    'EMERGENCY_NUMBER must be at most 40 letters, digits, spaces and + , ; : ( ) . / -',
  ],
  [
    { APP_WEBHOOK_URL: 'http://app.example.org/news', APP_WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=` },
    'APP_WEBHOOK_URL must be an https:// address without a user, or an http:// one of this machine',
  ],
  [
    { APP_WEBHOOK_URL: 'https://app.example.org/news', APP_WEBHOOK_SECRET: 'whsec_dG9vIHNob3J0' },
    'APP_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32)',
  ],
  [
    { APP_WEBHOOK_URL: 'https://app.example.org/news' },
    'APP_WEBHOOK_URL and APP_WEBHOOK_SECRET belong together: set both or none',
  ],
  [{ HELP_LINES: 'x'.repeat(301) }, 'HELP_LINES must be at most 300 letters, digits, spaces and + , ; : ( ) . / -'],
  [{ DEMO_USERS: '-1' }, 'DEMO_USERS must be a whole number'],
  [{ DEMO_USERS: '5000001' }, 'DEMO_USERS must be at most 5000000'],
  [{ ADMIN_EMAIL: 'a@b.org' }, 'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or none'],
  [{ ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD needs at least 12 characters'],
  [{ ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'ab'.repeat(129) }, 'ADMIN_PASSWORD can have at most 256 characters'],
  [
    { ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'password12345' },
    'ADMIN_PASSWORD is on the list of common ones: choose another',
  ],
  [
    { S3_ENDPOINT: 'https://s3.example.org' },
    'S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY belong together: set all or none',
  ],
  [
    { S3_ENDPOINT: 'https://s3.example.org/x', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' },
    'S3_ENDPOINT must be an origin such as https://s3.example.org',
  ],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a number of proxies, or addresses and subnets with commas'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be a number of proxies, or addresses and subnets with commas'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
])('%j is refused in one line', (source, line) => {
  expect(linesOf(source)).toEqual([line]);
});

test('each wrong setting has its line, and no line repeats a value', () => {
  const lines = linesOf({
    PORT: 'secret-1',
    DATABASE_URL: 'secret-2',
    ADMIN_EMAIL: 'a@b.org',
    ADMIN_PASSWORD: 'secret-3',
  });
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('secret');
});

test.each([
  ['off', false],
  ['0', false],
  ['2', 2],
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s', (value, read) => {
  expect(readEnv({ TRUST_PROXY: value }).trustProxy).toEqual(read);
});

afterEach(() => {
  delete process.env.AWA_TEST_ONE;
  delete process.env.AWA_TEST_TWO;
});

test('a variable of the environment wins over the .env file', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'awa-env-')), '.env');
  writeFileSync(file, 'AWA_TEST_ONE=file\nAWA_TEST_TWO=file\n');
  process.env.AWA_TEST_ONE = 'set';
  loadEnvFile(file);
  expect([process.env.AWA_TEST_ONE, process.env.AWA_TEST_TWO]).toEqual(['set', 'file']);
});
