import { authRoutes } from '#contract/auth.ts';
import type { Input, Output, Route } from '#contract/route.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { addressed } from '#tests/records/kinds.ts';

/** Calls a route of the contract directly, as a signed-in program. Throws unless it succeeds. */
export type Call = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>;

/**
 * Signs in and returns a `Call` with that session's bearer. It signs in again when the bearer is refused after 15
 * minutes.
 */
export async function callsAsStaff({ address, email, password }: Desk): Promise<Call> {
  let bearer = '';
  const signIn = async () => {
    const answer = await read(authRoutes.signIn, await send(authRoutes.signIn, { email, password }));
    if ('factor' in answer) throw new Error(`${email} has a second factor`);
    bearer = answer.token;
  };
  const send = (route: Route, input: Input<Route>) => {
    const [path, rest] = addressed(route, input);
    const url = new URL(path, address);
    const hasBody = route.method === 'POST' || route.method === 'PUT';
    if (!hasBody) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value));
    return fetch(url, {
      method: route.method,
      headers: {
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      body: hasBody ? JSON.stringify(rest) : null,
    });
  };
  await signIn();
  return async (route, input) => {
    const response = await send(route, input);
    if (response.status !== 401) return read(route, response);
    await signIn();
    return read(route, await send(route, input));
  };
}

async function read<R extends Route>({ method, path }: R, response: Response): Promise<Output<R>> {
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as Output<R>;
}
