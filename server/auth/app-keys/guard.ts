import type { FastifyRequest } from 'fastify';
import { isInNetworks, networkOf } from '#server/auth/app-keys/text.ts';
import type { AppKeyStore, CallingKey } from '#server/auth/app-keys/store.ts';
import type { AppScope } from '#contract/app-scopes.ts';
import { describeError } from '#server/database/reason.ts';
import { Failure } from '#server/http/failure.ts';

const keyMissing = () =>
  new Failure(401, 'key_missing', 'Send a live key of this desk: Authorization: Bearer awa_app_…');

/** Records the use of a key beside the call, which does not wait. If that fails, the next call tries again. */
function noteUse(keys: AppKeyStore, key: CallingKey, { ip, log }: FastifyRequest) {
  const network = networkOf(ip);
  const work = [
    ...(key.stale ? [keys.touch(key)] : []),
    ...(key.usedFrom.includes(network) ? [] : [keys.recordNetwork(key, network)]),
  ];
  Promise.all(work).catch((error: Error) => {
    log.warn({ error: describeError(error) }, 'the use of an app key was not written down');
  });
}

/**
 * Guards the routes of the app's backend: a call needs a live key, from one of its networks, with the scope of the route.
 * `count` limits the calls of each key.
 */
export const appGuard =
  (keys: AppKeyStore, count: (keyId: string) => void) =>
  async (request: FastifyRequest, token: string | null, scope: AppScope | 'any' | undefined) => {
    const key = token === null ? null : await keys.byText(token);
    if (!key) throw keyMissing();
    request.appKey = key;
    count(key.id);
    if (!isInNetworks(key.networks, request.ip)) {
      throw new Failure(403, 'network_refused', 'This key may not be used from this network.');
    }
    if (scope === undefined || (scope !== 'any' && !key.scopes.includes(scope))) {
      throw new Failure(403, 'scope_missing', `This key does not have the scope ${scope}.`);
    }
    noteUse(keys, key, request);
  };

export type AppGuard = ReturnType<typeof appGuard>;
