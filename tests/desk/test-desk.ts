import { createHistory } from '#server/history/history.ts';
import type { Change } from '#server/history/change.ts';
import type { Context } from '#server/http/context.ts';
import { features } from '#server/features.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { caller } from '#tests/desk/caller.ts';
import { newBearer } from '#tests/desk/staff.ts';

/** The real server, as started by `testApp`, with a signed-in account. */
export async function testDesk(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options);
  const bearer = await newBearer(app);
  return { ...app, bearer, staff: caller(app.url, bearer) };
}

export type TestDesk = Awaited<ReturnType<typeof testDesk>>;

const kinds = features.flatMap((feature) => feature.kinds ?? []);

/** The log of a desk. `change` makes a change without a call, and returns the operation id with its result. */
export function logOf(desk: TestDesk) {
  const history = createHistory(desk.database.db, kinds, () => undefined);
  return {
    history,
    async change<T>(work: (change: Change) => Promise<T>) {
      let operation = '';
      const reply = { header: (_: string, id: string) => (operation = id) };
      const { rows } = await desk.database.pool.query<{ id: string; name: string }>(
        'SELECT id, name FROM staff LIMIT 1',
      );
      const context = { staff: rows[0], reply } as unknown as Context;
      return { output: await history.change(context, work), operation };
    },
  };
}
