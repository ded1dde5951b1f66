import { api as contract } from '#contract/api.ts';
import { allScopes } from '#contract/app-scopes.ts';
import type { Call } from '#e2e/support/calls.ts';

/** Revokes all keys of the app's backend: only two can be live, and other tests of the desk make some. */
export async function revokeAppKeys(api: Call) {
  const { keys } = await api(contract.appKeys.list, {});
  for (const { id, state } of keys) if (state === 'live') await api(contract.appKeys.revoke, { id });
}

/** Makes the only live key, with all scopes. */
export async function makeAppKey(api: Call, name: string) {
  await revokeAppKeys(api);
  return api(contract.appKeys.make, { name, scopes: allScopes });
}
