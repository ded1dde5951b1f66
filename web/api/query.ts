import {
  QueryClient,
  queryOptions,
  replaceEqualDeep,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Input, Output, Route } from '#contract/route.ts';
import { address, call, etags, explain, keepEtag } from '#web/api/call.ts';
import { takeEarlyOutput } from '#web/start/early-calls.ts';
import { repeat } from '#web/api/retry.ts';
import { shownAdmin } from '#web/api/session.ts';

/** Milliseconds for which a response is reused without a new call. */
const fresh = 15_000;

/** Milliseconds for which a read is repeated automatically. */
const retryWindow = 8_000;

class DeskQueryClient extends QueryClient {
  /**
   * Queries that are loading for the first time are reloaded once they have loaded: the response may be older than the
   * change.
   */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    const loaded = new Set(loading.filter(({ state }) => state.data !== undefined).map(({ queryHash }) => queryHash));
    if (loaded.size > 0) await super.invalidateQueries({ predicate: ({ queryHash }) => loaded.has(queryHash) });
  }
}

export const createQueryClient = () =>
  new DeskQueryClient({
    defaultOptions: {
      // `repeat` has already repeated the calls worth repeating. Being offline is an ordinary failure, not a pause.
      queries: { retry: false, staleTime: fresh, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The key of a route's cached responses: `keyOf(users.list)` covers them for every input. */
export const keyOf = (route: Route) => [route.path] as const;

/** Calls a GET of the contract as queries do: a call that fails in transit is repeated for a while. */
export const ask = <R extends Route>(route: R, input: Input<R>, signal: AbortSignal, known?: object) =>
  repeat(() => call(route, input, { signal, known }), retryWindow, signal);

/** Reuses the unchanged parts of the previous response. The result has the ETag of the new one. */
function shareUnchanged(before: unknown, after: unknown) {
  const shared: unknown = replaceEqualDeep(before, after);
  keepEtag(shared, etags.get(after as object));
  return shared;
}

/** The response to the call made before the main script ran, if it is this call and has arrived. */
function earlyOutput<R extends Route>(route: R, input: Input<R>) {
  const early = takeEarlyOutput(address(route, input).url, shownAdmin());
  if (early) keepEtag(early.output, early.etag);
  return early?.output as Output<R> | undefined;
}

/** The first page of a list for `useInfiniteQuery`, if the response has arrived before the main script ran. */
export function earlyPages<R extends Route>(route: R, input: Input<R>) {
  const output = earlyOutput(route, input);
  return output && { pages: [output], pageParams: [undefined] };
}

/** The stale time of a list that is read again each time it opens: only the response that came with the page is fresh. */
export const staleOnceShown = ({ state }: { state: { dataUpdateCount: number } }) =>
  state.dataUpdateCount === 0 ? fresh : 0;

/** A GET of the contract for `useQuery`. The key follows from the route and its input. */
export const query = <R extends Route>(route: R, input: Input<R>) =>
  queryOptions({
    queryKey: [...keyOf(route), input],
    queryFn: ({ client, queryKey, signal }) => ask(route, input, signal, client.getQueryData<object>(queryKey)),
    structuralSharing: shareUnchanged,
    initialData: () => earlyOutput(route, input),
  });

/** Why a query failed, with Retry: for a `FailedPanel` or `ListStates`. */
export const failureOf = ({
  error,
  isFetching,
  refetch,
}: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>) => ({
  failed: error ? explain(error) : undefined,
  onRetry: () => void refetch(),
  retrying: isFetching,
});
