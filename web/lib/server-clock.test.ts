import { afterEach, expect, test, vi } from 'vitest';
import { learnServerTime, serverNow, surelyNow } from '#web/lib/server-clock.ts';

const here = new Date('2026-11-20T09:00:00.400Z');
const tell = (date?: string) => learnServerTime(new Response(null, { headers: date ? { Date: date } : {} }));

afterEach(() => vi.useRealTimers());

test('no data is old before the time of the server is known', async () => {
  // Files of tests share modules: another one may already have told the time.
  vi.resetModules();
  const { surelyNow: ofNewPage } = await import('#web/lib/server-clock.ts');
  expect(ofNewPage()).toBe(0);
});

test.each([
  ['this device is ahead', 'Sun, 11 Oct 2026 09:00:00 GMT', '2026-10-11T09:00:00.000Z'],
  ['this device is behind', 'Wed, 30 Dec 2026 09:00:00 GMT', '2026-11-20T09:00:00.400Z'],
])('the earlier of two clocks decides the age of data: %s', (_, date, now) => {
  vi.useFakeTimers({ now: here });
  tell(date);
  expect(new Date(surelyNow()).toISOString()).toBe(now);
});

test.each([
  ['not said', undefined, '2026-11-20T09:00:00.400Z'],
  ['unreadable', 'soon', '2026-11-20T09:00:00.400Z'],
  ['a moment before, on its way', 'Fri, 20 Nov 2026 08:59:58 GMT', '2026-11-20T09:00:00.400Z'],
  ['an hour later', 'Fri, 20 Nov 2026 10:00:00 GMT', '2026-11-20T10:00:00.000Z'],
  ['a day before', 'Thu, 19 Nov 2026 09:00:00 GMT', '2026-11-19T09:00:00.000Z'],
])('the time of the server: %s', (_, date, now) => {
  vi.useFakeTimers({ now: here });
  tell('Fri, 20 Nov 2026 09:00:00 GMT');
  tell(date);
  expect(serverNow().toISOString()).toBe(now);
});

test('the time of the server advances with the clock of this device', () => {
  vi.useFakeTimers({ now: here });
  tell('Fri, 20 Nov 2026 10:00:00 GMT');
  vi.advanceTimersByTime(60_000);
  expect(serverNow().toISOString()).toBe('2026-11-20T10:01:00.000Z');
});
