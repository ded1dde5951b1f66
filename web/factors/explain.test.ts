import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from '#web/api/call.ts';
import { explainProof } from '#web/factors/explain.ts';
import { learnServerTime } from '#web/lib/server-clock.ts';

afterEach(() => vi.useRealTimers());

const detail = 'This code is not right. Try the next one.';
const refused = (code: string) => explainProof(new CallError('Failed', { status: 401, code, detail, requestId: 'x' }));

test('a refused proof says when the clocks differ, because app codes depend on the time', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') });
  const tell = (date: string) => learnServerTime(new Response(null, { headers: { Date: date } }));
  tell('Fri, 20 Nov 2026 09:00:00 GMT');
  expect(refused('wrong_proof')).toEqual({ message: detail });
  tell('Fri, 20 Nov 2026 09:03:00 GMT');
  const words =
    'The clocks of this device and of the server differ by 3 minutes, and the codes of an app go by the time. Set the wrong one right.';
  expect(refused('wrong_proof')).toEqual({ message: detail, detail: words });
  expect(refused('challenge_over')).toEqual({ message: detail });
});
