import { type AppScope, allScopes } from '#contract/app-scopes.ts';
import { makeAppKey } from '#server/auth/app-keys/store.ts';
import type { TestApp } from '#tests/desk/test-app.ts';

/** A live key of the app's backend, by default with all scopes. A desk has at most two. */
export async function newAppKey({ database }: Pick<TestApp, 'database'>, scopes: AppScope[] = allScopes) {
  const wanted = { name: 'Backend', scopes, networks: [], days: 1, by: null };
  return (await database.db.transaction((tx) => makeAppKey(tx, wanted))).secret;
}

const keys = new WeakMap<TestApp, Promise<string>>();

/** The key of this app, with all scopes. It is made at the first call. */
export function keyOf(app: TestApp): Promise<string> {
  const key = keys.get(app) ?? newAppKey(app);
  keys.set(app, key);
  return key;
}
