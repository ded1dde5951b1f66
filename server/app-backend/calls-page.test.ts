import path from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import { appChangeTypes } from '#contract/app-backend.ts';
import { appScopes } from '#contract/app-scopes.ts';
import { table } from '#bench/table.ts';

/** The failures of calls with a key, each with what the backend has to do. */
const failures: [status: string, code: string, todo: string][] = [
  [
    '401',
    '`key_missing`',
    'The key is missing, mistyped, expired or revoked. Send a live one; ask an administrator of the desk.',
  ],
  ['403', '`scope_missing`', 'The key may not make this call. Ask an administrator for a key with the scope.'],
  ['403', '`network_refused`', 'The key may not be used from this address. Ask an administrator to add its network.'],
  ['404', '`not_found`', 'There is no such record. Do not repeat the call.'],
  [
    '410',
    '`read_again`',
    'The cursor is too old, or of another database. Take a new cursor, then read everything again.',
  ],
  ['413', '`body_too_large`', 'The body is too large. Send fewer rows in each call.'],
  [
    '422',
    '`invalid`',
    'Something in the call is not valid: `errors` names each field. Correct it; do not repeat it unchanged.',
  ],
  ['429', '`too_many_calls`', 'The key made too many calls within a minute. Wait for `Retry-After` seconds.'],
  ['500', '`internal`', 'A fault of the desk. Repeat the call later, with growing pauses.'],
  ['503', 'any', 'The desk is busy, or its database is away. Repeat the call after `Retry-After` seconds.'],
];

const ofApp = routes.filter(({ access, path: address }) => access === 'app' || address.startsWith('/content/v1/'));

const page = `# The calls for the app

Made by \`npm run openapi\` from the contract. [app.md](app.md) says how to use them, and \`/docs\` of a desk has every field.

## Calls

${table(
  ['call', 'scope', 'what it does'],
  ofApp.map(({ method, path: address, scope, summary }) => [
    `\`${method} ${address}\``,
    scope === undefined ? 'no key' : scope === 'any' ? 'any key' : `\`${scope}\``,
    summary,
  ]),
)}

## Scopes

${table(
  ['scope', 'a key with it may'],
  Object.entries(appScopes).map(([scope, label]) => [`\`${scope}\``, label]),
)}

## Changes in the feed

${table(
  ['type', 'subject'],
  Object.entries(appChangeTypes).map(([type, subject]) => [`\`${type}\``, subject]),
)}

## Failures

Every failure is \`application/problem+json\` (RFC 9457), with a \`code\` for programs and a sentence in \`detail\`. A call that changes something may be
repeated unchanged after a lost answer: the same rows are the same records.

${table(['status', 'code', 'what to do'], failures)}
`;

test('docs/app-calls.md is made from the contract; `npm run openapi` writes it', async () => {
  await expect(page).toMatchFileSnapshot(path.resolve('docs/app-calls.md'));
});
