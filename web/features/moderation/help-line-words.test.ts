import { expect, test } from 'vitest';
import type { HelpLineCall } from '#contract/safety.ts';
import { shortDate } from '#web/lib/dates.ts';
import { callWords, untilWords } from '#web/features/moderation/help-line-words.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
const line = { number: '0800 000 0000', purpose: 'any' } as const;
const call: HelpLineCall = {
  helpLineId: '01a1fdea-0000-7000-8000-000000000000',
  at: '2026-11-12T10:00:00.000Z',
  by: { id: '01a1fdea-0000-7000-8000-000000000001', name: 'Ada' },
  number: line.number,
  result: 'answered',
  note: '',
  offeredUntil: '2027-02-10T10:00:00.000Z',
};
const [called, due, until] = ['2026-11-12', '2026-10-30', '2027-02-10'].map((day) => shortDate(`${day}T10:00:00.000Z`));
const old = { ...call, at: '2026-08-01T10:00:00.000Z', offeredUntil: null };

test.each([
  [undefined, 'Never called: not offered', false],
  [call, `Last called on ${called} by Ada: answered`, true],
  [{ ...call, by: null }, `Last called on ${called}: answered`, true],
  [
    { ...call, result: 'no_answer', offeredUntil: null } as const,
    `Not offered: nobody answered, called on ${called} by Ada`,
    false,
  ],
  [
    { ...call, result: 'wrong', offeredUntil: null } as const,
    `Not offered: the number was wrong, called on ${called} by Ada`,
    false,
  ],
  [old, `Due: not offered since ${due}`, false],
  [
    { ...call, number: '0800 111 1111', offeredUntil: null },
    `Not offered: the number has changed since the call on ${called}`,
    false,
  ],
  // An inactive line.
  [{ ...call, offeredUntil: null }, `Last called on ${called} by Ada: answered`, true],
])('a call %j is: %s', (last, text, isGood) => {
  expect(callWords(line, last, now)).toEqual({ text, isGood });
});

test('a line says until when it is offered, and one for staff when it is to be called again', () => {
  expect(untilWords(line, call)).toBe(`Offered until ${until}, or longer after another call`);
  expect(untilWords({ purpose: 'staff' }, call)).toBe(`To be called again by ${until}`);
  expect(untilWords(line, old)).toBe('');
});
