import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#server/database/seeded-random.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { compareWithModel } from '#tests/records/edition-model.ts';
import { compareWithPast } from '#tests/records/recorded-past.ts';

let desk: TestDesk;
// A desk for each test: the session of one ends after some time.
beforeEach(async () => {
  desk = await testDesk();
});
afterEach(() => desk.close());

test.each([0, 1, 2, 3])(
  'in 1,000 random sequences the app shows what the model says, at 50 moments of each: quarter %i',
  async (quarter) => {
    let compared = 0;
    for (let index = quarter; index < 1000; index += 4) {
      compared += await compareWithModel(desk, seededRandom(`editions long ${index}`), 50);
    }
    expect(compared).toBe(12_500);
  },
);

test('what the app got at 200 moments of each of ten random histories is what the desk says about them later', async () => {
  for (let index = 0; index < 10; index += 1) {
    expect(await compareWithPast(desk, seededRandom(`past ${index}`), 200)).toBeGreaterThan(30);
  }
});
