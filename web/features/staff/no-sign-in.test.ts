import { expect, test } from 'vitest';
import { noSignIn } from '#web/features/staff/no-sign-in.ts';

const now = new Date('2026-11-21T14:30:00.000Z');
const [today, longAgo] = ['2026-11-21T09:00:00.000Z', '2024-02-01T09:00:00.000Z'];
const linkUntil = new Date(2026, 10, 24, 9, 41).toISOString();

test.each([
  [{ state: 'active', linkUntil: null, createdAt: today }, 'Never'],
  [{ state: 'active', linkUntil, createdAt: '2025-11-22T09:00:00.000Z' }, 'Never'],
  [{ state: 'disabled', linkUntil: null, createdAt: today }, 'Never'],
  // Sign-ins more than a year ago are no longer known.
  [{ state: 'active', linkUntil: null, createdAt: '2025-11-20T09:00:00.000Z' }, 'Not in the last year'],
  [{ state: 'disabled', linkUntil: null, createdAt: longAgo }, 'Not in the last year'],
  [{ state: 'invited', linkUntil, createdAt: today }, 'Invitation ends Nov 24, 2026, 9:41'],
  [{ state: 'invited', linkUntil: null, createdAt: longAgo }, 'Invitation expired'],
] as const)('%j: %s', (account, words) => {
  expect(noSignIn(account, now)).toBe(words);
});
