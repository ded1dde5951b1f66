import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockImages } from '#server/images/references.ts';
import { sweepLock } from '#server/images/sweep.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { holdLock } from '#tests/database/locks.ts';
import { makePartitionsFor } from '#tests/database/log.ts';
import { download, plainPicture, upload } from '#tests/records/pictures.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { until } from '#tests/desk/server-process.ts';

let app: TestApp;
let bearer: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'awa-sweep-'));
  app = await testApp({ settings: { dataDir } });
  bearer = await newBearer(app);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.database.pool.query('TRUNCATE images, users CASCADE');
  await rm(path.join(dataDir, 'images'), { recursive: true, force: true });
});

const fileOf = (imageUrl: string) => path.join(dataDir, imageUrl);
const nameOf = (imageUrl: string) => imageUrl.split('/').at(-1) ?? '';
/** Makes a file older than any upload takes. */
const ageFile = async (file: string) => {
  const then = Date.now() / 1000 - 7200;
  await utimes(file, then, then);
};
/** Uploads a picture and sets its age. */
async function uploaded(age: string) {
  const { imageUrl } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
  // A sweep at that time found no reference to it.
  await app.database.pool.query(
    `UPDATE images SET used_at = now() - $1::interval, unused_since = running_hour() - floor(extract(epoch FROM $1::interval) / 3600)
     WHERE name = $2`,
    [age, nameOf(imageUrl)],
  );
  await ageFile(fileOf(imageUrl));
  return imageUrl;
}
const isThere = async (imageUrl: string) => (await download(app, imageUrl)).status === 200;

/** Adds a revision with this age. */
async function revised(side: 'before' | 'after', imageUrl: string, age: string) {
  await app.database.pool.query(
    `INSERT INTO revisions (operation_id, at, position, kind, entity_id, version, ${side})
     VALUES (gen_random_uuid(), now() - $2::interval, 0, 'doctor', gen_random_uuid(), 1, $1)`,
    [JSON.stringify({ profileImage: imageUrl }), age],
  );
}

test('a picture that nothing refers to lives 7 days, with all its widths', async () => {
  const old = await uploaded('7 days 1 second');
  const young = await uploaded('6 days 23 hours');
  await download(app, `${old}?w=96`);
  await ageFile(fileOf(old.replace('.webp', '-96.webp')));
  expect(await app.sweepImages()).toEqual({ forgotten: 1, removed: 2 });
  expect([await isThere(old), await isThere(`${old}?w=96`), await isThere(young)]).toEqual([false, false, true]);
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
});

test('a picture that a person or a post shows stays', async () => {
  const [profile, posted, alone] = [await uploaded('9 days'), await uploaded('9 days'), await uploaded('9 days')];
  const { rows } = await app.database.pool.query<{ id: string }>(
    `INSERT INTO users (id, email, profile_image) VALUES (gen_random_uuid(), 'a@b.org', $1) RETURNING id`,
    [profile],
  );
  await app.database.pool.query(
    `INSERT INTO posts (id, user_id, content, image_url) VALUES (gen_random_uuid(), $1, 'x', $2)`,
    [rows[0]?.id, `https://desk.example.org${posted}?w=384`],
  );
  expect(await app.sweepImages()).toEqual({ forgotten: 1, removed: 1 });
  expect([await isThere(profile), await isThere(posted), await isThere(alone)]).toEqual([true, true, false]);
});

test('a picture that only an old edition of a card names stays', async () => {
  const [named, alone] = [await uploaded('60 days'), await uploaded('60 days')];
  await app.database.pool.query(
    `INSERT INTO editions (id, kind, entity_id, version, words, hash, show_from) VALUES
     (gen_random_uuid(), 'card', gen_random_uuid(), 1, $1, '', now() - interval '60 days')`,
    [JSON.stringify({ title: 'Tea', rich_content: `<p>Tea</p><img src="${named}" alt="">` })],
  );
  expect(await app.sweepImages()).toEqual({ forgotten: 1, removed: 1 });
  expect([await isThere(named), await isThere(alone)]).toEqual([true, false]);
});

test.each(['before', 'after'] as const)(
  'a revision keeps a picture that was named %s the change for 30 days',
  async (side) => {
    const [kept, gone] = [await uploaded('60 days'), await uploaded('60 days')];
    for (const daysAgo of [29, 30, 31]) await makePartitionsFor(app.database.pool, daysAgo);
    await revised(side, kept, '29 days 23 hours');
    await revised(side, gone, '30 days 1 hour');
    expect(await app.sweepImages()).toEqual({ forgotten: 1, removed: 1 });
    expect([await isThere(kept), await isThere(gone)]).toEqual([true, false]);
  },
);

/** Adds running hours to the desk, independent of any clock. */
const run = (hours: number) => app.database.pool.query('UPDATE desk SET running_hours = running_hours + $1', [hours]);

test('a clock that goes ahead erases no picture before the desk has run for a week since a sweep noted it', async () => {
  const [old, saved] = [await uploaded('40 days'), await uploaded('40 days')];
  await app.database.pool.query('UPDATE images SET unused_since = NULL');
  for (const hours of [0, 167]) {
    await run(hours);
    expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
  }
  await app.database.db.transaction((tx) => lockImages(tx, [['profileImage', saved]]));
  await app.database.pool.query("UPDATE images SET used_at = now() - interval '40 days'");
  await run(1);
  expect(await app.sweepImages()).toEqual({ forgotten: 1, removed: 1 });
  expect([await isThere(old), await isThere(saved)]).toEqual([false, true]);
});

