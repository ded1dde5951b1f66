import type { z } from 'zod';
import type { FieldError, Problem } from '#contract/errors.ts';
import type { Input, Output, Route } from '#contract/route.ts';
import { waitForConfirmation } from '#web/api/confirmation.ts';
import { takeEarlyAnswer } from '#web/start/early-calls.ts';
import { freshBearer, hasToken, renewBearer, shownAdmin, waitForSignIn } from '#web/api/session.ts';
import { wordsOfProxy } from '#web/api/words-of-proxy.ts';
import { learnServerTime } from '#web/lib/server-clock.ts';

/** Milliseconds without data after which a call counts as lost. Slow links need some patience. */
const patience = 30_000;

/** The ETags of the responses that have one. */
export const etags = new WeakMap<object, string>();

export function keepEtag(output: unknown, etag: string | null | undefined) {
  if (etag && typeof output === 'object' && output) etags.set(output, etag);
}

type CallOptions = {
  signal?: AbortSignal | undefined;
  /**
   * The response that the caller already has. If it is still current, the server does not send it again, and it becomes
   * the output.
   */
  known?: object | undefined;
  /** False: an expired session is an ordinary failure, without a request to sign in again. */
  signInAgain?: boolean;
};

type ExchangeOptions = CallOptions & {
  /** The account that makes the call. The call is never sent for another account. */
  adminId: string | null;
  /** The version a change is based on, sent as `If-Match`. */
  version?: number | undefined;
  /** Makes a change safe to repeat, sent as `Idempotency-Key`. */
  key?: string;
  /** The response is a file, which the caller reads. */
  file?: boolean;
  /** How the request is sent. The default is `fetch`. */
  transport?: Transport;
};

type Sent = { method: string; headers: Headers; body: Target['body'] | null; signal: AbortSignal };

/** Sends a request and returns the response, as `fetch` does. Call `alive` on progress. */
export type Transport = (url: string, sent: Sent, alive: () => void) => Promise<Response>;

const byFetch: Transport = (url, sent) => takeEarlyAnswer(url, sent) ?? fetch(url, sent);

/** A route that returns a file. */
type FileRoute = Route<z.ZodObject, z.ZodFile>;

type Refusal = Pick<Problem, 'status' | 'detail' | 'code' | 'requestId'> &
  Partial<Problem> & { retryAfter?: number; sent?: boolean };

/** A failed call, in words that staff read. */
export class CallError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The event, whether anything was lost, and the next step. */
  readonly detail: string;
  readonly code: string;
  /** For support; empty without a response. */
  readonly requestId: string;
  readonly fields: FieldError[];
  /** Milliseconds that the server asks to wait before the next attempt. */
  readonly retryAfter: number;
  /** With 412: the record as currently stored. */
  readonly current: unknown;
  /** With 412 and 409: the names of the fields changed since. */
  readonly conflicts: string[];
  /** With 412: who last changed it, and when. */
  readonly changedBy: Problem['changedBy'];
  readonly changedAt: Problem['changedAt'];
  /** Whether the change may have been made: it was sent, but no response gave the outcome. */
  sent: boolean;

  /** `message` is the failure's message from the contract: `Failed to fetch users`. */
  constructor(message: string, refusal: Refusal) {
    super(message);
    this.name = 'CallError';
    this.status = refusal.status;
    this.detail = refusal.detail;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.fields = refusal.errors ?? [];
    this.retryAfter = refusal.retryAfter ?? 0;
    this.current = refusal.current;
    this.conflicts = refusal.conflicts ?? [];
    this.changedBy = refusal.changedBy;
    this.changedAt = refusal.changedAt;
    this.sent = refusal.sent ?? false;
  }

  /**
   * Whether the same call may succeed soon: no response, the server is down, or the first attempt is still in progress.
   */
  get isTransient() {
    return [0, 502, 503, 504].includes(this.status) || this.code === 'in_progress';
  }
}

/**
 * Calls a route of the contract once. `query` repeats reads; `change` makes changes. If the session has expired, the
 * call continues after a new sign-in. Throws `CallError`.
 */
