import { expect, test } from 'vitest';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';

const refuse = () => new Error('Too many.');

/** Work that ends when the test ends it. */
function held() {
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () =>
    new Promise<number>((resolve) => {
      began.push(name);
      ends[name] = () => resolve(name);
    });
  return { began, ends, work };
}

test('a few run at once, some more wait in order, and the rest is told to come back later', async () => {
  const { began, ends, work } = held();
  const inTurn = concurrencyLimit({ atOnce: 2, maxWaiting: 2 }, refuse);
  const all = [0, 1, 2, 3].map((name) => inTurn(work(name)));
  expect(began).toEqual([0, 1]);
  await expect(inTurn(work(4))).rejects.toThrow('Too many.');
  ends[1]?.();
  expect(await all[1]).toBe(1);
  expect(began).toEqual([0, 1, 2]);
  ends[0]?.();
  await all[0];
  expect(began).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test('work that fails lets the next one start', async () => {
  const inTurn = concurrencyLimit({ atOnce: 1, maxWaiting: 5 }, refuse);
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await inTurn(() => Promise.resolve('free again'))).toBe('free again');
});

test('work that waits too long is told to come back, and does not run', async () => {
  const { began, ends, work } = held();
  const inTurn = concurrencyLimit({ atOnce: 1, maxWaiting: 5, patience: 20 }, refuse);
  const first = inTurn(work(0));
  await Promise.all([1, 2].map((name) => expect(inTurn(work(name))).rejects.toThrow('Too many.')));
  ends[0]?.();
  expect(await first).toBe(0);
  expect(began).toEqual([0]);
  expect(await inTurn(() => Promise.resolve('free again'))).toBe('free again');
});
