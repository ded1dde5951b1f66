import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Input, Route } from '#contract/route.ts';
import { call } from '#web/api/call.ts';

/** Milliseconds during which an answer is shown again without asking. */
const fresh = 15_000;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // A failure is shown at once with Retry beside it; being offline is a failure too, not a pause.
      queries: { retry: false, staleTime: fresh, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The key under which a route's answers are kept: `keyOf(api.users.list)` covers them for every input. */
export const keyOf = (route: Route) => [route.path] as const;

/** A GET of the contract for `useQuery`. The key follows from the route and its input. */
export const query = <R extends Route>(route: R, input: Input<R>) =>
  queryOptions({
    queryKey: [...keyOf(route), input],
    queryFn: ({ signal }) => call(route, input, { signal }),
  });
