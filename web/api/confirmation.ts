import { onSessionChange, sessionState } from '#web/api/session.ts';
import { createStore, useStore } from '#web/lib/store.ts';

type Waiting = { go: () => void; giveUp: () => void };

/** The calls that wait until the user confirms their identity. */
const waiting = createStore<readonly Waiting[]>([]);

/** Whether the confirmation dialog is open. */
export const useConfirming = () => useStore(waiting, (calls) => calls.length > 0);

/** Asks the user, in place, to confirm their identity. Resolves to whether they did. */
export const waitForConfirmation = () =>
  new Promise<boolean>((resolve) => {
    waiting.set([...waiting.get(), { go: () => resolve(true), giveUp: () => resolve(false) }]);
  });

/** Sends or cancels the waiting calls. */
export function endConfirmation(confirmed: boolean) {
  const calls = waiting.get();
  waiting.set([]);
  for (const { go, giveUp } of calls) (confirmed ? go : giveUp)();
}

// One person's pending action is never confirmed by the next person.
onSessionChange(() => {
  const { status } = sessionState();
  if (status === 'out' || status === 'replaced') endConfirmation(false);
});
