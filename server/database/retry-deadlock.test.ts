import { expect, test } from 'vitest';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

/** Work that fails with these codes, one after the other, and then succeeds. */
function workAfter(codes: string[]) {
  let runs = 0;
  const work = async () => {
    const code = codes[runs];
    runs += 1;
    if (code !== undefined) throw failure(code);
    return runs;
  };
  return { work, runs: () => runs };
}

test('work that ended in a deadlock is run again', async () => {
  expect(await retryDeadlock(workAfter(['40P01', '40P01']).work)).toBe(3);
});

test('after six deadlocks the last one is thrown', async () => {
  const { work, runs } = workAfter(Array.from({ length: 10 }, () => '40P01'));
  await expect(retryDeadlock(work)).rejects.toMatchObject({ code: '40P01' });
  expect(runs()).toBe(6);
});

test('another failure is thrown at once', async () => {
  const { work, runs } = workAfter(['23505']);
  await expect(retryDeadlock(work)).rejects.toMatchObject({ code: '23505' });
  expect(runs()).toBe(1);
});
