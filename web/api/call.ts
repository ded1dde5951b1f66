import type { FieldError, Problem } from '#contract/errors.ts';
import type { Input, Output, Route } from '#contract/route.ts';
import { freshBearer, isSession, renewBearer, shownAdmin, waitForSignIn } from '#web/api/session.ts';

/** Milliseconds after which a call counts as lost. Slow links need some patience. */
const patience = 30_000;

type CallOptions = {
  /** The version a change is based on, sent as `If-Match`. */
  version?: number;
  signal?: AbortSignal | undefined;
  /** False: a session that has ended is a failure like any other, instead of a request to sign in again. */
  signInAgain?: boolean;
};

/** A call that did not work, in the words that staff read. */
export class CallError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** What happened, whether anything was lost, what to do. */
  readonly detail: string;
  readonly code: string;
  /** For support; empty when no answer came. */
  readonly requestId: string;
  readonly fields: FieldError[];

  /** `message` is the failure's name from the contract: `Failed to fetch users`. */
  constructor(message: string, problem: Pick<Problem, 'status' | 'detail' | 'code' | 'requestId' | 'errors'>) {
    super(message);
    this.name = 'CallError';
    this.status = problem.status;
    this.detail = problem.detail;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.fields = problem.errors ?? [];
  }
}

/** Calls a route of the contract. Throws `CallError`; signs in again on the way when the session has ended. */
export async function call<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Output<R>> {
  const request = { ...address(route, input), options };
  if (route.access === 'public') return send(route, request, null);
  // Whoever begins a call is who it is made for: it never goes out under another name.
  const adminId = shownAdmin();
  let refusal: CallError;
  try {
    return await send(route, request, await freshBearer(adminId));
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    refusal = error;
  }
  // The bearer ran out or the session was ended: the cookie may still be good, else a person signs in again.
  const renewed = await renewBearer(adminId);
  if (isSession(renewed)) return send(route, request, renewed.token);
  if (renewed === 'no session') {
    if (options.signInAgain === false) throw refusal;
    return send(route, request, await waitForSignIn(adminId));
  }
  const detail = 'Your session could not be checked. Nothing was changed. Try again in a moment.';
  throw new CallError(route.failure, { status: 0, code: 'no_answer', detail, ...renewed });
}

type Request = { url: string; body: string | undefined; options: CallOptions };

async function send<R extends Route>(
  route: R,
  { url, body, options }: Request,
  bearer: string | null,
): Promise<Output<R>> {
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (options.version !== undefined) headers.set('If-Match', `"${options.version}"`);
  // By hand: not every browser of the build's age can join two signals.
  const ending = new AbortController();
  const end = () => ending.abort();
  const lost = setTimeout(end, patience);
  options.signal?.addEventListener('abort', end);
  if (options.signal?.aborted) end();
  try {
    const response = await fetch(url, { method: route.method, headers, body: body ?? null, signal: ending.signal });
    if (!response.ok) throw new CallError(route.failure, await readProblem(response));
    return (response.status === 204 ? undefined : await response.json()) as Output<R>;
  } catch (error) {
    if (error instanceof CallError || options.signal?.aborted) throw error;
    throw noAnswer(route);
  } finally {
    clearTimeout(lost);
    options.signal?.removeEventListener('abort', end);
  }
}

function noAnswer({ method, failure }: Route) {
  const detail =
    method === 'GET'
      ? 'The connection dropped. Nothing was changed. Check your network and try again.'
      : 'The connection dropped, so it is not known whether this was done. Check your network, then look before you try again.';
  return new CallError(failure, { status: 0, code: 'no_answer', requestId: '', detail });
}

async function readProblem(response: Response): Promise<Problem> {
  const problem: unknown = await response.json().catch(() => null);
  const requestId = response.headers.get('X-Request-Id') ?? '';
  if (typeof problem === 'object' && problem !== null && 'detail' in problem && 'code' in problem) {
    return problem as Problem;
  }
  // Not our server's words: a proxy on the way, or a captive portal.
  return {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    detail: 'The server could not answer. Try again in a moment.',
    code: 'unreadable',
    requestId,
  };
}

/** Where a flat input goes: into the path, then into the query or the body. */
function address(route: Route, input: Record<string, unknown>) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.entries(input).filter(([name, value]) => !route.params.includes(name) && value !== undefined);
  if (route.method === 'POST' || route.method === 'PUT') {
    return { url: path, body: route.input ? JSON.stringify(Object.fromEntries(rest)) : undefined };
  }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString();
  return { url: query ? `${path}?${query}` : path, body: undefined };
}

/** A failure in words, for the place that shows it. What is no failed call is a fault of the page itself. */
export function explain(thrown: unknown) {
  if (thrown instanceof CallError) {
    const { message, detail, requestId, fields } = thrown;
    return { message, detail, requestId, fields };
  }
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { message: 'Something went wrong on this page', detail, requestId: '', fields: [] };
}
