import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { doctorKind } from '#server/doctors/kinds.ts';
import { lockRows, updateRows } from '#server/records/rows.ts';
import { copyToThePast } from '#tests/database/log.ts';
import { countAsUnused, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type Caller, caller, operationOf } from '#tests/desk/caller.ts';

let app: TestApp;
let dataDir: string;
let bearer: string;
let ada: Caller;
let ben: Caller;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'awa-doctors-'));
  app = await testApp({ settings: { dataDir } });
  bearer = await newBearer(app);
  ada = caller(app.url, bearer);
  ben = caller(app.url, await newBearer(app));
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => app.database.pool.query('TRUNCATE doctors CASCADE'));

const path = '/api/doctors';
const add = (fields: object = {}) => ada.make<Doctor>(path, { name: 'Ada Obi', specialty: 'Gynaecology', ...fields });
const address = ({ id }: { id: string }) => `${path}/${id}`;
const list = async () => ((await ada.get(path)).json as { doctors: Doctor[] }).doctors;
const restore = (staff: Caller, { id }: { id: string }, version: number) =>
  staff.post(`/admin/history/doctor/${id}/restore`, { version });

/** Uploads a picture that counts as old, so that only references keep it. Returns its address. */
async function oldPicture() {
  const { imageUrl } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
  await forgetUses();
  return imageUrl;
}
/** Makes all pictures count as unused for 60 days. */
const forgetUses = () => countAsUnused(app, 60);
const nameOf = (imageUrl: string) => imageUrl.split('/').at(-1);
const isThere = async (imageUrl: string) =>
  (await app.database.pool.query('SELECT FROM images WHERE name = $1', [nameOf(imageUrl)])).rowCount === 1;
/** Removes the row of a picture, as a sweep would. */
async function removePicture(imageUrl: string) {
  await app.database.pool.query('DELETE FROM images WHERE name = $1', [nameOf(imageUrl)]);
}

describe('two people', () => {
  test('who change different fields are merged', async () => {
    const doctor = await add({ languages: ['English'] });
    await ben.put(address(doctor), { bio: 'Ben', availabilityStatus: 'busy' }, { ifMatch: 1 });
    const answer = await ada.put(address(doctor), { rating: 4.5, languages: ['Igbo'] }, { ifMatch: 1 });
    expect([answer.status, answer.json]).toEqual([
      200,
      expect.objectContaining({ bio: 'Ben', availabilityStatus: 'busy', rating: 4.5, languages: ['Igbo'], version: 3 }),
    ]);
  });

  test.each<[field: keyof Doctor, one: unknown, other: unknown]>([
    ['bio', 'Ada', 'Ben'],
    ['languages', ['English', 'Igbo'], ['English', 'Hausa']],
    ['consultationFee', 5000, 5000.5],
    ['availabilityStatus', 'busy', 'unavailable'],
  ])('who change %s to different values have a conflict', async (field, one, other) => {
    const doctor = await add({ languages: ['English'] });
    const after = (await ben.put(address(doctor), { [field]: other })).json;
    const answer = await ada.put(address(doctor), { [field]: one }, { ifMatch: 1 });
    expect([answer.status, problemOf(answer)]).toEqual([
      412,
      expect.objectContaining({ code: 'version_conflict', conflicts: [field], current: after }),
    ]);
    expect(await list()).toEqual([after]);
  });

  test('who change the same field to the same value have no conflict', async () => {
    const doctor = await add();
    await ben.put(address(doctor), { name: 'Dr. Ada Eze' }, { ifMatch: 1 });
    const answer = await ada.put(address(doctor), { name: 'doctor Ada Eze' }, { ifMatch: 1 });
    expect([answer.status, operationOf(answer), answer.json]).toEqual([200, undefined, (await list())[0]]);
  });

  test('a deletion of a doctor that was changed since is refused', async () => {
    const doctor = await add();
    await ben.put(address(doctor), { bio: 'Ben' });
    const answer = await ada.remove(address(doctor), { ifMatch: 1 });
    expect([answer.status, problemOf(answer).code, (await list()).length]).toEqual([412, 'version_conflict', 1]);
  });
});

