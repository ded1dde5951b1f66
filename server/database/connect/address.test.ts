import { expect, test } from 'vitest';
import { faultOfUrl, readAddress } from '#server/database/connect/address.ts';

const encode = 'must be a postgres:// URL in which / ? # % and @ of the user and the password are written';

test.each([
  ['postgres://desk:secret@db.example.org:5432/desk', undefined],
  ['postgresql://desk@db.example.org', undefined],
  ['postgres://desk:secret@/desk?host=%2Frun%2Fpostgresql', undefined],
  ['postgres:///desk?host=/run/postgresql', undefined],
  ['postgres://%2Frun%2Fpostgresql/desk', undefined],
  ['postgres://desk:p%2Fw%23@[::1]:5432/desk', undefined],
  ['mysql://desk@db.example.org/desk', 'must be a postgres:// URL'],
  ['host=/run/postgresql dbname=desk', 'must be a postgres:// URL'],
  ['postgres://desk:secret@one:5432,two:5432/desk?target_session_attrs=read-write', 'names several hosts'],
  ['postgres://desk:se/cret@db.example.org/desk', encode],
  ['postgres://desk:12/cret@db.example.org/desk', encode],
  ['postgres://desk:se?cret@db.example.org/desk', encode],
  ['postgres://desk:12#cret@db.example.org/desk', encode],
  ['postgres://desk:se%cret@db.example.org/desk', encode],
  ['postgres://db.example.org/desk?sslmode=verify', 'has an unknown sslmode: there are disable, allow'],
  ['postgres://db.example.org/desk?sslmode=require&sslrootcert=system', 'needs sslmode=verify-full'],
  ['postgres://db.example.org/desk?sslmode=require&sslcert=a.pem', 'needs sslcert and sslkey together'],
  ['postgres://db.example.org/desk?channel_binding=always', 'has an unknown channel_binding'],
  ['postgres://db.example.org/desk?channel_binding=require&sslmode=disable', 'needs TLS'],
])('the address %s', (url, fault) => {
  const found = faultOfUrl(url);
  if (fault) expect(found).toContain(fault);
  else expect(found).toBeUndefined();
  expect(found ?? '').not.toMatch(/cret/);
});

const unchecked = { rejectUnauthorized: false };
test.each([
  ['postgres://desk@db.example.org/desk', { mode: 'prefer', ssl: unchecked, isOptional: true, isChecked: false }],
  ['postgres://desk@127.0.0.1/desk', { mode: undefined, ssl: false }],
  ['postgres://desk@127.0.0.1/desk?sslmode=require', { mode: 'require', ssl: unchecked, isOptional: false }],
  ['postgres://desk@/desk?host=%2Frun&sslmode=require', { host: '/run', mode: undefined, ssl: false }],
  ['postgres://desk@db.example.org/desk?sslmode=disable', { ssl: false, isOptional: false }],
  ['postgres://desk@db.example.org/desk?sslmode=verify-ca', { ssl: {}, isChecked: true }],
  ['postgres://desk@db.example.org/desk?sslmode=verify-full&sslrootcert=system', { ssl: {}, isChecked: true }],
  ['postgres://desk@db.example.org/desk?ssl=true', { mode: 'verify-full', ssl: {}, isChecked: true }],
])('%s is connected to as its mode says', (url, expected) => {
  const address = readAddress(url);
  expect(address).toMatchObject(expected);
  expect(address.connectionString).not.toMatch(/ssl/);
});

test('a file that cannot be read, or is none of TLS, is named', () => {
  const url = (file: string) => `postgres://desk@db.example.org/desk?sslmode=verify-ca&sslrootcert=${file}`;
  expect(() => readAddress(url('/gone.pem'))).toThrow('names a file that cannot be read: /gone.pem (ENOENT).');
  expect(() => readAddress(url('package.json'))).toThrow('names a file without a PEM block: package.json.');
});
