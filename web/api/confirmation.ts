import { onSessionChange, sessionState } from '#web/api/session.ts';
import { createStore, useStore } from '#web/lib/store.ts';

type Waiting = { go: () => void; giveUp: () => void };

/** The calls that wait until the person has confirmed that it is them. */
const waiting = createStore<readonly Waiting[]>([]);

/** Whether the person is being asked. */
export const useConfirming = () => useStore(waiting, (calls) => calls.length > 0);

/** Asks the person, in place, to confirm that it is them. Resolves to whether they did. */
export const waitForConfirmation = () =>
  new Promise<boolean>((resolve) => {
    waiting.set([...waiting.get(), { go: () => resolve(true), giveUp: () => resolve(false) }]);
  });

/** Sends the calls that wait, or gives them up. */
export function endConfirmation(confirmed: boolean) {
  const calls = waiting.get();
  waiting.set([]);
  for (const { go, giveUp } of calls) (confirmed ? go : giveUp)();
}

// What one person wanted to do is never confirmed by the next one.
onSessionChange(() => {
  const { status } = sessionState();
  if (status === 'out' || status === 'replaced') endConfirmation(false);
});