describe('a change', () => {
  test('is in the log and the history, under the name with its title', async () => {
    const doctor = await add();
    await ada.put(address(doctor), { rating: 4.5, consultationFee: 7500.25 });
    const removed = await ada.remove(address(doctor));
    const { operations } = await ada.operations('?area=doctors&limit=3');
    expect(operations.map(({ action, label, entityId }) => [action, label, entityId])).toEqual(
      ['delete', 'update', 'create'].map((action) => [action, 'Dr. Ada Obi', doctor.id]),
    );
    const [deleted, changed, created] = await ada.revisions('doctor', doctor.id);
    expect(deleted).toMatchObject({ version: 3, data: null, operationId: operationOf(removed) });
    expect(changed?.changed.sort()).toEqual(['consultationFee', 'rating']);
    expect(changed?.data).toMatchObject({ rating: 4.5, consultationFee: 7500.25, languages: [] });
    const { id: _, version: _version, createdAt: _at, updatedAt: _last, createdBy: _by, ...written } = doctor;
    expect(created?.data).toEqual(written);
  });

  test('can be undone: adding, changing and deleting', async () => {
    const made = await ada.post(path, { name: 'Ada Obi', specialty: 'x', languages: ['Igbo'], rating: 4.5 });
    const doctor = made.json as Doctor;
    const changed = await ada.put(address(doctor), { rating: 3, languages: [] });
    expect((await ben.undo(operationOf(changed) ?? '')).status).toBe(200);
    expect((await list())[0]).toMatchObject({ rating: 4.5, languages: ['Igbo'], version: 3 });
    const removed = await ada.remove(address(doctor));
    expect((await ben.undo(operationOf(removed) ?? '')).status).toBe(200);
    const [back] = await list();
    expect(back).toEqual({ ...doctor, version: 5, updatedAt: back?.updatedAt });
    const other = await ada.post(path, { name: 'Bola', specialty: 'x' });
    expect((await ben.undo(operationOf(other) ?? '')).status).toBe(200);
    expect((await list()).map(({ name }) => name)).toEqual(['Ada Obi']);
  });

  test('is restored from the bin, to its position', async () => {
    const doctor = await add();
    await add({ name: 'Bola' });
    await ada.remove(address(doctor));
    expect((await ada.bin('?kind=doctor')).items[0]).toMatchObject({
      kind: 'doctor',
      id: doctor.id,
      label: 'Dr. Ada Obi',
      contains: [],
    });
    expect((await ben.post(`/admin/bin/doctor/${doctor.id}/restore`)).status).toBe(200);
    expect((await list()).map(({ name, version }) => [name, version])).toEqual([
      ['Ada Obi', 3],
      ['Bola', 1],
    ]);
  });

  test('can be reverted to an earlier version, in all fields of the form but the position', async () => {
    const doctor = await add({ bio: 'First', languages: ['Igbo'], displayOrder: 3 });
    await ada.put(address(doctor), { bio: 'Second', languages: [], isActive: false, displayOrder: 1, rating: 1 });
    expect((await restore(ben, doctor, 1)).status).toBe(200);
    const [now] = await list();
    expect(now).toEqual({ ...doctor, displayOrder: 1, version: 3, updatedAt: now?.updatedAt });
    // A version that differs only in its position has nothing to restore.
    await ada.put(address(doctor), { displayOrder: 7 });
    expect(problemOf(await restore(ben, doctor, 3)).code).toBe('unchanged');
  });
});

const message = 'This image no longer exists. Upload it again.';

