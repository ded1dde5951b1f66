import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doChanges, expectLogged, randomChanges } from '#tests/records/random-changes.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { caller } from '#tests/desk/caller.ts';
import { testDesk } from '#tests/desk/test-desk.ts';

test('24,000 random changes, undos and restores of one tree by two people at once: nothing acknowledged is lost, and log and tree agree', async () => {
  const seed = Date.now();
  const desk = await testDesk();
  const done: string[] = [];
  for (const [round, changes] of fc.sample(randomChanges(2000), { numRuns: 12, seed }).entries()) {
    try {
      const people = await Promise.all([newBearer(desk), newBearer(desk)]);
      const [one, other] = people.map((bearer) => caller(desk.url, bearer));
      await Promise.all([
        doChanges(one ?? desk.staff, changes.slice(0, 1000), done),
        doChanges(other ?? desk.staff, changes.slice(1000), done),
      ]);
      await expectLogged({ ...desk, staff: one ?? desk.staff }, done);
    } catch (error) {
      throw new Error(`Round ${round} of seed ${seed}`, { cause: error });
    }
  }
  console.log(`${done.length} of 24,000 changes succeeded`);
  expect(done.length).toBeGreaterThan(6000);
  await desk.close();
}, 1_800_000);
