import { expect, test } from 'vitest';
import { currentTry } from '#web/lib/idempotency-key.ts';

const hour = 60 * 60_000;
const began = Date.parse('2026-11-21T09:00:00Z');

test('a key is reused while the server certainly keeps it, then replaced', () => {
  const first = currentTry(null, began);
  expect(first).toEqual({ key: expect.any(String), at: began });
  expect(currentTry(first, began + 22 * hour)).toBe(first);
  const later = currentTry(first, began + 24 * hour);
  expect(later.at).toBe(began + 24 * hour);
  expect(later.key).not.toBe(first.key);
});
