import { outcomeUnknown } from '#contract/errors.ts';
import type { Input, Output, Route } from '#contract/route.ts';
import { CallError, address, exchange } from '#web/api/call.ts';
import { repeat } from '#web/api/retry.ts';
import { onSessionChange, sessionState, shownAdmin } from '#web/api/session.ts';
import { randomId } from '#web/lib/random.ts';

/** Milliseconds for which a change is tried again by itself. */
const retryWindow = 25_000;

type ChangeOptions = {
  /** The version the change is based on, sent as `If-Match`. */
  version?: number;
  /** A key of the caller's own, kept with what it belongs to. Without one, it is made and kept here. */
  key?: string;
};

export type Change<R extends Route> = {
  output: Output<R>;
  /** What `undo` takes back; null when nothing was changed. */
  operationId: string | null;
  /** A DELETE that found nothing: somebody else was faster. There is no `output` then. */
  gone: boolean;
};

/** By address: what could not be settled last, and the key it went with. Sent again as it was, it has the same key. */
const unsettled = new Map<string, { change: string; key: string }>();

// What one person wrote is not kept for the next one at this computer.
onSessionChange(() => {
  if (sessionState().status === 'out') unsettled.clear();
});

/**
 * Makes a change, once: what fails on its way is tried again with growing pauses, and when that has no end either,
 * the person who presses the button again sends the same key. Throws `CallError`.
 */
export async function change<R extends Route>(
  route: R,
  input: Input<R>,
  { version, key: given }: ChangeOptions = {},
): Promise<Change<R>> {
  const target = address(route, input);
  const place = `${route.method} ${target.url}`;
  const same = JSON.stringify([target.body, version]);
  const last = unsettled.get(place);
  const key = given ?? (last?.change === same ? last.key : randomId());
  // Whoever begins it is who it is made for, in every try.
  const adminId = shownAdmin();
  try {
    const done = await repeat(() => exchange(route, target, { adminId, version, key }), retryWindow);
    // Whatever was not settled before is history now: the same press means something new after this change.
    unsettled.clear();
    return { ...done, gone: false };
  } catch (error) {
    unsettled.delete(place);
    if (!(error instanceof CallError)) throw error;
    // A PUT without a version says what shall be, whatever was in between: an old answer must not stand for it.
    const repeatable = route.method !== 'PUT' || version !== undefined;
    if (repeatable && (error.isTransient || error.status >= 500)) unsettled.set(place, { change: same, key });
    if (route.method === 'DELETE' && error.status === 404) {
      return { output: undefined as Output<R>, operationId: null, gone: true };
    }
    if (error.code === 'key_reused') throw doneBefore(route, error);
    throw error.isTransient && error.code !== 'offline' ? notKnown(route, error) : error;
  }
}

/** It was sent before, with something else in it, and nobody knew what became of that. Now it is known. */
function doneBefore({ failure }: Route, error: CallError) {
  const detail =
    'What you sent before was saved after all, and this was not. Change it where it is shown, or press the button again to save this as another one.';
  return new CallError(failure, { ...error, detail });
}

/** After several tries nobody can say more: one of them may have been carried out, and its answer lost. */
function notKnown({ failure }: Route, error: CallError) {
  const why = error.status === 0 ? 'The connection dropped before the answer came' : 'The server could not answer';
  const detail = `${why}. Try again in a moment: it will not be done twice.`;
  return new CallError(outcomeUnknown(failure), { ...error, detail });
}
