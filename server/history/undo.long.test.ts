import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doChanges, randomChanges } from '#server/testing/random-changes.ts';
import { createTree, treeDesk } from '#server/testing/tree-desk.ts';

test('3,000 random changes, undos and restores of one tree: no call fails, and the log has no gaps', async () => {
  const seed = Date.now();
  const desk = await treeDesk();
  await createTree(desk.staff);
  for (const [round, changes] of fc.sample(randomChanges(300), { numRuns: 10, seed }).entries()) {
    expect([seed, round, await doChanges(desk, changes)]).toEqual([seed, round, expect.any(Number)]);
  }
  await desk.close();
});
