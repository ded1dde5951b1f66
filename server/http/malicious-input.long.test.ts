import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import { loadDemo } from '#server/run/demo.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { sendMalicious } from '#tests/attacks/malicious-input.ts';

const plenty = 1_000_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: {
      signInLimitAccountAddress: plenty,
      signInLimitAddress: plenty,
      signInLimitAccount: plenty,
      appCallsPerMinute: plenty,
    },
  });
  await loadDemo(app.database, 2000);
});
afterAll(() => app.close());

/** Calls that read the whole log, which has tens of thousands of entries by then. */
const readsAll = new Set(['POST /admin/operations/check', 'GET /admin/operations/export']);

// A failure prints its seed, with which malicious-input.test.ts can repeat it.
test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (name, route) => {
  const numRuns = readsAll.has(name) ? 300 : 3000;
  const counts = await sendMalicious(app, route, { numRuns });
  process.stdout.write(`${name}: ${counts.valid} valid, ${counts.invalid} invalid, ${counts.either} open\n`);
  expect(counts.valid + counts.invalid + counts.either).toBeGreaterThanOrEqual(numRuns);
});
