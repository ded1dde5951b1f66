import { outcomeUnknown } from '#contract/errors.ts';
import { type Input, type Output, type Route, route as routeOf } from '#contract/route.ts';
import { CallError, type Transport, address, exchange } from '#web/api/call.ts';
import { repeat } from '#web/api/retry.ts';
import { onSessionChange, sessionState, shownAdmin } from '#web/api/session.ts';
import type { QueuedCall } from '#web/lib/queued-call.ts';
import { randomId } from '#web/lib/random.ts';

/** Milliseconds for which a change is repeated automatically. */
const retryWindow = 25_000;

export type ChangeOptions = {
  /** The version the change is based on, sent as `If-Match`. */
  version?: number;
  /** The caller's own key, stored with its draft. Without one, a key is created and kept here. */
  key?: string;
  /** Whether an earlier attempt with this key may have been sent. */
  sentBefore?: boolean;
  /** How the change is sent, and the signal that cancels it. */
  transport?: Transport;
  signal?: AbortSignal | undefined;
  /**
   * With this, the change waits for the connection instead of failing. It is called once, when the wait begins, with
   * the call to keep.
   */
  onQueued?: ((call: QueuedCall) => void) | undefined;
};

export type ChangeResult<R extends Route> = {
  output: Output<R>;
  /** The operation for `undo`; null when nothing was changed. */
  operationId: string | null;
  /** The DELETE found nothing, because the record was already deleted. Then there is no `output`. */
  gone: boolean;
};

/**
 * By address: the last change with an unknown outcome, and its key. The same change is sent again with the same key.
 */
const unsettled = new Map<string, { change: string; key: string }>();

/** The operations of this page; their results are already shown. */
const own = new Set<string>();

export const isOwnChange = (operationId: string) => own.has(operationId);

// Nothing from one account is kept for the next person at this computer.
onSessionChange(() => {
  if (sessionState().status === 'out') unsettled.clear();
});

/**
 * Makes a change once. A call that fails in transit is repeated with growing pauses. If these end without a response,
 * pressing the button again sends the same key. Throws `CallError`.
 */
export async function change<R extends Route>(
  route: R,
  input: Input<R>,
  { version, key: given, sentBefore = false, signal, transport, onQueued }: ChangeOptions = {},
): Promise<ChangeResult<R>> {
  const target = address(route, input);
  const place = `${route.method} ${target.url}`;
  const same = JSON.stringify([target.body, version]);
  const last = unsettled.get(place);
  const again = last?.change === same ? last.key : undefined;
  const key = given ?? again ?? randomId();
  // Every attempt is made for the account that began.
  const adminId = shownAdmin();
  const { method, failure } = route;
  const madeAt = Date.now();
  const onceQueued = () =>
    onQueued?.({ method, failure, url: target.url, body: target.body as string, version, key, madeAt });
  try {
    const done = await repeat(
      () => exchange(route, target, { adminId, version, key, signal, ...(transport && { transport }) }),
      retryWindow,
      signal,
      onQueued && { madeAt, onQueued: onceQueued },
    );
    if (done.operationId) own.add(done.operationId);
    // Earlier unknown outcomes no longer matter: from now on the same press means a new change.
    unsettled.clear();
    return { ...done, gone: false };
  } catch (error) {
    unsettled.delete(place);
    if (!(error instanceof CallError)) throw error;
    if (route.method === 'DELETE' && error.status === 404) {
      return { output: undefined as Output<R>, operationId: null, gone: true };
    }
    if (error.code === 'key_reused') throw doneBefore(route, error);
    error.sent ||= sentBefore || key === again;
    // A PUT without a version sets a state regardless of changes in between, so an old response must not stand in for
    // it.
    const repeatable = route.method !== 'PUT' || version !== undefined;
    if (repeatable && error.sent) unsettled.set(place, { change: same, key });
    throw error.sent && error.isTransient ? notKnown(route, error) : error;
  }
}

/** Makes one attempt to send a change queued by an earlier form, for the account that made it. Throws `CallError`. */
export async function sendQueued({ method, failure, url, body, version, key }: QueuedCall, adminId: string) {
  const route = routeOf(`${method} ${url as `/${string}`}`, { summary: '', failure, roles: [] });
  const { operationId } = await exchange(route, { url, body }, { adminId, version, key });
  return operationId;
}

/** The unknown outcome of an earlier call with other content is now known. */
function doneBefore({ failure }: Route, error: CallError) {
  const detail =
    'Your first version was saved after all, and this one was not. Edit the saved one, or press the button again to save this as another one.';
  return new CallError(failure, { ...error, detail });
}

/** After several attempts the outcome is unknown: one of them may have succeeded, and its response been lost. */
function notKnown({ failure }: Route, error: CallError) {
  const why = error.status === 0 ? 'The connection dropped before the answer came' : 'The server could not answer';
  const detail = `${why}. Try again in a moment: it will not be done twice.`;
  return new CallError(outcomeUnknown(failure), { ...error, detail });
}
