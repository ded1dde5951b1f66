import { setTimeout as pause } from 'node:timers/promises';
import { readAddress } from '#server/database/connect/address.ts';
import type { DeskClient } from '#server/database/connect/desk-client.ts';
import { type Target, sessionConfig, withClient } from '#server/database/connect/pool.ts';
import { causeOf, reasonOf } from '#server/database/reason.ts';

/** A requirement that a database does not meet, in a sentence with instructions. */
export class Unsuitable extends Error {}

/** The error codes of a database or a network that may still be starting. */
const starting = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  '57P03',
  '53300',
]);

/** Advice for an error, by its code or its words. The first match is used. */
const advices: [sign: RegExp, advice: string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED|CERT_SIGNATURE/,
    'Its certificate is of a CA that is not known here. Add sslrootcert=FILE to the address, with the certificate of that CA, which the provider has.',
  ],
  [
    /ALTNAME_INVALID/,
    'Its certificate has another name. Use that name in the address, or sslmode=verify-ca with sslrootcert=FILE, which checks the CA alone.',
  ],
  [/CERT_HAS_EXPIRED/, 'Give the server a new certificate, or set the clock of this machine right.'],
  [/CERT_NOT_YET_VALID/, 'Compare the clock of this machine with that of the server.'],
  [
    /does not support SSL/,
    'The server offers no TLS. Set ssl = on there, or sslmode=disable where nobody else is on the network.',
  ],
  [
    /no encryption|SSL off/,
    'The server takes encrypted connections alone, or not from this machine. Set sslmode=verify-full, or add a line to its pg_hba.conf.',
  ],
  [
    /valid client certificate|CERTIFICATE_REQUIRED/i,
    'The server wants a certificate of the desk. Set sslcert=FILE and sslkey=FILE.',
  ],
  [/ALERT_UNKNOWN_CA|unknown ca/i, 'The server does not know the CA of the certificate in sslcert.'],
  [
    /UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|WRONG_VERSION/i,
    'The desk speaks TLS 1.2 and 1.3. Set ssl_min_protocol_version = TLSv1.2 or higher there.',
  ],
  [
    /channel_binding/,
    'Set password_encryption = scram-sha-256 and TLS there and the password anew, or remove channel_binding.',
  ],
  [
    /startup parameter/,
    'A pooler stands in between. Set ignore_startup_parameters = options there: docs/decisions/0006-what-a-pooler-needs.md has the rest.',
  ],
  [/^42704.*idle_session_timeout/, 'Awa Desk needs Postgres 14 or newer.'],
  [/^3D000/, "Make it there: CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8'."],
];

/** Why a database cannot be reached, in one line with the setting that helps, if known. */
function sentenceOf(error: unknown): string {
  const { code = '', message } = causeOf(error);
  const advice = advices.find(([sign]) => sign.test(`${code} ${message}`))?.[1] ?? '';
  return [`The database cannot be reached: ${reasonOf(error).replace(/\.$/, '')}${advice && '.'}`, advice]
    .filter(Boolean)
    .join(' ');
}

/**
 * Runs `work` on two connections to a database, and tries for `seconds` while the database starts. `settled` is the
 * target that worked: without TLS when `sslmode` leaves that to the server and it has none. Throws in one line when the
 * database stays out of reach.
 */
export async function reach<T>(
  target: Target,
  work: (one: DeskClient, two: DeskClient, settled: Target) => Promise<T>,
  seconds = 10,
): Promise<T> {
  const until = performance.now() + seconds * 1000;
  const isOptional = target.connectionString !== undefined && readAddress(target.connectionString).isOptional;
  let settled = target;
  for (;;) {
    const config = sessionConfig(settled);
    try {
      return await withClient(config, (one) => withClient(config, (two) => work(one, two, settled)));
    } catch (error) {
      if (error instanceof Unsuitable) throw error;
      const { code = '', message } = causeOf(error);
      if (isOptional && settled.ssl === undefined && /does not support SSL/.test(message)) {
        settled = { ...target, ssl: false };
        continue;
      }
      if (!(starting.has(code) || /timeout|terminated/i.test(message)) || performance.now() > until) {
        throw new Error(sentenceOf(error));
      }
    }
    await pause(100);
  }
}
