import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blockCache } from '#server/auth/limits/block-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const keys = (account: string, address = 'there') => ({ both: `${account} ${address}`, account, address });
const free = { both: null, address: null, account: null };

test('a key that is blocked is refused with the seconds left, until the database is to be asked again', () => {
  const blocked = blockCache(10, 10_000);
  blocked.remember(keys('ada'), { ...free, both: 899.2 });
  expect(() => blocked.refuse(keys('ada'))).toThrow(expect.objectContaining({ extra: { retryAfter: 900 } }));
  expect(() => blocked.refuse(keys('ada', 'elsewhere'))).not.toThrow();
  expect(() => blocked.refuse(keys('bisi'))).not.toThrow();
  vi.advanceTimersByTime(9000);
  expect(() => blocked.refuse(keys('ada'))).toThrow(expect.objectContaining({ extra: { retryAfter: 891 } }));
  vi.advanceTimersByTime(1000);
  expect(() => blocked.refuse(keys('ada'))).not.toThrow();
});

test('of several blocked keys the longest wait counts, and a key that the database frees is free', () => {
  const blocked = blockCache(10, 10_000);
  blocked.remember(keys('ada'), { both: 3, address: 5, account: null });
  expect(() => blocked.refuse(keys('ada'))).toThrow(expect.objectContaining({ extra: { retryAfter: 5 } }));
  blocked.remember(keys('ada'), free);
  expect(() => blocked.refuse(keys('ada'))).not.toThrow();
});

test('when there are more keys than its maximum, it drops the oldest', () => {
  const blocked = blockCache(2, 10_000);
  for (const account of ['one', 'two', 'three']) blocked.remember(keys(account), { ...free, account: 60 });
  expect(() => blocked.refuse(keys('one'))).not.toThrow();
  for (const account of ['two', 'three']) expect(() => blocked.refuse(keys(account))).toThrow('Too many failed');
});
