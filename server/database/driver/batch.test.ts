import { expect, test } from 'vitest';
import { batch } from '#server/database/driver/batch.ts';

/** Reads that end when the test ends them. */
function held() {
  const reads: { keys: number[]; end: (fail?: Error) => void }[] = [];
  const read = (keys: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      reads.push({ keys, end: (fail) => (fail ? reject(fail) : resolve(keys.map((key) => `found ${key}`))) });
    });
  return { reads, read };
}

test('keys that are asked for while reads run share the next read', async () => {
  const { reads, read } = held();
  const find = batch(2, read);
  const asked = [1, 2, 3, 4, 3].map(find);
  expect(reads.map(({ keys }) => keys)).toEqual([[1], [2]]);
  reads[0]?.end();
  expect(await asked[0]).toBe('found 1');
  await expect.poll(() => reads.length).toBe(3);
  expect(reads[2]?.keys).toEqual([3, 4, 3]);
  reads[2]?.end();
  reads[1]?.end();
  expect(await Promise.all(asked)).toEqual(['found 1', 'found 2', 'found 3', 'found 4', 'found 3']);
});

test('an answer never comes from a read that began before the question', async () => {
  const { reads, read } = held();
  const find = batch(1, read);
  const [one, same] = [find(1), find(1)];
  expect(reads).toHaveLength(1);
  reads[0]?.end();
  await one;
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.end();
  expect(await same).toBe('found 1');
});

test('a read that fails rejects those who wait for it, and the next read runs', async () => {
  const { reads, read } = held();
  const find = batch(1, read);
  const asked = [1, 2, 3].map((key) => find(key).catch((error: Error) => error.message));
  reads[0]?.end(new Error('lost'));
  expect(await asked[0]).toBe('lost');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.end();
  expect(await Promise.all(asked)).toEqual(['lost', 'found 2', 'found 3']);
  const again = find(4);
  reads[2]?.end();
  expect(await again).toBe('found 4');
});
