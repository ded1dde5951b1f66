import type { Session } from '#contract/auth.ts';
import { auth } from '#contract/auth.ts';
import type { Input, Output, Route } from '#contract/route.ts';
import type { Desk } from '#e2e/support/desk.ts';

/** Calls a route of the contract straight, as a signed-in program. Throws on anything but success. */
export type Call = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>;

/** Signs in and gives a `Call` with that session's bearer. */
export async function callsAsStaff({ address, email, password }: Desk): Promise<Call> {
  let bearer = '';
  const call: Call = async (route, input) => {
    const rest: Record<string, unknown> = { ...input };
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const url = new URL(path, address);
    const hasBody = route.method === 'POST' || route.method === 'PUT';
    if (!hasBody) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method: route.method,
      headers: {
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      body: hasBody ? JSON.stringify(rest) : null,
    });
    if (!response.ok) throw new Error(`${route.method} ${route.path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Output<typeof route>;
  };
  const session: Session = await call(auth.signIn, { email, password });
  bearer = session.token;
  return call;
}
