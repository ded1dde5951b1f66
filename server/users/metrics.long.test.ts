import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '#server/run/demo.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { changeAtRandom } from '#tests/load/changes.ts';
import { recount, shownFigures } from '#tests/database/recount.ts';
import { newBearer } from '#tests/desk/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('figures are those of a recount after 10,000 changes from four connections', async () => {
  const bearer = await newBearer(app);
  await loadDemo(app.database, 2000);
  for (let part = 1; part <= 10; part += 1) {
    await changeAtRandom(app.database.pool, 1000, `long ${part}`);
    expect(await shownFigures(app, bearer)).toEqual(await recount(app.database.pool));
  }
  const { rows } = await app.database.pool.query(
    'SELECT name, per, bucket, count(*) AS rows FROM figures GROUP BY 1, 2, 3 HAVING count(*) > 4',
  );
  expect(rows).toEqual([]);
});
