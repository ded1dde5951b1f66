import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { type ShiftTimes, isWithin, readDuty, rotaTime } from '#server/safety/rota.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { problemOf } from '#tests/desk/send.ts';
import { type TestAdmin, addAdmin, disableAccount, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

type Rota = Output<typeof api.rota.list>;
type Shift = Output<typeof api.rota.add>;

const everyDay = [1, 2, 3, 4, 5, 6, 7];

describe('a moment', () => {
  test('has the day and the minute of the time zone of the desk', () => {
    // Lagos is an hour ahead of UTC: 2026-11-23 is a Monday.
    expect(rotaTime('2026-11-22T23:00:00.000Z')).toEqual({ day: 1, minute: 0 });
    expect(rotaTime('2026-11-22T22:59:59.999Z')).toEqual({ day: 7, minute: 23 * 60 + 59 });
    expect(rotaTime('2026-11-23T08:30:00.000Z')).toEqual({ day: 1, minute: 9 * 60 + 30 });
  });

  /** The days on which a shift covers this minute. */
  const daysOf = (shift: ShiftTimes, minute: number) => everyDay.filter((day) => isWithin(shift, { day, minute }));

  test.each(everyDay)('belongs to a shift of day %i from its start until before its end', (day) => {
    const shift = { days: [day], starts: 9 * 60, ends: 17 * 60 };
    expect([539, 540, 1019, 1020].map((minute) => daysOf(shift, minute))).toEqual([[], [day], [day], []]);
  });

  test.each(everyDay)('belongs to a night shift of day %i until the morning of the next day', (day) => {
    const shift = { days: [day], starts: 22 * 60, ends: 6 * 60 };
    const next = day === 7 ? 1 : day + 1;
    expect([1319, 1320, 1439].map((minute) => daysOf(shift, minute))).toEqual([[], [day], [day]]);
    expect([0, 359, 360].map((minute) => daysOf(shift, minute))).toEqual([[next], [next], []]);
  });

  test('belongs to a shift that ends at midnight, or a day after its start', () => {
    const evening = { days: [7], starts: 18 * 60, ends: 0 };
    expect([daysOf(evening, 1439), daysOf(evening, 0)]).toEqual([[7], []]);
    const wholeDay = { days: [3], starts: 0, ends: 0 };
    expect([daysOf(wholeDay, 0), daysOf(wholeDay, 1439)]).toEqual([[3], [3]]);
    const fromNoon = { days: [3], starts: 720, ends: 720 };
    expect([daysOf(fromNoon, 719), daysOf(fromNoon, 720)]).toEqual([[4], [3]]);
  });
});

describe('the rota', () => {
  let app: TestApp;
  let [ada, bola]: TestAdmin[] = [];
  let [adaCalls, bolaCalls]: Caller[] = [];
  const by = <T>(one: T | undefined) => {
    if (!one) throw new Error('The accounts are made before the tests');
    return one;
  };
  beforeAll(async () => {
    app = await testApp();
    ada = await addAdmin(app, undefined, 'Ada Obi', 'administrator');
    bola = await addAdmin(app, undefined, 'Bọ́lá Adé', 'moderator');
    await addAdmin(app, undefined, 'Emeka Editor', 'editor');
    const callerOf = async (account: TestAdmin) => caller(app.url, (await startSession(app, account)).session.token);
    [adaCalls, bolaCalls] = [await callerOf(ada), await callerOf(bola)];
  });
  afterAll(() => app.close());
  beforeEach(() => app.database.pool.query('DELETE FROM shifts'));

  const path = '/admin/moderation/rota';
  const list = async () => expectDone(await by(bolaCalls).get(path)) as Rota;
  const night = { days: [5, 1, 5], from: '22:00', to: '06:00' };
  const add = (more: object = {}, as = by(adaCalls)) => as.post(path, { staffId: by(bola).id, ...night, ...more });

  test('lists shifts in the time zone of the desk, and the accounts that may be on it', async () => {
    expect(await list()).toMatchObject({ shifts: [], timeZone: 'Africa/Lagos' });
    const shift = expectDone(await add()) as Shift;
    expect(shift).toMatchObject({ days: [1, 5], from: '22:00', to: '06:00', staff: { name: 'Bọ́lá Adé' } });
    const { shifts, candidates } = await list();
    expect(shifts).toEqual([shift]);
    expect(candidates.map(({ name }) => name)).toEqual(['Ada Obi', 'Bọ́lá Adé']);
  });

  test('is changed by administrators alone, and each change stands in the log', async () => {
    expect((await add({}, by(bolaCalls))).status).toBe(403);
    const { id } = expectDone(await add()) as Shift;
    expect((await by(bolaCalls).remove(`${path}/${id}`)).status).toBe(403);
    expectDone(await by(adaCalls).remove(`${path}/${id}`));
    expect((await by(adaCalls).remove(`${path}/${id}`)).status).toBe(404);
    expect((await list()).shifts).toEqual([]);
    const { operations } = expectDone(await by(adaCalls).get('/admin/operations?kind=shift')) as Output<
      typeof api.history.list
    >;
    expect(operations.slice(0, 2).map(({ action, kind, label, details }) => [action, kind, label, details])).toEqual([
      ['delete', 'shift', 'Bọ́lá Adé', '22:00–06:00'],
      ['create', 'shift', 'Bọ́lá Adé', '22:00–06:00'],
    ]);
  });

  describe('the clinician on call', () => {
    const name = (clinician: { name: string; phone: string }, as = by(adaCalls)) =>
      as.put('/admin/moderation/clinician', clinician);
    const named = async () =>
      (expectDone(await by(bolaCalls).get('/admin/moderation/crisis')) as Output<typeof api.crisis.waiting>).clinician;
    const ife = { name: 'Dr Ifẹ́ Àjàyí', phone: '0803 000 0000' };

    test('is named by administrators alone, is read by all who moderate, and stands in the log', async () => {
      expect(await named()).toBeNull();
      expect((await name(ife, by(bolaCalls))).status).toBe(403);
      expect(expectDone(await name(ife))).toEqual({ clinician: ife });
      expect(await named()).toEqual(ife);
      const other = { name: 'Dr Zainab Bello', phone: '0809 000 0000' };
      expectDone(await name(other));
      expect(await named()).toEqual(other);
      expect(expectDone(await name({ name: '', phone: '' }))).toEqual({ clinician: null });
      expectDone(await name({ name: '', phone: '' }));
      expect(await named()).toBeNull();
      const { operations } = expectDone(await by(adaCalls).get('/admin/operations?kind=clinician')) as Output<
        typeof api.history.list
      >;
      expect(operations.map(({ action, label }) => [action, label])).toEqual([
        ['delete', other.name],
        ['update', other.name],
        ['create', ife.name],
      ]);
      expect(JSON.stringify(operations)).not.toContain('0000');
    });

    test.each([
      [{ ...ife, phone: '' }, 'phone', 'Enter the phone number, or leave both empty'],
      [{ ...ife, name: ' ' }, 'name', 'Enter the name, or leave both empty'],
    ])('is refused as %j', async (clinician, path, message) => {
      const refused = await name(clinician);
      expect(refused.status).toBe(422);
      expect(problemOf(refused).errors).toEqual([{ path, message }]);
    });
  });

  test.each([
    [{ days: [] }, 'days', 'Choose at least one day'],
    [{ from: '24:00' }, 'from', 'This must be a time such as 18:30'],
    [{ to: '6' }, 'to', 'This must be a time such as 18:30'],
    [{ staffId: '0190a2b4-0000-7000-8000-000000000000' }, 'staffId', 'Choose an enabled account that moderates'],
  ])('refuses %j', async (more, field, message) => {
    const refused = await add(more);
    expect(refused.status).toBe(422);
    expect(problemOf(refused).errors).toEqual([{ path: field, message }]);
  });

  test('has nobody on duty whose account is disabled', async () => {
    const chidi = await addAdmin(app, undefined, 'Chidi Eze', 'moderator');
    expectDone(await add({ staffId: chidi.id, days: everyDay, from: '00:00', to: '00:00' }));
    const duty = async () => {
      const { hasRota, onDuty } = await readDuty(app.database.db, new Date().toISOString());
      return [hasRota, onDuty.map(({ name }) => name)];
    };
    expect(await duty()).toEqual([true, ['Chidi Eze']]);
    await disableAccount(app, chidi.email);
    expect(await duty()).toEqual([false, []]);
  });
});
