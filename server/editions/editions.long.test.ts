import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#server/database/seeded-random.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { compareWithModel } from '#tests/records/edition-model.ts';
import { compareWithPast } from '#tests/records/recorded-past.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

test('in 1,000 random sequences the app shows what the model says, at 50 moments of each', async () => {
  let compared = 0;
  for (let index = 0; index < 1000; index += 1) {
    compared += await compareWithModel(desk, seededRandom(`editions long ${index}`), 50);
  }
  expect(compared).toBe(50_000);
});

test('what the app got at 200 moments of each of ten random histories is what the desk says about them later', async () => {
  for (let index = 0; index < 10; index += 1) {
    expect(await compareWithPast(desk, seededRandom(`past ${index}`), 200)).toBeGreaterThan(30);
  }
});
