import { checkedUntil } from '#contract/checked.ts';
import type { HelpLine, HelpLineCall } from '#contract/safety.ts';
import { shortDate } from '#web/lib/dates.ts';

/** The reason why a line is not offered after a call that failed. */
const failures = { no_answer: 'nobody answered', wrong: 'the number was wrong' } as const;

/** The last call of a help line in words, and whether the app offers the line after it. */
export function callWords(
  line: Pick<HelpLine, 'number' | 'purpose'>,
  call: HelpLineCall | undefined,
  now: Date,
): { text: string; isGood: boolean } {
  if (!call) return { text: 'Never called: not offered', isGood: false };
  const when = `${shortDate(call.at)}${call.by ? ` by ${call.by.name}` : ''}`;
  if (call.result !== 'answered')
    return { text: `Not offered: ${failures[call.result]}, called on ${when}`, isGood: false };
  if (call.number !== line.number)
    return { text: `Not offered: the number has changed since the call on ${shortDate(call.at)}`, isGood: false };
  // An inactive line is not offered either, and says so by its badge.
  const isDue = call.offeredUntil === null && checkedUntil(call.at) <= now;
  if (isDue) return { text: `Due: not offered since ${shortDate(checkedUntil(call.at))}`, isGood: false };
  return { text: `Last called on ${when}: answered`, isGood: true };
}

/** Until when the last call counts; `''` when it does not. */
export const untilWords = (
  { purpose }: Pick<HelpLine, 'purpose'>,
  { offeredUntil }: Pick<HelpLineCall, 'offeredUntil'>,
) =>
  offeredUntil === null
    ? ''
    : purpose === 'staff'
      ? `To be called again by ${shortDate(offeredUntil)}`
      : `Offered until ${shortDate(offeredUntil)}, or longer after another call`;

/** Whether an active line is hidden from people until a colleague has called it. */
export const isToCall = (
  { isActive }: Pick<HelpLine, 'isActive'>,
  call: Pick<HelpLineCall, 'offeredUntil'> | undefined,
) => isActive && !call?.offeredUntil;
