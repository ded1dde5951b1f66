import { expect, test } from 'vitest';
import { filterAnnouncements, stateOf, timeOf } from '#web/features/announcements/state.ts';
import { clockTime, dateTime } from '#web/lib/dates.ts';

const at = (day: number, hour = 9) => new Date(2026, 10, day, hour).toISOString();
const now = new Date(2026, 10, 20, 12);
const record = (startsAt: string | null, endsAt: string | null, enabled = true) => ({ enabled, startsAt, endsAt });

test.each([
  ['active', '', record(null, null)],
  ['active', '', record(at(19), null)],
  ['active', '', record(now.toISOString(), null)],
  ['active', `until ${dateTime(at(21))}`, record(at(19), at(21))],
  ['scheduled', `from ${dateTime(at(21))}`, record(at(21), null)],
  ['scheduled', `from ${dateTime(at(21))} until ${dateTime(at(30))}`, record(at(21), at(30))],
  ['scheduled', `from ${dateTime(at(21))} until ${clockTime(at(21, 18))}`, record(at(21), at(21, 18))],
  ['over', `ended ${dateTime(at(20))}`, record(null, at(20))],
  ['over', `ended ${dateTime(now)}`, record(at(19), now.toISOString())],
  ['inactive', '', record(null, null, false)],
  ['inactive', `from ${dateTime(at(21))}`, record(at(21), null, false)],
  ['inactive', `ended ${dateTime(at(20))}`, record(null, at(20), false)],
  ['active', '', record('', '')],
])('%s, %j', (state, time, one) => {
  expect([stateOf(one, now), timeOf(one, now)]).toEqual([state, time]);
});

test('a list is searched ignoring case, accents and spaces, and by state', () => {
  const clinics = { ...record(null, null), message: 'Clinics open\nat nine' };
  const talk = { ...record(at(21), null), message: 'Ọ̀rọ̀: a talk at nine' };
  const all = [clinics, talk];
  expect(filterAnnouncements(all, ' ', undefined, now)).toEqual(all);
  expect(filterAnnouncements(all, 'OPEN  at', undefined, now)).toEqual([clinics]);
  expect(filterAnnouncements(all, 'oro', undefined, now)).toEqual([talk]);
  expect(filterAnnouncements(all, 'nine', 'scheduled', now)).toEqual([talk]);
  expect(filterAnnouncements(all, 'clinics', 'over', now)).toEqual([]);
});
