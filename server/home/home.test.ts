import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, groupsOf, homeGroupNames } from '#contract/home.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { compareHome, fillHome, shuffle, smallLimits } from '#tests/records/home-states.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk({ settings: smallLimits });
});
afterAll(() => desk.close());

test('each count equals its list, for each role, in random states', async () => {
  const calls = await fillHome(desk);
  const random = seededRandom('home');
  const seen = new Set<string>();
  for (let state = 0; state < 25; state += 1) {
    await shuffle(desk, random);
    for (const name of await compareHome(calls)) seen.add(name);
  }
  expect([...seen].toSorted()).toEqual(homeGroupNames.toSorted());
});
