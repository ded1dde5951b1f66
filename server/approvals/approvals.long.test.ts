import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#server/database/seeded-random.ts';
import { caller } from '#tests/desk/caller.ts';
import { newClinician } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { compareApprovals } from '#tests/records/approval-model.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

test('after 10,000 random edits and approvals the approved texts are those of the model', async () => {
  const clinician = caller(desk.url, (await newClinician(desk, 'Dr Ngozi Eze')).bearer);
  const share = await compareApprovals(desk.staff, clinician, seededRandom('approvals long'), 10_000);
  expect(share).toBeGreaterThan(0.3);
});
