import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardStore } from '#tests/records/card-store.ts';
import { play, savedSteps } from '#tests/records/merge-model.ts';
import { testDesk } from '#tests/desk/test-desk.ts';
import { createTree } from '#tests/records/lady-due.ts';

test('200 random interleavings of two editors are merged as in the model, through HTTP', async () => {
  const desk = await testDesk();
  const { basics } = await createTree(desk.staff);
  const seed = Date.now();
  const { failed, counterexample } = await fc.check(
    fc.asyncProperty(savedSteps, async (todo) => play(todo, await cardStore(desk.staff, basics.id))),
    { numRuns: 200, seed },
  );
  expect({ seed, failed, counterexample }).toEqual({ seed, failed: false, counterexample: null });
  await desk.close();
});
