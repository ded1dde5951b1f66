import type { QueryClient } from '@tanstack/react-query';
import { CallError, explain } from '#web/api/call.ts';
import { sendQueued } from '#web/api/change.ts';
import { joinQueue } from '#web/api/retry.ts';
import {
  claimDraft,
  type Draft,
  dropDraft,
  keepDraft,
  readDrafts,
  releaseDraft,
  watchDrafts,
} from '#web/drafts/drafts.ts';
import { sentLater, toldWithUndo, undid, undoing } from '#web/history/use-undo-toast.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { keyLife } from '#web/lib/idempotency-key.ts';
import { queuedSaves } from '#web/lib/queued-call.ts';
import { showFailure, showToast } from '#web/ui/toast-store.ts';

/** Milliseconds between two attempts. */
const tryEvery = 10_000;

/**
 * The drafts with a refused save. If the device has no room to store that, at least this page does not send them again.
 */
const refused = new Set<string>();

type Queued = Draft & { queued: NonNullable<Draft['queued']> };

/** The drafts of this account with a queued save that no form has open, the oldest save first. */
function queuedOf(account: string): Queued[] {
  const { drafts, here, elsewhere } = readDrafts();
  return drafts
    .filter(({ id }) => !here.has(id) && !elsewhere.has(id) && !refused.has(id))
    .filter((draft): draft is Queued => draft.account === account && Boolean(draft.queued))
    .sort((one, other) => one.queued.madeAt - other.queued.madeAt);
}

/** Keeps the draft without its queued save, so that its form offers it. */
async function giveBack(draft: Draft, failed: ShownFailure) {
  refused.add(draft.id);
  await keepDraft({ ...draft, queued: null }).catch(() => undefined);
  releaseDraft(draft.id);
  showFailure(
    'Your save without a connection was refused. The text is kept on this device and offered in its form.',
    failed,
  );
}

const tooOld: ShownFailure = {
  message: 'Not sent',
  detail: 'It waited for longer than 23 hours, and may be there already. Look first, then save it from its form.',
  requestId: '',
};

/** Makes one attempt to send the save. Resolves to false while the connection is still missing. */
async function send(client: QueryClient, draft: Queued, signal: AbortSignal) {
  const { id, account, entityId, queued } = draft;
  const place = joinQueue(queued.madeAt);
  try {
    await place.untilFirst(signal);
    if (signal.aborted || !navigator.onLine) return false;
    claimDraft(id);
    // The server no longer knows the key, so the record could be created twice.
    if (entityId === null && Date.now() - queued.madeAt > keyLife) {
      await giveBack(draft, tooOld);
      return true;
    }
    const operationId = await sendQueued(queued, account);
    await dropDraft(id);
    const takeBack = operationId === null ? null : undoing(operationId);
    const { message, undo } = toldWithUndo(client, sentLater(queued.done), undid, takeBack);
    showToast(message, { undo });
    void client.invalidateQueries();
    return true;
  } catch (error) {
    if (error instanceof CallError && error.isTransient) {
      releaseDraft(id);
      return false;
    }
    await giveBack(draft, explain(error));
    return true;
  } finally {
    place.leave();
  }
}

/**
 * Sends the queued saves whose form is closed, in the order in which they were made, until the signal is aborted: when
 * one is added, when the browser is online again, and every ten seconds.
 */
async function sendAll(client: QueryClient, account: string, signal: AbortSignal) {
  let wake = () => {};
  const stop = watchDrafts(() => {
    const waiting = queuedOf(account).length;
    if (waiting > queuedSaves.get()) wake();
    queuedSaves.set(waiting);
  });
  const onOnline = () => wake();
  addEventListener('online', onOnline);
  signal.addEventListener('abort', onOnline);
  while (!signal.aborted) {
    const [oldest] = queuedOf(account);
    if (oldest && (await send(client, oldest, signal))) continue;
    await new Promise<void>((resolve) => {
      const timer = oldest && setTimeout(resolve, tryEvery);
      wake = () => (clearTimeout(timer), resolve());
    });
  }
  removeEventListener('online', onOnline);
  stop();
  queuedSaves.set(0);
}

/** Sends queued saves in one tab of this browser at a time, until the returned function is called. */
export function sendQueuedSaves(client: QueryClient, account: string): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const work = () => sendAll(client, account, signal);
  // Some browsers have no locks. A save that two tabs send with the same key is made once.
  const { locks } = navigator as { locks?: LockManager };
  const done = locks ? locks.request(`awa-desk-queued ${account}`, { signal }, work) : work();
  done.catch(() => undefined);
  return () => ending.abort();
}