test('a picture that is referenced again, as by the log after a step back of the clock, starts a new week', async () => {
  const picture = await uploaded('40 days');
  await revised('before', picture, '10 days');
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
  const { rows } = await app.database.pool.query('SELECT unused_since FROM images');
  expect(rows).toEqual([{ unused_since: null }]);
  expect(await isThere(picture)).toBe(true);
});

test('the age of a file is told by the clock that wrote it: a desk whose own clock is ahead removes no upload of another', async () => {
  const folder = path.join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true });
  const [upload, file] = [
    path.join(folder, 'd'.repeat(32)),
    path.join(dataDir, `images/doctor-images/${'e'.repeat(32)}.webp`),
  ];
  await uploaded('1 day');
  for (const one of [upload, file]) await writeFile(one, 'x');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
  for (const one of [upload, file]) expect((await stat(one)).size).toBe(1);
});

test('leftovers of a killed process are removed after an hour: files without a row, half-written ones, uploads', async () => {
  const kept = await uploaded('1 day');
  const stem = fileOf(kept).replace(/[\da-f]{32}\.webp$/, '');
  const left = [
    `${stem}${'a'.repeat(32)}.webp`,
    `${stem}${'a'.repeat(32)}-96.webp`,
    `${stem}${'b'.repeat(32)}.webp.0123456789ab`,
    path.join(dataDir, 'uploads', 'c'.repeat(32)),
  ];
  for (const file of left) await writeFile(file, 'x');
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
  for (const file of left) await ageFile(file);
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 3 });
  for (const file of left) await expect(writeFile(file, 'x', { flag: 'wx' })).resolves.toBeUndefined();
  for (const file of left) await rm(file);
  expect(await isThere(kept)).toBe(true);
});

test('files that the desk did not write are left alone', async () => {
  const picture = fileOf(await uploaded('1 day'));
  const foreign = ['ada.webp', `${'a'.repeat(32)}.jpg`, `2019-${'a'.repeat(32)}.webp`, `${'a'.repeat(32)}-copy.webp`];
  for (const name of foreign) {
    const file = path.join(path.dirname(picture), name);
    await writeFile(file, 'x');
    await ageFile(file);
  }
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
});

test('one process sweeps at a time', async () => {
  const old = await uploaded('8 days');
  const { release } = await holdLock(app.database.pool, 'SELECT pg_advisory_xact_lock($1)', [sweepLock]);
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
  expect(await isThere(old)).toBe(true);
  await release();
  expect(
    (await Promise.all([app.sweepImages(), app.sweepImages(), app.sweepImages()])).map((one) => one.forgotten).sort(),
  ).toEqual([0, 0, 1]);
});

test('thousands go in batches, and in a second sweep there is nothing left', async () => {
  await app.database.pool.query(
    `INSERT INTO images (name, bucket, width, height, bytes, used_at, unused_since)
     SELECT lpad(to_hex(n), 32, '0') || '.webp', 'doctor-images', 1, 1, 1, now() - interval '8 days', running_hour() - 192
     FROM generate_series(1, 2500) n`,
  );
  const folder = path.join(dataDir, 'images/doctor-images');
  await mkdir(folder, { recursive: true });
  for (let n = 1; n <= 2100; n += 1) {
    const file = path.join(folder, `${n.toString(16).padStart(32, '0')}.webp`);
    await writeFile(file, 'x');
    await ageFile(file);
  }
  expect(await app.sweepImages()).toEqual({ forgotten: 2500, removed: 2100 });
  expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
});

test('a sweep does not wait for a form that is being saved, and leaves its picture', async () => {
  const saved = await uploaded('8 days');
  await app.database.db.transaction(async (tx) => {
    await lockImages(tx, [['profileImage', saved]]);
    expect(await app.sweepImages()).toEqual({ forgotten: 0, removed: 0 });
  });
  expect(await isThere(saved)).toBe(true);
});

test('a form that is saved during a sweep keeps its picture, or is told that it is gone', async () => {
  const { db, pool } = app.database;
  const [saved, late] = [await uploaded('8 days'), await uploaded('8 days')];
  let sweeping: ReturnType<typeof app.sweepImages> | undefined;
  await db.transaction(async (tx) => {
    // The sweep can read which pictures are unreferenced, but delete nothing before the form is saved.
    await tx.execute('LOCK TABLE images IN EXCLUSIVE MODE');
    sweeping = app.sweepImages();
    await until('the sweep', async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await pool.query(waiting)).rowCount === 1;
    });
    await lockImages(tx, [['profileImage', saved]]);
  });
  expect(await sweeping).toEqual({ forgotten: 1, removed: 1 });
  expect([await isThere(saved), await isThere(late)]).toEqual([true, false]);
  await expect(
    db.transaction((tx) => lockImages(tx, Object.entries({ imageUrl: '', profileImage: saved, headerImageUrl: late }))),
  ).rejects.toMatchObject({
    status: 422,
    extra: { errors: [{ path: 'headerImageUrl', message: 'This image no longer exists. Upload it again.' }] },
  });
  await expect(
    db.transaction((tx) => lockImages(tx, Object.entries({ imageUrl: 'https://example.org/a.png', bio: undefined }))),
  ).resolves.toBeUndefined();
});