export async function call<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Output<R>> {
  const response = await exchange(route, address(route, input), { ...options, adminId: shownAdmin() });
  return response.output;
}

/**
 * Requests a file as `call` does. Resolves at the first bytes. The caller reads the rest, can stop reading, and sets
 * any time limit.
 */
export const callFile = async <R extends FileRoute>(route: R, input: Input<R>, options: CallOptions = {}) => {
  const asked = { ...options, file: true, adminId: shownAdmin() };
  const { response } = await exchange(route, address(route, input), asked);
  const [type = ''] = response.headers.get('Content-Type')?.split(';') ?? [];
  if (route.output?.safeParse(new File([], 'answer', { type })).success) return response;
  void response.body?.cancel();
  throw foreignAnswer(route);
};

/** Sends one request for the account `adminId`. `operationId` is null when nothing was changed. */
export async function exchange<R extends Route>(
  route: R,
  target: Target,
  options: ExchangeOptions,
): Promise<Exchange<R>> {
  if (route.access === 'public') return send(route, target, options, null);
  const { adminId } = options;
  let refusal = signedOut(route);
  let renewed = await freshBearer(adminId);
  if (hasToken(renewed)) {
    try {
      return await send(route, target, options, renewed.token);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The role has changed since this page loaded it, or a second factor is now required: the screens update.
      if (error.code === 'not_allowed' || error.code === 'factor_missing') void renewBearer(adminId);
      // Asked in place; then the call continues. Without confirmation, the failure says why nothing was done.
      if (error.code === 'confirm_identity' && (await waitForConfirmation())) return exchange(route, target, options);
      if (error.status !== 401) throw error;
      refusal = error;
    }
    // The bearer expired or the session was ended. The cookie may still be valid; otherwise a new sign-in is needed.
    renewed = await renewBearer(adminId);
    if (hasToken(renewed)) return send(route, target, options, renewed.token);
  }
  if (renewed === 'no session') {
    if (options.signInAgain === false) throw refusal;
    return send(route, target, options, await waitForSignIn(adminId));
  }
  const detail = 'Your session could not be checked. Nothing was changed. Try again in a moment.';
  throw new CallError(route.failure, { status: renewed.requestId ? 503 : 0, code: 'no_session', detail, ...renewed });
}

async function send<R extends Route>(
  route: R,
  { url, body }: Target,
  { version, key, known, file = false, transport = byFetch, signal }: ExchangeOptions,
  bearer: string | null,
): Promise<Exchange<R>> {
  const headers = new Headers({ Accept: 'application/json' });
  // The browser sets this header, with the boundary of the form.
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (version !== undefined) headers.set('If-Match', `"${version}"`);
  if (key !== undefined) headers.set('Idempotency-Key', key);
  const knownEtag = known && etags.get(known);
  if (knownEtag) headers.set('If-None-Match', knownEtag);
  // The signals are joined manually, because `AbortSignal.any` is missing in some supported browsers.
  const ending = new AbortController();
  const end = () => ending.abort();
  let lost = setTimeout(end, patience);
  const alive = () => {
    clearTimeout(lost);
    lost = setTimeout(end, patience);
  };
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  const away = !navigator.onLine;
  let answered = false;
  try {
    const sent = { method: route.method, headers, body: body ?? null, signal: ending.signal };
    const response = await transport(url, sent, alive);
    answered = true;
    learnServerTime(response);
    const operationId = response.headers.get('Operation-Id');
    if (known && response.status === 304) return { output: known as Output<R>, operationId, response };
    if (!response.ok) throw new CallError(route.failure, await readProblem(response));
    if (!file && response.status !== 204 && !isJson(response)) throw foreignAnswer(route);
    const output = (file || response.status === 204 ? undefined : await response.json()) as Output<R>;
    keepEtag(output, response.headers.get('ETag'));
    return { output, operationId, response };
  } catch (error) {
    if (signal?.aborted) throw error;
    // A browser that is offline may still reach a desk on the same computer.
    const reached = !away || navigator.onLine || answered || ending.signal.aborted;
    const failure = error instanceof CallError ? error : reached ? noAnswer(route) : notSent(route);
    failure.sent = reached && key !== undefined && (failure.isTransient || failure.status >= 500);
    throw failure;
  } finally {
    clearTimeout(lost);
    signal?.removeEventListener('abort', end);
  }
}

