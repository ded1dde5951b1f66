import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { failNext } from '#tests/load/faults.ts';
import { holdLock } from '#tests/database/locks.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type Caller, caller, operationOf } from '#tests/desk/caller.ts';

let app: TestApp;
let staff: Caller;
beforeAll(async () => {
  app = await testApp();
  staff = caller(app.url, await newBearer(app));
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE doctors CASCADE'));

const path = '/api/doctors';
const add = (name: string, displayOrder = 0) =>
  staff.make<Doctor>(path, { name, specialty: 'Gynaecology', displayOrder });
/** Adds a doctor for each letter, and returns them in the order of the app. */
async function plant(names: string) {
  for (const name of names) await add(name);
  return list();
}
const list = async () => ((await staff.get(path)).json as { doctors: Doctor[] }).doctors;
const names = async () => (await list()).map(({ name }) => name).join('');
const order = (ids: string[]) => staff.post(`${path}/order`, { ids });
const idsOf = (doctors: Doctor[], wanted: string) =>
  [...wanted].map((name) => doctors.find((doctor) => doctor.name === name)?.id ?? '');

describe('without an order', () => {
  test('a new doctor goes last', async () => {
    await plant('CAB');
    expect(await names()).toBe('CAB');
    await order(idsOf(await list(), 'BCA'));
    await add('D');
    await add('E');
    expect(await names()).toBe('BCADE');
  });

  test('a doctor that gets a position comes before those without one', async () => {
    await plant('AB');
    await add('C', 20);
    await add('D', 10);
    await add('E', 15);
    expect(await names()).toBe('DECAB');
    const [, , , { id } = { id: '' }] = await list();
    await staff.put(`${path}/${id}`, { displayOrder: 1 });
    expect(await names()).toBe('ADECB');
    await staff.put(`${path}/${id}`, { displayOrder: 0 });
    expect(await names()).toBe('DECAB');
  });
});

describe('the position of another doctor', () => {
  const places = async () => (await list()).map(({ name, displayOrder }) => `${name}${displayOrder}`).join(' ');
  const ordered = async (wanted: string) => {
    const doctors = await plant(wanted);
    await order(idsOf(doctors, wanted));
    return doctors;
  };

  test('goes to a new doctor: the others move down by one, as one operation that can be undone', async () => {
    await ordered('ABC');
    const answer = await staff.post(path, { name: 'X', specialty: 'Gynaecology', displayOrder: 1 });
    expect([answer.status, await places()]).toEqual([201, 'X1 A2 B3 C4']);
    expect((await staff.operations('?limit=1')).operations).toMatchObject([{ action: 'create', label: 'Dr. X' }]);
    expect((await staff.undo(operationOf(answer) ?? '')).status).toBe(200);
    expect(await places()).toBe('A1 B2 C3');
  });

  test('is passed on when two are added at the same moment', async () => {
    await ordered('AB');
    const held = await holdLock(app.database.pool, 'SELECT FROM doctors FOR UPDATE');
    const both = ['X', 'Y'].map((name) => add(name, 1));
    await held.waiting(2);
    await held.release();
    await Promise.all(both);
    expect((await places()).replaceAll(/[XY]/g, 'N')).toBe('N1 N2 A3 B4');
  });

  test('may be set with an id in capitals', async () => {
    const [, b] = await ordered('ABC');
    const answer = await staff.put(`${path}/${b?.id.toUpperCase()}`, { displayOrder: 1 });
    expect([answer.status, await places()]).toEqual([200, 'B1 A2 C3']);
    const ids = idsOf(await list(), 'CAB').map((id) => id.toUpperCase());
    expect([(await order(ids)).status, await places()]).toEqual([204, 'C1 A2 B3']);
    await staff.remove(`${path}/${b?.id}`);
    expect((await staff.post(`/admin/bin/doctor/${b?.id.toUpperCase()}/restore`)).status).toBe(200);
    expect(await places()).toBe('C1 A2 B3');
  });

  test.each([
    ['up', 'D', 2, 'A1 D2 B3 C4 E5'],
    ['to the first', 'E', 1, 'E1 A2 B3 C4 D5'],
    ['down', 'B', 4, 'A1 C2 D3 B4 E5'],
    ['to the last', 'A', 5, 'B1 C2 D3 E4 A5'],
    ['to nobody’s', 'A', 9, 'B2 C3 D4 E5 A9'],
    ['to its own', 'C', 3, 'A1 B2 C3 D4 E5'],
  ])('is taken by one that moves %s', async (_, who, displayOrder, wanted) => {
    const doctors = await ordered('ABCDE');
    const [id = ''] = idsOf(doctors, who);
    const answer = await staff.put(`${path}/${id}`, { displayOrder });
    expect([answer.json, await places()]).toEqual([expect.objectContaining({ displayOrder }), wanted]);
    const operation = operationOf(answer);
    if (operation) expect((await staff.undo(operation)).status).toBe(200);
    expect(await places()).toBe('A1 B2 C3 D4 E5');
  });

  test('moves only the doctors in the way, up to the first gap', async () => {
    await ordered('ABC');
    await add('D', 5);
    await add('X', 2);
    expect(await places()).toBe('A1 X2 B3 C4 D5');
    await add('Y', 5);
    expect(await places()).toBe('A1 X2 B3 C4 Y5 D6');
  });

  test('is not taken by a caller that sends back an outdated position', async () => {
    const doctors = await ordered('ABC');
    const [a] = await list();
    await order(idsOf(doctors, 'CBA'));
    const answer = await staff.put(`${path}/${a?.id}`, { displayOrder: 1, bio: 'New' }, { ifMatch: a?.version ?? 0 });
    expect([answer.status, problemOf(answer).conflicts, await places()]).toEqual([412, ['displayOrder'], 'C1 B2 A3']);
  });

  test('is shared when there is no free position up to the highest one', async () => {
    await add('A', 1_000_000);
    await add('B', 1_000_000);
    expect(await places()).toBe('A1000000 B1000000');
  });

  test('is taken by ten calls at once, one after the other', async () => {
    const doctors = await ordered('ABCDEFGHIJ');
    const answers = await Promise.all(doctors.map(({ id }) => staff.put(`${path}/${id}`, { displayOrder: 1 })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const numbers = (await list()).map(({ displayOrder }) => displayOrder);
    expect(new Set(numbers).size).toBe(10);
  });
});

describe('an order', () => {
  test('gives every doctor a position, from 1', async () => {
    const doctors = await plant('ABC');
    const answer = await order(idsOf(doctors, 'CAB'));
    expect([answer.status, answer.text]).toEqual([204, '']);
    const after = await list();
    expect(after.map(({ name, displayOrder, version }) => [name, displayOrder, version])).toEqual([
      ['C', 1, 2],
      ['A', 2, 2],
      ['B', 3, 2],
    ]);
    for (const doctor of after) {
      const before = doctors.find(({ id }) => id === doctor.id);
      expect({ ...before, displayOrder: doctor.displayOrder, version: 2, updatedAt: doctor.updatedAt }).toEqual(doctor);
    }
  });

  test('changes only the doctors that move', async () => {
    const doctors = await plant('ABCDE');
    await order(idsOf(doctors, 'ABCDE'));
    const answer = await order(idsOf(doctors, 'ACBDE'));
    expect((await list()).map(({ name, version }) => `${name}${version}`)).toEqual(['A2', 'C3', 'B3', 'D2', 'E2']);
    const { operations } = await staff.operations('?limit=1');
    expect(operations).toMatchObject([
      {
        id: operationOf(answer),
        action: 'reorder',
        area: 'doctors',
        kind: 'doctor',
        entityId: doctors.find(({ name }) => name === 'C')?.id,
        label: 'Dr. C',
        details: 'to place 2',
        count: 1,
      },
    ]);
  });

  test('that exists already is no operation', async () => {
    const doctors = await plant('ABC');
    await order(idsOf(doctors, 'CAB'));
    const before = await list();
    const answer = await order(idsOf(doctors, 'CAB'));
    expect([answer.status, operationOf(answer), await list()]).toEqual([204, undefined, before]);
  });

  test('of no doctors is accepted', async () => {
    const answer = await order([]);
    expect([answer.status, operationOf(answer)]).toEqual([204, undefined]);
  });

  test('is in the history of each doctor', async () => {
    const doctors = await plant('AB');
    await order(idsOf(doctors, 'BA'));
    const revisions = await staff.revisions('doctor', doctors[0]?.id ?? '');
    expect(revisions.map(({ action, changed }) => [action, changed])).toEqual([
      ['reorder', ['displayOrder']],
      ['create', []],
    ]);
  });

  test('of 5,000 doctors is accepted as well', async () => {
    await app.database.pool.query(`
      INSERT INTO doctors (id, name, specialty, bio, email, phone, image_url, profile_image, years_of_experience, location,
        availability_status, consultation_fee, rating, languages, calendly_url, is_active, display_order)
      SELECT gen_random_uuid(), 'Ada ' || n, 'x', '', '', '', '', '', 0, '', 'available', 0, 0, '[]', '', true, n
      FROM generate_series(1, 5000) AS n`);
    const ids = (await list()).map(({ id }) => id).toReversed();
    expect((await order(ids)).status).toBe(204);
    expect((await list()).map(({ id }) => id)).toEqual(ids);
    expect((await staff.operations('?limit=1')).operations[0]?.count).toBe(5000);
    // One revision of an order, and not 5,000 of doctors, each with its full state before and after.
    const { rows } = await app.database.pool.query<{ bytes: number }>(
      `SELECT pg_column_size(one.*) AS bytes FROM revisions AS one WHERE operation_id = (SELECT max(id::text)::uuid FROM operations)`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.bytes).toBeLessThan(200_000);
    const [doctor] = await list();
    const revisions = await staff.revisions('doctor', doctor?.id ?? '');
    expect(
      revisions.map(({ version, operationId, at, data }) => [version, operationId, at, data?.displayOrder]),
    ).toEqual([
      [2, expect.any(String), doctor?.updatedAt, 1],
      [1, null, doctor?.createdAt, 5000],
    ]);
  });

  test('keeps each state that a doctor had, to be compared, merged with and brought back', async () => {
    const doctors = await plant('ABC');
    const [a] = idsOf(doctors, 'A');
    await order(idsOf(doctors, 'BAC'));
    await order(idsOf(doctors, 'BCA'));
    await staff.put(`${path}/${a}`, { bio: 'New' });
    await order(idsOf(doctors, 'ABC'));
    const revisions = await staff.revisions('doctor', a ?? '');
    expect(
      revisions.map(({ version, action, changed, data }) => [version, action, changed, data?.displayOrder, data?.bio]),
    ).toEqual([
      [5, 'reorder', ['displayOrder'], 1, 'New'],
      [4, 'update', ['bio'], 3, 'New'],
      [3, 'reorder', ['displayOrder'], 3, ''],
      [2, 'reorder', ['displayOrder'], 2, ''],
      [1, 'create', [], 0, ''],
    ]);
    expect(await staff.revisions('doctor', a ?? '', '?before=4')).toEqual(revisions.slice(2));
    for (const ifMatch of [1, 2, 3, 4]) {
      const { displayOrder, bio } = revisions.find(({ version }) => version === ifMatch)?.data ?? {};
      const answer = await staff.put(`${path}/${a}`, { displayOrder, bio, specialty: 'Other' }, { ifMatch });
      expect([answer.status, problemOf(answer).conflicts]).toEqual([
        412,
        bio === 'New' ? ['displayOrder'] : ['bio', 'displayOrder'],
      ]);
    }
    expect((await staff.post(`/admin/history/doctor/${a}/restore`, { version: 2 })).status).toBe(200);
    expect((await list())[0]).toMatchObject({ name: 'A', bio: '', displayOrder: 1, version: 6 });
  });
});

describe('409 order_changed, with the ids as they are and nothing changed, for', () => {
  test.each([
    ['one less', 'CB'],
    ['none', ''],
    ['one more', 'CABX'],
    ['one twice', 'CABA'],
    ['one twice in place of another', 'CAA'],
    ['a stranger in place of one', 'CAX'],
  ])('%s', async (_, wanted) => {
    const doctors = await plant('ABCX');
    await order(idsOf(doctors, 'CABX'));
    await staff.remove(`${path}/${idsOf(doctors, 'X')[0]}`);
    const before = await list();
    const answer = await order(idsOf(doctors, wanted));
    expect([answer.status, problemOf(answer)]).toEqual([
      409,
      expect.objectContaining({
        code: 'order_changed',
        detail: 'A doctor was added or deleted by someone else. Check the list again. Nothing was changed.',
        ids: idsOf(doctors, 'CAB'),
      }),
    ]);
    expect([operationOf(answer), await list()]).toEqual([undefined, before]);
  });

  test('a doctor that is deleted while the order waits', async () => {
    const doctors = await plant('ABC');
    const [a = '', b = ''] = idsOf(doctors, 'AB');
    const lock = await holdLock(app.database.pool, 'SELECT FROM doctors WHERE id = $1 FOR UPDATE', [a]);
    const removing = staff.remove(`${path}/${a}`);
    await lock.waiting(1);
    const ordering = order(idsOf(doctors, 'CBA'));
    await lock.waiting(2);
    await lock.release();
    const [removed, ordered] = await Promise.all([removing, ordering]);
    expect(removed.status).toBe(204);
    expect([ordered.status, problemOf(ordered).ids]).toEqual([409, idsOf(doctors, 'BC')]);
    expect((await list()).map(({ id, version }) => [id, version])[0]).toEqual([b, 1]);
  });
});

test.each([[['x']], ['x'], [null], [[null]], [{ 0: 'x' }]])('ids: %j is 422', async (ids) => {
  const answer = await staff.post(`${path}/order`, { ids });
  expect([answer.status, problemOf(answer).errors?.[0]?.path.split('.')[0]]).toEqual([422, 'ids']);
});

test('twenty orders at once: each is saved, the last one stays, and undoing them one by one restores the first', async () => {
  const doctors = await plant('ABCDEFGH');
  await order(idsOf(doctors, 'ABCDEFGH'));
  const wanted = Array.from({ length: 20 }, (_, index) => {
    const turn = index % 7;
    return `${'ABCDEFGH'.slice(turn + 1)}${'ABCDEFGH'.slice(0, turn + 1)}`;
  });
  const answers = await Promise.all(wanted.map((one) => order(idsOf(doctors, one))));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
  expect(wanted).toContain(await names());
  expect((await list()).map(({ displayOrder }) => displayOrder)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const made = answers.flatMap((answer) => operationOf(answer) ?? []);
  // Each order moved the first doctor, whose versions show in which order they were saved.
  const revisions = await staff.revisions('doctor', idsOf(doctors, 'A')[0] ?? '');
  const done = revisions.map(({ operationId }) => operationId ?? '').filter((id) => made.includes(id));
  expect(done.length).toBe(made.length);
  for (const id of done) expect((await staff.undo(id)).status).toBe(200);
  expect(await names()).toBe('ABCDEFGH');
});

describe('undoing an order', () => {
  test('puts all doctors back, and can be undone', async () => {
    const doctors = await plant('ABC');
    await order(idsOf(doctors, 'ABC'));
    const operation = operationOf(await order(idsOf(doctors, 'CBA'))) ?? '';
    const undone = await staff.undo(operation);
    expect([undone.status, await names()]).toEqual([200, 'ABC']);
    expect(undone.json).toMatchObject({ action: 'undo', undoes: { id: operation, action: 'reorder' }, count: 2 });
    expect((await staff.undo(operationOf(undone) ?? '')).status).toBe(200);
    expect(await names()).toBe('CBA');
  });

  test('takes as many statements for many as for two', async () => {
    const count = async (letters: string) => {
      await app.database.pool.query('TRUNCATE doctors CASCADE');
      const ids = idsOf(await plant(letters), letters);
      await order(ids);
      const operation = operationOf(await order(ids.toReversed())) ?? '';
      const { statements } = failNext(app.database.pool, { at: Infinity, happen: () => Promise.resolve() });
      expect([(await staff.undo(operation)).status, await names()]).toEqual([200, letters]);
      return statements.length;
    };
    expect(await count('ABCDEFGHIJKLMNOP')).toBe(await count('AB'));
  });

  test('of doctors without a position removes their positions again', async () => {
    const doctors = await plant('ABC');
    const operation = operationOf(await order(idsOf(doctors, 'CBA'))) ?? '';
    expect((await staff.undo(operation)).status).toBe(200);
    expect((await list()).map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
      ['A', 0],
      ['B', 0],
      ['C', 0],
    ]);
  });

  test('keeps later changes of other fields', async () => {
    const doctors = await plant('AB');
    const operation = operationOf(await order(idsOf(doctors, 'BA'))) ?? '';
    await staff.put(`${path}/${idsOf(doctors, 'A')[0]}`, { bio: 'New' });
    expect((await staff.undo(operation)).status).toBe(200);
    expect((await list()).map(({ name, bio }) => [name, bio])).toEqual([
      ['A', 'New'],
      ['B', ''],
    ]);
  });

  test('is refused once a doctor has another position or is deleted', async () => {
    const doctors = await plant('ABC');
    const operation = operationOf(await order(idsOf(doctors, 'CBA'))) ?? '';
    const [a = ''] = idsOf(doctors, 'A');
    await staff.put(`${path}/${a}`, { displayOrder: 9 });
    const moved = await staff.undo(operation);
    expect([moved.status, problemOf(moved).code, problemOf(moved).conflicts]).toEqual([
      409,
      'changed_since',
      ['displayOrder'],
    ]);
    await staff.remove(`${path}/${a}`);
    const deleted = await staff.undo(operation);
    expect([deleted.status, problemOf(deleted).detail]).toEqual([
      409,
      'This doctor was deleted since. Nothing was changed.',
    ]);
  });
});

test('an edit that was begun before an order is merged with it', async () => {
  const doctors = await plant('AB');
  await order(idsOf(doctors, 'BA'));
  const [a] = doctors;
  const answer = await staff.put(`${path}/${a?.id}`, { bio: 'New' }, { ifMatch: 1 });
  expect([answer.status, answer.json]).toEqual([
    200,
    expect.objectContaining({ bio: 'New', displayOrder: 2, version: 3 }),
  ]);
});
