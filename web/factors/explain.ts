import { CallError, explainTries } from '#web/api/call.ts';
import { counted } from '#web/lib/numbers.ts';
import { clockDifference } from '#web/lib/server-clock.ts';

/** For these codes, the server's detail is a complete sentence. */
const refusals = new Set(['wrong_proof', 'challenge_over']);

/** Whether a new challenge is needed. */
export const isOver = (thrown: unknown) => thrown instanceof CallError && thrown.code === 'challenge_over';

/** A refusal in the server's own sentence; any other failed call with its request id. */
export function explainProof(thrown: unknown) {
  if (thrown instanceof CallError && refusals.has(thrown.code)) {
    const minutes = clockDifference();
    if (thrown.code !== 'wrong_proof' || minutes === 0) return { message: thrown.detail };
    const differ = `The clocks of this device and of the server differ by ${counted(minutes, 'minute')}`;
    return {
      message: thrown.detail,
      detail: `${differ}, and the codes of an app go by the time. Set the wrong one right.`,
    };
  }
  if (thrown instanceof Error && thrown.name === 'NoPasskey') {
    return { message: 'No passkey was used', detail: 'Try again, or choose another way.' };
  }
  return explainTries(thrown);
}