function signedOut({ failure }: Route) {
  return new CallError(failure, {
    status: 401,
    code: 'unauthenticated',
    requestId: '',
    detail: 'Sign in to continue.',
  });
}

function noAnswer({ failure }: Route) {
  const detail = 'The connection dropped. Check your network and try again.';
  return new CallError(failure, { status: 0, code: 'no_answer', requestId: '', detail });
}

const isJson = (response: Response) => /[/+]json\b/.test(response.headers.get('Content-Type') ?? '');

/** Hotels, trains and corporate sign-in pages respond with their own page instead of the desk's response. */
function foreignAnswer({ failure }: Route) {
  const detail =
    'Another page answered in place of the desk, such as the sign-in page of your network. Open the desk in a new tab ' +
    'to see that page, then try again here.';
  return new CallError(failure, { status: 0, code: 'no_answer', requestId: '', detail });
}

/** The browser was offline when the request should have been sent. */
function notSent({ failure, method }: Route) {
  const what = method === 'GET' ? 'You are offline.' : 'You are offline, and this was not sent.';
  const detail = `${what} Try again once you are connected.`;
  return new CallError(failure, { status: 0, code: 'offline', requestId: '', detail });
}

async function readProblem(response: Response): Promise<Refusal> {
  const problem: unknown = await response.json().catch(() => null);
  const seconds = Number(response.headers.get('Retry-After'));
  const retryAfter = seconds > 0 ? seconds * 1000 : 0;
  if (typeof problem === 'object' && problem !== null && 'detail' in problem && 'code' in problem) {
    return { ...(problem as Problem), retryAfter };
  }
  // The body comes from a proxy or a captive portal, not from our server.
  return {
    status: response.status,
    detail: wordsOfProxy(response.status),
    code: 'unreadable',
    requestId: response.headers.get('X-Request-Id') ?? '',
    retryAfter,
  };
}

type Target = { url: string; body: string | FormData | undefined };
/** `output` is undefined when the response is a file. */
type Exchange<R extends Route> = { output: Output<R>; operationId: string | null; response: Response };

/** Puts a flat input into the path, and the rest into the query or the body. */
export function address(route: Route, input: Record<string, unknown>): Target {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.entries(input).filter(([name, value]) => !route.params.includes(name) && value !== undefined);
  if (route.method === 'POST' || route.method === 'PUT') {
    if (rest.some(([, value]) => value instanceof File)) return { url: path, body: formOf(rest) };
    return { url: path, body: route.input ? JSON.stringify(Object.fromEntries(rest)) : undefined };
  }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString();
  return { url: query ? `${path}?${query}` : path, body: undefined };
}

function formOf(fields: [name: string, value: unknown][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof File ? value : String(value));
  return form;
}

/**
 * The texts of a failure, for the component that shows it. Anything but a failed call is a fault of the page itself.
 */
export function explain(thrown: unknown) {
  if (thrown instanceof CallError) {
    const { message, detail, requestId, fields, code, status, current, conflicts, changedBy, changedAt, sent } = thrown;
    return { message, detail, requestId, fields, code, status, current, conflicts, changedBy, changedAt, sent };
  }
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { message: 'Something went wrong on this page', detail, requestId: '', fields: [], sent: true };
}

/** Like `explain`, but after too many failed attempts it gives a countdown instead of the server's “a few minutes”. */
export const explainTries = (thrown: unknown) =>
  thrown instanceof CallError && thrown.code === 'too_many_tries'
    ? { message: 'Too many failed tries.', retryAt: new Date(Date.now() + thrown.retryAfter) }
    : explain(thrown);
