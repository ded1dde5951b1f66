import { expect, test } from 'vitest';
import { isDiskFull } from '#server/database/disk-full.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test.each<[string, boolean, unknown]>([
  ['a write to a file', true, withCode('ENOSPC')],
  ['a statement', true, withCode('53100')],
  ['a statement of the query builder', true, new Error('Failed query', { cause: withCode('53100') })],
  [
    'a Postgres that does not start',
    true,
    new Error('could not write lock file "postmaster.pid": No space left on device'),
  ],
  ['a refused access', false, withCode('EACCES')],
  ['a newer database', false, new Error('The database is newer than this program')],
  ['a text that is no error', false, 'No space left on device'],
])('the error of %s is a full disk: %s', (_, expected, error) => {
  expect(isDiskFull(error)).toBe(expected);
});
