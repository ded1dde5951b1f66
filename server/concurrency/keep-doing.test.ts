import { expect, test } from 'vitest';
import { keepDoing } from '#server/concurrency/keep-doing.ts';

test('a job is done again and again until it is ended, which waits for the job under way', async () => {
  let times = 0;
  let release = () => {};
  const third = new Promise<void>((resolve) => {
    release = resolve;
  });
  let atThird = () => {};
  const begun = new Promise<void>((resolve) => {
    atThird = resolve;
  });
  const end = keepDoing(
    async () => {
      times += 1;
      if (times < 3) return;
      atThird();
      await third;
    },
    { every: 1, onFailure: () => {} },
  );
  await begun;
  const ending = end();
  expect(await Promise.race([ending, Promise.resolve('still at work')])).toBe('still at work');
  release();
  await ending;
  expect(times).toBe(3);
});

test('of failures in a row only the first is told, and the job goes on', async () => {
  const results = ['one', 'two', '', 'three', ''];
  const told: unknown[] = [];
  await new Promise<void>((resolve) => {
    const end = keepDoing(
      async () => {
        const next = results.shift();
        if (next) throw new Error(next);
        if (results.length === 0) void end().then(resolve);
      },
      { every: 1, onFailure: (error) => told.push((error as Error).message) },
    );
  });
  expect(told).toEqual(['one', 'three']);
});

test('ending does not wait for the pause, and tells the job under way', async () => {
  let seen: AbortSignal | undefined;
  const end = keepDoing(
    async (signal) => {
      seen = signal;
    },
    { every: 3_600_000, onFailure: () => {} },
  );
  await end();
  expect(seen?.aborted).toBe(true);
});