describe('an image', () => {
  test.each(['profileImage', 'imageUrl'])('that is gone is 422 at %s, on adding and on saving', async (field) => {
    const doctor = await add();
    const never = `/images/doctor-images/${'0'.repeat(32)}.webp`;
    const answers = [
      await ada.post(path, { name: 'Bola', specialty: 'x', [field]: never }),
      await ada.put(address(doctor), { [field]: never }),
    ];
    for (const answer of answers)
      expect([answer.status, problemOf(answer).errors]).toEqual([422, [{ path: field, message }]]);
    expect(await list()).toEqual([doctor]);
  });

  test('that is gone is reported at both fields, and does not block other changes', async () => {
    const picture = await oldPicture();
    const doctor = await add({ profileImage: picture });
    await removePicture(picture);
    const both = await ada.post(path, { name: 'Bola', specialty: 'x', profileImage: picture, imageUrl: picture });
    expect(problemOf(both).errors).toEqual(['imageUrl', 'profileImage'].map((field) => ({ path: field, message })));
    const answer = await ada.put(address(doctor), { ...doctor, bio: 'New' });
    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining({ bio: 'New', profileImage: picture })]);
  });

  test.each(['profileImage', 'imageUrl'])('stays while %s names it, and 30 days after', async (field) => {
    const [picture, other] = [await oldPicture(), await oldPicture()];
    const doctor = await add({ [field]: picture });
    await forgetUses();
    await app.sweepImages();
    expect([await isThere(picture), await isThere(other)]).toEqual([true, false]);
    await ada.put(address(doctor), { [field]: '' });
    await forgetUses();
    await app.sweepImages();
    expect(await isThere(picture)).toBe(true);
    expect((await restore(ada, doctor, 1)).status).toBe(200);
    const removed = await ada.remove(address(doctor));
    await forgetUses();
    await app.sweepImages();
    expect(await isThere(picture)).toBe(true);
    expect((await ada.undo(operationOf(removed) ?? '')).status).toBe(200);
    expect((await list())[0]).toMatchObject({ [field]: picture });
  });

  test('that no doctor and no revision names any more is removed', async () => {
    const picture = await oldPicture();
    const made = await ada.post(path, { name: 'Ada', specialty: 'x', profileImage: picture });
    await forgetUses();
    await copyToThePast(app.database.pool, operationOf(made) ?? '', 31);
    await app.database.pool.query('DELETE FROM doctors');
    await app.database.pool.query(
      'ALTER TABLE revisions DISABLE TRIGGER USER; ALTER TABLE operations DISABLE TRIGGER USER',
    );
    await app.database.pool.query('DELETE FROM revisions WHERE operation_id = $1', [operationOf(made)]);
    await app.database.pool.query(
      'ALTER TABLE revisions ENABLE TRIGGER USER; ALTER TABLE operations ENABLE TRIGGER USER',
    );
    await app.sweepImages();
    expect(await isThere(picture)).toBe(false);
  });

  test('that was removed since then makes its version impossible to restore, and the answer says so', async () => {
    const picture = await oldPicture();
    const doctor = await add({ profileImage: picture, bio: 'First' });
    const changed = await ada.put(address(doctor), { profileImage: '', bio: 'Second' });
    await removePicture(picture);
    const [before] = await list();
    for (const answer of [await restore(ada, doctor, 1), await ada.undo(operationOf(changed) ?? '')]) {
      expect([answer.status, problemOf(answer).errors]).toEqual([
        422,
        [
          {
            path: 'profileImage',
            message:
              'An image in that version is no longer kept. Nothing was changed. Copy what you need into the form.',
          },
        ],
      ]);
    }
    expect(await list()).toEqual([before]);
  });
});

test('rows that are changed together get the same values as a row that is changed alone, whatever the type', async () => {
  const { db } = app.database;
  const given = {
    name: `O'Brien "Ọlá" \\ 😀\n2`,
    bio: '',
    languages: ['Yorùbá', 'a "b", {c}', 'null'],
    consultationFee: 25_000.55,
    rating: 4.7,
    isActive: false,
    displayOrder: 0,
  };
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Alone']) {
    ids.push((await add({ name, specialty: 'Care', rating: 1 })).id);
  }
  await db.transaction(async (tx) => {
    const rows = await lockRows(doctorKind, tx, ids);
    const fieldsOf = (name: unknown) => (name === 'Alone' ? { ...given, location: 'Jos' } : { ...given });
    const changes = rows.map((stored) => ({ stored, fields: fieldsOf(stored.name) }));
    const updated = await updateRows(doctorKind, { tx, staff: { id: '' } }, changes);
    expect(updated.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const row of updated) expect(row).toMatchObject({ ...given, specialty: 'Care', version: 2 });
  });
  const stored = await list();
  expect(stored.map(({ location }) => location).toSorted()).toEqual(['', '', 'Jos']);
  for (const one of stored) expect(one).toMatchObject(given);
});
