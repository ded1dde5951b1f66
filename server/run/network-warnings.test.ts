import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { networkWarnings } from '#server/run/network-warnings.ts';

const mailed = { MAIL_FROM: 'desk@example.org', PUBLIC_URL: 'https://desk.example.org' };

test.each([
  [{}, []],
  [{ DATABASE_URL: 'postgres://awa@localhost/awa' }, []],
  [{ DATABASE_URL: 'postgres://awa@127.0.0.1:5433/awa' }, []],
  [{ DATABASE_URL: 'postgres://awa@localhost/awa?host=%2Fvar%2Frun%2Fpostgresql' }, []],
  [{ DATABASE_URL: 'postgres://awa:secret@db.example.org/awa' }, [/sslmode=prefer.* can switch TLS off/]],
  [{ DATABASE_URL: 'postgres://awa:secret@db.example.org/awa?sslmode=allow' }, [/sslmode=allow.* can switch TLS off/]],
  [
    { DATABASE_URL: 'postgres://awa:secret@db.example.org/awa?sslmode=require' },
    [/sslmode=require\): .*everything unnoticed/],
  ],
  [{ DATABASE_URL: 'postgres://awa:secret@db.example.org/awa?sslmode=no-verify' }, [/sslmode=no-verify/]],
  [{ DATABASE_URL: 'postgres://awa:secret@db.example.org/awa?ssl=true' }, []],
  [{ DATABASE_URL: 'postgres://awa:secret@10.0.0.5/awa?sslmode=disable' }, [/without TLS/]],
  [{ DATABASE_URL: 'postgres://awa:secret@db.example.org/awa?sslmode=verify-full' }, []],
  [
    {
      DATABASE_URL: 'postgres://awa@localhost/awa',
      DATABASE_DIRECT_URL: 'postgres://awa:secret@db.example.org/awa',
      DATABASE_REPLICA_URL: 'postgres://awa:secret@db.example.org/awa',
    },
    [/the server of DATABASE_DIRECT_URL/, /the server of DATABASE_REPLICA_URL/],
  ],
  [{ HOST: '0.0.0.0' }, [/PUBLIC_URL is not set/]],
  [{ HOST: '::' }, [/PUBLIC_URL is not set/]],
  [{ HOST: '192.168.1.4' }, [/PUBLIC_URL is not set/]],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://desk.example.org' }, []],
  [{ HOST: 'localhost' }, []],
  [
    { HOST: '0.0.0.0', DATABASE_URL: 'postgres://awa:secret@db.example.org/awa' },
    [/Nothing checks/, /PUBLIC_URL is not set/],
  ],
  [{ ...mailed, SMTP_URL: 'smtp://desk:secret@mail.example.org:587' }, []],
  [{ ...mailed, SMTP_URL: 'smtp://localhost:25?ignoreTLS=true' }, []],
  [{ ...mailed, SMTP_URL: 'smtps://desk:secret@mail.example.org?ignoreTLS=true' }, []],
  [{ ...mailed, SMTP_URL: 'smtp://desk:secret@mail.lan?ignoreTLS=true' }, [/letters .* without TLS \(ignoreTLS\)/]],
])('the settings %j give the right warnings, which hold no password', (source: Record<string, string>, expected) => {
  const warnings = networkWarnings(readEnv(source));
  expect(warnings).toHaveLength(expected.length);
  warnings.forEach((warning, index) => expect(warning).toMatch(expected[index] ?? /^$/));
  expect(warnings.join()).not.toContain('secret');
});
