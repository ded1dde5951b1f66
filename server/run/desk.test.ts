import { expect, test } from 'vitest';
import { signInByHand, signInLater } from '#server/run/desk.ts';

const email = 'ada@example.org';

test('a password that was made up is shown at a terminal, and never in a log', () => {
  const first = { email, password: 'made-up-by-the-desk' };
  expect(signInByHand(first).join()).toContain('made-up-by-the-desk');
  expect(signInLater(first)).toMatch(/^Sign in as ada@example.org .* awa-desk staff reset-password ada@example.org/);
  expect(signInLater(first)).not.toContain('made-up-by-the-desk');
});

test('a password of the settings, and accounts that are there already, are said alike at both places', () => {
  for (const first of [null, { email, password: null }]) expect(signInLater(first)).toBe(signInByHand(first).join(' '));
});
