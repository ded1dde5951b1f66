import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeGroupNames } from '#contract/home.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { compareHome, fillHome, shuffle, smallLimits } from '#tests/records/home-states.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk({ settings: smallLimits });
});
afterAll(() => desk.close());

test('in 1,000 random states each count of home equals its list, for each role', async () => {
  const calls = await fillHome(desk);
  const random = seededRandom('home long');
  const seen = new Set<string>();
  for (let state = 0; state < 1000; state += 1) {
    await shuffle(desk, random);
    for (const name of await compareHome(calls)) seen.add(name);
  }
  expect([...seen].toSorted()).toEqual(homeGroupNames.toSorted());
});
